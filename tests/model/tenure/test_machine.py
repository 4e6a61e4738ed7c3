"""Stateful machines: whatever the adversary does, T1 is true of what happened.

Each successor is shown one view of what happened, and plans by what it believes. The
first machine draws every fault that T1 admits and every interruption; the second those
that break one of its assumptions, where each violation must be found and attributed.
A run is a tenure that ended.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from examples import store
from obligato.checker.admission.admit import admit
from obligato.checker.admission.refused import Rejected
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff.frontier import handed_over
from obligato.model.views.view import shown
from obligato.model.views.worlds import view_of
from obligato.spec import Code
from tests.model.tenure.arenas import ARENAS, VIEWS, believed
from tests.model.tenure.play import Play

T = TypeVar("T")
COUNTS: Counter[str] = Counter()
ENDS = ("Success", "Bottom", "Stuck")


class Successors(RuleBasedStateMachine):
    """Successors, one after another, with the faults that T1 admits."""

    breaking = False

    def __init__(self) -> None:
        super().__init__()
        self.play, self.data = Play(self, self.breaking), None

    data: st.DataObject | None

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of them: Hypothesis chooses, and shrinks to the first."""
        assert self.data is not None
        return choices[self.data.draw(st.integers(0, len(choices) - 1))]

    @initialize(data=st.data())
    def start(self, data: st.DataObject) -> None:
        """Bring a world to a frontier, and propose a plan."""
        self.data = data
        self.play.start()
        self.play.propose()

    @rule(
        data=st.data(),
        before=st.lists(st.sampled_from(("fault", "fault", "interrupt")), max_size=3),
    )
    def act(self, data: st.DataObject, before: list[str]) -> None:
        """Let the adversary prepare something; begin the tenure, or go on with it."""
        self.data = data
        for move in before:
            getattr(self.play, move)()
        self.play.act()

    @rule(data=st.data())
    def propose(self, data: st.DataObject) -> None:
        """Propose a plan, if one can be followed yet."""
        self.data = data
        self.play.propose()

    @rule(data=st.data())
    def hand_over(self, data: st.DataObject) -> None:
        """Let the next successor take over."""
        self.data = data
        self.play.hand_over()
        self.play.propose()

    def teardown(self) -> None:
        """Count how the tenures ended."""
        self.play.finish()
        COUNTS.update(self.play.counts)
        COUNTS.update(self.play.violated)


class Undermined(Successors):
    """The same, with faults that break an assumption of T1."""

    breaking = True


def driven(machine: type[Successors], examples: int, number: int) -> Counter[str]:
    """Run a machine so many times, the same on every run; return what happened."""
    COUNTS.clear()
    run_state_machine_as_test(
        seed(number)(machine),
        settings=settings(
            max_examples=examples,
            stateful_step_count=15,
            database=None,
            deadline=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
    return Counter(COUNTS)


def runs(found: Counter[str]) -> int:
    """Return how many tenures ended."""
    return sum(found[end] for end in ENDS)


def test_t1_holds_under_every_fault_that_it_admits() -> None:
    found = driven(Successors, 12, 1)

    assert min(found["Success"], found["Bottom"], found["interrupted"]) > 0


@pytest.mark.parametrize(
    ("view", "code"),
    [
        ("repository", Code.AMBIGUOUS_OUTCOME),  # it does not show that a call was made
        ("summary", Code.UNRESOLVED_REFERENCE),  # nor this one what came of it
        ("trace", None),
        ("note", None),
        ("full", None),
    ],
)
def test_who_is_not_shown_a_lost_payment_plans_what_is_refused(
    view: str, code: Code | None
) -> None:
    """The contract is frozen from all that is known, whatever a successor is shown."""
    invoicing = ARENAS[0]
    lost = invoicing.frontiers[3]
    plan = invoicing.right(believed(invoicing, view, lost))

    assert (plan is None) == (code is None)
    if plan is not None:
        decided = admit(freeze(invoicing.request, lost), lost, plan)
        assert isinstance(decided, Rejected) and code in decided.codes


@pytest.mark.parametrize(
    ("view", "calls"), [("repository", 1), ("trace", 2), ("summary", 2), ("full", 2)]
)
def test_nothing_is_believed_that_the_view_does_not_show(view: str, calls: int) -> None:
    """Nor where the record is like no frontier of the arena: another's bill is paid."""
    arena = ARENAS[1]
    other = store.pay(invoice="INV-43").ok()
    lines = [other, store.pay(invoice="INV-42").lost()]
    known = handed_over(record(store.settling, *lines, bound=store.BOUND))

    found = believed(arena, view, known)

    shows = view_of(arena.request, view)
    assert shown(shows, arena.request, found) == shown(shows, arena.request, known)
    assert len(list(found.calls)) == calls


def test_what_a_broken_assumption_leads_to_is_found_and_attributed() -> None:
    found = driven(Undermined, 6, 1)

    assert runs(found) > 5


@pytest.mark.long
@pytest.mark.parametrize("number", range(1, 7))
def test_t1_holds_on_thousands_of_runs(number: int) -> None:
    found = driven(Successors, 340, number)

    print(dict(found))
    assert runs(found) >= 1670, "six of these are to be more than 10,000 runs"
    assert all(found[f"admitted, shown the {view}"] for view in VIEWS)
    assert found["refused, shown the repository"]


@pytest.mark.long
def test_conclusions_fall_where_an_assumption_is_broken_and_nowhere_else() -> None:
    found = driven(Undermined, 400, 1)

    print(dict(found))
    fallen = {name.split(": ")[1] for name in found if ": " in name}
    assert "quiet" in fallen and len(fallen) > 1
