"""A misspelt name in a plan is told with the names that are known."""

import pytest

from examples import invoicing
from obligato.checker.admission.admit import admit
from obligato.checker.admission.refused import Rejected
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff import Action, Bound, Plan

FRONTIER = record(invoicing.settle, invoicing.payment, bound=invoicing.BOUND)
SLIPS: dict[str, tuple[Action, str]] = {
    "tool": (
        Action("t", "trak", {"message": "m1"}),
        "t calls trak, no tool of this world; permitted are: pay, send, track",
    ),
    "role": (
        Action("s", "send", {"file": "t7", "to": Bound("too")}),
        "s: to is the role too, which is not bound; bound are: invoice, to",
    ),
}


@pytest.mark.parametrize("which", SLIPS)
def test_a_misspelt_name_is_told_with_the_known_ones(which: str) -> None:
    action, words = SLIPS[which]
    made = admit(freeze(invoicing.settle, FRONTIER), FRONTIER, Plan([action]))

    assert isinstance(made, Rejected)
    assert words in [failure.reason for failure in made.failures]
