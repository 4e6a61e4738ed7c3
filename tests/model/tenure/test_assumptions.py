"""Each assumption of T1 is needed: without it, some conclusion is false of a run."""

from collections.abc import Sequence

import attrs
import pytest

from examples import invoicing, payments, store
from obligato.checker.constructor import freeze
from obligato.model import Record, record
from obligato.model.handoff import Action, Bound, Plan, Test
from obligato.model.tenure import Environment, Fault, Journal, Memory, Success, Tenure
from obligato.model.tenure.adversary import KINDS
from obligato.model.tenure.assumptions import broken
from obligato.spec import Request
from obligato.spec.errors import SpecError
from tests.model.tenure.admitting import forged
from tests.model.tenure.conclusions import KEPT, TWICE, false_of
from tests.model.tenure.work import PAID, RIGHT

PAY = store.pay(invoice="INV-42")
NOTHING = record(store.settling, bound=store.BOUND)
LOST = record(store.settling, PAY.lost(), bound=store.BOUND)
CAREFUL = store.careful(1)
PROBED = Plan(
    [
        Action("probe", "probe", {"invoice": Bound("invoice")}, not_before=102),
        Action(
            "pay",
            "pay",
            {"invoice": Bound("invoice")},
            guard=[Test("probe", "paid", False)],
        ),
    ]
)
PAYING = record(payments.paying, payments.lost, bound=payments.BOUND)


@attrs.frozen
class Needed:
    """A run in which one assumption is broken, and the conclusions that are false."""

    request: Request
    known: Record
    plan: Plan
    faults: Sequence[Fault]
    false: frozenset[str]
    late: int | None = None


def other(at: int, invoice: str) -> Fault:
    return Fault("concurrent", at, tool="pay", args={"invoice": invoice})


SETTLE = invoicing.settle
NEEDED = {
    "quiet": Needed(
        SETTLE,
        PAID,
        RIGHT,
        [other(1, "INV-42")],
        frozenset({"Preserve", TWICE, KEPT}),
    ),
    "once": Needed(
        SETTLE, PAID, RIGHT, [Fault("duplicated", 1)], frozenset({"Preserve", TWICE})
    ),
    "authentic": Needed(
        store.settling,
        NOTHING,
        store.plain(),
        [Fault("forged", 2)],
        frozenset({"Complete"}),
    ),
    "tools_tell": Needed(
        payments.paying,
        attrs.evolve(PAYING, truth={"e1": True}),
        PROBED,
        [Fault("stale", 1)],
        frozenset({"Preserve", TWICE, "Complete"}),
    ),
    "settles": Needed(
        payments.paying,
        attrs.evolve(PAYING, truth={"e1": False}),
        PROBED,
        [],
        frozenset({"Preserve", TWICE, "Complete"}),
        late=104,
    ),
}


def ran(needed: Needed) -> tuple[set[str], set[str], bool]:
    """Return what is false of the history, what it breaks, and whether it succeeded."""
    contract = freeze(needed.request, needed.known)
    late = None if needed.late is None else {"e1": needed.late}
    world = Environment(needed.request, needed.known, needed.faults, late=late)
    end = Tenure(
        "t",
        contract,
        needed.known,
        [(needed.plan, forged(contract, needed.plan))],
        world,
        Journal(Memory(), needed.request),
    ).run()
    world.now()
    claim = end.claim if isinstance(end, Success) else None
    false = set(false_of(world.history, contract, claim, "t:"))
    return false, broken(world.history, end.record), claim is not None


@pytest.mark.parametrize("assumption", NEEDED)
def test_without_an_assumption_a_conclusion_is_false_and_the_reason_is_named(
    assumption: str,
) -> None:
    false, why, _ = ran(NEEDED[assumption])

    assert (false, why) == (set(NEEDED[assumption].false), {assumption})


@pytest.mark.parametrize("assumption", NEEDED)
def test_with_the_assumption_the_same_run_succeeds_and_nothing_is_false(
    assumption: str,
) -> None:
    needed = attrs.evolve(NEEDED[assumption], faults=(), late=None)

    assert ran(needed) == (set(), set(), True)


def test_a_failure_that_took_effect_is_lost_to_the_successor() -> None:
    """Without ``fails_clean`` nobody knows of an effect, and it is made again."""
    first = Needed(
        store.settling,
        NOTHING,
        store.plain(),
        [Fault("failed after", 1)],
        frozenset(),
    )

    assert ran(first) == (set(), {"fails_clean"}, False)


def test_every_kind_that_breaks_an_assumption_names_one_that_is_needed() -> None:
    named = {kind.breaks for kind in KINDS.values()} - {""}

    assert named <= NEEDED.keys()


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: Fault("lose", 1), "no kind of fault 'lose'"),
        (lambda: Fault("late", 0), "at=0 must be an integer from 1"),
        (lambda: Fault("late", 1, ms=0), "ms=0 must be an integer from 1"),
        (
            lambda: Fault("altered", 1, details={"status": "ok"}),
            "no field that makes it other evidence 'status'",
        ),
    ],
    ids=["kind", "at", "ms", "details"],
)
def test_a_fault_that_cannot_be_is_refused(make: object, problem: str) -> None:
    assert callable(make)
    with pytest.raises(SpecError, match=problem):
        make()
