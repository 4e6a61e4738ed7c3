"""Seeds, a second solver and SMT-LIB files, as `verify` and `compare` offer them."""

import json
import re
import sys
from pathlib import Path

import pytest
import z3

from examples.shipping import telling
from obligato.checker.solver.answers import Found, NoneInScope, Unanswered
from obligato.checker.solver.ask import Question
from obligato.checker.solver.scope import Scope
from obligato.cli.main import main
from obligato.cli.opinions import Opinions
from obligato.model import record
from obligato.properties.plants import planted

VERIFY = ["verify", "examples.shipping:told", "--scope", "events=2"]
COMPARE = ["compare", "examples.payments:careful", "examples.payments:paid_once"]
COMPARE += ["--scope", "events=2"]
BOTH = pytest.mark.parametrize("asked", [VERIFY, COMPARE], ids=["verify", "compare"])
# Z3 is taken to say that there is no record, whatever is asked.
DEAF = ("answer = session.check(*assumed)", "answer = z3.unsat")


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


@BOTH
def test_it_is_said_over_which_seeds_the_answers_are_the_same(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*asked, "--seeds", "3"]) == 0
    assert "answers: the same over seeds 0, 1, 2\n" in capsys.readouterr().out


@BOTH
def test_one_seed_says_nothing_of_seeds(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(asked) == 0
    assert "seeds" not in capsys.readouterr().out


def under_seed_1(monkeypatch: pytest.MonkeyPatch, answer: object) -> None:
    """Plant a solver that answers a certain thing whenever its seed is 1."""
    right = Question._answer

    def wrong(self: Question, search: object, seed: int, confirm: object) -> object:
        return answer if seed == 1 else right(self, search, seed, confirm)  # type: ignore[arg-type]  # as given

    monkeypatch.setattr(Question, "_answer", wrong)


@BOTH
def test_an_answer_that_hangs_on_the_seed_ends_as_our_error(
    asked: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    under_seed_1(monkeypatch, NoneInScope(Scope(events=2)))
    monkeypatch.chdir(tmp_path)

    assert main([*asked, "--seeds", "2"]) == 4
    told = capsys.readouterr()
    assert told.out == ""
    assert "a record" in told.err
    assert "sat under seed 0, unsat under seed 1" in told.err
    assert "the question is in broken.smt2" in told.err
    assert [path.name for path in files(tmp_path)] == ["broken.smt2"]


@BOTH
def test_what_is_open_under_one_seed_is_undecided(
    asked: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    under_seed_1(monkeypatch, Unanswered("it gave up"))

    assert main([*asked, "--seeds", "2"]) == 3
    told = capsys.readouterr().out
    assert "not answered: open under seed 1: it gave up" in told
    assert re.search(r"answers: 0 the same over seeds 0, 1; \d+ not answered", told)


def test_another_record_under_another_seed_is_told() -> None:
    empty = Found(record(telling), 0, same=False)

    line, *_ = Opinions(2, None, False).lines([empty, NoneInScope(Scope())])

    assert line.startswith("answers: the same over seeds 0, 1; 1 with other")


@BOTH
def test_each_question_is_a_file_that_says_what_is_asked_of_what(
    asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "smt"
    assert main([*asked, "--smt", str(folder)]) == 0

    told, made = capsys.readouterr().out, files(folder)
    assert f"written: {len(made)} questions as SMT-LIB, in {folder}\n" in told
    for path in made:
        text = path.read_text(encoding="utf-8")
        solver = z3.Solver()
        solver.from_string(text)
        head = [line for line in text.splitlines() if line.startswith("; ")]
        assert f"said: {solver.check()}" in "\n".join(head)
        assert "; scope: at most 2 events" in text
        assert "; obligato " in text


def test_a_file_is_called_after_the_duty_and_the_check(tmp_path: Path) -> None:
    main([*VERIFY, "--smt", str(tmp_path)])

    assert files(tmp_path)[0].name == "001-told-within-a-day-dischargeable.smt2"


def test_a_folder_that_cannot_be_made_is_told_before_anything_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("")

    assert main([*VERIFY, "--smt", str(tmp_path / "taken")]) == 2
    told = capsys.readouterr()
    assert "cannot be written: File exists" in told.err
    assert told.out == ""


@BOTH
def test_the_second_opinion_is_counted(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    cvc5 = pytest.importorskip("cvc5")

    assert main([*asked, "--second"]) == 0
    told = capsys.readouterr().out
    assert f"second opinion: cvc5 {cvc5.__version__} agrees on " in told
    assert "not answered" not in told


def test_what_the_second_solver_leaves_open_is_counted_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("cvc5")
    hasty = ("str(budget)", '"1"')
    with planted("obligato.checker.solver.second", *hasty):
        assert main([*COMPARE, "--second"]) == 0

    told = capsys.readouterr().out
    assert re.search(r"agrees on [01] of 3, [23] not answered\n", told)


@BOTH
def test_a_disagreement_ends_as_our_error_and_its_question_is_kept(
    asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cvc5")
    with planted("obligato.checker.solver.search", *DEAF):
        assert main([*asked, "--second", "--smt", str(tmp_path)]) == 4

    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("broken: ")
    assert "z3 says unsat, cvc5 " in told[0]
    assert told[1] == f"  the question is in {tmp_path / 'broken.smt2'}"
    assert "(check-sat)" in (tmp_path / "broken.smt2").read_text()


@BOTH
def test_without_the_second_solver_it_is_said_how_to_install_it(
    asked: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "cvc5", None)

    assert main([*asked, "--second"]) == 2
    assert "pip install 'obligato[second]'" in capsys.readouterr().err


@BOTH
def test_all_of_it_is_data_too(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cvc5")
    main([*asked, "--seeds", "2", "--second", "--format", "json"])
    made = json.loads(capsys.readouterr().out)

    assert made["seeds"] == [0, 1]
    assert made["second"]["agrees"] > 0
    assert made["second"]["open"] == 0
