"""The bound on calls that is written down is the one that was asked."""

import pytest
import z3

from obligato.checker.solver.plan_export import at_most

FLAGS = ("|a|", "|b|", "|c|")


@pytest.mark.parametrize("limit", range(4))
def test_as_many_may_be_set_and_no_more(limit: int) -> None:
    declared = "".join(f"(declare-const {flag} Bool)" for flag in FLAGS)
    for held in range(4):
        solver = z3.Solver()
        set_ = "".join(f"(assert {flag})" for flag in FLAGS[:held])
        solver.from_string(f"{declared}{set_}(assert {at_most(FLAGS, limit)})")
        assert (solver.check() == z3.sat) == (held <= limit)
