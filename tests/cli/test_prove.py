"""``obligato prove``: what is proved, what breaks it, and how the command ends."""

import json
import re

import attrs
import pytest

from obligato.checker.proofs import deciding as module
from obligato.checker.proofs.results import Open
from obligato.cli.main import main
from obligato.spec.theorems import catalogue
from obligato.spec.theorems.probe import PROBE, WORDS
from obligato.spec.theorems.theory import Theory


def test_a_theorem_is_told_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "t12"]) == 0
    said = capsys.readouterr().out

    assert said.startswith("T12, probe, then branch. What may have happened")
    assert "p_closed: no old call can land when it is probed [this project]" in said
    assert "✓ T12.no_duplicate: proved" in said
    assert "a run of 5 steps that meets every premise of probe:" in said
    assert re.search(r"z3 [\d.]+, [\d,]+ units, at most [\d,]+\s+for one", said)
    assert re.search(r"two solvers agree: cvc5 [\d.]+ confirms every condition", said)
    assert max(map(len, said.splitlines())) <= 80


def test_without_an_assumption_the_run_is_a_script(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["prove", "T12", "--without", "p_closed"]) == 1
    said = capsys.readouterr().out.splitlines()

    assert said[0] == "without p_closed: no old call can land when it is probed"
    assert said[1] == "✗ T12.no_duplicate: no effect is made twice"
    steps = [line for line in said if re.match(r" +\d+  ", line)]
    assert len(steps) == 4
    assert steps[0].strip() == "1  e1 is probed"


def test_what_is_not_needed_is_proved_without(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["prove", "T6", "--without", "f_under_lease"]) == 0
    said = capsys.readouterr().out

    assert "✓ T6.fenced: proved all the same" in said
    assert "✓ T6.drained: proved all the same" in said


def test_json_has_every_part_and_its_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "T12", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main(["prove", "T12", "--without", "quiet", "--format", "json"]) == 1
    fell = json.loads(capsys.readouterr().out)

    (theorem,) = told["theorems"]
    assert theorem["parts"]["T12.no_duplicate"]["verdict"] == "proved"
    assert told["theories"]["probe"]["conditions"] == 20
    assert set(told["solvers"]) == {"z3", "cvc5"}
    assert fell["parts"]["T12.no_duplicate"]["steps"] == 2
    assert fell["without"] == "quiet"


@pytest.mark.parametrize("name", catalogue.THEOREMS)
def test_a_statement_is_latex(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", name, "--format", "latex"]) == 0
    said = capsys.readouterr().out
    plain = re.sub(r"\$.*?\$", "", said)

    assert said.count(r"\begin{description}") == said.count(r"\end{description}") > 0
    assert plain.isascii(), "what is no formula is plain LaTeX"
    assert not re.search(r"(?<!\\)_", plain)
    assert said.count("$") % 2 == 0
    assert said.count("{") == said.count("}")
    assert not re.search(r"[∀∃¬∧∨→↔≠′⊥`]", said)


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["T14"], "no theorem 'T14'; there are: T0, T1"),
        (["T12", "--without", "calm"], "no assumption or rule 'calm'; there are: p_"),
        (["T0", "--without", "quiet"], "no assumption or rule 'quiet'"),
        (["T1", "--table"], "--table is of all theorems"),
        (["--table", "--format", "json"], "--table is of all theorems"),
        (["T1", "--without", "quiet", "--format", "latex"], "latex is the statement"),
        (["T1", "T2"], "unexpected extra argument"),
        (["--format", "yaml"], "Invalid value for '--format'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage_is_said_to_be(
    args: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", *args]) == 2
    assert problem in capsys.readouterr().err


def planted(theory: Theory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put another theory of the probe into the catalogue."""
    theorem = attrs.evolve(catalogue.THEOREMS["T12"], theories=(theory,))
    monkeypatch.setitem(catalogue.THEOREMS, "T12", theorem)


def test_a_false_theorem_ends_with_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = WORDS.claim(
        "T12", "planted", "one call is used", "used(c) ∧ used(d) → c = d"
    )
    planted(attrs.evolve(PROBE, conclusions=(claim,)), monkeypatch)

    assert main(["prove", "T12"]) == 1
    assert "✗ T12.planted: refuted" in capsys.readouterr().out


def test_an_open_part_ends_with_three(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(attrs.evolve(PROBE, invariant={}), monkeypatch)

    assert main(["prove", "T12"]) == 3
    assert "? T12.no_duplicate: open" in capsys.readouterr().out


def test_a_theorem_whose_premises_exclude_each_other_is_not_established(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    vain = attrs.evolve(PROBE, axioms={"vain": WORDS.formula("false")})
    planted(vain, monkeypatch)

    assert main(["prove", "T12"]) == 3
    assert "? no example of probe: no run of at most 6" in capsys.readouterr().out


def test_a_run_that_is_none_is_our_fault(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "refutes", lambda *_: False)

    assert main(["prove", "T12", "--without", "quiet"]) == 4
    assert "internal error: Unsound" in capsys.readouterr().err


def test_open_says_what_was_tried() -> None:
    from obligato.cli.proof_told import fate

    (line,) = fate(PROBE, "T12.no_duplicate", Open("no run of at most 6 steps"))

    assert line == "? T12.no_duplicate: open; no run of at most 6 steps"
