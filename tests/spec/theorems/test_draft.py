"""What a step is written to do is what it does."""

import pytest

from obligato.spec import SpecError
from obligato.spec.theorems.draft import Words
from obligato.spec.theorems.meaning import World, enabled, taken
from obligato.spec.theorems.theory import Switch, Theory

SWITCHES = (Switch("careful", "it looks first", "this test"),)
WORDS = Words.of(
    "Thing: a b c",
    "likes(a,b): {} likes {}",
    "up(a): {} is up\nend: it is over",
    SWITCHES,
)


def moved(then: str, facts: set[tuple[str, tuple[int, ...]]]) -> set[str]:
    """Return who is up after a step of the first of three things."""
    step = WORDS.step("move", "a", "{a} moves", then=then)
    theory: Theory = WORDS.theory("moves", "", [], ends="end", steps=[step])
    world = World({"Thing": 3}, frozenset(facts))
    found = taken(theory, step, world, {step.parameters[0]: 0})
    return {"abc"[elements[0]] for relation, elements in found if relation == "up"}


@pytest.mark.parametrize(
    ("then", "up"),
    [
        ("+up(a)", {"a", "b"}),
        ("-up(b)", set()),
        ("-up(b) if b ≠ a", set()),
        ("-up(b)\n+up(a)", {"a"}),
        ("+up(b) if likes(a,b)", {"b", "c"}),
        ("+up(b) if ∃c: likes(b,c)", {"a", "b"}),
        ("-up(b) if likes(a,b)\n+up(b) if likes(a,b)", {"b", "c"}),
        ("+end", {"b"}),
    ],
)
def test_a_change_is_made_where_it_is_said_and_nowhere_else(
    then: str, up: set[str]
) -> None:
    assert moved(then, {("up", (1,)), ("likes", (0, 1)), ("likes", (0, 2))}) == up


def test_a_guard_named_like_a_switch_goes_with_it() -> None:
    step = WORDS.step("move", "a", "{a} moves", "careful: ¬up(a)\nfirst: ¬end")
    up, over = ("up", (0,)), ("end", ())
    values = {step.parameters[0]: 0}

    def forbidden(*facts: tuple[str, tuple[int, ...]]) -> list[str]:
        return enabled(step, World({"Thing": 1}, frozenset(facts)), values)

    assert forbidden(up, ("careful", ())) == ["careful"]
    assert forbidden(up) == []
    assert forbidden(over) == ["first"]


@pytest.mark.parametrize(
    ("then", "problem"),
    [
        ("up(a)", r"begins with \+ or -"),
        ("+likes(a,b)", "no relation that changes 'likes'; there are: end, up"),
        ("+up(a) if likes(a,b)", r"\['b'\] are loose"),
        ("+upp(a)", "no relation"),
        ("+careful", "no relation that changes"),
    ],
)
def test_a_change_that_says_nothing_is_named(then: str, problem: str) -> None:
    with pytest.raises(SpecError, match=problem):
        WORDS.step("move", "a", "{a} moves", then=then)


def test_a_relation_and_a_switch_have_different_names() -> None:
    with pytest.raises(SpecError, match="relations and of switches: \\['careful'\\]"):
        Words.of("Thing: a", "careful(a): {} looks", "", SWITCHES)
