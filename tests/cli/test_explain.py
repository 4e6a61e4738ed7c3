"""`obligato explain`: the whole of why, as text, JSON and LaTeX."""

import json
from pathlib import Path

import pytest

from examples import payments
from obligato.cli.latex import escaped
from obligato.cli.main import main
from obligato.model import record
from obligato.model.document import Case, dump

ASTRAY = "examples.invoicing:JUDGED[3]"
TWO_DUTIES = "examples.payments:JUDGED[0]"


def test_the_tree_stands_under_the_formula_it_explains(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")

    assert main(["explain", ASTRAY]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["sent to b", "  ○ receipt delivered: open, refuted"]
    assert lines[2] == "      ∃ p ∈ pay.done:"
    assert lines[-7:-3] == [
        "    ✗ no call of pay fits",
        "    └─✓ pay e1: invoice INV-42 = INV-42 (bound)",
        "      └─✗ no call of send fits",
        "        └─✗ send e2: file t7 = t7 (pay e1), to b ≠ a (bound)",
    ]


def test_a_record_that_contradicts_itself_is_not_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    probe = payments.probe(invoice="INV-42").ok(paid=False)
    lines = (payments.pay(invoice="INV-42").ok(), probe)
    told = record(payments.paying, *lines, bound=payments.BOUND)
    (tmp_path / "broken.json").write_text(dump(Case(payments.paying, told)))

    assert main(["explain", str(tmp_path / "broken.json")]) == 2
    assert "broken, CONFLICTING_EVIDENCE" in capsys.readouterr().out


def test_one_duty_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    main(["explain", TWO_DUTIES, "--duty", "no blind retry"])

    out = capsys.readouterr().out
    assert "no blind retry: lost" in out and "paid once" not in out


def test_json_has_the_tree_and_what_was_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["explain", ASTRAY, "--format", "json"])
    (entry,) = json.loads(capsys.readouterr().out)["records"]

    (duty,) = entry["duties"]
    assert duty["asked"].startswith("∃ p ∈ pay.done")
    (root,) = duty["explanation"]
    assert root["parts"][0]["about"] == "pay e1"
    assert root["parts"][0]["events"] == ["e1"]


def test_latex_lists_are_nested_and_closed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["explain", ASTRAY, "--format", "latex"])

    out = capsys.readouterr().out
    assert out.count(r"\begin{itemize}") == out.count(r"\end{itemize}") == 4
    assert r"\item[$\times$] send e2: file t7 = t7 (pay e1), to b $\neq$ a" in out


def test_latex_prints_every_sign_as_it_is() -> None:
    assert escaped(r"a_b & {c} \ 5 % ≠") == (
        r"a\_b \& \{c\} \textbackslash{} 5 \% $\neq$"
    )
