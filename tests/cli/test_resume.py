"""The command that says what is left to do."""

import json
from pathlib import Path

import pytest

from obligato.cli.main import main

PAYING = ["--request", "examples.payments:paying"]
ENDS = [
    ("examples.invoicing:JUDGED[1]", 0, '1. track(message="m1") → arrived=True'),
    ("examples.invoicing:JUDGED[6]", 1, "✗ Preserve: sent once"),
    ("examples.invoicing:JUDGED[0]", 5, "nothing is owed"),
]


@pytest.mark.parametrize(("source", "code", "line"), ENDS, ids=["plan", "none", "owed"])
def test_it_ends_as_what_was_found(
    source: str, code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert code == main(["resume", source])
    assert line in capsys.readouterr().out


def test_both_answers_of_a_probe_are_provided_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "lost.script"
    script.write_text('bound(invoice="INV-42")\npay(invoice="INV-42")\n')

    assert main(["resume", str(script), *PAYING]) == 0
    assert capsys.readouterr().out.splitlines()[:6] == [
        "left to do, the fewest calls:",
        '  1. probe(invoice="INV-42"), not before 101 ms',
        "     if paid=True:",
        "        claim()",
        "     if paid=False:",
        '        2. pay(invoice="INV-42")',
    ]


def test_the_tree_is_data_too(capsys: pytest.CaptureFixture[str]) -> None:
    main(["resume", "examples.invoicing:JUDGED[1]", "--format", "json"])
    made = json.loads(capsys.readouterr().out)

    assert (made["found"], made["tree"]["tool"]) == ("plan", "track")
    assert made["tree"]["args"] == {"message": "m1"}


WRONG = {
    "several records": ["examples.invoicing:JUDGED"],
    "no such record": ["examples.invoicing:JUDGED[99]"],
    "too many calls": ["examples.invoicing:JUDGED[1]", "--further", "1001"],
}


@pytest.mark.parametrize("which", WRONG)
def test_wrong_input_is_told_in_words(
    which: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["resume", *WRONG[which]]) == 2
    assert "Traceback" not in capsys.readouterr().err
