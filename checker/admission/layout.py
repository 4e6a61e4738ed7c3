"""The layout of a plan: its actions by place, what comes before what, its outcomes.

An *outcome* is what the guards of a plan hang on: for each action that runs, the value
of each flag of its answer that some guard tests. It says which actions run.
"""

from collections.abc import Mapping
from itertools import product
from typing import TypeAlias

import attrs

from ...model.handoff.plan import ORDERING, Action, Claiming, Field, Guard, Plan

MOST_OUTCOMES = 1024  # of one plan
Flags: TypeAlias = Mapping[tuple[str, str], bool]  # (action, column) ↦ its value


class Layout:
    """The places of a plan's actions, their order, and the flags that guards test.

    `direct`: for each place those right before it. `order`: places, each after those
    before it; those of a cycle are left out, and are in `cyclic`. `before`: for each
    place, as bits, the places of all that come before it: the transitive closure.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan, self.nodes = plan, plan.nodes
        self.place = {node.id: i for i, node in enumerate(plan.nodes)}
        self.tested: set[tuple[str, str]] = set()
        self.direct: list[list[int]] = []
        self._read()
        self.order: list[int] = []
        self.cyclic: tuple[int, ...] = ()
        self.before = [0] * len(self.nodes)
        self._sort()
        self._close()

    def _read(self) -> None:
        place, tested = self.place, self.tested
        for node in self.nodes:
            found = []
            for value in node.args.values():
                if isinstance(value, Field) and value.node in place:
                    found.append(place[value.node])
            for test in node.guard:
                tested.add((test.node, test.column))
                if test.node in place:
                    found.append(place[test.node])
            self.direct.append(found)
        for edge in self.plan.edges:
            source = place.get(edge.source)
            if edge.kind in ORDERING and source is not None and edge.target in place:
                self.direct[place[edge.target]].append(source)
        for claim in self.plan.claims:
            tested.update((test.node, test.column) for test in claim.guard)

    def _sort(self) -> None:
        direct = self.direct
        if all(not found or max(found) < i for i, found in enumerate(direct)):
            self.order = list(range(len(direct)))  # as it is written
            return
        left = [len(found) for found in direct]
        after: list[list[int]] = [[] for _ in direct]
        for i, found in enumerate(direct):
            for j in found:
                after[j].append(i)
        order = [i for i, n in enumerate(left) if not n]
        for i in order:  # it grows while it is read
            for j in after[i]:
                left[j] -= 1
                if not left[j]:
                    order.append(j)
        self.order = order
        self.cyclic = tuple(sorted({*range(len(direct))} - {*order}))

    def _close(self) -> None:
        before, direct = self.before, self.direct
        for i in self.order:
            bits = 0
            for j in direct[i]:
                bits |= before[j] | 1 << j
            before[i] = bits

    def outcomes(self) -> "list[Outcome] | None":
        """Return the outcomes, or None if there are more than `MOST_OUTCOMES`."""
        if not self.tested:
            return [Outcome(tuple(self.order), {})]
        todo: list[tuple[int, tuple[int, ...], Flags]] = [(0, (), {})]
        made = []
        while todo:
            at, ran, flags = todo.pop()
            while at < len(self.order):
                i = self.order[at]
                node, at = self.nodes[i], at + 1
                if node.guard and not holds(node.guard, flags):
                    continue
                ran = (*ran, i)
                first, *others = self._answers(node)
                todo += ((at, ran, {**flags, **told}) for told in others)
                flags = {**flags, **first}
            made.append(Outcome(ran, flags))
            if len(made) + len(todo) > MOST_OUTCOMES:
                return None
        return made

    def _answers(self, node: Action) -> list[Flags]:
        """Return what an action may answer in the flags that guards test."""
        columns = sorted(column for name, column in self.tested if name == node.id)
        values = [
            (expected,) if isinstance(expected, bool) else (True, False)
            for expected in map(node.expects.get, columns)
        ]
        return [
            {(node.id, c): value for c, value in zip(columns, chosen, strict=True)}
            for chosen in product(*values)
        ]


@attrs.frozen
class Outcome:
    """What runs, as places in an order, where the tested flags have these values."""

    ran: tuple[int, ...]
    flags: Flags

    def claim(self, plan: Plan) -> Claiming | None:
        """Return the claim that the plan makes: the first whose guard holds."""
        return next((c for c in plan.claims if holds(c.guard, self.flags)), None)

    def told(self, node: Action) -> dict[str, bool]:
        """Return the flags that an action answers in this outcome."""
        return {c: value for (n, c), value in self.flags.items() if n == node.id}

    def __str__(self) -> str:
        return ", ".join(f"{n}.{c}={value}" for (n, c), value in self.flags.items())


def holds(guard: Guard, flags: Flags) -> bool:
    """Whether a guard holds; of an action that did not run, no test does."""
    return all(flags.get((t.node, t.column)) is t.value for t in guard)
