"""Eq. 1 as constraints, from the same formulas that judge a record."""

import pytest

from examples.invoicing import BOUND, arrival, delivery, payment, settle
from obligato.checker.solver import Found, NoneInScope, Question, Scope
from obligato.checker.solver.continuation import CONJUNCTS, continuation
from obligato.model import record, residual
from obligato.spec import UnknownNameError, claim, handoff
from obligato.spec.correctness import eq1
from obligato.spec.verdicts import Established
from tests.spec.test_correctness import PREFIX, SUFFIXES

FRONTIER = record(settle, payment, handoff(), bound=BOUND)
BEFORE = record(settle, handoff(), bound=BOUND)


def failing(answer: object) -> set[str]:
    """Return the conjuncts that the record found does not meet, through `Truth`."""
    assert isinstance(answer, Found)
    return {
        f.clause.conjunct
        for f in residual(settle, answer.record)
        if not isinstance(f.verdict, Established)
    }


@pytest.mark.parametrize("frontier", [FRONTIER, BEFORE], ids=["paid", "before payment"])
def test_the_solver_returns_a_continuation_that_meets_all_three(
    frontier: object,
) -> None:
    prefix = FRONTIER if frontier is FRONTIER else BEFORE

    answer = continuation(settle, prefix, Scope(events=4))

    assert set() == failing(answer)
    assert isinstance(answer, Found)
    assert answer.record.claim is not None
    assert list(prefix.calls) == list(answer.record.calls)[: len(list(prefix.calls))]


@pytest.mark.parametrize("conjunct", CONJUNCTS)
def test_for_each_conjunct_one_fails_it_alone(conjunct: str) -> None:
    answer = continuation(settle, FRONTIER, Scope(events=5), fails=conjunct)

    assert {conjunct} == failing(answer)


def test_two_further_events_are_needed_to_finish_after_the_payment() -> None:
    assert isinstance(continuation(settle, FRONTIER, Scope(events=2)), NoneInScope)
    assert isinstance(continuation(settle, FRONTIER, Scope(events=3)), Found)


@pytest.mark.parametrize("which", SUFFIXES)
def test_the_solver_judges_each_clause_as_truth_does(which: str) -> None:
    suffix, wrong = SUFFIXES[which]
    case = record(settle, *PREFIX, *suffix, bound=BOUND)
    clauses = eq1(settle)
    question = Question(settle, Scope(events=5), [c.formula for c in clauses], [case])

    found = {
        (clause.conjunct, clause.name)
        for clause in clauses
        if question.bits(clause.formula, case) != (True, True)
    }

    assert {(conjunct, name) for conjunct, name, _ in wrong} == found


def test_the_good_suffix_is_accepted_by_the_solver() -> None:
    case = record(settle, *PREFIX, delivery, arrival, claim(), bound=BOUND)
    question = Question(settle, Scope(events=3), known=[case])

    assert all(question.bits(c.formula, case) == (True, True) for c in eq1(settle))


def test_an_unknown_conjunct_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="Complete, Exec, Preserve"):
        continuation(settle, FRONTIER, Scope(), fails="Finish")
