"""The plan of a tree: what `resume` finds, as an admission is asked about it."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..model.handoff.plan import (
    Action,
    Argument,
    Claiming,
    Edge,
    Field,
    Guard,
    Plan,
    Test,
)
from ..model.handoff.plan import argument as literal
from .trees import Finish, Reference, Step
from .trees import Plan as Found


def plan_of(found: Found) -> Plan:
    """Return the plan that makes the calls of a tree, in the order of its branches.

    Where the tree provides for one answer alone, as the others contradict the record,
    the plan expects it. It claims no coverage: that is computed.
    """
    return _Drawing().plan(found.tree)


class _Drawing:
    def __init__(self) -> None:
        self.nodes: list[Action] = []
        self.edges: list[Edge] = []
        self.claims: list[Claiming] = []

    def plan(self, tree: Step | Finish) -> Plan:
        self.branch(tree, (), {}, "")
        return Plan(self.nodes, self.edges, self.claims)

    def branch(
        self, tree: Step | Finish, guard: Guard, ids: Mapping[int, str], last: str
    ) -> None:
        """Add what a branch does; ``ids``: the actions of the steps before it."""
        if isinstance(tree, Finish):
            self.claims.append(Claiming(self.args(tree.slots, ids), guard))
            return
        name = f"{tree.tool}-{len(self.nodes) + 1}"
        expects = dict(tree.expects)
        if len(tree.then) == 1:
            expects |= tree.then[0][0]
        args = self.args(tree.args, ids)
        action = Action(name, tree.tool, args, guard, expects, tree.not_before)
        self.nodes.append(action)
        if last:
            self.edges.append(Edge("needs", last, name))
        known = {**ids, tree.number: name}
        for told, then in tree.then:
            forks = told if len(tree.then) > 1 else {}
            tests = tuple(Test(name, flag, value) for flag, value in forks.items())
            self.branch(then, (*guard, *tests), known, name)

    def args(
        self, values: Mapping[str, Any], ids: Mapping[int, str]
    ) -> dict[str, Argument]:
        return dict(self._args(values, ids))

    def _args(
        self, values: Mapping[str, Any], ids: Mapping[int, str]
    ) -> Iterator[tuple[str, Argument]]:
        for name, value in values.items():
            if isinstance(value, Reference):
                yield name, Field(ids[value.step], value.column)
            else:
                yield name, literal(value)
