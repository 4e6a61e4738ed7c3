"""The invoice handoff, end to end, and its four wrong remainders."""

import attrs
import pytest

from examples.invoicing import settle
from obligato.checker.admission.admit import admit
from obligato.checker.constructor import freeze
from obligato.model import check, residual
from obligato.model.handoff import Action, Admitted, Bound, Plan
from obligato.model.tenure import (
    Bottom,
    Environment,
    Journal,
    Memory,
    Stuck,
    Success,
    Tenure,
)
from obligato.spec.codes import Code
from obligato.spec.errors import SpecError
from tests.model.tenure.work import PAID, RIGHT, SEND, TRACK, Work


def test_the_invoice_handoff_ends_with_all_clauses_of_eq1_established() -> None:
    contract = freeze(settle, PAID)
    admitted = admit(contract, PAID, RIGHT)
    assert isinstance(admitted, Admitted)
    world = Environment(settle, PAID)

    tenure = Tenure(
        "t", contract, PAID, [(RIGHT, admitted)], world, Journal(Memory(), settle)
    )
    end = tenure.run()

    assert isinstance(end, Success)
    assert [f.code for f in residual(settle, end.record)] == [None] * 8
    assert check(settle, end.record)
    assert world.history.states()[-1] == {("paid", "INV-42"): 1, ("sent", "t7", "a"): 1}
    assert tenure.order.breaches == [] and tenure.order.claimed


PAY = Action("pay", "pay", {"invoice": Bound("invoice")})
WRONG = {
    "pay again": ([PAY, SEND, TRACK], Code.DUPLICATE_EFFECT),
    "other invoice": (
        [attrs.evolve(PAY, args={"invoice": "INV-43"}), SEND, TRACK],
        Code.BINDING_CHANGED,
    ),
    "delivery left out": ([], Code.UNCOVERED_OBLIGATION),
    "success without evidence": ([SEND], Code.UNCOVERED_OBLIGATION),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_remainder_is_refused_before_the_first_live_write(name: str) -> None:
    nodes, code = WRONG[name]
    world, contract = Environment(settle, PAID), freeze(settle, PAID)
    plan = Plan(nodes)

    decided = admit(contract, PAID, plan)

    assert not isinstance(decided, Admitted) and code in decided.codes
    with pytest.raises(SpecError, match="what admission gave"):
        Tenure("t", contract, PAID, [(plan, decided)], world, Journal(Memory(), settle))  # type: ignore[list-item]  # that is the mistake
    assert world.sent == 0


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_remainder_that_nobody_looked_at_is_no_success(name: str) -> None:
    nodes, code = WRONG[name]
    work = Work(PAID, Plan(nodes))

    end = work.end()

    assert isinstance(end, Bottom | Stuck) and end.code == code
    assert work.world.history.twice() == set()
