"""A solver that answers wrongly is not taken for one that is well."""

import pytest
import z3

from obligato.checker.solver import alive


def test_z3_is_there_and_answers() -> None:
    assert alive.solves()


@pytest.mark.parametrize("always", [z3.sat, z3.unsat, z3.unknown], ids=str)
def test_a_solver_of_one_answer_is_not_well(
    always: z3.CheckSatResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(z3.Solver, "check", lambda self: always)

    assert not alive.solves()
