"""What must hold before a step is what holds after it, by two routes."""

import random
from collections.abc import Iterator

import pytest

from obligato.spec.theorems import theory as stated
from obligato.spec.theorems.catalogue import theories
from obligato.spec.theorems.formulas import All, Atom, Not, Var, put, relations
from obligato.spec.theorems.meaning import World, holds, taken
from obligato.spec.theorems.theory import Theory, after

MOVING = [theory for theory in theories().values() if theory.steps]
WORLDS = 3


def drawn(theory: Theory, rng: random.Random) -> World:
    """Draw a world of two elements of each sort."""
    sizes = dict.fromkeys(theory.letters.values(), 2)
    likely = rng.choice((0.2, 0.5, 0.8))
    facts = {
        (name, tuple(chosen.values()))
        for name, relation in theory.relations.items()
        for chosen in World(sizes, frozenset()).values(relation.terms)
        if rng.random() < likely
    }
    switches = {(name, ()) for name in theory.switches if rng.random() < 0.8}
    return World(sizes, frozenset(facts | switches))


def disagreements(theory: Theory, worlds: int = WORLDS) -> Iterator[str]:
    """Yield where a formula before a step and one after it differ."""
    rng = random.Random(theory.name)
    for _ in range(worlds):
        world = drawn(theory, rng)
        for step in theory.steps:
            values = rng.choice(list(world.values(step.parameters)))
            later = World(world.sizes, taken(theory, step, world, values))
            for name, formula in theory.invariant.items():
                if step.updates.keys() & relations(formula):
                    before = holds(after(formula, step), world, values)
                    if before != holds(formula, later):
                        yield f"{step.name} ⊢ {name}"


@pytest.mark.parametrize("theory", MOVING, ids=lambda t: t.name)
def test_what_must_hold_before_a_step_is_what_holds_after_it(theory: Theory) -> None:
    assert list(disagreements(theory)) == []


def test_an_update_put_in_wrongly_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stated, "put", lambda formula, terms: Not(put(formula, terms)))

    assert list(disagreements(theories()["probe"], 2)) != []


def test_a_bound_variable_that_would_catch_a_term_is_renamed() -> None:
    a, b, a1 = (Var(name, "Action") for name in ("a", "b", "a1"))
    formula = All((a,), Atom("before", (a, b)))

    assert put(formula, {b: a}) == All((a1,), Atom("before", (a1, a)))
