"""What is decided of two slots without the solver is what the solver would say."""

from itertools import product

import pytest
import z3

from obligato.checker.solver import order
from obligato.checker.solver.smt import FALSE, TRUE, compare
from obligato.properties.plants import planted

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


def unlike(operator: str) -> list[tuple[str, str]]:
    """Return the moments of which the order says another thing than the solver."""
    return [
        (left, right)
        for left, right in product(MOMENTS, repeat=2)
        if left != right
        and order.ordered(operator, left, right)
        != decided(compare(operator, left, right))
    ]


@pytest.mark.parametrize("operator", ["<", "<="])
def test_all_that_the_order_decides_is_decided_and_nothing_else(operator: str) -> None:
    assert unlike(operator) == []


def test_a_later_slot_that_is_said_to_start_earlier_is_noticed() -> None:
    wrong = (
        'b[2] == "start" and second <= first',
        'b[2] == "start" and first <= second',
    )
    with planted("obligato.checker.solver.order", *wrong):
        assert unlike("<") != []
