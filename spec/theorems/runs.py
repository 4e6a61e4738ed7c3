"""A run of a theory in a small universe, and what it shows.

A run is found by a solver and believed only when it has been replayed: its start is
allowed, each of its steps may be taken, and what it is said to show is so at its end.
"""

from collections.abc import Iterable, Mapping

import attrs

from .meaning import Element, Fact, World, enabled, holds, taken
from .theory import Conclusion, Theory


class Unsound(AssertionError):
    """A run that is none, or does not show what it is said to: a bug of ours."""


@attrs.frozen
class Taken:
    """A step of a run: its name, and the elements that its parameters are."""

    step: str
    elements: tuple[Element, ...]


@attrs.frozen
class Run:
    """Some steps from a beginning. `off`: the switches that are dropped.

    `facts`: what holds at the beginning, what never changes included.
    """

    sizes: Mapping[str, int]
    off: tuple[str, ...]
    facts: frozenset[Fact]
    steps: tuple[Taken, ...]


def replayed(theory: Theory, run: Run) -> tuple[World, ...]:
    """Return the world at the beginning of a run and after each of its steps.

    Raises: `Unsound` if it may not begin so, or a step may not be taken.
    """
    switches = frozenset((name, ()) for name in theory.switches if name not in run.off)
    worlds = [World(run.sizes, run.facts | switches)]
    for name, formula in (*theory.axioms.items(), *theory.initial.items()):
        if not holds(formula, worlds[0]):
            raise Unsound(f"{theory.name}: a run begins against {name}: {run}")
    for one in run.steps:
        step = theory.step(one.step)
        values = dict(zip(step.parameters, one.elements, strict=True))
        forbidden = enabled(step, worlds[-1], values)
        if forbidden:
            raise Unsound(f"{theory.name}: {one} is forbidden by {forbidden}: {run}")
        worlds.append(World(run.sizes, taken(theory, step, worlds[-1], values)))
    return tuple(worlds)


def refutes(theory: Theory, run: Run, claim: Conclusion) -> bool:
    """Return whether ``claim`` is false at the end of a run that is one."""
    worlds = replayed(theory, run)
    if not claim.of_steps:
        return not holds(claim.formula, worlds[-1])
    if len(worlds) < 2:
        return False
    last = World(run.sizes, worlds[-2].facts, later=worlds[-1].facts)
    return not holds(claim.formula, last)


def succeeds(theory: Theory, run: Run) -> bool:
    """Return whether a run with nothing dropped is an example of the theory."""
    worlds = replayed(theory, run)
    begins, ends = theory.example
    return not run.off and holds(begins, worlds[0]) and holds(ends, worlds[-1])


def script(theory: Theory, run: Run) -> list[tuple[str, str]]:
    """Return a run as lines, each with what it is about.

    `given` is what never changes and `start` what holds at first; then come the steps
    by their numbers, each with what is so `now`, and what is `not` so any more.
    """
    worlds = replayed(theory, run)
    given = {fact for fact in run.facts if theory.relations[fact[0]].rigid}
    lines = [
        ("given", listed(theory, given)),
        ("start", listed(theory, run.facts - given)),
    ]
    for i, one in enumerate(run.steps):
        before, now = worlds[i].facts, worlds[i + 1].facts
        lines.append((str(i + 1), told(theory, one)))
        lines.append(("now", listed(theory, now - before)))
        lines.append(("not", listed(theory, before - now)))
    return [(about, line) for about, line in lines if line]


def listed(theory: Theory, facts: Iterable[Fact]) -> str:
    """Return what some facts say, in the order of the theory."""
    order = list(theory.relations)
    found = sorted(facts, key=lambda fact: (order.index(fact[0]), fact[1]))
    return "; ".join(said(theory, fact) for fact in found)


def told(theory: Theory, taken: Taken) -> str:
    """Return what a step says, with the names of the elements."""
    step = theory.step(taken.step)
    names = {
        v.name.rpartition(".")[2]: element_name(theory, v.sort, element)
        for v, element in zip(step.parameters, taken.elements, strict=True)
    }
    return step.says.format(**names)


def said(theory: Theory, fact: Fact) -> str:
    """Return what a fact says, with the names of the elements."""
    relation = theory.relations[fact[0]]
    names = (
        element_name(theory, *pair)
        for pair in zip(relation.sorts, fact[1], strict=True)
    )
    return relation.says.format(*names)


def element_name(theory: Theory, sort: str, element: Element) -> str:
    """Return how an element is called: the first letter of its sort, and a number."""
    letter = next(letter for letter, of in theory.letters.items() if of == sort)
    return f"{letter}{element + 1}"
