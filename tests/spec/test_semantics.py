"""The laws of the two bits, over drawn formulas and drawn records."""

from collections.abc import Callable

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from obligato.model import Record, record, settle
from obligato.model.truth import Truth
from obligato.spec import at, claim, count, gap, none, some
from obligato.spec import syntax as s
from obligato.spec.drafts import Line
from obligato.spec.semantics import interpret
from obligato.spec.terms import Formula
from tests import laws
from tests.lab import approve, changed, lab, listing, look, made, make, touch, undo
from tests.strategies import formulas, probed, records

quick = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
BOUND = {"item": "i1", "doc": "d1"}


def judged(formula: Formula, *lines: Line) -> tuple[bool, bool]:
    """Return must and may of a formula on a script of the lab."""
    made_up = record(lab, *lines, bound=BOUND, given={"special": ["d1"]}, now=50)
    return interpret(formula.node, Truth(settle(lab.world, made_up)))


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@quick
@given(formula=formulas(), case=records(most=4))
def test_the_law_holds(
    law: Callable[[s.Formula, Record], None], formula: Formula, case: Record
) -> None:
    law(formula.node, case)


@quick
@given(case=probed())
def test_reads_settle_only_what_every_history_agrees_on(case: Record) -> None:
    for formula in laws.RESOLVING:
        laws.sound(formula, case)


def test_a_disjunction_with_its_own_negation_is_not_established_while_unknown() -> None:
    happened = some(make.done(item="i1"))

    assert judged(happened | ~happened, make(item="i1", size=1).lost()) == (False, True)


def test_a_lost_call_may_have_been_done_and_was_surely_tried() -> None:
    lost = make(item="i1", size=1).lost()

    assert judged(some(make.done(item="i1")), lost) == (False, True)
    assert judged(some(make.tried(item="i1")), lost) == (True, True)
    assert judged(some(make.unclear(item="i1")), lost) == (True, True)


def test_what_a_log_with_a_gap_may_hide_may_be_and_need_not_be() -> None:
    assert judged(some(undo.done()), gap(undo)) == (False, True)
    assert judged(none(undo.done()), gap(undo)) == (False, True)
    assert judged(count(undo.done()) >= 40, gap(undo)) == (False, True)


def test_a_role_that_is_not_bound_leaves_its_comparison_open() -> None:
    from obligato.spec import bound
    from tests.lab import item

    case = record(lab, make(item="i1", size=1).ok())
    reading = Truth(settle(lab.world, case))

    assert interpret((bound(item) == "i1").node, reading) == (False, True)


def test_two_reports_of_one_row_with_different_amounts_leave_the_total_open() -> None:
    from obligato.spec import total

    spent = total(line.amount for p in listing.done() for line in p.lines)
    first = listing(item="i1").ok(lines=[{"doc": "d1", "amount": 1}], size=1)
    again = listing(item="i1").ok(lines=[{"doc": "d1", "amount": 2}], size=1)

    assert judged(spent == 1, first, first) == (True, True)
    assert judged(spent == 1, first, again) == (False, True)


LOST, READ = make(item="i1", size=1).lost(), look(item="i1").ok(here=False)
YES = approve(item="i1", doc="d1").by("ann")
CLAIM = claim(worth=1)

EXCEPTIONS: dict[str, tuple[Formula, list[Line], list[Line]]] = {
    "a read that resolves an unknown": (
        none(make.done()),
        [LOST],
        [LOST, at(9), READ],
    ),
    "a withdrawal of a decision": (
        some(approve.given().standing()),
        [YES],
        [YES, YES.revoked()],
    ),
    "the claim": (
        some(make.done()),
        [at(5), make(item="i1", size=1).ok()],
        [at(3), CLAIM, at(5), make(item="i1", size=1).ok()],
    ),
}


@pytest.mark.parametrize("which", EXCEPTIONS)
def test_without_the_exception_there_is_a_counterexample(which: str) -> None:
    formula, before, after = EXCEPTIONS[which]

    assert judged(formula, *before) != judged(formula, *after)


def test_whether_an_answer_came_is_no_matter_of_what_is_known_later() -> None:
    """The one exception to T8: `unclear` speaks of the record itself."""
    unclear = some(make.unclear())
    case = record(lab, make(item="i1", size=1).ok())
    poorer = attrs.evolve(case, ledger=())

    assert interpret(unclear.node, Truth(settle(lab.world, case))) == (False, False)
    assert interpret(unclear.node, Truth(settle(lab.world, poorer))) == (True, True)


def test_rows_inside_an_answer_that_never_came_may_be_anything() -> None:
    touched = some(changed.made(doc="d1"))

    assert judged(touched, touch(item="i1").lost()) == (False, True)
    assert judged(touched, touch(item="i1").ok(touched=["d2"])) == (False, False)


@given(st.integers(0, 3))
@settings(max_examples=4, deadline=None, database=None)
def test_counting_calls_counts_each_call(n: int) -> None:
    calls = [make(item="i1", size=1).ok()] * n

    assert judged(count(made.made(item="i1")) == n, *calls) == (True, True)
