"""What a contract and a transform may not say, and what would be right."""

from typing import Any

import pytest

from obligato.model.finish import Demand, Slot, Transform
from obligato.spec import Int, Sort, SpecError
from tests.model.finish.test_replay import CLEAN, Title, contract, of


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Transform("median", of("price")), "no transform 'median'"),
        (lambda: of("price", fold="median"), "no fold 'median'"),
        (lambda: Transform("union", of("price")), "takes a second operand"),
        (lambda: Transform("mean", of("price"), of("price")), "takes one operand"),
        (lambda: Transform("first", of("price")), "k=0"),
        (lambda: Transform("mean", of("price"), k=2), "k=2"),
        (lambda: Transform("mean", of("price"), ordered=True), "of first alone"),
        (lambda: Transform("mean", of("price"), places=-1), "places=-1"),
        (lambda: Demand(at_least=-1), "at_least=-1"),
        (lambda: Demand(at_least=3, at_most=2), "at_least=3"),
        (lambda: Demand(since=5, until=5), "half-open"),
        (lambda: contract(CLEAN[0][0], Int, tolerance="-1"), "tolerance=-1"),
        (lambda: contract(CLEAN[0][0], Title, tolerance=1), "of numbers"),
        (lambda: contract(CLEAN[0][0], Title, nullable=True), "needs absent"),
        (lambda: Slot("it", Int, []), "lets nothing be claimed"),
        (
            lambda: Slot("it", Int, [CLEAN[3][0]], Demand(at_least=0)),
            "without evidence",
        ),
        (lambda: Slot("a b", Int, [CLEAN[3][0]]), "identifier"),
        (lambda: Slot("it", Sort("Rows"), [CLEAN[3][0]]), "sort="),
    ],
)
def test_what_a_contract_may_not_say_is_refused_with_what_would_be_right(
    make: Any, message: str
) -> None:
    with pytest.raises(SpecError, match=message):
        make()
