"""What is written is what is read; what cannot be read is said to be so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from obligato.spec import SpecError
from obligato.spec.theorems import formulas as f
from obligato.spec.theorems.catalogue import theories
from obligato.spec.theorems.notation import Reader, clauses
from obligato.spec.theorems.theory import Theory
from obligato.spec.theorems.writing import latex, text

LETTERS = {"a": "Action", "b": "Action", "e": "Effect"}
RELATIONS = {"makes": ("Action", "Effect"), "done": ("Action",), "ended": ()}
ACTIONS = [f.Var(name, "Action") for name in ("a", "b", "a1")]
EFFECT = f.Var("e", "Effect")


def read(said: str) -> f.Formula:
    return Reader(said, LETTERS, RELATIONS).formula()


def bigger(part: st.SearchStrategy[f.Formula]) -> st.SearchStrategy[f.Formula]:
    two = st.tuples(part, part)
    return st.one_of(
        part.map(f.Not),
        st.lists(part, max_size=3).map(lambda parts: f.conj(*parts)),
        st.lists(part, max_size=3).map(lambda parts: f.disj(*parts)),
        two.map(lambda pair: f.Implies(*pair)),
        two.map(lambda pair: f.Iff(*pair)),
        part.map(lambda body: f.All((EFFECT, ACTIONS[0]), body)),
        part.map(lambda body: f.Some((ACTIONS[2],), body)),
    )


ATOMS = st.one_of(
    st.just(f.Atom("ended")),
    st.sampled_from(
        [f.Atom("done", (a,), later) for a in ACTIONS for later in (False, True)]
    ),
    st.sampled_from([f.Atom("makes", (a, EFFECT)) for a in ACTIONS]),
    st.sampled_from([f.Same(ACTIONS[0], b) for b in ACTIONS]),
)


@given(st.recursive(ATOMS, bigger, max_leaves=12))
def test_a_formula_is_read_back_as_it_was_written(formula: f.Formula) -> None:
    shown = f.Not(f.Not(formula))  # so that no outermost quantifier is left out

    assert read(text(shown)) == shown


@pytest.mark.parametrize("theory", theories().values(), ids=lambda t: t.name)
def test_each_formula_of_a_theory_is_read_back(theory: Theory) -> None:
    relations = {name: r.sorts for name, r in theory.relations.items()}
    relations |= dict.fromkeys(theory.switches, ())
    for formula in (*theory.axioms.values(), *theory.invariant.values()):
        again = Reader(text(formula), theory.letters, relations).formula()

        assert f.closed(again) == formula


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("makes(a)", "makes takes \\(Action, Effect\\), not \\(Action\\)"),
        ("makes(e,a)", "not \\(Effect, Action\\)"),
        ("makess(a,e)", "no relation of .*makess.*there are: done, ended, makes"),
        ("done(x)", "no variable of .*'x'; there are: a, b, e"),
        ("a = e", "a Action is no Effect"),
        ("done(a) ∧", "expected|no relation"),
        ("(done(a)", "expected \\), got the end"),
        ("done(a) done(b)", "expected the end, got done"),
        ("∃a done(a)", "no variable"),
        ("done(a) & done(b)", "expected the end, got &"),
        ("", "no relation"),
    ],
)
def test_what_cannot_be_read_is_named(said: str, problem: str) -> None:
    with pytest.raises(SpecError, match=problem):
        read(said)


def test_a_block_names_each_clause_once() -> None:
    assert clauses("\n  x: a\n    b\n  y: c\n") == {"x": "a b", "y": "c"}
    for wrong in ("x: a\nx: b", "x: a\nno colon"):
        with pytest.raises(SpecError, match="expected a new name and a colon"):
            clauses(wrong)


def test_latex_sets_names_numbers_and_signs() -> None:
    formula = read("done(a1) ∧ ¬ended → ∃b: makes(b,e) ∨ a ≠ b")

    assert latex(f.closed(formula)) == (
        r"\mathit{done}(a_{1}) \land \neg \mathit{ended} \rightarrow "
        r"\exists b\colon \mathit{makes}(b,e) \lor a \neq b"
    )
