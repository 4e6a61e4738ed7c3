"""Whether Z3 is there and answers: two questions whose answers are known."""

import z3

BETWEEN = "(declare-const x Int) (assert (< 1 x 3))"
ANOTHER = "(assert (not (= x 2)))"


def solves() -> bool:
    """Return whether Z3 finds a number between 1 and 3, and none but 2."""
    found, others = _answer(BETWEEN), _answer(BETWEEN + ANOTHER)
    return bool(found == z3.sat and others == z3.unsat)


def _answer(text: str) -> z3.CheckSatResult:
    solver = z3.Solver()
    solver.from_string(text)
    return solver.check()
