"""``obligato agree`` tells what was compared, and ends with the code that says how."""

import json
from collections.abc import Iterator

import pytest

from obligato.cli.main import main
from obligato.properties.agreement import Agreeing
from obligato.properties.planted import PLANTS
from obligato.properties.plants import planted

SMALL = ["agree", "examples.invoicing:settle", "--cases", "150"]
BUG = next(p for p in PLANTS if p.name == "less compares the least")


def test_a_table_tells_what_was_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SMALL) == 0
    lines = capsys.readouterr().out.splitlines()

    assert lines[0].split() == ["reading", "comparisons", "differ", "did", "not", "fit"]
    assert [line.split()[2] for line in lines[1:8]] == ["0"] * 7
    assert "from seed 0" in lines[8]
    assert "z3 " in lines[9]


def test_json_tells_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)

    assert (told["exit"], told["seed"], told["disagreements"]) == (0, 0, [])
    assert sum(row["comparisons"] for row in told["readings"]) > 500


def test_the_same_seed_gives_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    outs = []
    for seed in ("3", "3", "4"):
        main([*SMALL, "--seed", seed])
        outs.append(capsys.readouterr().out)

    assert outs[0] == outs[1] != outs[2]


def test_without_a_module_the_shipped_worlds_are_used(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["agree", "--cases", "50"]) == 0
    assert "Truth" in capsys.readouterr().out


def test_a_disagreement_is_ours_and_its_case_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with planted(BUG.module, BUG.old, BUG.new):
        code = main(["agree", "--cases", "100"])
    out = capsys.readouterr().out

    assert code == 1
    assert "✗ Symbolic, now: " in out and "wanted" in out
    assert "A difference is a fault of obligato, not yours: please report it" in out


def test_json_has_the_case_whole(capsys: pytest.CaptureFixture[str]) -> None:
    with planted(BUG.module, BUG.old, BUG.new):
        main(["agree", "--cases", "100", "--format", "json"])
    case = json.loads(capsys.readouterr().out)["disagreements"][0]

    assert {"formula", "script", "case", "wanted", "found"} <= case.keys()


def test_with_no_part_of_the_solver_it_is_undecided() -> None:
    assert main(["agree", "tests/odd.py:odd", "--cases", "50"]) == 3


def test_of_a_module_without_requests_nothing_is_compared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["agree", "examples.judged"]) == 5
    assert "0 cases" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nowhere"], "no module nowhere"),
        (["examples.invoicing:pay"], "is a Tool, not a Request"),
        (["--cases", "0"], "0 is not in the range"),
        (["--seed", "x"], "'x' is not a valid integer"),
        (["--planted", "examples.invoicing"], "no MODULE"),
    ],
    ids=["module", "name", "cases", "seed", "planted with a module"],
)
def test_wrong_usage_is_told_in_words(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["agree", *args]) == 2
    assert message in capsys.readouterr().err


def test_an_interrupt_prints_what_was_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rounds = Agreeing.rounds

    def interrupted(self: Agreeing) -> Iterator[int]:
        yield next(rounds(self))
        raise KeyboardInterrupt

    monkeypatch.setattr(Agreeing, "rounds", interrupted)

    assert main([*SMALL[:2], "--cases", "1000"]) == 130
    assert "interrupted" in capsys.readouterr().out


def test_planted_bugs_are_listed_with_what_noticed_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("obligato.properties.planted.PLANTS", (BUG,))

    assert main(["agree", "--planted"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["✓", "encoder"]
    assert lines[1] == "1 of 1 bugs noticed, seed 0"


def test_a_bug_that_is_not_noticed_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    same = type(BUG)("encoder", "nothing", "spec.semantics", "for ψ in", "for  ψ in")
    monkeypatch.setattr("obligato.properties.planted.PLANTS", (same,))

    assert main(["agree", "--planted", "--cases", "20", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["planted"][0]["noticed"] is None
