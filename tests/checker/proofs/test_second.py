"""The second solver confirms every condition, and is heard where it objects."""

import attrs
import pytest

from obligato.checker.proofs import second
from obligato.checker.proofs.deciding import Deciding
from obligato.checker.proofs.induction import induction
from obligato.checker.proofs.proving import proof
from obligato.checker.proofs.second import SecondMissingError, opinions
from obligato.checker.solver.answers import Broken
from obligato.spec.theorems.catalogue import theories
from obligato.spec.theorems.probe import PROBE
from obligato.spec.theorems.theory import Theory
from tests.theorems import deciding

pytest.importorskip("cvc5", reason="the extra `second` is not installed")
EVERY = theories()
FEW = [EVERY[name] for name in ("bits", "omission", "fenced", "adding", "probe")]
MANY = [theory for theory in EVERY.values() if theory not in FEW]


@pytest.mark.parametrize("theory", FEW, ids=lambda t: t.name)
def test_it_confirms_every_condition(theory: Theory) -> None:
    shown = deciding(theory.name).induction.shown

    assert list(opinions(theory, shown)) == ["unsat"] * len(shown)


@pytest.mark.long
@pytest.mark.parametrize("theory", MANY, ids=lambda t: t.name)
def test_it_confirms_every_condition_of_the_others(theory: Theory) -> None:
    found = proof(Deciding(theory))

    assert found.agreed
    print(f"{theory.name}: {found.asked} conditions, {found.rlimit:,} units of z3")


def test_a_proof_that_needs_more_than_it_says_is_refuted() -> None:
    shown = next(s for s in induction(PROBE).shown if s.answered.core)
    bare = attrs.evolve(shown.answered, core=frozenset())

    with pytest.raises(Broken, match=r"z3 proves .*, cvc5 .* refutes it"):
        list(opinions(PROBE, [attrs.evolve(shown, answered=bare)]))


@pytest.mark.parametrize(
    ("printed", "said"), [("unsat\n", "unsat"), ("unknown (INCOMPLETE)", "unknown")]
)
def test_the_first_word_counts(
    printed: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second, "asked", lambda *_: printed)

    assert list(opinions(PROBE, induction(PROBE).shown[:1])) == [said]
    assert proof(Deciding(PROBE)).agreed == (said == "unsat")


def test_what_it_cannot_read_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second, "asked", lambda *_: "(error 'no such symbol')")

    with pytest.raises(Broken, match="cannot read"):
        list(opinions(PROBE, induction(PROBE).shown[:1]))


def test_without_it_one_solver_has_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> str:
        raise SecondMissingError("not installed")

    monkeypatch.setattr(second, "asked", missing)
    found = proof(Deciding(PROBE))

    assert found.second is None
    assert not found.agreed
