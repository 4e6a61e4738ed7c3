"""Planted bugs are noticed by the laws, and without one no law complains."""

import pytest

from obligato.model import compile_formula
from obligato.properties.planted import PLANTS, Plant
from obligato.properties.plants import planted
from tests.battery import BATTERY

# What the laws do not see; the agreement of the readings does (tests/properties).
BEYOND = {
    "a span loses what is taken from it",
    "rows without a key are one",
    "the work never changed hands",
    "two answers to one call are no contradiction",
    "a relation that is not given is empty",
    "what is not known of a relation is not in it",
    "a total forgets its keys",
    "a difference is of like ends",
    "what is forgotten is still known",
    "what is left out is still there",
    "the future has no end and no beginning",
    "what a later call makes lands in a gap",
}
SEEN = [plant for plant in PLANTS if plant.name not in BEYOND]


def test_the_laws_hold_without_a_planted_bug() -> None:
    for check in BATTERY:
        check()


@pytest.mark.parametrize("plant", SEEN, ids=[plant.name for plant in SEEN])
def test_a_planted_bug_is_noticed(plant: Plant) -> None:
    compile_formula.cache_clear()  # programs made without the bug
    with planted(plant.module, plant.old, plant.new):
        noticed = any(complains(check) for check in BATTERY)
    compile_formula.cache_clear()  # and with it

    assert noticed


def complains(check: "object") -> bool:
    """Whether a law raises: an assertion, or any error on the way."""
    assert callable(check)
    try:
        check()
    except Exception:
        return True
    return False


def test_what_the_laws_do_not_see_is_on_the_list() -> None:
    assert {plant.name for plant in PLANTS} >= BEYOND


def test_there_are_at_least_twenty_plants() -> None:
    assert len(SEEN) >= 20
