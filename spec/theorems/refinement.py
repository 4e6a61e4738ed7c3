"""Whether what a program did is a run of a theory: each step one of its steps.

Whoever maps a program to a theory says what held at the beginning, which steps were
taken, by names of things instead of numbers, and what held after each as far as the
program can tell. Here it is seen that the theory can begin so, that every guard held,
and that every update gives what was seen. What is shown of the theory is then so of
the program, for the relations that were looked at.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

import attrs

from .formulas import Atom, walk
from .meaning import World, enabled, holds, taken
from .theory import Conclusion, Theory

Seen: TypeAlias = tuple[str, tuple[str, ...]]  # a relation, and the names of its terms


@attrs.frozen
class Observed:
    """A step that was taken, and what held of the relations looked at after it."""

    step: str
    names: tuple[str, ...]
    after: frozenset[Seen]


@attrs.frozen
class Observation:
    """What a program did. `things`: sort ↦ names of its elements.

    `facts`: all that held at the beginning. `looked_at`: the relations of which the
    program can tell whether they hold. `off`: the assumptions that it may break.
    """

    things: Mapping[str, tuple[str, ...]]
    facts: frozenset[Seen]
    looked_at: frozenset[str]
    steps: tuple[Observed, ...]
    off: tuple[str, ...] = ()


def departures(theory: Theory, seen: Observation) -> Iterator[str]:
    """Yield where a program is no run of a theory, in words; of none, none.

    After the first step that may not be taken nothing more is said.
    """
    sizes = _sizes(theory, seen)
    on = frozenset((name, ()) for name in theory.switches if name not in seen.off)
    world = World(sizes, on | _numbered(theory, seen, seen.facts))
    for name, formula in (*theory.axioms.items(), *theory.initial.items()):
        if not holds(formula, world):
            yield f"it begins against {name}"
    for i, one in enumerate(seen.steps, 1):
        step = theory.step(one.step)
        numbers = _numbers(seen, [v.sort for v in step.parameters], one.names)
        values = dict(zip(step.parameters, numbers, strict=True))
        told = f"step {i}, {one.step}({', '.join(one.names)})"
        forbidden = enabled(step, world, values)
        if forbidden:
            yield f"{told}: forbidden by {', '.join(forbidden)}"
            return
        world = World(sizes, taken(theory, step, world, values))
        expected = {f for f in world.facts if f[0] in seen.looked_at}
        found = {
            f for f in _numbered(theory, seen, one.after) if f[0] in seen.looked_at
        }
        yield from _told(theory, seen, told, "not seen", expected - found)
        yield from _told(theory, seen, told, "seen against it", found - expected)


def fallen(theory: Theory, seen: Observation) -> Iterator[Conclusion]:
    """Yield the conclusions of states that are false of one that was seen.

    Only those are judged that speak of nothing but what was looked at.
    """
    known = {name for name, r in theory.relations.items() if r.rigid} | seen.looked_at
    rigid = {f for f in seen.facts if theory.relations[f[0]].rigid}
    moments = [seen.facts, *(rigid | one.after for one in seen.steps)]
    worlds = [
        World(_sizes(theory, seen), _numbered(theory, seen, facts)) for facts in moments
    ]
    for claim in theory.conclusions:
        atoms = {n.relation for n in walk(claim.formula) if isinstance(n, Atom)}
        judged = not claim.of_steps and atoms <= known
        if judged and not all(holds(claim.formula, world) for world in worlds):
            yield claim


def _sizes(theory: Theory, seen: Observation) -> dict[str, int]:
    return {sort: len(seen.things.get(sort, ())) for sort in theory.letters.values()}


def _told(
    theory: Theory,
    seen: Observation,
    told: str,
    how: str,
    facts: Iterable[tuple[str, tuple[int, ...]]],
) -> Iterator[str]:
    for relation, numbers in sorted(facts):
        sorts = theory.relations[relation].sorts
        pairs = zip(sorts, numbers, strict=True)
        names = [seen.things[sort][number] for sort, number in pairs]
        yield f"{told}: {how}: {theory.relations[relation].says.format(*names)}"


def _numbered(
    theory: Theory, seen: Observation, facts: Iterable[Seen]
) -> frozenset[tuple[str, tuple[int, ...]]]:
    return frozenset(
        (name, _numbers(seen, theory.relations[name].sorts, names))
        for name, names in facts
    )


def _numbers(
    seen: Observation, sorts: Iterable[str], names: Iterable[str]
) -> tuple[int, ...]:
    pairs = zip(sorts, names, strict=True)
    return tuple(seen.things[sort].index(name) for sort, name in pairs)
