"""Admission takes the values of a plan as rows hold them."""

from typing import Any

import pytest

from obligato.checker.admission.admit import admit
from obligato.checker.admission.refused import Rejected
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff import Action, Plan
from obligato.spec import Code, Decimal, Obligation, Request, Tool, World, some

Dose = Decimal(2)("dose")
give = Tool("give", takes=[Dose], returns=[Decimal(2)("left")])
dosing = Request(
    "give the dose",
    World("ward", [give]),
    owes=[Obligation("given", some(give.done(dose="2.50", left="0.50")))],
)


@pytest.mark.parametrize(
    ("held", "code"), [(250, None), ("2.50", Code.UNRESOLVED_REFERENCE)]
)
def test_a_decimal_in_a_plan_is_as_rows_hold_it(held: Any, code: Code | None) -> None:
    """The documents of plans write it as text."""
    known = record(dosing)
    plan = Plan([Action("g", "give", {"dose": held}, expects={"left": 50})])
    made = admit(freeze(dosing, known), known, plan)

    assert (made.codes if isinstance(made, Rejected) else ()) == (
        () if code is None else (code, Code.UNCOVERED_OBLIGATION)
    )
