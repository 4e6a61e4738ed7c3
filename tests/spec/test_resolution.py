"""What later reads settle, and what they do not; and which records contradict."""

import pytest

from examples.payments import BOUND, again, lost, paying, present
from obligato.checker.solver import Question, Scope
from obligato.model import record, settle
from obligato.model.settle import conflict
from obligato.model.truth import Truth
from obligato.spec import (
    Effect,
    Flag,
    Obligation,
    Request,
    Rows,
    Sort,
    Tool,
    World,
    at,
    some,
)
from obligato.spec.drafts import Line
from obligato.spec.semantics import interpret
from obligato.spec.values import UNKNOWN
from tests.lab import ensure, lab, look, make, undo

I1 = {"item": "i1", "doc": "d1"}
LOST, MADE = make(item="i1", size=1).lost(), make(item="i1", size=1).ok()
FAILED = make(item="i1", size=1).failed()
HERE, GONE = look(item="i1").ok(here=True), look(item="i1").ok(here=False)
UNDONE, UNDO_LOST = undo(item="i1").ok(), undo(item="i1").lost()


def outcomes(*lines: Line) -> list[object]:
    """Return what is known, after resolution, of each call of `make`."""
    tables = settle(lab.world, record(lab, *lines, bound=I1))
    return [row["took"] for row in tables.calls["make"]]


SETTLED: dict[str, tuple[list[Line], list[object]]] = {
    "a late read that finds nothing denies": ([LOST, at(9), GONE], [False]),
    "an early read that finds nothing settles nothing": (
        [LOST, at(3), GONE],
        [UNKNOWN],
    ),
    "a read that finds it confirms": ([LOST, at(1), HERE], [True]),
    "a read confirms neither of two": ([LOST, LOST, at(9), HERE], [UNKNOWN, UNKNOWN]),
    "a read confirms none beside a sure one": (
        [LOST, MADE, at(9), HERE],
        [UNKNOWN, True],
    ),
    "a read confirms no later call": (
        [LOST, at(2), HERE, at(9), LOST],
        [True, UNKNOWN],
    ),
    "of two, one denied, the other is confirmed": (
        [LOST, at(9), GONE, at(10), LOST, at(15), HERE],
        [False, True],
    ),
    "an undo in between keeps a read from denying": (
        [LOST, at(1), UNDONE, at(9), GONE],
        [UNKNOWN],
    ),
    "an undo that may land late keeps a read from denying": (
        [UNDO_LOST, at(2), LOST, at(9), GONE],
        [UNKNOWN],
    ),
    "a failure that may have done something is denied too": (
        [FAILED, at(9), GONE],
        [False],
    ),
    "a read of another entity settles nothing": (
        [LOST, at(9), look(item="i2").ok(here=False)],
        [UNKNOWN],
    ),
    "a read confirms neither of two if one is still under way": (
        [LOST, at(3), LOST.took(5), at(5), HERE],
        [UNKNOWN, UNKNOWN],
    ),
    "a read may confirm a call under way": ([LOST.took(5), at(2), HERE], [True]),
    "a lost read settles nothing": ([LOST, at(9), look(item="i1").lost()], [UNKNOWN]),
}


@pytest.mark.parametrize("which", SETTLED)
def test_reads_settle_what_they_can(which: str) -> None:
    lines, wanted = SETTLED[which]

    found = outcomes(*lines)

    assert list(map(repr, wanted)) == list(map(repr, found))


CONFLICTS: dict[str, list[Line]] = {
    "found absent after it was made": [MADE, at(9), GONE],
    "found present, and nothing can have made it": [HERE],
    "found present, then absent": [LOST, at(1), HERE, at(9), GONE],
    "found present after its only maker was denied": [LOST, at(9), GONE, at(10), HERE],
    "found present after it was undone": [MADE, UNDONE, HERE],
}
FINE: dict[str, list[Line]] = {
    "absent before it was made": [GONE, MADE],
    "absent after it was undone": [MADE, UNDONE, GONE],
    "absent while an undo may have landed": [MADE, UNDO_LOST, GONE],
    "absent while an older undo may have landed": [UNDO_LOST, MADE, GONE],
    "overlapping": [at(0), MADE.took(5), at(2), GONE],
    "present while the call that made it is under way": [MADE.took(5), at(2), HERE],
    "present, then undone, then absent": [MADE, HERE, UNDONE, GONE],
}


@pytest.mark.parametrize("which", CONFLICTS)
def test_a_record_that_no_history_fits_is_told(which: str) -> None:
    case = record(lab, *CONFLICTS[which], bound=I1)

    assert conflict(settle(lab.world, case)) is not None


@pytest.mark.parametrize("which", FINE)
def test_a_record_that_some_history_fits_is_not_called_contradictory(
    which: str,
) -> None:
    case = record(lab, *FINE[which], bound=I1)

    assert conflict(settle(lab.world, case)) is None


def test_a_call_that_never_settles_is_never_denied() -> None:
    tables = settle(lab.world, record(lab, ensure(item="i1").lost(), at(99), GONE))

    assert [row["took"] for row in tables.calls["ensure"]] == [UNKNOWN]


def test_a_payment_found_paid_and_made_again_was_made_twice() -> None:
    case = record(paying, at(0), lost, at(150), present, again, bound=BOUND)

    tables = settle(paying.world, case)

    assert [row["took"] for row in tables.calls["pay"]] == [True, True]
    assert conflict(tables) is None


doc, seen = Sort("Doc")("doc"), Flag("seen")
edited, changed = Rows("edited", doc), Effect("changed", Sort("Doc"))
edit = Tool("edit", [edited], makes=[changed(edited.doc)], settles=10)
peek = Tool("peek", [doc], [seen], tells=[changed(doc).when(seen)], fails="clean")
editing = Request(
    "edit",
    World("editing", [edit, peek]),
    owes=[Obligation("edited", some(edit.done()))],
)
EDIT = edit(edited=["a", "b"]).lost()
A, NO_A = peek(doc="a").ok(seen=True), peek(doc="a").ok(seen=False)
INSIDE: dict[str, tuple[list[Line], list[object]]] = {
    "one of its effects absent": ([EDIT, at(50), NO_A], [False]),
    "one of its effects present": ([EDIT, at(50), A], [True]),
    "an effect that is none of its own": (
        [EDIT, at(50), peek(doc="c").ok(seen=False)],
        [UNKNOWN],
    ),
    "too early": ([EDIT, at(5), NO_A], [UNKNOWN]),
    "made by another too": ([EDIT, EDIT, at(50), A], [UNKNOWN, UNKNOWN]),
    "no rows": ([edit(edited=[]).lost(), at(50), NO_A], [UNKNOWN]),
    "rows of which a column is unknown": (
        [edit(edited=[{"doc": None}]).lost(), at(50), NO_A],
        [UNKNOWN],
    ),
}


@pytest.mark.parametrize("which", INSIDE)
def test_a_read_settles_a_call_that_makes_an_effect_for_each_row(which: str) -> None:
    lines, wanted = INSIDE[which]

    tables = settle(editing.world, record(editing, *lines))

    assert list(map(repr, wanted)) == [repr(r["took"]) for r in tables.calls["edit"]]


def test_the_solver_settles_a_call_that_makes_an_effect_for_each_row() -> None:
    for lines, _ in (INSIDE["one of its effects absent"], INSIDE["too early"]):
        told = record(editing, *lines)
        duty = editing.owes[0].formula
        question = Question(editing, Scope(events=2), [duty], known=[told])

        found = interpret(duty, Truth(settle(editing.world, told)))

        assert found == question.bits(duty, told)
