"""`obligato tour`: seven stops, each of which runs what it shows."""

import io

import pytest

from obligato.cli import tour_world
from obligato.cli.main import main
from obligato.cli.tour import STOPS, conjuncts
from obligato.model import check
from obligato.model.record import Record
from obligato.spec import Standing

# What the prose of a stop says of its record.
SAID = {
    "GOOD": (Standing.DISCHARGED, Standing.DISCHARGED),
    "ASTRAY": (Standing.OPEN, Standing.LOST),
    "LOST": (Standing.UNCLEAR, Standing.DISCHARGED),
    "PROBED": (Standing.DISCHARGED, Standing.DISCHARGED),
    "EARLY": (Standing.OPEN, Standing.DISCHARGED),
}


@pytest.fixture
def tour(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["tour"]) == 0
    return capsys.readouterr().out


def test_every_stop_is_made_without_waiting(tour: str) -> None:
    for number, (title, *_) in enumerate(STOPS, 1):
        assert f"{number}. {title}\n" in tour


def test_it_fits_a_narrow_terminal(tour: str) -> None:
    assert [line for line in tour.splitlines() if len(line) > 60] == []


@pytest.mark.parametrize("name", SAID)
def test_each_record_stands_as_the_prose_says(name: str) -> None:
    told: Record = getattr(tour_world, name)
    assert (
        tuple(f.standing for f in check(tour_world.settle, told).findings) == SAID[name]
    )


def test_each_conjunct_of_eq_1_fails_alone() -> None:
    marks: dict[str, list[str]] = {}
    for line in conjuncts():
        if line.startswith("σ"):
            marks[line.removeprefix("σ = ")] = []
        elif line.lstrip()[0] in "✓✗":
            marks[list(marks)[-1]].append(line.strip()[0])

    assert list(marks.values()) == [
        ["✓", "✓", "✓"],
        ["✗", "✓", "✓"],
        ["✓", "✗", "✓"],
        ["✓", "✓", "✗"],
    ]


class Terminal(io.StringIO):
    """Where somebody sits."""

    def isatty(self) -> bool:
        """Whether this is a terminal."""
        return True


def test_an_interrupt_at_a_pause_ends_the_tour(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    keyboard = Terminal()
    monkeypatch.setattr(keyboard, "readline", interrupted)
    monkeypatch.setattr("sys.stdin", keyboard)
    monkeypatch.setattr("sys.stdout", Terminal())

    assert main(["tour"]) == 130
