"""SPIN and the exploration see the same states of the same table."""

import pytest

from benchmarks import explore, promela
from obligato.checker.ground.explore import Seen


@pytest.mark.skipif(bool(promela.missing()), reason="spin or gcc is not here")
@pytest.mark.parametrize("n", [2, 4])
def test_spin_takes_as_many_steps_between_as_many_states(n: int) -> None:
    moves = explore.table(n)

    spin = promela.explored(moves)

    assert explore.run(moves).seen == Seen(spin.states, spin.transitions - 1)


def test_without_spin_it_is_said_that_nothing_was_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)

    assert explore.main() == 0
    assert "spin, gcc not here; not measured" in capsys.readouterr().out
