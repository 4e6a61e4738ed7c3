"""A record that is pinned is judged as it is, and taken off again."""

import pytest
import z3

from examples import refunds
from obligato.checker.solver import Question, Scope
from obligato.checker.solver.ask import Disagreement
from obligato.checker.solver.pin import DoesNotFit
from obligato.checker.solver.replay import Replay, decided
from obligato.checker.solver.smt import Text
from obligato.model import record
from obligato.model.record import Record
from obligato.spec import Line, at, count, receipt, some
from tests.lab import lab, listing, look, made, make, touch

ONCE = make(item="i1", size=1)
DONE = some(made.made(item="i1")).node


def told(*lines: Line, now: int | None = None) -> Record:
    return record(lab, *lines, bound={"item": "i1", "doc": "d1"}, now=now)


def asked(*records: Record) -> Question:
    return Question(lab, Scope(events=2), [DONE], known=records)


def test_records_are_judged_one_after_the_other() -> None:
    records = (told(ONCE.ok()), told(ONCE.lost()), told(), told(ONCE.ok()))
    question = asked(*records)

    found = [question.bits(DONE, one) for one in records]

    assert found == [(True, True), (False, True), (False, False), (True, True)]


def test_formulas_are_judged_together_as_alone() -> None:
    one = told(ONCE.lost())
    formulas = [DONE, (count(make.tried()) == 1).node, some(look.done()).node]
    question = asked(one)

    together = question.every_bits(formulas, one)

    assert together == [question.bits(formula, one) for formula in formulas]


def test_what_joins_the_text_later_is_known_to_the_solver() -> None:
    text = Text()
    replay = Replay(text)
    x = text.declare("x", "Int")
    with replay.on_top([f"(= {x} 1)"]) as solver:
        assert solver.check() == z3.sat
    y = text.declare("y", "Int")
    text.add(f"(< {y} {x})")

    with replay.on_top([f"(= {x} 1)", f"(= {y} 1)"]) as solver:
        assert solver.check() == z3.unsat


def test_a_bit_that_could_be_otherwise_is_told() -> None:
    text = Text()
    x, replay = text.declare("x", "Bool"), Replay(text)
    bit = replay.bit(x)

    with (
        replay.on_top([]) as solver,
        pytest.raises(AssertionError, match="leaves a bit open"),
    ):
        decided(solver, [bit])


def test_a_record_that_leaves_a_bit_open_is_a_disagreement() -> None:
    question = asked(told())
    question.reading.text.declare("free", "Bool")

    with pytest.raises(Disagreement, match="leaves a bit open"):
        question.every_bits([DONE], told(), reading=Loose(question))


class Loose(type(asked().reading)):  # type: ignore[misc]  # a reading with a bug
    """A reading that makes up a truth of its own."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.symbolic)

    def some(self, *args: object, **kwargs: object) -> str:
        """Return what nothing decides."""
        return "|free|"


UNFIT = [
    pytest.param(
        told(ONCE.ok().took(5), now=3), "under way at the judgement", id="now"
    ),
    pytest.param(
        told(touch(item="i1").ok(touched=["d1"]).receipt(complete=False)),
        "cut short",
        id="a list cut short",
    ),
    pytest.param(
        told(listing(item="i1").ok(lines=[{"doc": "d1"}], size=1)),
        "lacks a column",
        id="a row in part",
    ),
]


@pytest.mark.parametrize(("one", "message"), UNFIT)
def test_what_has_no_pin_does_not_fit(one: Record, message: str) -> None:
    with pytest.raises(DoesNotFit, match=message):
        asked(one).bits(DONE, one)


def test_the_receipt_that_counts_is_the_one_that_is_pinned() -> None:
    word = receipt(make, of=1, status="failed", issuer="model")
    one = told(ONCE, word, receipt(make, of=1))

    assert asked(one).bits(DONE, one) == (True, True)


def test_two_answers_to_one_call_are_a_contradiction() -> None:
    one = told(ONCE, receipt(make, of=1), receipt(make, of=1, status="failed"))

    assert asked(one).bits(DONE, one) is None


def test_an_unknown_outcome_with_an_answer_is_given_back() -> None:
    answer = receipt(look, of=1, status="unknown", values={"here": True})
    one = told(look(item="i1"), answer, at(9))
    back = asked(one).replayed(one)

    assert back is not None
    (found,) = back.ledger
    assert (found.status, found.values) == ("unknown", {"here": True})


def test_a_record_larger_than_the_scope_leaves_nothing_behind() -> None:
    one = record(refunds.once, refunds.five.ok())
    two = record(refunds.once, refunds.five.ok(), refunds.five.ok())
    question = Question(refunds.once, Scope(events=1), known=[one])
    before = question.bits(refunds.refunded.owed, one)

    with pytest.raises(DoesNotFit):
        question.bits(refunds.refunded.owed, two)

    assert question.bits(refunds.refunded.owed, one) == before


def test_a_name_that_the_question_does_not_know_does_not_fit() -> None:
    with pytest.raises(DoesNotFit, match="'d1' is not among the names"):
        asked().bits(DONE, told())
