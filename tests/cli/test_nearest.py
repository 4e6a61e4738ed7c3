"""`obligato explain --nearest`: the record beside the one that is explained."""

import json
from pathlib import Path

import pytest

from examples import payments
from obligato.checker.solver import nearest
from obligato.cli.main import main
from obligato.model import record
from obligato.model.document import Case, dump

NOT_ARRIVED = "examples.invoicing:JUDGED[2]"
TWICE = "examples.review:JUDGED[1]"
GOOD = "examples.invoicing:JUDGED[0]"


def nearest_lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return what was printed, from the first line about what is nearest."""
    lines = capsys.readouterr().out.splitlines()
    return lines[next(i for i, line in enumerate(lines) if "nearest" in line) :]


def test_the_event_that_differs_is_shown_before_and_after(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")

    assert main(["explain", NOT_ARRIVED, "--nearest"]) == 0
    assert nearest_lines(capsys)[:3] == [
        "  nearest with 'receipt delivered' established: the only difference is event "
        "3, its arrived",
        '      - track(message="m1").ok(arrived=False)',
        '      + track(message="m1").ok(arrived=True)',
    ]


def test_a_rule_is_told_set_off_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")

    main(["explain", TWICE, "--nearest"])

    out = " ".join(" ".join(nearest_lines(capsys)).split())
    assert "merged' established: the only difference is event 3, left out" in out
    assert "set off and established" in out and "event 2, its party" in out


def test_what_holds_is_broken_only_if_that_is_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["explain", GOOD, "--nearest"])
    plain = nearest_lines(capsys)
    main(["explain", GOOD, "--breaking"])
    broken = nearest_lines(capsys)

    assert "every duty is established" in plain[0]
    assert "refuted: the only difference is event 3," in " ".join(broken)


def test_json_has_the_differences_and_the_record(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["explain", NOT_ARRIVED, "--nearest", "--within", "1", "--format", "json"])
    (entry,) = json.loads(capsys.readouterr().out)["records"]

    told = entry["nearest"]
    (answer,) = told["duties"]["receipt delivered"]
    (difference,) = answer["differences"]
    assert told["within"] == 1
    assert (answer["verdict"], answer["set_off"]) == ("established", False)
    assert (answer["found"], answer["unanswered"]) == (True, [])
    assert difference == {
        "kind": "changed",
        "event": 3,
        "id": "e3",
        "before": 'track(message="m1").ok(arrived=False)',
        "after": 'track(message="m1").ok(arrived=True)',
        "cells": ["arrived"],
        "size": 1,
    }
    assert answer["record"][-1] == difference["after"]


def test_that_there_is_none_is_said_with_what_was_looked_at(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")

    assert main(["explain", "examples.invoicing:JUDGED[8]", "--nearest"]) == 0
    first, second, *_ = nearest_lines(capsys)
    assert first.endswith("established: none with at most 2 events otherwise")
    assert second.startswith("  looked at: at most 2 events otherwise")


def test_what_the_solver_does_not_answer_is_never_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nearest, "RLIMIT", 1)
    monkeypatch.setenv("COLUMNS", "100")

    assert main(["explain", "examples.invoicing:JUDGED[1]", "--nearest"]) == 3
    first, second, *_ = nearest_lines(capsys)
    assert "none found with" in first
    assert second.startswith("    ? not answered: 1 difference: the solver gave up")


def test_a_record_that_contradicts_itself_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    probe = payments.probe(invoice="INV-42").ok(paid=False)
    lines = (payments.pay(invoice="INV-42").ok(), probe)
    told = record(payments.paying, *lines, bound=payments.BOUND)
    (tmp_path / "broken.json").write_text(dump(Case(payments.paying, told)))

    assert main(["explain", str(tmp_path / "broken.json"), "--nearest"]) == 2
    assert "nearest" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "more",
    [["--format", "latex"], ["--within", "0"], ["--within", "9"]],
    ids=["latex", "nothing", "too many"],
)
def test_what_cannot_be_told_is_refused(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", NOT_ARRIVED, "--nearest", *more]) == 2
    assert "Traceback" not in capsys.readouterr().err
