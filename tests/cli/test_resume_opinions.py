"""Seeds, a second solver and SMT-LIB files, as `resume` offers them."""

from pathlib import Path

import pytest
import z3

from obligato.cli.main import main
from obligato.properties.plants import planted

PLAN = ["resume", "examples.invoicing:JUDGED[1]"]
NONE = ["resume", "examples.payments:JUDGED[2]"]
BOTH = pytest.mark.parametrize(
    ("asked", "code"), [(PLAN, 0), (NONE, 1)], ids=["a plan", "none"]
)


def deaf(when: str) -> tuple[str, str]:
    """Return a plant: Z3 is taken to find nothing, whatever it is asked."""
    right = "answer = self._solver.check(*assumed)"
    nothing = f"assumed += [z3.BoolVal(False, self.context)] * ({when})"
    return right, f"{nothing}; {right}"


@BOTH
def test_it_is_said_over_which_seeds_the_answer_is_the_same(
    asked: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*asked, "--seeds", "2"]) == code
    assert "answers: the same over seeds 0, 1\n" in capsys.readouterr().out


@BOTH
def test_cvc5_is_asked_all_that_z3_was_and_agrees(
    asked: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cvc5", reason="the second solver is an extra")
    assert main([*asked, "--second"]) == code
    out = capsys.readouterr().out
    agreed, of = out.split("agrees on ")[1].split("\n")[0].split(" of ")
    assert agreed == of and int(of) > 1


@BOTH
def test_every_question_is_written_and_z3_answers_it_alike(
    asked: list[str], code: int, tmp_path: Path
) -> None:
    assert main([*asked, "--smt", str(tmp_path)]) == code
    scripts = [path.read_text() for path in sorted(tmp_path.iterdir())]
    assert len(scripts) > 1
    for script in scripts:
        said = script.split(" said: ")[1].split("\n")[0]
        solver = z3.Solver()
        solver.from_string(script)
        assert str(solver.check()) == said


def test_an_answer_that_hangs_on_the_seed_ends_as_our_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Under seed 1 the solver is taken to have found nothing."""
    with planted("obligato.checker.solver.planner", *deaf("self.way.seed == 1")):
        assert main([*PLAN, "--seeds", "2"]) == 4
    assert "a continuation under seed 0, none under seed 1" in capsys.readouterr().err


def test_an_answer_that_cvc5_contradicts_ends_as_our_error(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Z3 is taken to say that there is no continuation; the question is kept."""
    pytest.importorskip("cvc5", reason="the second solver is an extra")
    monkeypatch.chdir(tmp_path)
    with planted("obligato.checker.solver.planner", *deaf("True")):
        assert main([*PLAN, "--second"]) == 4
    assert "z3 says unsat" in capsys.readouterr().err
    assert (tmp_path / "broken.smt2").exists()
