"""Each assumption and rule of T1 is needed: its counterexample replays in the model."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.model.tenure.conclusions import ALLOWED, KEPT, TWICE, false_of
from tests.model.tenure.replay import Ran
from tests.model.tenure.wrong_tenures import WRONG_TENURES
from tests.model.tenure.wrong_worlds import WRONG_WORLDS

REPLAYS = WRONG_WORLDS | WRONG_TENURES
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "theorems.md"
PARTS = {  # of T1 ↦ what is false of a history where it falls
    "executable": "Exec",
    "effects": KEPT,
    "bindings": "Preserve",
    "no_duplicate": TWICE,
    "admissible": ALLOWED,
    "complete": "Complete",
}


def fallen() -> dict[str, set[str]]:
    """Return for each switch what falls of T1 without it, as the page says."""
    section = PAGE.read_text().split("### tenure:")[1].split("\n### ")[0]
    found = dict[str, set[str]]()
    for name, falls in re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", section, re.M):
        parts = {PARTS[part] for part in re.findall(r"T1\.(\w+)", falls)}
        if parts:
            found[name] = parts
    return found


@cache
def ran(switch: str) -> Ran:
    """Return the run in which a switch is off."""
    return REPLAYS[switch].run()


@cache
def mended(switch: str) -> Ran:
    """Return the same run with the switch on."""
    return REPLAYS[switch].mended().run()


def false(run: Ran) -> set[str]:
    """Return what is false of the history of a run."""
    return set(false_of(run.history, run.contract, run.claim, "t:"))


def test_every_switch_on_which_t1_hangs_is_replayed() -> None:
    switches = fallen()

    assert REPLAYS.keys() == switches.keys()
    for name, replay in REPLAYS.items():
        assert replay.falls in switches[name], name


@pytest.mark.parametrize("switch", REPLAYS)
def test_without_it_a_part_of_t1_is_false_of_a_run(switch: str) -> None:
    assert REPLAYS[switch].falls in false(ran(switch))


@pytest.mark.parametrize("switch", REPLAYS)
def test_with_it_nothing_is_false_of_the_same_run(switch: str) -> None:
    assert false(mended(switch)) == set()


@pytest.mark.parametrize("switch", REPLAYS)
def test_the_run_departs_from_the_theory_by_that_switch_alone(switch: str) -> None:
    also = REPLAYS[switch].also

    assert ran(switch).departs(*also) != []
    assert ran(switch).departs(switch, *also) == []


@pytest.mark.parametrize("switch", REPLAYS)
def test_with_it_the_same_run_is_a_run_of_the_theory(switch: str) -> None:
    assert mended(switch).departs(*REPLAYS[switch].also) == []
