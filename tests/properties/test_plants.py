"""A plant changes what runs, for whoever imported it, and is gone afterwards."""

import pytest

from obligato.properties.plants import PlantError, planted
from obligato.spec.values import between, known

PLACE = "obligato.spec.values"


def test_whoever_imported_a_function_runs_the_changed_one() -> None:
    with planted(PLACE, "return low if low == high", "return high if low != high"):
        assert between(1, 2) == 2


def test_the_bug_is_gone_afterwards_even_after_an_error() -> None:
    with (
        pytest.raises(RuntimeError),
        planted(PLACE, "return bool(value == value)", "return False"),
    ):
        assert not known(1)
        raise RuntimeError

    assert known(1)


@pytest.mark.parametrize("old", ["no such text", "return"], ids=["gone", "often"])
def test_a_text_that_does_not_stand_there_once_is_refused(old: str) -> None:
    said = rf"{PLACE}: old='{old}' stands there \d+ times"

    with pytest.raises(PlantError, match=said), planted(PLACE, old, "x"):
        pass
