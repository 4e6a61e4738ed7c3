"""All runs of a plan in one outcome, as the tables of one record known in part.

The rows of the frontier stand as they are; each call of the plan is a row whose times
are `Instant`s, and whose answer is what the plan expects of it, a name that nothing
else has, or unknown. Whatever a formula establishes of these tables it establishes of
every order of the calls and of every such answer, since `Truth` is sound.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ...model.handoff.plan import Argument, Bound, Field, Literal
from ...model.settle import resolve
from ...model.tables import KEY, LANDS, Row, Tables, call_row, cells
from ...spec.sorts import Column
from ...spec.tools import Tool
from ...spec.values import UNKNOWN
from .instants import END, START, Instant
from .layout import Layout, Outcome

AGENT = "agent"  # who makes the calls of a plan


class Continued(Tables):
    """The tables of a frontier, and of what a plan goes on with in one outcome."""

    def __init__(self, before: Tables, layout: Layout, outcome: Outcome) -> None:
        self.world, self.record = before.world, before.record
        self.cut, self.frontier = before.cut, before.frontier
        self.receipts, self.decided = before.receipts, before.decided
        self.calls = {name: list(rows) for name, rows in before.calls.items()}
        self._derived = {}
        self.layout, self.outcome = layout, outcome
        self.answers: dict[str, Row] = {}
        self._go_on(least_times(layout, int(before.record.now) + 1))
        claim = outcome.claim(layout.plan)
        self.slots = {} if claim is None else self.values(claim.slots)

    def _go_on(self, low: Sequence[int]) -> None:
        layout, every, last = self.layout, 0, int(self.record.now)
        for i in self.outcome.ran:
            node, before = layout.nodes[i], layout.before[i]
            every, last = every | 1 << i, max(last, low[i])
            tool = self.world.tool(node.tool)
            row = call_row(tool, "ok")
            row |= cells(self.values(node.args), tool.takes)
            answer = answered(tool, node.id, node.expects, self.outcome.told(node))
            self.answers[node.id] = answer
            row |= cells(answer, tool.returns)
            start = Instant(low[i], i, before, START)
            end = Instant(low[i], i, before, END)
            row |= {"start": start, "end": end, LANDS: end, KEY: node.id, "by": AGENT}
            self.calls[node.tool].append(row)
        self.now = Instant(last + 1, len(layout.nodes), every, START)

    def values(self, args: Mapping[str, Argument]) -> dict[str, Any]:
        """Return the values of arguments, unknown where a reference is to nothing."""
        return {name: self.value(argument) for name, argument in args.items()}

    def value(self, argument: Argument) -> Any:
        """Return the value of one argument."""
        match argument:
            case Literal(value):
                return value
            case Bound(role):
                return self.record.bound.get(role, UNKNOWN)
            case Field(node, column):
                return self.answers.get(node, {}).get(column, UNKNOWN)


def least_times(layout: Layout, begin: int) -> list[int]:
    """Return for each place when its call can start, in ms, at the earliest."""
    low = [begin] * len(layout.nodes)
    for i in layout.order:
        wait = layout.nodes[i].not_before
        after = (low[j] + 1 for j in layout.direct[i])
        low[i] = max(begin, begin if wait is None else wait, *after, begin)
    return low


def answered(
    tool: Tool, node: str, expects: Mapping[str, Any], told: Mapping[str, bool]
) -> Row:
    """Return what a call answers: as expected, a new name, or nothing known."""
    answer: Row = {}
    for column in tool.returns:
        name = column.name
        if name in told:
            answer[name] = told[name]
        elif name in expects:
            answer[name] = expects[name]
        elif column == tool.error:
            answer[name] = False  # an answered call did not fail
        elif column.sort.kind == "entity":
            answer[name] = new_name(column, node)
    return answer


def new_name(column: Column, node: str) -> str:
    """Return the name that an answer brings, which nothing else has."""
    return f"\0{node}.{column.name}"


def run_tables(before: Tables, layout: Layout, outcome: Outcome) -> Continued:
    """Return the tables of all runs in one outcome, with what the plan's reads settle.

    `before`: the tables of the frontier, of which nothing is settled.
    """
    made = Continued(before, layout, outcome)
    doubtful = [
        (rows, i)
        for rows in made.calls.values()
        for i, row in enumerate(rows)
        if row["took"] is UNKNOWN
    ]
    for rows, i in doubtful:
        rows[i] = dict(rows[i])  # what is settled here is settled in this outcome
    if doubtful:
        resolve(made)
    return made
