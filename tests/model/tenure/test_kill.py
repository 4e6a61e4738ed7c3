"""A real process is killed at any moment, and nothing is lost and nothing doubled."""

import json
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from examples.store import made_in

ROOT = Path(__file__).resolve().parents[3]
DONE = [("paid", "INV-42"), ("sent", "INV-42", "ann")]
SEED = 20260430
Kill = tuple[int, int]  # at which moment, and how much of a line is written, in ‰


@attrs.define
class Victims:
    """Processes to kill: each task is forked from one that has imported everything.

    `plant`: a bug that all tasks run with, as (module, old, new).
    """

    process: "subprocess.Popen[str]"
    folder: Path
    count: int = 0
    plant: tuple[str, str, str] | None = None

    def run(self, folder: Path, at: int = 0, part: int = 0) -> int:
        """Run one task in a process of its own; return its exit code, or -signal."""
        assert self.process.stdin is not None and self.process.stdout is not None
        task = {"folder": str(folder), "at": at, "part": part, "plant": self.plant}
        self.process.stdin.write(json.dumps(task) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def fresh(self) -> Path:
        """Return a folder with nothing in it."""
        self.count += 1
        made = self.folder / str(self.count)
        made.mkdir()
        return made


@pytest.fixture(scope="module")
def process() -> "Iterator[subprocess.Popen[str]]":
    command = [sys.executable, "-m", "tests.model.tenure.victim"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture
def victims(process: "subprocess.Popen[str]", tmp_path: Path) -> Victims:
    return Victims(process, tmp_path)


def report(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "report.json").read_text())
    return found


def unharmed(victims: Victims) -> dict[str, Any]:
    """Return the report of a task that nobody kills."""
    folder = victims.fresh()
    assert victims.run(folder) == 0
    return report(folder)


def survived(victims: Victims, kills: list[Kill]) -> list[str]:
    """Kill at each moment in turn, then let it finish; return how the tenures ended."""
    folder = victims.fresh()
    for number, (at, part) in enumerate(kills):
        code = victims.run(folder, at, part)
        # A second time there may be less left to do than moments until it is killed.
        assert code == -signal.SIGKILL or (number and code == 0)
        once(folder, kills)
    code = victims.run(folder)
    assert report(folder)["lost"] == [], f"lost by {kills}"
    assert code == 0
    assert once(folder, kills) == DONE, f"by {kills}"
    return list(report(folder)["ends"])


def once(folder: Path, kills: list[Kill]) -> list[tuple[str, ...]]:
    """Return what was made, and see that nothing was made twice."""
    made = made_in(folder / "store.db")
    assert len(made) == len(set(made)), f"doubled by {kills}"
    return made


def test_a_tenure_that_is_killed_loses_nothing_and_doubles_nothing(
    victims: Victims,
) -> None:
    last = unharmed(victims)["moments"]
    chosen = random.Random(SEED).sample(range(1, last + 1), 20)

    ends = [survived(victims, [(at, 500)]) for at in chosen]

    assert ["Success"] in ends and ["Bottom", "Success"] in ends


@pytest.mark.long
def test_wherever_it_is_killed_once_or_twice_nothing_is_lost_and_nothing_doubled(
    victims: Victims,
) -> None:
    found, draw = unharmed(victims), random.Random(SEED)
    moments = range(1, found["moments"] + 1)
    each = [[(at, 500)] for at in moments]
    cut = [[(at, draw.randrange(1000))] for at in found["lines"] for _ in range(16)]
    twice = [
        [(at, draw.randrange(1000)), (draw.choice(moments), draw.randrange(1000))]
        for at in moments
    ]

    kills = [*each, *cut, *twice]
    ends = [survived(victims, kill) for kill in kills]

    assert len(kills) >= 200
    for end in sorted(set(map(tuple, ends))):
        print(f"{ends.count(list(end)):4} of {len(kills)} killed: {', '.join(end)}")
    assert ["Bottom", "Success"] in ends


INTERRUPTED = 'self._silent(run.open.call, "the tenure was interrupted")'
FAILED = "Order(run.open.call).answered(self.contract.request.world, 'failed')"
PLANTS = {
    "an intent is on the disk with the next line": (
        "obligato.model.tenure.journal",
        '        self._lines.append(check.encode() + b" " + text + b"\\n")\n',
        "        self._late = getattr(self, '_late', b'') + check.encode() + b' '\n"
        "        self._late += text + b'\\n'\n"
        "        if not isinstance(entry, Intent):\n"
        "            self._lines.append(self._late)\n"
        "            self._late = b''\n",
    ),
    "an interrupted call is sent again": (
        "obligato.model.tenure.tenure",
        INTERRUPTED,
        "self._send(run.open.call)",
    ),
    "an interrupted call counts as failed": (
        "obligato.model.tenure.tenure",
        INTERRUPTED,
        f"self._write(Answered({FAILED}, self._port.now()))",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_bug_is_noticed_by_killing(victims: Victims, plant: str) -> None:
    victims.plant = PLANTS[plant]
    last = unharmed(victims)["moments"]

    with pytest.raises(AssertionError, match=r"doubled|lost|by \["):
        for at in range(last, 0, -1):
            survived(victims, [(at, 500)])
