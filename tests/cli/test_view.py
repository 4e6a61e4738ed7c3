"""The command that shows what a successor is shown, and asks whether it suffices."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from obligato.checker.solver import Unanswered
from obligato.checker.solver.pairs import Pairs
from obligato.cli.main import main
from obligato.model.views.event_document import write
from tests.model.views.logs import TASK, event, out

LOST = "examples.payments:JUDGED[6]"
SENT = "examples.invoicing:JUDGED[6]"
A, B = {"src/a.py": "x"}, {"src/a.py": "y"}
EVENTS = [event(1, "hm"), event(2, "edit", A), out(3, "1 failed", A), event(4, "x", B)]


@pytest.fixture
def log(tmp_path: Path) -> str:
    """Write an event log with a point of each kind."""
    path = tmp_path / "log.json"
    events = [write(e) for e in EVENTS]
    path.write_text(json.dumps({"task": write(TASK), "events": events}))
    return str(path)


def ran(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """Run the command; return its exit code and what it printed."""
    code = main(["view", *args])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_four_views_of_a_record_are_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, said, _ = ran(capsys, SENT)

    assert code == 0
    heads = [line.partition(":")[0] for line in said.splitlines() if line[0] != " "]
    assert heads == ["asked", "repository", "trace", "summary", "note"]
    assert '  paid: invoice="INV-42"' in said.splitlines()


@pytest.mark.parametrize(
    "name", ["note", "structured_notes", "Structured-Notes", "full", "progress"]
)
def test_one_view_is_shown_by_any_of_its_names(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said, _ = ran(capsys, SENT, "--view", name, "--format", "json")

    assert code == 0
    assert [v["view"] for v in json.loads(said)["views"]] == [
        name if name in ("full", "progress") else "note"
    ]


def test_points_of_a_record_are_listed_and_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert ran(capsys, SENT, "--points")[1].splitlines() == [
        "after event 1 (e1): after first write",
        "after event 3 (e3): after first check result",
    ]
    point = ("--point", "after first source edit", "--view", "trace")
    assert "  send:" not in ran(capsys, SENT, *point)[1]
    listed = json.loads(ran(capsys, SENT, "--points", "--format", "json")[1])["points"]
    assert [p["kind"] for p in listed] == [
        "after first source edit",
        "after first validation result",
    ]


def test_points_of_a_log_are_listed(
    log: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said, _ = ran(capsys, log, "--points")

    assert code == 0
    assert [line for line in said.splitlines() if line.startswith("step")] == [
        "step 2: after first source edit",
        "step 3: after first validation result",
        "step 4: after first post-failure edit",
    ]


def test_a_log_is_shown_at_its_last_kind_of_point_or_at_the_one_named(
    log: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "at step 4," in ran(capsys, log)[1]
    code, said, _ = ran(
        capsys, log, "--point", "first_meaningful_modification", "--view", "raw trace"
    )

    assert code == 0
    assert "at step 2, after first source edit" in said
    assert "step 3" not in said
    data = json.loads(ran(capsys, log, "--format", "json")[1])
    assert [v["view"] for v in data["views"]] == [
        "repository",
        "trace",
        "summary",
        "note",
    ]


def test_what_a_view_loses_is_printed_side_by_side(
    capsys: pytest.CaptureFixture[str],
) -> None:
    small = ("--sufficient", "--scope", "events=1")
    code, said, _ = ran(capsys, LOST, "--view", "trace", *small)

    assert code == 1
    lines = said.splitlines()
    assert "  ✗ receipted effects: lost; 2 events in both, no fewer" in lines
    assert any(
        'pay(invoice="invoice-1").ok()' in line and '│ pay(invoice="invoice-1")' in line
        for line in lines
    )
    assert '      - charged: invoice="invoice-1"' in lines
    assert any(line.startswith("in no view") for line in lines)
    assert any("scope: of each record at most 1 events" in line for line in lines)


def test_a_view_that_suffices_in_scope_ends_with_0(
    capsys: pytest.CaptureFixture[str],
) -> None:
    args = ("--view", "full", "--sufficient", "--scope", "events=1")
    code, said, _ = ran(capsys, LOST, *args, "--format", "json")

    data = json.loads(said)
    assert code == data["exit"] == 0
    assert data["views"][0]["suffices"] is True
    assert data["in_no_view"]["worlds"] == ["charged(invoice-1)", "no effect"]


def test_what_is_not_answered_ends_with_3(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gave_up(self: Any, *views: Any) -> Unanswered:
        return Unanswered("the solver gave up")

    monkeypatch.setattr(Pairs, "find", gave_up)
    code, said, _ = ran(capsys, LOST, "--view", "full", "--sufficient")

    assert code == 3
    assert "full not decided" in said
    assert "? bindings: the solver gave up" in said
    assert ran(capsys, LOST, "--sufficient", "--budget", "0")[0] == 3


WRONG = [
    pytest.param([SENT, "--view", "diary"], 2, "no view 'diary'", id="view"),
    pytest.param([SENT, "--point", "soon"], 2, "no kind of handoff", id="kind"),
    pytest.param(["no.json"], 2, "no such file", id="file"),
    pytest.param(["examples.invoicing:JUDGED"], 2, "has 9 records", id="several"),
    pytest.param([LOST, "--points"], 5, "no handoff point", id="no point"),
    pytest.param(
        [SENT, "--point", "post_failed_repair_edit"],
        5,
        "no handoff point after first post-failure write",
        id="not that point",
    ),
    pytest.param(
        [LOST, "--sufficient", "--scope", "colours=2"], 2, "colours", id="scope"
    ),
]


@pytest.mark.parametrize(("args", "code", "said"), WRONG)
def test_wrong_input_ends_with_one_line(
    args: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, out_, err = ran(capsys, *args)

    assert found == code
    assert said in err
    assert not out_
    assert len(err.splitlines()) == 1


def test_a_log_is_read_strictly_and_has_no_request(
    log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, none = tmp_path / "bad.json", tmp_path / "none.json"
    bad.write_text('[{"step": 1, "event_type": "x"}]')
    none.write_text(json.dumps([write(event(1))]))

    assert ran(capsys, str(bad))[0] == 2
    assert ran(capsys, str(none), "--points")[0] == 5
    assert ran(capsys, log, "--sufficient")[0] == 2
    assert ran(capsys, log, "--view", "full")[0] == 2


def test_a_record_that_contradicts_itself_is_not_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "torn.txt"
    path.write_text(
        'pay(invoice="a").ok()\nprobe(invoice="a").ok(paid=False)\n'
        'receipt(pay, of=1, status="failed")\n'
    )
    code, _, err = ran(capsys, str(path), "--request", "examples.payments:paying")

    assert code == 2
    assert "record:" in err


def test_showing_a_record_imports_no_solver() -> None:
    program = (
        "import sys\nfrom obligato.cli.main import main\n"
        f"main(['view', {SENT!r}])\nprint('z3' in sys.modules)"
    )
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)

    assert ran.stdout.splitlines()[-1] == "False"
