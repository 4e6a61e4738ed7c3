"""Propositions say what formulas do, with nothing left in them that says nothing."""

import pytest

from obligato.checker.proofs.ground import joined, negated, same
from obligato.spec.theorems.runs import Run
from tests.theorems import deciding


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (same("true", "p"), "p"),
        (same("p", "true"), "p"),
        (same("false", "p"), "(not p)"),
        (same("p", "false"), "(not p)"),
        (same("false", "false"), "true"),
        (same("p", "q"), "(= p q)"),
        (joined("and", ["p", "true", "p"]), "p"),
        (joined("and", ["p", "false"]), "false"),
        (joined("or", ["p", "false", "q"]), "(or p q)"),
        (joined("or", ["p", "true"]), "true"),
        (joined("and", []), "true"),
        (joined("or", []), "false"),
        (negated("true"), "false"),
        (negated("p"), "(not p)"),
    ],
)
def test_what_is_plain_is_dropped(made: str, wanted: str) -> None:
    assert made == wanted


def test_a_run_speaks_of_the_first_elements_it_can() -> None:
    example = deciding("omission").example
    assert isinstance(example, Run)

    assert {n for _, elements in example.facts for n in elements} == {0}
