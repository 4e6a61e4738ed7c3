"""`obligato doctor`: what is here, and whether it works."""

import sys

import pytest

from obligato.cli import doctor
from obligato.cli.main import main


def test_all_is_well_where_the_tests_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "✓ z3 solves      finds what lies between 1 and 3" in out
    assert "✗" not in out


def test_something_missing_is_named_with_what_mends_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "dependencies", lambda: ["no-such-thing"])

    assert main(["doctor"]) == 1
    assert "pip install no-such-thing" in capsys.readouterr().out


def test_an_old_python_is_not_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "FLOOR", (99, 0))

    assert main(["doctor"]) == 1


def test_without_metadata_the_same_dependencies_are_known() -> None:
    assert set(doctor.NEEDED) == set(doctor.dependencies())


def test_a_solver_that_does_not_load_is_said_and_no_error_of_ours(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "obligato.checker.solver.alive", None)

    assert main(["doctor"]) == 1
    assert "✗ z3 solves      no: ModuleNotFoundError" in capsys.readouterr().out
