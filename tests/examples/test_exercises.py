"""The exercises of the lesson are marked by what is so, and wrong answers are told why.

The right answers stand in docs/tutorial/correctness.md and are run there.
"""

import pytest

from examples import exercises, invoicing
from obligato.model import record
from obligato.model.handoff import Action, Bound, Plan
from obligato.model.tenure import Fault
from obligato.spec import Rule, every, some

UNNAMED = Rule(
    "any payment",
    every(some(invoicing.pay.done().before(s)) for s in invoicing.send.done()),
)
WRONG: dict[str, tuple[int, object, str]] = {
    "a rule that says less": (1, UNNAMED, "wrong: it is weaker"),
    "a record on which both fail": (
        2,
        record(invoicing.settle, bound=invoicing.BOUND),
        "wrong: what was written is refuted, what was meant refuted",
    ),
    "paying blindly": (
        3,
        Plan([Action("p", "pay", {"invoice": Bound("invoice")})]),
        "wrong: refused with AMBIGUOUS_OUTCOME",
    ),
    "a lost answer": (
        4,
        [Fault("lost after", at=1)],
        "wrong: the tenure ends with Bottom",
    ),
    "a late answer": (4, [Fault("delayed", at=1)], "wrong: nothing was made twice"),
    "no name of a switch": (5, "luck", "wrong: 'luck' is no assumption"),
    "another kind of thing": (1, "paid first", "wrong: the answer must be a Rule"),
    "no such exercise": (6, None, "number=6 must be one of 1, 2, 3, 4, 5"),
}


@pytest.mark.parametrize("which", WRONG)
def test_a_wrong_answer_is_told_why(which: str) -> None:
    number, answer, why = WRONG[which]
    assert exercises.marked(number, answer).startswith(why)
