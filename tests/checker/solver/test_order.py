"""What is decided of two slots without the solver is what the solver would say."""

from itertools import product

import pytest
import z3

from obligato.checker.solver.order import ordered
from obligato.checker.solver.smt import FALSE, TRUE, compare

SLOTS = "".join(
    f"(declare-const |e{i}.start| Int)(declare-const |e{i}.end| Int)"
    f"(assert (<= |e{i}.start| |e{i}.end|))"
    for i in range(3)
) + "".join(f"(assert (<= |e{i}.start| |e{i + 1}.start|))" for i in range(2))
MOMENTS = [f"|e{i}.{end}|" for i in range(3) for end in ("start", "end")]


def decided(condition: str) -> str:
    """Return what the solver says of a condition on slots in order."""
    solver = z3.Solver()
    solver.from_string(f"{SLOTS}(declare-const p Bool)(assert (= p {condition}))")
    holds, fails = solver.check(z3.Bool("p")), solver.check(z3.Not(z3.Bool("p")))
    if fails == z3.unsat:
        return TRUE
    return FALSE if holds == z3.unsat else condition


@pytest.mark.parametrize("operator", ["<", "<="])
def test_all_that_the_order_decides_is_decided_and_nothing_else(operator: str) -> None:
    for left, right in product(MOMENTS, repeat=2):
        if left != right:
            wanted = decided(compare(operator, left, right))
            assert wanted == ordered(operator, left, right), (operator, left, right)
