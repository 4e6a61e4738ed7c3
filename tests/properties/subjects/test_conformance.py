"""The conformance test notices whatever departs from the protocol, and that alone."""

import json
import sys
from functools import partial
from pathlib import Path

import pytest

from obligato.cli.main import main
from obligato.properties.subjects import Bounds, Running, command
from obligato.properties.subjects.conformance import CHECKS, HANDSHAKE, conform
from tests.docs.pages import ROOT

KIT = (ROOT / "examples" / "kits" / "kit.py").read_text()
BOUNDS = Bounds(deadline=3, start=9, stop=0.5)
STATE = "import itertools\nCOUNT = itertools.count()\n\n\ndef decide("

# what is planted in the kit: what it changes, into what, and what must be noticed
PLANTS: dict[str, tuple[str, str, set[str]]] = {
    "a number that is made up": (
        '"seq": asked["seq"]}',
        '"seq": min(asked["seq"], 6)}',
        {
            "it echoes the number of a case",
            "it answers a batch, in its order",
            "it keeps numbers up to 2**53 - 1",
        },
    ),
    "a batch backwards": (
        "for asked in batch]",
        "for asked in batch[::-1]]",
        {
            "it answers a batch, in its order",
            "it does not hold to be done what is no case",
        },
    ),
    "an end at an unknown message": (
        '    return {"error": {"message": "unknown message"}}',
        "    sys.exit(1)",
        {
            "it refuses an unknown message, and goes on",
            "it refuses a line that is no message, and goes on",
        },
    ),
    "an end at no message": (
        "        message = None",
        "        break",
        {"it refuses a line that is no message, and goes on"},
    ),
    "trust in any document": (
        '    if case["schema"]',
        '    if case["schema"] == "obligato/case/9":\n'
        '        return {"verdict": "complete"}\n    if case["schema"]',
        {"it does not hold to be done what is no case"},
    ),
    "no answer about plans": (
        '        return {"verdict": "reject"}',
        '        return {"verdict": "maybe"}',
        {
            "it echoes the number of a case",
            "it answers a batch, in its order",
            "it answers messages in their order",
            "it reads any Unicode",
            "it keeps numbers up to 2**53 - 1",
            "it reads a long line",
            "it answers the same case alike",
        },
    ),
    "lines that end at a separator": (
        "json.loads(line)",
        "json.loads(line.decode().splitlines()[0])",
        {"it reads any Unicode"},
    ),
    "numbers as floats": (
        '"seq": asked["seq"]}',
        '"seq": int(float(asked["seq"] * 3) / 3) - (asked["seq"] > 2**50)}',
        {"it keeps numbers up to 2**53 - 1"},
    ),
    "short lines": (
        "json.loads(line)",
        "json.loads(line[:65536])",
        {"it reads a long line"},
    ),
    "a verdict by turns": (
        "def decide(",
        STATE.replace(
            "decide(",
            "decide(case):\n    turn = next(COUNT) % 4 < 2\n"
            "    plan = case['schema'] == 'obligato/case/1'\n"
            "    word = 'reject' if plan else 'bottom' if turn else 'continue'\n"
            "    return {'verdict': word}\n\n\ndef unused(",
        ),
        {"it answers the same case alike"},
    ),
    "no end when told": (
        "        break\n    print",
        "        continue\n    print",
        {"it ends when it is told to stop"},
    ),
    "an end that takes its time": (
        "for line in sys.stdin.buffer:",
        "import atexit, time\natexit.register(time.sleep, 100)\n"
        "for line in sys.stdin.buffer:",
        {"it ends when it is told to stop", "it ends with its input"},
    ),
}

# Where several messages are there to be read, the last is answered first.
AHEAD = """
import os
import select

def ahead():
    rest = b""
    while piece := os.read(0, 2**20):
        while piece and (piece[-1:] != b"\\n" or select.select([0], [], [], 0.05)[0]):
            more = os.read(0, 2**20)
            piece += more
            if not more:
                break
        yield from piece.splitlines(True)[::-1]

for line in ahead():"""


def noticed(path: Path, text: str) -> set[str]:
    path.write_text(text)
    begin = partial(Running, command([sys.executable, "-S", "-E", str(path)]), 500)
    return {check.name for check in conform(begin, BOUNDS) if not check}


@pytest.mark.parametrize(("old", "new", "wanted"), PLANTS.values(), ids=PLANTS)
def test_what_is_planted_in_a_kit_is_noticed(
    old: str, new: str, wanted: set[str], tmp_path: Path
) -> None:
    assert old in KIT

    assert noticed(tmp_path / "kit.py", KIT.replace(old, new)) == wanted


def test_every_check_has_a_plant_that_it_notices() -> None:
    caught = set[str]().union(*(wanted for *_, wanted in PLANTS.values()))

    assert {*CHECKS} == caught


def test_answers_out_of_order_are_noticed(tmp_path: Path) -> None:
    late = KIT.replace("for line in sys.stdin.buffer:", AHEAD)

    assert "it answers messages in their order" in noticed(tmp_path / "kit.py", late)


def test_without_a_handshake_nothing_else_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "kit.py"
    path.write_text(KIT.replace("obligato/verifier/1", "obligato/verifier/0"))
    begin = partial(Running, command([sys.executable, str(path)]), 500)

    assert [check.name for check in conform(begin, BOUNDS)] == [HANDSHAKE]


def test_the_exit_says_whether_it_conforms_does_not_or_never_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kits = {
        0: KIT,
        1: KIT.replace("        message = None", "        break"),
        5: "print('hello')",
    }
    for code, text in kits.items():
        path = tmp_path / f"{code}.py"
        path.write_text(text)
        argv = ["conform", "--deadline", "5", "--format", "json"]
        its = ["-S", str(path), "--format", "its own"]
        assert main([*argv, sys.executable, *its]) == code
        told = json.loads(capsys.readouterr().out)
        assert told["exit"] == code
        assert all(row["well"] for row in told["checks"]) == (code == 0)


def test_a_command_that_is_not_there_is_usage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["conform", "no-such-verifier"]) == 2
    assert "no-such-verifier" in capsys.readouterr().err


def test_who_does_not_answer_the_handshake_is_told_what_would_be_right(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["conform", "--deadline", "5", "true"]) == 5

    said = " ".join(capsys.readouterr().out.split())
    assert "CRASHED: ended with code 0" in said
    assert 'at the least {"version":"obligato/verifier/1"}' in said
