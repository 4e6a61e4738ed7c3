"""What a tenure writes ahead, and how it goes on from its journal."""

import pytest

from examples.invoicing import settle
from obligato.checker.constructor import freeze
from obligato.model.handoff import Plan
from obligato.model.tenure import (
    Journal,
    Memory,
    passed_on,
)
from obligato.model.tenure.journal import Intent
from obligato.spec.errors import CaseError
from tests.model.tenure.work import PAID, RIGHT, SEND, Work, bottom


def test_the_journal_has_each_intent_before_what_came_of_it() -> None:
    work = Work(PAID, RIGHT)
    work.end()

    assert work.kinds == [
        *("Began", "Proposed"),
        *("Intent", "Answered", "Intent", "Answered"),
        "Ended",
    ]


def test_an_intent_has_the_arguments_of_the_live_answer() -> None:
    work = Work(PAID, RIGHT, answers={"send": [{"message": "live"}]})
    work.end()

    intents = [e for e in Journal(work.lines, settle).entries if isinstance(e, Intent)]

    assert [dict(e.call.args) for e in intents] == [
        {"file": "t7", "to": "a"},
        {"message": "live"},
    ]


def test_an_intent_that_nothing_follows_is_of_unknown_outcome() -> None:
    work = Work(PAID, RIGHT)
    work.end()
    head = Memory()
    for line in work.lines.read().splitlines(keepends=True)[:3]:
        head.append(line)
    work.lines = head

    end = bottom(work.end())

    assert work.kinds == ["Began", "Proposed", "Intent", "Silent", "Ended"]
    assert end.reason == "send: the tenure was interrupted"
    assert freeze(settle, passed_on(end.record)).ambiguous == (("sent", "t7", "a"),)


def test_a_journal_of_another_tenure_is_not_resumed() -> None:
    work = Work(PAID, RIGHT)
    work.tenure("one")

    with pytest.raises(CaseError, match="give each tenure a journal of its own"):
        work.tenure("two")


def test_a_plan_that_the_journal_follows_must_be_handed_over() -> None:
    work = Work(PAID, RIGHT)
    work.tenure()
    work.plan = Plan([SEND])

    with pytest.raises(CaseError, match="was followed and is not handed over"):
        work.tenure()
