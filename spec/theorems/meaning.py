"""What a formula means in a finite world, and what a step does to it.

    facts  what holds: a set of (relation, elements)     W  a world
    T      the switches that are on; each is a fact of no elements

The two solvers are told the same in their own language; a run that one of them finds
is judged here before anybody sees it.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TypeAlias

import attrs

from .formulas import All, And, Atom, Formula, Iff, Implies, Not, Or, Same, Some, Var
from .theory import Step, Theory

Element: TypeAlias = int
Fact: TypeAlias = tuple[str, tuple[Element, ...]]
Values: TypeAlias = Mapping[Var, Element]


@attrs.frozen
class World:
    """How many elements each sort has, and what holds before and after a step."""

    sizes: Mapping[str, int]
    facts: frozenset[Fact]
    later: frozenset[Fact] = frozenset()

    def values(self, variables: tuple[Var, ...]) -> Iterator[Values]:
        """Yield every way to give the variables an element of their sort."""
        ranges = (range(self.sizes[v.sort]) for v in variables)
        for chosen in product(*ranges):
            yield dict(zip(variables, chosen, strict=True))


def holds(formula: Formula, world: World, values: Values | None = None) -> bool:
    """Return whether ``formula`` is true in ``world`` under ``values``."""
    known = values or {}
    match formula:
        case Atom(relation, terms, after):
            facts = world.later if after else world.facts
            return (relation, tuple(known[t] for t in terms)) in facts
        case Same(left, right):
            return known[left] == known[right]
        case Not(body):
            return not holds(body, world, known)
        case And(parts):
            return all(holds(part, world, known) for part in parts)
        case Or(parts):
            return any(holds(part, world, known) for part in parts)
        case Implies(left, right):
            return not holds(left, world, known) or holds(right, world, known)
        case Iff(left, right):
            return holds(left, world, known) == holds(right, world, known)
        case All(variables, body):
            found = (
                holds(body, world, {**known, **v}) for v in world.values(variables)
            )
            return all(found)
        case Some(variables, body):
            found = (
                holds(body, world, {**known, **v}) for v in world.values(variables)
            )
            return any(found)


def enabled(step: Step, world: World, values: Values) -> list[str]:
    """Return the names of the guards that forbid the step; none if it may be taken."""
    return [
        name for name, guard in step.guards.items() if not holds(guard, world, values)
    ]


def taken(theory: Theory, step: Step, world: World, values: Values) -> frozenset[Fact]:
    """Return what holds after the step: only what its updates say is different."""
    kept = {fact for fact in world.facts if fact[0] not in step.updates}
    for relation, update in step.updates.items():
        for chosen in world.values(update.formals):
            if holds(update.value, world, {**values, **chosen}):
                kept.add((relation, tuple(chosen.values())))
    return frozenset(kept)
