"""What is timed against each other says the same."""

import pytest

from benchmarks.compiled import HAND, Judge
from benchmarks.records import typical
from obligato.model import Record, settle
from obligato.model.truth import Truth
from obligato.spec import Request
from obligato.spec.requests import Duty
from obligato.spec.semantics import interpret

SUBJECTS = [
    pytest.param(hand, *subject, id=hand.__name__)
    for hand, subject in zip(HAND, typical(), strict=True)
]


@pytest.mark.parametrize(("hand", "duty", "request_", "records"), SUBJECTS)
def test_a_loop_by_hand_has_the_bits_of_truth(
    hand: Judge, duty: Duty, request_: Request, records: list[Record]
) -> None:
    for told in records:
        tables = settle(request_.world, told)

        assert hand(tables) == interpret(duty.owed, Truth(tables))
