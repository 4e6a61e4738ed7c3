"""A tenure acts on a plan that was admitted for its contract, and on no other."""

import pytest

from examples.invoicing import BOUND, delivery, payment, settle
from obligato.checker.admission.admit import admit
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff import Admitted, Plan
from obligato.model.tenure import (
    Environment,
    Journal,
    Memory,
    Tenure,
)
from obligato.spec.errors import CaseError
from tests.model.tenure.admitting import forged
from tests.model.tenure.work import PAID, RIGHT, SEND


def test_a_plan_admitted_for_another_contract_is_not_followed() -> None:
    other = record(settle, payment, bound={"invoice": "INV-42", "to": "b"})
    admitted = admit(freeze(settle, PAID), PAID, RIGHT)
    assert isinstance(admitted, Admitted)
    world = Environment(settle, other)

    with pytest.raises(CaseError, match=r"contract=.* was admitted, not"):
        Tenure(
            "t",
            freeze(settle, other),
            other,
            [(RIGHT, admitted)],
            world,
            Journal(Memory(), settle),
        )


def test_another_plan_than_the_admitted_one_is_not_followed() -> None:
    contract = freeze(settle, PAID)
    admitted = admit(contract, PAID, RIGHT)
    assert isinstance(admitted, Admitted)

    with pytest.raises(CaseError, match=r"plan=.* was admitted, not"):
        Tenure(
            "t",
            contract,
            PAID,
            [(Plan([SEND]), admitted)],
            Environment(settle, PAID),
            Journal(Memory(), settle),
        )


def test_a_contract_of_an_older_record_gives_no_tenure() -> None:
    contract, later = (
        freeze(settle, PAID),
        record(settle, payment, delivery, bound=BOUND),
    )

    with pytest.raises(CaseError, match="frozen from state="):
        Tenure(
            "t",
            contract,
            later,
            [(RIGHT, forged(contract, RIGHT))],
            Environment(settle, later),
            Journal(Memory(), settle),
        )
