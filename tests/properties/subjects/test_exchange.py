"""An answer is one if it is in its place, and what is not is held against its case."""

from functools import partial
from typing import Any

from obligato.properties.subjects import Lines, Noticed
from obligato.properties.subjects import Robustness as R
from tests.properties.subjects.asking import BOUNDS, answers, begin
from tests.properties.subjects.cases import FINISH


def test_a_batch_in_the_wrong_order_decides_none_of_its_cases() -> None:
    found, _ = answers("answers_backwards", 2)

    assert [[n.code for n in answer.noticed] for answer in found] == [
        [R.OUT_OF_ORDER],
        [R.OUT_OF_ORDER],
    ]


def test_a_verifier_that_counts_and_does_not_echo_is_told_apart() -> None:
    subject = Lines(partial(begin, "counts"), bounds=BOUNDS)

    (_, answer) = [*subject.judge([FINISH]), *subject.judge([FINISH])]
    subject.close()

    assert [noticed.code for noticed in answer.noticed] == [R.OUT_OF_ORDER]


def test_a_verifier_that_answers_twice_is_told_of_each_case_it_did_so() -> None:
    found, _ = answers("answers_twice", 6)

    assert [answer.noticed for answer in found] == [(Noticed(R.ANSWERED_TWICE),)] * 6


def test_a_verifier_that_says_everything_twice_is_told_so_at_each_case() -> None:
    found, _ = answers("stammers", 2)

    assert [answer.noticed for answer in found] == [(Noticed(R.ANSWERED_TWICE),)] * 2


def test_only_the_case_at_which_it_prints_is_without_a_verdict() -> None:
    found, late = answers("prints_at_every_third", 4)

    assert [[n.code for n in a.noticed] for a in found] == [[], [], [R.NOISE], []]
    assert late == ()


def test_an_answer_that_comes_again_later_is_told_of_and_no_other_case_accused() -> (
    None
):
    subject = Lines(partial(begin, "answers_late_again"), bounds=BOUNDS)

    found = [*subject.judge([FINISH]), *subject.judge([FINISH])]

    assert [answer.done for answer in found] == [True, True]
    assert subject.close() == (Noticed(R.ANSWERED_TWICE),)


class Trusting:
    """An adapter that takes whatever is said for a yes."""

    def to_input(self, document: Any) -> Any:
        """Hand over nothing."""
        return {}

    def to_verdict(self, reply: Any) -> str:
        """Say yes."""
        return "complete"


def test_an_answer_without_its_number_is_none_for_an_adapter_either() -> None:
    subject = Lines(partial(begin, "numbers_nothing"), Trusting(), BOUNDS)

    (answer,) = subject.judge([FINISH])
    subject.close()

    assert [noticed.code for noticed in answer.noticed] == [R.NO_VERDICT]
