"""The clauses of the tenure that no play reaches, broken in turn: a test notices."""

import pytest

from obligato.properties.plants import planted
from tests.model.tenure import test_authority, test_receipts, test_resuming, test_tenure

UNREACHED = {
    "an effect is admissible": (
        test_receipts.test_an_effect_that_is_not_admissible_is_not_made,
        ("recheck", "if not contract.admits(effect):", "if False:"),
    ),
    "an answer names something new": (
        test_receipts.test_two_calls_may_each_make_something_new,
        ("recheck", 'if c.sort.kind == "entity"', "if False"),
    ),
    "Preserve is checked at the claim": (
        test_receipts.test_a_name_that_is_answered_twice_is_found_at_the_claim,
        ("recheck", '("Exec", "Preserve", "Complete")', '("Complete",)'),
    ),
    "an interrupted call is silent": (
        test_resuming.test_an_intent_that_nothing_follows_is_of_unknown_outcome,
        ("tenure", "elif run.open is not None:", "elif False:"),
    ),
    "an answer is the expected one": (
        test_tenure.test_an_answer_that_the_plan_does_not_expect_ends_with_bottom,
        ("run", "if said.get(column) != wanted:", "if False:"),
    ),
    "calls have a budget": (
        test_tenure.test_the_calls_of_a_tenure_have_a_budget,
        ("tenure", "if run.calls >= self._budget.calls:", "if False:"),
    ),
    "proposals have a budget": (
        test_tenure.test_the_proposals_of_a_tenure_have_a_budget,
        ("tenure", "spent = run.proposals >= self._budget.proposals", "spent = False"),
    ),
    "a read is asked again only so often": (
        test_tenure.test_a_read_that_fails_once_too_often_leaves_the_plan_stuck,
        ("tenure", "<= self._budget.retries", "<= 9"),
    ),
    "a plan is not swapped after a write": (
        test_tenure.test_no_plan_is_swapped_after_a_write,
        (
            "tenure",
            "if run.wrote or run.ended is not None or run.open is not None:",
            "if False:",
        ),
    ),
    "a plan is admitted for this contract": (
        test_authority.test_a_plan_admitted_for_another_contract_is_not_followed,
        ("authority", "if own != decided:", 'if own != decided and what == "plan":'),
    ),
    "this plan is admitted": (
        test_authority.test_another_plan_than_the_admitted_one_is_not_followed,
        ("authority", "if own != decided:", 'if own != decided and what != "plan":'),
    ),
    "a journal is of this tenure": (
        test_resuming.test_a_journal_of_another_tenure_is_not_resumed,
        ("tenure", "if self._journal.entries[0] != began:", "if False:"),
    ),
}


@pytest.mark.parametrize("clause", UNREACHED)
def test_a_clause_that_is_broken_is_noticed(clause: str) -> None:
    test, (module, old, new) = UNREACHED[clause]

    with (
        planted(f"obligato.model.tenure.{module}", old, new),
        pytest.raises((AssertionError, pytest.fail.Exception, KeyError)),
    ):
        test()
