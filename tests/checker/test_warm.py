"""All checks of a duty share one solver, and none hangs on what was asked before."""

import random

import pytest

from examples import invoicing, refunds, review, workspace
from obligato.checker.facts import Asked
from obligato.checker.histories import always
from obligato.checker.solver import Found, NoneInScope, Question, Scope, Way
from obligato.checker.solver.session import Session
from obligato.checker.verify import planned, verify
from obligato.properties.plants import planted
from obligato.spec import Request
from obligato.spec.requests import Duty

DUTIES: dict[str, tuple[Request, Duty]] = {
    "an obligation": (invoicing.settle, invoicing.settle.owes[0]),
    "with amounts": (refunds.once, refunds.refunded),
    "a rule": (review.review, review.approved),
    "with relations": (workspace.editing, workspace.editing.duties[0]),
}
SMALL = Scope(events=3)


def answers(request: Request, duty: Duty, seed: int | None) -> list[object]:
    """Return the answers to all checks, asked in an order, or each alone."""
    asked = Asked(request, duty, SMALL)
    plan = planned(asked)
    order = list(range(len(plan)))
    if seed is None:
        return [check.made(asked).answer for check in plan]
    random.Random(seed).shuffle(order)
    shared = asked.sharing()
    made = {i: plan[i].made(shared).answer for i in order}
    return [made[i] for i in range(len(plan))]


@pytest.mark.parametrize("which", DUTIES)
def test_a_check_asked_in_any_order_or_alone_has_the_same_answer(which: str) -> None:
    alone = answers(*DUTIES[which], None)

    assert any(isinstance(answer, Found) for answer in alone)
    assert [answers(*DUTIES[which], seed) for seed in (0, 1)] == [alone, alone]


def test_a_condition_that_is_not_taken_off_again_changes_later_answers() -> None:
    """So that the test above has something to notice."""
    alone = answers(*DUTIES["a rule"], None)
    with planted("obligato.checker.solver.session", "self.solver.pop()", "pass"):
        assert answers(*DUTIES["a rule"], 0) != alone


def test_a_duty_has_one_solver_for_all_its_checks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Session] = []
    begin = Session.__init__

    def counting(self: Session, *args: object) -> None:
        made.append(self)
        begin(self, *args)  # type: ignore[arg-type]  # whatever it was given

    monkeypatch.setattr(Session, "__init__", counting)
    monkeypatch.setattr(always, "proved", lambda *of: None)  # asked of its own solvers
    verify(refunds.once, refunds.refunded, SMALL)

    assert len(made) == 1


def test_what_spent_the_budget_is_asked_once_more_of_a_solver_of_its_own() -> None:
    """The kept solver is worn out here before it is asked."""
    question = Question(refunds.once, Scope(events=1)).shared()
    assert question.warm is not None
    question.warm.allow = lambda budget: None  # type: ignore[method-assign]  # it is worn
    question.warm.left = 0

    answer = question.find(refunds.refunded.owed, "established")

    assert isinstance(answer, Found)
    assert answer.least


def test_smaller_records_are_asked_of_the_same_solver() -> None:
    question = Question(invoicing.settle, SMALL).shared()
    delivered = invoicing.settle.owes[0].owed

    small = question.within(Scope(events=2))

    assert small.warm is question.warm
    assert isinstance(small.find(delivered, "established"), NoneInScope)
    assert isinstance(question.find(delivered, "established"), Found)


def test_a_budget_of_one_leaves_every_check_that_asks_unanswered() -> None:
    found = verify(refunds.once, refunds.refunded, SMALL, Way(budget=1))

    assert found.verdict.name == "not established"


def test_only_a_record_that_somebody_sees_is_made_least() -> None:
    shown, unseen = (
        verify(refunds.once, refunds.refunded, SMALL, Way(every=every)).checks
        for every in (True, False)
    )

    for seen, hidden in zip(shown, unseen, strict=True):
        assert seen.verdict == hidden.verdict
        if seen.name != "needed":
            assert seen.answer == hidden.answer
        elif isinstance(seen.answer, Found) and isinstance(hidden.answer, Found):
            assert seen.answer.events == hidden.answer.events
            assert seen.answer.least
            assert not hidden.answer.least
