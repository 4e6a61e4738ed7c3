"""T5 and the end of T11 on small plans: every order that the edges allow is run.

The condition on links is written here once more, over sets, and so is what an action
does; nothing is shared with the theory that is proved.
"""

from collections.abc import Iterator
from itertools import permutations

import attrs

from ..choices import Pick, chance
from .law import Broken, Law

ACTIONS, FACTS, EFFECTS = 4, 2, 2


@attrs.frozen
class Acting:
    """An action: what it requires, makes true and false, and which effects it makes."""

    requires: frozenset[int]
    adds: frozenset[int]
    cuts: frozenset[int]
    makes: frozenset[int]
    ends: frozenset[int]

    @property
    def threatens(self) -> frozenset[int]:
        """What is false after it."""
        return self.cuts - self.adds


@attrs.frozen
class Planned:
    """Actions in a transitive order, what is true at first, goals, what is kept."""

    actions: tuple[Acting, ...]
    before: frozenset[tuple[int, int]]
    first: frozenset[int]
    goals: frozenset[int]
    kept: frozenset[int]


def drawn(pick: Pick) -> Planned:
    """Return a small plan."""

    def some(size: int, likely: int) -> frozenset[int]:
        return frozenset(n for n in range(size) if chance(pick, likely))

    count = pick(range(1, ACTIONS + 1))
    actions = tuple(
        Acting(
            requires=some(FACTS, 3),
            adds=some(FACTS, 3),
            cuts=some(FACTS, 3),
            makes=some(EFFECTS, 4),
            ends=some(EFFECTS, 8),
        )
        for _ in range(count)
    )
    before = {(a, b) for b in range(count) for a in range(b) if chance(pick, 2)}
    for c in range(count):
        before |= {(a, b) for a, x in before for y, b in before if x == c == y}
    return Planned(
        actions, frozenset(before), some(FACTS, 2), some(FACTS, 3), some(EFFECTS, 4)
    )


def linked(plan: Planned) -> bool:
    """Whether every need and goal has a link without a threat, and effects fit."""
    many = range(len(plan.actions))
    makes = [e for action in plan.actions for e in action.makes]
    ends = [e for action in plan.actions for e in action.ends]
    if len(makes) > len(set(makes)) or plan.kept & {*makes, *ends}:
        return False
    needs = [(fact, c) for c in many for fact in plan.actions[c].requires]
    return all(
        _given(plan, fact, c)
        for fact, c in (*needs, *((fact, None) for fact in plan.goals))
    )


def _given(plan: Planned, fact: int, consumer: int | None) -> bool:
    """Whether the start or a producer gives a fact; no consumer: it is a goal."""

    def later(action: int) -> bool:
        return consumer is not None and (consumer, action) in plan.before

    threats = {
        d
        for d, action in enumerate(plan.actions)
        if fact in action.cuts and d != consumer
    }
    if fact in plan.first and all(map(later, threats)):
        return True
    return any(
        fact in action.adds
        and p != consumer
        and (consumer is None or (p, consumer) in plan.before)
        and all(d == p or (d, p) in plan.before or later(d) for d in threats)
        for p, action in enumerate(plan.actions)
    )


def orders(plan: Planned) -> Iterator[tuple[int, ...]]:
    """Yield every order of the actions that the edges allow."""
    for order in permutations(range(len(plan.actions))):
        place = {a: i for i, a in enumerate(order)}
        if all(place[a] < place[b] for a, b in plan.before):
            yield order


def safe(plan: Planned, order: tuple[int, ...]) -> set[str]:
    """Return the parts of T5 that an order breaks."""
    facts, real, once = set(plan.first), set(plan.kept), set(plan.kept)
    broken = set[str]()
    for action in (plan.actions[a] for a in order):
        if not action.requires <= facts:
            broken.add("executable")
        if action.makes & once:
            broken.add("no_duplicate")
        facts = (facts - action.cuts) | action.adds
        real = (real - action.ends) | action.makes
        once |= action.makes
    if not plan.goals <= facts:
        broken.add("complete")
    return broken if plan.kept <= real else {*broken, "effects"}


def _tried(part: str, pick: Pick) -> bool:
    plan = drawn(pick)
    if not linked(plan):
        return False
    for order in orders(plan):
        if part in safe(plan, order):
            raise Broken(f"T5.{part}: {plan} in the order {order}")
    return True


def _never_stuck(pick: Pick) -> bool:
    plan = drawn(pick)
    if not linked(plan):
        return False
    for order in orders(plan):
        facts = set(plan.first)
        for i, action in enumerate(order):
            if not plan.actions[action].requires <= facts:
                raise Broken(f"T11.never_stuck: {plan} after {order[:i]}")
            facts = (facts - plan.actions[action].cuts) | plan.actions[action].adds
    return True


def _part(name: str, says: str) -> Law:
    return Law(f"T5.{name}", says, lambda pick: _tried(name, pick))


LAWS = (
    _part("executable", "in every order each action finds what it requires"),
    _part("effects", "in every order what is kept stays"),
    _part("no_duplicate", "in no order is an effect made twice"),
    _part("complete", "in every order the goals are so at the end"),
    Law(
        "T11.never_stuck", "whatever was done, each ready action can run", _never_stuck
    ),
)
