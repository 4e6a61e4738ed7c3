"""Each assumption and rule of T1 is needed: its counterexample replays in the model."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.model.tenure.conclusions import ALLOWED, BOUND, KEPT, TWICE, false_of
from tests.model.tenure.replay import Ran, Replay
from tests.model.tenure.wrong_tenures import WRONG_TENURES
from tests.model.tenure.wrong_worlds import WRONG_WORLDS

REPLAYS = WRONG_WORLDS | WRONG_TENURES
EVERY = [(switch, i) for switch, runs in REPLAYS.items() for i in range(len(runs))]
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "theorems.md"
PARTS = {  # what is false of a history ↦ the part of T1 that falls
    "Exec": "executable",
    KEPT: "effects",
    BOUND: "bindings",
    TWICE: "no_duplicate",
    ALLOWED: "admissible",
    "Complete": "complete",
}


def fallen() -> dict[str, set[str]]:
    """Return for each switch what falls of T1 without it, as the page says."""
    section = PAGE.read_text().split("### tenure:")[1].split("\n### ")[0]
    found = dict[str, set[str]]()
    for name, falls in re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", section, re.M):
        parts = set(re.findall(r"T1\.(\w+)", falls))
        if parts:
            found[name] = parts
    return found


def replay(switch: str, number: int) -> Replay:
    """Return one of the replays of a switch."""
    return REPLAYS[switch][number]


@cache
def ran(switch: str, number: int) -> Ran:
    """Return the run in which a switch is off."""
    return replay(switch, number).run()


@cache
def mended(switch: str, number: int) -> Ran:
    """Return the same run with the switch on."""
    return replay(switch, number).mended().run()


def false(run: Ran) -> set[str]:
    """Return the parts of T1 that are false of the history of a run."""
    found = set(false_of(run.history, run.contract, run.claim, "t:"))
    return {PARTS[name] for name in found if name in PARTS}


def test_every_part_of_t1_that_falls_without_a_switch_is_replayed() -> None:
    replayed = {
        switch: {part for i in range(len(runs)) for part in false(ran(switch, i))}
        for switch, runs in REPLAYS.items()
    }

    assert replayed == fallen()


@pytest.mark.parametrize(("switch", "number"), EVERY)
def test_without_it_what_is_false_in_the_world_is_in_the_theory(
    switch: str, number: int
) -> None:
    run = ran(switch, number)

    assert run.fallen == false(run) != set()


@pytest.mark.parametrize(("switch", "number"), EVERY)
def test_with_it_nothing_is_false_of_the_same_run(switch: str, number: int) -> None:
    run = mended(switch, number)

    assert set(false_of(run.history, run.contract, run.claim, "t:")) == set()
    assert run.fallen == set()


@pytest.mark.parametrize(("switch", "number"), EVERY)
def test_the_run_departs_from_the_theory_by_it_alone(switch: str, number: int) -> None:
    run, also = ran(switch, number), replay(switch, number).also

    assert run.departs(*also) != []
    assert run.departs(switch, *also) == []


@pytest.mark.parametrize(("switch", "number"), EVERY)
def test_with_it_the_same_run_is_one_of_the_theory(switch: str, number: int) -> None:
    assert mended(switch, number).departs(*replay(switch, number).also) == []
