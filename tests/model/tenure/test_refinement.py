"""Each step of a recorded tenure is one step of the protocol of which T1 is proved."""

import random
from collections import Counter
from collections.abc import Iterator

import attrs
import pytest

from examples.invoicing import BOUND, pay, settle
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff import Action, Bound, Edge, Field, Plan
from obligato.model.handoff.plan_document import plan_digest
from obligato.model.tenure import Budget, Fault, Journal, Success, tenure
from obligato.model.tenure.adversary import KINDS as KINDS_OF_FAULT
from obligato.model.tenure.journal import Ended
from obligato.spec.correctness import eq1
from obligato.spec.theorems.protocol import TENURE
from obligato.spec.theorems.refinement import Observation, departures
from obligato.spec.verdicts import Established
from tests.model.tenure.observing import Observing
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
ASKS = Plan(
    [Action("ask", "track", {"message": "m0"}), *WHOLE.nodes],
    [Edge("needs", "ask", "pay")],
)
DRAWN = 400
KINDS = ("lost before", "lost after", "failed", "failed after", "delayed", "altered")


def observed(work: Work) -> tuple[Observation, list[str]]:
    """Return a tenure as the theory sees it, and the kinds of its entries."""
    work.end()
    plans = {plan_digest(work.plan, settle): work.plan}
    contract = freeze(settle, work.known)
    observing = Observing(contract, work.world.history, plans, "t:")
    return observing.observation(Journal(work.lines, settle).entries), work.kinds


def seen(work: Work, off: tuple[str, ...] = ()) -> list[str]:
    """Return where a tenure departs from the protocol without the switches ``off``."""
    found, _ = observed(work)
    assert len(found.steps) >= 3
    return list(departures(TENURE, attrs.evolve(found, off=off)))


@pytest.mark.parametrize("known", [OPEN, PAID], ids=["open", "paid"])
def test_a_tenure_without_faults_is_a_run(known: object) -> None:
    work = Work(OPEN, WHOLE) if known is OPEN else Work(PAID, RIGHT)

    assert seen(work) == []
    assert work.kinds[-1] == "Ended"


@pytest.mark.parametrize("kind", KINDS)
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


def nothing(*_: object) -> Iterator[object]:
    """Refuse nothing."""
    return iter(())


PAYS = Plan([Action("pay", "pay", {"invoice": Bound("invoice")})])
LOST = record(settle, pay(invoice="INV-42").lost(), bound=BOUND)
# A rule of T1 ↦ the check that is left out, from where, what goes wrong, and rules of
# admission, of which T1 has no need, that refuse the plan before.
RULES = {
    "r_keep": ("before_call", PAID, "twice", ("a_keep",)),
    "r_ambiguous": ("before_call", LOST, "twice", ()),
    "c_eval": ("at_claim", OPEN, "Complete", ()),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_run_without_a_rule_replays_in_the_model(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check, known, wrong, off = RULES[rule]
    monkeypatch.setattr(tenure, check, nothing)
    monkeypatch.setattr(tenure, "events", nothing)  # what watches the order besides
    work = Work(known, PAYS)

    assert [line.rpartition(" by ")[2] for line in seen(work, off)] == [rule]
    assert seen(Work(known, PAYS), (*off, rule)) == []
    assert wrong in broken(work)


def broken(work: Work) -> set[str]:
    """Return what a tenure that reported success broke in the world."""
    history = work.world.history
    entry = Journal(work.lines, settle).entries[-1]
    assert isinstance(entry, Ended)
    found = {"twice"} if history.twice() else set()
    for clause in history.judged(eq1(settle), entry.claim):
        if not isinstance(clause.verdict, Established):
            found.add(clause.clause.conjunct)
    return found


@pytest.mark.parametrize("rule", RULES)
def test_with_the_rule_there_is_no_such_run(rule: str) -> None:
    work = Work(RULES[rule][1], PAYS)
    end = work.end()

    assert not isinstance(end, Success)
    assert not work.world.history.twice()


@pytest.mark.parametrize(
    ("kind", "assumption"), [("concurrent", "quiet"), ("forged", "authentic")]
)
def test_a_run_without_an_assumption_replays_in_the_model(
    kind: str, assumption: str
) -> None:
    fault = Fault(kind, 1, tool="pay", args={"invoice": "INV-42"})
    work = Work(OPEN, WHOLE, faults=[fault])
    work.end()

    assert KINDS_OF_FAULT[kind].breaks == assumption
    assert assumption in TENURE.switches
    assert broken(work) & {"twice", "Complete"}


def drawn(rng: random.Random) -> Work:
    """Return a tenure on some frontier, with some faults that T1 allows."""
    known, plan = rng.choice([(OPEN, WHOLE), (PAID, RIGHT), (OPEN, PAYS), (OPEN, ASKS)])
    faults = []
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        kind = rng.choice(KINDS)
        details = {"issuer": "model"} if kind == "altered" else {}
        faults.append(Fault(kind, rng.choice((1, 2, 3, 4)), details=details))
    return Work(
        known, plan, faults=faults, budget=Budget(retries=rng.choice((0, 1, 2)))
    )


@pytest.mark.long
def test_every_drawn_tenure_is_a_run() -> None:
    rng, steps = random.Random(7), Counter[str]()
    for _ in range(DRAWN):
        work = drawn(rng)
        found, _ = observed(work)
        steps.update(one.step for one in found.steps)
        departs = list(departures(TENURE, found))
        assert departs == [], (work.plan, work.faults)

    assert {"answer", "lose", "drop", "fail", "fail_read", "lose_read"} <= steps.keys()
    print(f"{DRAWN} tenures are runs, of these steps: {dict(steps)}")
