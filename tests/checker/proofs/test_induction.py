"""Every theorem is proved for any number of elements, and nothing false is."""

import attrs
import pytest

from obligato.checker.proofs.asking import BUDGET, Asking, known
from obligato.checker.proofs.conditions import following, inductive
from obligato.checker.proofs.deciding import Deciding
from obligato.checker.proofs.induction import induction
from obligato.checker.proofs.results import Open, Proved, Refuted
from obligato.spec.theorems.catalogue import THEOREMS, theories
from obligato.spec.theorems.draft import Words
from obligato.spec.theorems.formulas import FALSE, Atom, conj
from obligato.spec.theorems.probe import PROBE, WORDS
from obligato.spec.theorems.protocol import TENURE
from obligato.spec.theorems.runs import Run
from obligato.spec.theorems.theory import Conclusion, Theory
from tests.theorems import deciding

EVERY = theories()


@pytest.mark.parametrize("theory", EVERY.values(), ids=lambda t: t.name)
def test_every_conclusion_is_proved_far_within_the_budget(theory: Theory) -> None:
    found = deciding(theory.name).induction

    assert found.failed == ()
    assert found.proved() == {str(claim) for claim in theory.conclusions}
    assert 10 * max(shown.answered.rlimit for shown in found.shown) < BUDGET


@pytest.mark.parametrize("theory", EVERY.values(), ids=lambda t: t.name)
def test_the_premises_of_a_theory_can_be_met(theory: Theory) -> None:
    assert isinstance(deciding(theory.name).example, Run)


def test_every_part_is_of_a_theorem_and_every_theorem_has_parts() -> None:
    parts = [str(claim) for one in THEOREMS.values() for _, claim in one.parts]
    claimed = [str(claim) for theory in EVERY.values() for claim in theory.conclusions]

    assert sorted(parts) == sorted(claimed)
    assert len(set(parts)) == len(parts)
    assert all(theorem.parts for theorem in THEOREMS.values())


def claiming(theory: Theory, said: str) -> Theory:
    """Return the theory of the probe, with another conclusion."""
    claim = WORDS.claim("T12", "planted", "what is planted", said)
    return attrs.evolve(theory, conclusions=(claim,))


def test_a_false_conclusion_is_refuted() -> None:
    answers = Deciding(claiming(PROBE, "used(c) ∧ used(d) → c = d")).decide()

    assert isinstance(answers["T12.planted"], Refuted)


def test_what_holds_but_is_not_inductive_is_open() -> None:
    weaker = attrs.evolve(
        PROBE, invariant={"never_twice": PROBE.invariant["never_twice"]}
    )

    (answer,) = Deciding(weaker).decide().values()

    assert isinstance(answer, Open)
    assert "no run of at most 6 steps with 3 call, 1 effect" in answer.tried


def test_a_budget_that_does_not_last_proves_nothing() -> None:
    found = induction(TENURE, budget=1)

    assert {shown.answered.said for shown in found.failed} == {"unknown"}
    assert found.proved() < {str(claim) for claim in TENURE.conclusions}


def test_premises_that_exclude_each_other_have_no_example() -> None:
    """All conditions follow then, so that only the example tells."""
    axioms = {**PROBE.axioms, "planted": conj(Atom("quiet"), FALSE)}
    vain = Deciding(attrs.evolve(PROBE, axioms=axioms))

    assert all(isinstance(answer, Proved) for answer in vain.decide().values())
    assert isinstance(vain.example, Open)


@pytest.mark.parametrize(
    "rule", [s.name for s in TENURE.switches.values() if s.name.startswith("r_")]
)
def test_a_rule_that_is_needed_is_in_what_the_proof_needed(rule: str) -> None:
    idle = {"r_once", "r_order", "r_rebind"}  # of use to T11 alone
    found = deciding("tenure").induction
    needed = {name for shown in found.shown for name in shown.answered.core}

    assert (rule in needed) == (rule not in idle)


def test_a_step_that_changes_nothing_in_a_conjunct_is_not_asked() -> None:
    conditions = [*inductive(TENURE), *following(TENURE)]
    same = [c for c in conditions if c.same]

    assert all(c.goal == TENURE.invariant[c.of] for c in same)
    assert len(same) == deciding("tenure").induction.same


def test_the_invariant_is_not_known_at_the_beginning() -> None:
    """Else anything would follow of a theory that can begin in any way."""
    words = Words.of("Thing: a", "", "up(a): {} is up")
    claim = Conclusion("T", "up", "all is up", words.formula("up(a)"))
    stuck = words.theory("stuck", "", [], ends="true", invariant="up: up(a)")
    stuck = attrs.evolve(stuck, conclusions=(claim,))
    condition = next(iter(inductive(stuck)))

    assert Asking(stuck).ask(condition, [known("up")]).proved
    assert not Asking(stuck).ask(condition, []).proved
    assert induction(stuck).proved() == set()
