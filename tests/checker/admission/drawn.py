"""Plans drawn at random: some from nothing, some a change away from a right one."""

from collections.abc import Iterator
from typing import Any

import attrs

from obligato.model import Record
from obligato.model.handoff.plan import (
    Action,
    Argument,
    Bound,
    Claiming,
    Edge,
    Field,
    Guard,
    Literal,
    Plan,
    Test,
)
from obligato.model.names import mentioned
from obligato.properties.choices import Pick, chance
from obligato.spec import Request
from obligato.spec.sorts import Column

NUMBERS = (0, 1, 2)


class Drawing:
    """Draws plans for one request at one frontier, with at most so many actions."""

    def __init__(self, request: Request, frontier: Record, pick: Pick) -> None:
        self.request, self.frontier, self.pick = request, frontier, pick
        self.names = mentioned(request, frontier)
        self.tools = request.world.tools

    def plan(self, most: int) -> Plan:
        """Return a plan from nothing."""
        nodes: list[Action] = []
        for i in range(self.pick(range(1, most + 1))):
            nodes.append(self.action(f"a{i}", nodes))
        return attrs.evolve(
            Plan(nodes), edges=tuple(self.edges(nodes)), claims=self.claims(nodes)
        )

    def changed(self, plan: Plan) -> Plan:
        """Return a plan that is one change away from another."""
        nodes, edges = list(plan.nodes), list(plan.edges)
        change = self.pick(range(8))
        if change == 0 and edges:
            edges.remove(self.pick(edges))
        elif change == 1 and edges:
            edges = []
        elif change == 2 and nodes:
            gone = self.pick(nodes)
            nodes.remove(gone)
            edges = [e for e in edges if gone.id not in (e.source, e.target)]
        elif change == 3:
            nodes.append(self.action(f"more-{len(nodes)}", nodes))
        elif change == 4 and nodes:
            i = self.pick(range(len(nodes)))
            nodes[i] = attrs.evolve(nodes[i], guard=())
        elif change == 5 and nodes:
            i = self.pick(range(len(nodes)))
            nodes[i] = attrs.evolve(nodes[i], expects={})
        elif change == 6 and nodes:
            i = self.pick(range(len(nodes)))
            nodes[i] = attrs.evolve(nodes[i], not_before=None)
        elif nodes:
            last = nodes[-1]
            edges = [e for e in edges if last.id not in (e.source, e.target)]
            nodes.append(attrs.evolve(last, id=f"again-{len(nodes)}"))
        return Plan(nodes, edges, plan.claims)

    def action(self, name: str, before: list[Action]) -> Action:
        """Return one more action."""
        tool = self.pick(self.tools)
        expects: dict[str, Any] = {}
        for column in tool.returns:
            if column.sort.kind == "Bool" and chance(self.pick, 2):
                expects[column.name] = self.pick((True, False))
            elif column.sort.kind == "Int" and not chance(self.pick, 4):
                expects[column.name] = self.pick(NUMBERS)
        wait = self.pick((None, None, self.frontier.now + self.pick((1, 3, 200))))
        args = {c.name: self.value(c, before) for c in tool.takes}
        return Action(name, tool.name, args, self.guard(before), expects, wait)

    def value(self, column: Column, before: list[Action]) -> Argument:
        """Return a value for a column of a call or of a claim."""
        if column.sort.kind == "Bool":
            return Literal(self.pick((True, False)))
        if column.sort.kind != "entity":
            return Literal(self.pick(NUMBERS))
        found: list[Argument] = [
            Field(node.id, c.name)
            for node in before
            for c in self.request.world.tool(node.tool).returns
            if c.sort == column.sort
        ]
        found += [
            Bound(role.name)
            for role in self.request.binds
            if role.sort == column.sort and role.name in self.frontier.bound
        ]
        found += map(Literal, self.names.get(column.sort.name, ()))
        return self.pick(found or [Literal("nobody")])

    def guard(self, before: list[Action]) -> Guard:
        """Return a guard over one flag of the actions before, or none."""
        flags = [
            (node.id, c.name)
            for node in before
            for c in self.request.world.tool(node.tool).returns
            if c.sort.kind == "Bool"
        ]
        if not flags or not chance(self.pick, 3):
            return ()
        return (Test(*self.pick(flags), self.pick((True, False))),)

    def edges(self, nodes: list[Action]) -> Iterator[Edge]:
        """Yield an order of some of the actions."""
        for i, a in enumerate(nodes):
            yield from (
                Edge("needs", a.id, b.id)
                for b in nodes[i + 1 :]
                if chance(self.pick, 3)
            )

    def claims(self, nodes: list[Action]) -> tuple[Claiming, ...]:
        """Return the claims: one, or one for each value of a flag."""
        slots = {
            slot.name: self.value(slot, nodes)
            for slot in self.request.slots
            if chance(self.pick, 2)
        }
        guard = self.guard(nodes)
        if not guard:
            return (Claiming(slots),)
        (test,) = guard
        other = attrs.evolve(test, value=not test.value)
        return (Claiming(slots, (test,)), Claiming(slots, (other,)))
