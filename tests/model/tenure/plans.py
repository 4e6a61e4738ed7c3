"""Plans that are drawn: any at all, and right ones with one thing wrong."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import attrs

from obligato.model.handoff import (
    Action,
    Bound,
    Claiming,
    Edge,
    Field,
    Literal,
    Plan,
    Test,
)
from obligato.spec import Request

T = TypeVar("T")


class Draw(Protocol):
    """Where choices come from."""

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of them; the first is the plainest."""
        ...


@attrs.frozen
class Seeded:
    """Choices of a generator with a seed."""

    generator: random.Random

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of them."""
        return self.generator.choice(choices)


@attrs.frozen
class Drawing:
    """What plans are drawn from: a request, names to go wrong with, the time."""

    draw: Draw
    request: Request
    names: Mapping[str, tuple[str, ...]]
    now: int

    def literal(self, sort: str) -> Literal:
        """Return a name of a sort, right or wrong."""
        return Literal(self.draw.pick(self.names.get(sort, (f"new-{sort}",))))

    def _argument(self, column: Any, before: Sequence[Action]) -> Any:
        options: list[Any] = [
            Bound(role.name) for role in self.request.binds if role.sort == column.sort
        ]
        options.append(None)
        world = self.request.world
        options += [
            Field(node.id, c.name)
            for node in before
            for c in world.tool(node.tool).returns
            if c.sort == column.sort
        ]
        chosen = self.draw.pick(options)
        return self.literal(column.sort.name) if chosen is None else chosen

    def _action(self, number: int, before: Sequence[Action]) -> Action:
        tool = self.draw.pick(self.request.world.tools)
        args = {c.name: self._argument(c, before) for c in tool.takes}
        guards = [
            Test(node.id, c.name, value)
            for node in before
            for c in self.request.world.tool(node.tool).returns
            if c.sort.kind == "Bool"
            for value in (False, True)
        ]
        guarded: bool = self.draw.pick((False, False, True)) and bool(guards)
        guard = [self.draw.pick(guards)] if guarded else []
        wait = self.draw.pick((None, None, self.now + 60))
        return Action(f"a{number}", tool.name, args, guard, not_before=wait)

    def any(self) -> Plan:
        """Return a plan of whatever actions, in whatever order."""
        nodes: list[Action] = []
        for number in range(self.draw.pick((1, 2, 3, 4, 0))):
            nodes.append(self._action(number, nodes))
        edges = [
            Edge("needs", a.id, b.id)
            for i, a in enumerate(nodes)
            for b in nodes[i + 1 :]
            if self.draw.pick((True, False))
        ]
        return Plan(nodes, edges, self._claims(nodes))

    def _claims(self, nodes: Sequence[Action]) -> list[Claiming]:
        slots = {}
        for slot in self.request.slots:
            found = [
                Field(node.id, c.name)
                for node in nodes
                for c in self.request.world.tool(node.tool).returns
                if c.sort == slot.sort
            ]
            slots[slot.name] = self.draw.pick([*found, self.literal(slot.sort.name)])
        return [Claiming(slots)]

    def changed(self, plan: Plan) -> Plan:
        """Return a right plan with one thing wrong."""
        if not plan.nodes:
            return self.any()
        node = self.draw.pick(plan.nodes)
        rest = [n for n in plan.nodes if n is not node]
        ids = {n.id for n in rest}
        kept = [e for e in plan.edges if e.source in ids and e.target in ids]
        match self.draw.pick(("left out", "twice", "unguarded", "unordered", "other")):
            case "left out" if all(node.id not in n.reads for n in rest):
                return Plan(rest, kept, plan.claims if self._apart(plan, node) else ())
            case "twice":
                again = attrs.evolve(node, id=f"{node.id} again")
                return Plan([*plan.nodes, again], plan.edges, plan.claims)
            case "unguarded":
                bare = attrs.evolve(node, guard=(), not_before=None)
                return Plan(
                    [bare if n is node else n for n in plan.nodes],
                    plan.edges,
                    plan.claims,
                )
            case "other":
                world = self.request.world
                takes = {c.name: c for c in world.tool(node.tool).takes}
                args = {name: self.literal(takes[name].sort.name) for name in node.args}
                other = attrs.evolve(node, args=args)
                return Plan(
                    [other if n is node else n for n in plan.nodes],
                    plan.edges,
                    plan.claims,
                )
        return Plan(plan.nodes[::-1], (), plan.claims)

    def _apart(self, plan: Plan, node: Action) -> bool:
        return all(node.id not in claim.reads for claim in plan.claims)
