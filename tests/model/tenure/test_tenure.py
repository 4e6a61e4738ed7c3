"""The tenure: how it ends, and what it may try again before that."""

from typing import Any

import attrs
import pytest

from examples.invoicing import BOUND, delivery, payment, settle
from obligato.checker.admission.admit import admit
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff import Action, Admitted, Edge, Plan
from obligato.model.tenure import (
    Budget,
    Fault,
    Stuck,
    Success,
    passed_on,
)
from obligato.spec.codes import Code
from obligato.spec.errors import CaseError, SpecError
from tests.model.tenure.admitting import forged
from tests.model.tenure.work import PAID, RIGHT, SEND, TRACK, Work, bottom


@pytest.mark.parametrize(
    ("fault", "sent"),
    [
        (Fault("lost after", 1), 1),
        (Fault("lost before", 1), 1),
        (Fault("failed", 1), 1),
        (Fault("failed", 2), 2),
        (Fault("lost before", 2), 2),
        (Fault("altered", 1, details={"live": False}), 1),
        (Fault("altered", 2, details={"issuer": "model"}), 2),
    ],
    ids=lambda value: f"{value.kind} {value.at}" if isinstance(value, Fault) else "",
)
def test_a_failure_after_the_first_write_ends_with_bottom(
    fault: Fault, sent: int
) -> None:
    work = Work(PAID, RIGHT, faults=[fault])

    end = bottom(work.end())

    assert (end.code, work.world.sent) == (Code.TENURE_ENDED, sent)


def test_an_answer_that_the_plan_does_not_expect_ends_with_bottom() -> None:
    work = Work(PAID, RIGHT, answers={"track": [{"arrived": False}]})

    end = bottom(work.end())

    assert end.reason == (
        "track (track) answered arrived=False, and the plan relies on True"
    )


def test_bottom_keeps_what_was_realised_and_says_what_is_unknown() -> None:
    work = Work(PAID, RIGHT, faults=[Fault("lost after", 1)])

    next_one = freeze(settle, passed_on(bottom(work.end()).record))

    assert next_one.kept == (("paid", "INV-42"),)
    assert next_one.ambiguous == (("sent", "t7", "a"),)


def test_nothing_is_sent_after_the_end() -> None:
    work = Work(PAID, RIGHT, faults=[Fault("failed", 2)])
    end = work.end()

    assert (work.end(), work.world.sent) == (end, 2)


READ_FIRST = Plan(
    [Action("read", "track", {"message": "m1"}), SEND, TRACK],
    [Edge("needs", "read", "send")],
)
SENT = record(settle, payment, delivery, bound=BOUND)
READ = Plan([Action("t", "track", {"message": "m1"}, expects={"arrived": True})])


@pytest.mark.parametrize("kind", ["failed", "lost before"])
def test_a_read_that_failed_before_any_write_is_asked_again(kind: str) -> None:
    work = Work(SENT, READ, faults=[Fault(kind, 1)])

    assert isinstance(work.end(), Success) and work.world.sent == 2


def test_a_read_that_fails_once_too_often_leaves_the_plan_stuck() -> None:
    work = Work(SENT, READ, faults=[Fault("failed", 1), Fault("failed", 2)])

    end = work.end()

    assert isinstance(end, Stuck) and end.code == Code.TENURE_ENDED


def test_another_plan_may_be_proposed_before_any_write() -> None:
    work = Work(SENT, READ, answers={"track": [{"arrived": False}]})
    tenure = work.tenure()
    assert isinstance(tenure.run(), Stuck)
    again = Plan([attrs.evolve(READ.nodes[0], id="again")])
    admitted = admit(tenure.contract, SENT, again)
    assert isinstance(admitted, Admitted)

    tenure.propose(again, admitted)

    assert isinstance(tenure.run(), Success)


def test_no_plan_is_swapped_after_a_write() -> None:
    work = Work(PAID, RIGHT, faults=[Fault("failed", 2)])
    tenure = work.tenure()
    tenure.run()

    with pytest.raises(CaseError, match="TENURE_ENDED: a plan is not swapped"):
        tenure.propose(RIGHT, forged(tenure.contract, RIGHT))


def test_the_calls_of_a_tenure_have_a_budget() -> None:
    work = Work(PAID, RIGHT, budget=Budget(calls=1))

    end = bottom(work.end())

    assert (end.code, end.reason) == (Code.BUDGET_SPENT, "1 calls were made")


def test_the_proposals_of_a_tenure_have_a_budget() -> None:
    work = Work(SENT, Plan(), budget=Budget(proposals=1))

    assert bottom(work.end()).code == Code.UNCOVERED_OBLIGATION


@pytest.mark.parametrize("value", [0, -1, True, "3", 1.5])
def test_a_budget_is_a_count(value: Any) -> None:
    with pytest.raises(SpecError, match=r"calls=.* must be an integer, 1 up"):
        Budget(calls=value)
