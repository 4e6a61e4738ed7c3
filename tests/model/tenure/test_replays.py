"""Each assumption and rule of T1 is needed: its counterexample replays in the model."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import attrs
import pytest

from obligato.checker.constructor import freeze
from obligato.model.tenure import Environment, Journal, Memory, Success, Tenure, tenure
from obligato.properties.plants import planted
from tests.model.tenure.admitting import forged
from tests.model.tenure.conclusions import ALLOWED, KEPT, TWICE, false_of
from tests.model.tenure.replays import REPLAYS, UNREPLAYED, Replay

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


def false(replay: Replay) -> tuple[set[str], bool]:
    """Return what is false of the history of a run, and whether it was a success."""
    known = replay.known
    contract = replay.contract(freeze(replay.request, known))
    lived = replay.known if replay.lived is None else replay.lived
    world = Environment(
        replay.world or replay.request, lived, replay.faults, late=replay.late
    )
    lines = Memory()
    made = Tenure(
        "t",
        contract,
        known,
        [(replay.plan, forged(contract, replay.plan))],
        world,
        Journal(lines, replay.request),
    )
    end = made.run()
    replay.after(made, world)
    claim = end.claim if isinstance(end, Success) else None
    if replay.later:
        world.wait(world.now() + 100)
        if claim is not None:
            now = world.now()
            claim = attrs.evolve(claim, start=now, end=now)
    return set(false_of(world.history, contract, claim, "t:")), claim is not None


def nothing(*_: object) -> Iterator[object]:
    """Refuse nothing, and watch nothing."""
    return iter(())


def test_every_switch_on_which_t1_hangs_is_replayed_or_said_not_to_be() -> None:
    switches = fallen()

    assert REPLAYS.keys() | UNREPLAYED.keys() == switches.keys()
    assert not REPLAYS.keys() & UNREPLAYED.keys()
    for name, replay in REPLAYS.items():
        assert replay.falls in switches[name], name


@pytest.mark.parametrize("switch", REPLAYS)
def test_without_it_a_part_of_t1_is_false_of_a_run(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = REPLAYS[switch]
    if replay.unchecked or replay.plants:
        monkeypatch.setattr(tenure, "events", nothing)  # what watches besides
    for check in replay.unchecked:
        monkeypatch.setattr(tenure, check, nothing)
    with ExitStack() as stack:
        for plant in replay.plants:
            stack.enter_context(planted(*plant))
        found, _ = false(replay)

    assert replay.falls in found


@pytest.mark.parametrize("switch", REPLAYS)
def test_with_it_nothing_is_false_of_the_same_run(switch: str) -> None:
    replay = REPLAYS[switch]
    right = attrs.evolve(
        replay,
        faults=() if replay.plants == () else replay.faults,
        lived=replay.lived if replay.unchecked else None,
        world=None,
        contract=lambda contract: contract,
        after=lambda *_: None,
    )

    found, _ = false(right)

    assert found == set()
