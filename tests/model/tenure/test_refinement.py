"""Each step of a recorded tenure is one step of the protocol of which T1 is proved."""

import random
from collections import Counter

import attrs
import pytest

from examples.invoicing import BOUND, settle
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff import Action, Bound, Edge, Field, Plan
from obligato.model.handoff.plan_document import plan_digest
from obligato.model.tenure import Budget, Fault, Journal
from obligato.spec.theorems.protocol import TENURE
from obligato.spec.theorems.refinement import Observation, departures, fallen
from tests.model.tenure.arenas import ARENAS
from tests.model.tenure.faults import ADMITTED_FAULTS
from tests.model.tenure.observing import Observing
from tests.model.tenure.plans import Drawing, Seeded
from tests.model.tenure.work import PAID, RIGHT, Work

WHOLE = Plan(
    [
        Action("pay", "pay", {"invoice": Bound("invoice")}),
        Action("send", "send", {"file": Field("pay", "file"), "to": Bound("to")}),
        Action("track", "track", {"message": Field("send", "message")}),
    ],
    [Edge("discharges", "track", "receipt delivered")],
)
OPEN = record(settle, bound=BOUND)
DRAWN = 400


def observed(work: Work) -> tuple[Observation, list[str]]:
    """Return a tenure as the theory sees it, and the kinds of its entries."""
    work.end()
    request, ledger = work.request, work.known.ledger
    plans = {plan_digest(work.plan, request): work.plan}
    contract = freeze(request, work.known)
    observing = Observing(contract, work.world.history, plans, "t:", ledger=ledger)
    return observing.observation(Journal(work.lines, request).entries), work.kinds


def seen(work: Work) -> list[str]:
    """Return where a tenure departs from the protocol."""
    found, _ = observed(work)
    assert len(found.steps) >= 3
    return list(departures(TENURE, found))


@pytest.mark.parametrize("known", [OPEN, PAID], ids=["open", "paid"])
def test_a_tenure_without_faults_is_a_run(known: object) -> None:
    work = Work(OPEN, WHOLE) if known is OPEN else Work(PAID, RIGHT)

    assert seen(work) == []
    assert work.kinds[-1] == "Ended"


@pytest.mark.parametrize("kind", ADMITTED_FAULTS)
@pytest.mark.parametrize("at", [1, 2, 3])
def test_a_tenure_with_a_fault_is_a_run(kind: str, at: int) -> None:
    details = {"issuer": "model"} if kind == "altered" else {}

    assert seen(Work(OPEN, WHOLE, faults=[Fault(kind, at, details=details)])) == []


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("duplicated", "seen against it: ('paid', 'INV-42') has been made twice"),
        ("forged", "forge(r:t:1): forbidden by may"),
    ],
)
def test_a_fault_that_breaks_an_assumption_departs(kind: str, said: str) -> None:
    found = seen(Work(OPEN, WHOLE, faults=[Fault(kind, 1)]))

    assert any(said in line for line in found)


def planned(draw: Seeded, drawing: Drawing, right: Plan | None) -> Plan:
    """Return a plan, right or wrong, in which there is something to do."""
    how = draw.pick(("right", "right", "changed", "any"))
    if right is None or how == "any":
        plan = drawing.any()
    else:
        plan = right if how == "right" else drawing.changed(right)
    return plan if plan.nodes else planned(draw, drawing, right)


def drawn(seed: int) -> Work:
    """Return a tenure in some arena, with some faults that T1 allows."""
    draw = Seeded(random.Random(seed))
    arena = draw.pick(ARENAS)
    known = draw.pick(arena.frontiers)
    drawing = Drawing(draw, arena.request, arena.names, known.now)
    plan = planned(draw, drawing, arena.right(known))
    faults = []
    for _ in range(draw.pick((0, 1, 1, 2, 3))):
        kind = draw.pick(ADMITTED_FAULTS)
        details = {"issuer": "model"} if kind == "altered" else {}
        faults.append(Fault(kind, draw.pick((1, 2, 3, 4)), details=details))
    budget = Budget(retries=draw.pick((0, 1, 2)))
    return Work(known, plan, arena.request, faults, budget=budget, choose=draw.pick)


def probed(work: Work) -> bool:
    """Whether a read told what became of an effect: how T12 allows another call."""
    tools = {happened.call.tool for happened in work.world.history.landed}
    return any(work.request.world.tool(name).tells for name in tools)


@pytest.mark.long
def test_every_drawn_tenure_is_a_run() -> None:
    """Where a probe told of a call in doubt, it is one but for a rule of T12."""
    steps, probes = Counter[str](), 0
    for seed in range(DRAWN):
        work = drawn(seed)
        found, _ = observed(work)
        steps.update(one.step for one in found.steps)
        departs = list(departures(TENURE, found))
        if departs and probed(work):
            probes += 1
            found = attrs.evolve(found, off=("r_ambiguous",))
            departs = list(departures(TENURE, found))
        assert departs == [], (seed, work.plan, work.faults)
        assert list(fallen(TENURE, found)) == [], (seed, work.plan, work.faults)

    assert {"answer", "lose", "drop", "fail", "fail_read", "lose_read"} <= steps.keys()
    assert 0 < probes < DRAWN / 5
    print(f"{DRAWN} tenures are runs, {probes} after a probe, of these steps: {steps}")
