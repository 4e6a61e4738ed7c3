"""The layout of a plan: its actions by place, what comes before what, its outcomes.

An *outcome* is what the guards of a plan hang on: for each action that runs, the value
of each flag of its answer that some guard tests. It says which actions run. What a read
tells of an effect is a question to the world, whatever a plan expects; so there is one
more outcome for each such answer that is not as expected, in which the plan ends: of
what runs there, only what comes before the answer in every order is sure to.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TypeAlias

import attrs

from ...model.handoff.plan import ORDERING, Action, Claiming, Field, Guard, Plan

MOST_OUTCOMES = 1024  # of one plan
Flags: TypeAlias = Mapping[tuple[str, str], bool]  # (action, column) ↦ its value
Telling: TypeAlias = Mapping[str, Sequence[str]]  # tool ↦ flags by which it tells


class Layout:
    """The places of a plan's actions, their order, and the flags that guards test.

    `direct`: for each place those right before it. `order`: places, each after those
    before it; those of a cycle are left out, and are in `cyclic`. `before`: for each
    place, as bits, the places of all that come before it: the transitive closure.
    """

    def __init__(self, plan: Plan, telling: Telling | None = None) -> None:
        self.plan, self.nodes = plan, plan.nodes
        self.telling = telling or {}
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
        asked = self.telling and any(
            node.expects and node.tool in self.telling for node in self.nodes
        )
        if not self.tested and not asked:
            return [Outcome(tuple(self.order), {})]
        todo: list[tuple[int, tuple[int, ...], Flags]] = [(0, (), {})]
        made: list[Outcome] = []
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
                for told in self._unexpected(node):
                    ends = self._amiss(ran, flags, told)
                    if ends not in made:
                        made.append(ends)
            made.append(Outcome(ran, flags))
            if len(made) + len(todo) > MOST_OUTCOMES:
                return None
        return made

    def _amiss(
        self, ran: Sequence[int], flags: Flags, told: tuple[str, str]
    ) -> "Outcome":
        """Return the outcome in which the last that ran answers otherwise, and ends."""
        i = ran[-1]
        sure = tuple(j for j in ran if j == i or self.before[i] >> j & 1)
        names = {self.nodes[j].id for j in sure}
        kept = {flag: value for flag, value in flags.items() if flag[0] in names}
        kept[told] = not self.nodes[i].expects[told[1]]
        return Outcome(sure, kept, ".".join(told))

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

    def _unexpected(self, node: Action) -> list[tuple[str, str]]:
        """Return the flags of an answer that are expected, and told by the world."""
        told = self.telling.get(node.tool, ())
        return [(node.id, name) for name in told if name in node.expects]


@attrs.frozen
class Outcome:
    """What runs, as places in an order, where the tested flags have these values.

    `amiss`: the answer that is not as expected, if one is not: that of the last, with
    which the plan ends. Others may have run by then.
    """

    ran: tuple[int, ...]
    flags: Flags
    amiss: str = ""

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
