"""What a command is given may be in many forms, and each says what it lacks."""

import json
import sys
from pathlib import Path

import pytest

from obligato.cli.main import main


def test_a_module_without_a_name_in_it_is_told_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.py"
    path.write_text("case = 1\n")

    assert main(["check", str(path)]) == 2
    assert f"name a record in it: {path}:NAME" in capsys.readouterr().err


def test_a_module_may_hold_a_dataclass_with_postponed_annotations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.py"
    path.write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from examples.invoicing import JUDGED\n"
        "@dataclass\n"
        "class Own:\n"
        "    n: int\n"
    )

    assert main(["check", f"{path}:JUDGED[0]"]) == 0


def test_cases_of_a_list_without_titles_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.py"
    path.write_text(
        "from examples.invoicing import JUDGED\n"
        "from obligato.model import Case\n"
        "ALL = [Case(j.request, j.record) for j in JUDGED[:2]]\n"
    )

    main(["check", f"{path}:ALL", "--format", "json"])

    told = json.loads(capsys.readouterr().out)["records"]
    assert [case["title"] for case in told] == [f"{path}:ALL[0]", f"{path}:ALL[1]"]


def test_no_standard_input_is_told_in_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)

    assert main(["check", "-"]) == 2
    assert "standard input is closed" in capsys.readouterr().err
