"""All runs of a plan in one outcome, as the tables of one record known in part.

The rows of the frontier stand as they are; each call of the plan is a row whose times
are `Instant`s, and whose answer is what the plan expects of it, a name that nothing
else has, or unknown. Whatever a formula establishes of these tables it establishes of
every order of the calls and of every such answer, since `Truth` is sound.
"""

from collections.abc import Mapping

from ...model.handoff.plan import Argument, Field, Literal
from ...model.record import Record
from ...model.settle import resolve
from ...model.tables import KEY, LANDS, Row, Tables
from ...spec import syntax as s
from ...spec.requests import World
from ...spec.tools import Tool
from ...spec.values import UNKNOWN
from ..flags import telling
from .instants import Instant
from .layout import Layout, Outcome
from .templates import Template, barren, fresh


class Before:
    """A frontier, and what the calls of a plan look like after it."""

    def __init__(self, world: World, record: Record) -> None:
        self.tables = Tables(world, record)  # of which nothing is settled
        self.templates = {tool.name: Template(tool) for tool in world.tools}
        rows = (row for calls in self.tables.calls.values() for row in calls)
        self.doubtful = any(row["took"] is UNKNOWN for row in rows)
        self.begin = int(record.now) + 1
        self.barren: dict[s.Table, list[Row]] = {t: [] for t in barren(world)}
        told = {tool.name: telling(tool) for tool in world.tools if tool.tells}
        self.telling = {name: flags for name, flags in told.items() if flags}
        self.readers = {tool.name for tool in world.tools if tool.tells}

    def tool(self, name: str) -> Tool:
        """Return the tool called so."""
        return self.templates[name].tool


class Continued(Tables):
    """The tables of a frontier, and of what a plan goes on with in one outcome."""

    def __init__(self, before: Before, layout: Layout, outcome: Outcome) -> None:
        tables = before.tables
        self.world, self.record = tables.world, tables.record
        self.cut, self.frontier = tables.cut, tables.frontier
        self.receipts, self.decided = tables.receipts, tables.decided
        self._derived, self.indexes = dict(before.barren), {}
        self.before, self.layout, self.outcome = before, layout, outcome
        self.rows_of: dict[str, Row] = {}
        self.added: dict[str, list[Row]] = {}
        self.tells = False
        self._go_on()
        if before.doubtful:
            # What is settled here is settled in this outcome alone.
            self.calls = {
                name: [dict(row) if row["took"] is UNKNOWN else row for row in rows]
                for name, rows in tables.calls.items()
            }
        else:
            self.calls = dict(tables.calls)
        for name, rows in self.added.items():
            self.calls[name] = self.calls[name] + rows
        claim = outcome.claim(layout.plan)
        self.slots = {} if claim is None else self.values(claim.slots)
        if before.doubtful:
            resolve(self)

    def _go_on(self) -> None:
        layout, before, outcome = self.layout, self.before, self.outcome
        nodes, earlier, direct = layout.nodes, layout.before, layout.direct
        templates, rows_of, added = before.templates, self.rows_of, self.added
        low, begin, last = [0] * len(nodes), before.begin, before.begin - 1
        every, flags = 0, outcome.flags
        for i in outcome.ran:
            node, at = nodes[i], begin
            for j in direct[i]:
                if low[j] >= at:
                    at = low[j] + 1
            if node.not_before is not None and node.not_before > at:
                at = node.not_before
            if at > last:
                last = at
            low[i], every = at, every | 1 << i
            id, template = node.id, templates[node.tool]
            row = template.blank.copy()
            self._put(row, node.args)
            for name, column in template.names:
                row[name] = fresh(id, column)
            if node.expects:
                row.update(node.expects)
            if flags:
                row.update(outcome.told(node))
            for name, column in template.aliases:
                row[name] = row[column]
            if template.nested:
                template.nest(row)
            row[KEY] = id
            rows_of[id] = row
            row["start"] = row["end"] = row[LANDS] = Instant(at, i, earlier[i])
            if node.tool in added:
                added[node.tool].append(row)
            else:
                added[node.tool] = [row]
        self.tells = not before.readers.isdisjoint(added)
        self.now = Instant(last + 1, len(nodes), every)

    def rows(self, table: s.Table, outer: Row | None = None) -> list[Row]:
        """Return the rows that may be in ``table``, open ones last."""
        if not isinstance(table, s.Made | s.Ended) or self.before.doubtful:
            return super().rows(table, outer)
        found = self._derived.get(table)
        if found is None:
            found = self._derived[table] = list(self.before.tables.rows(table))
            for name, rows in self.added.items():
                found += self.before.templates[name].brought(table, rows)
        return found

    def values(self, args: Mapping[str, Argument]) -> Row:
        """Return the values of arguments, without those that refer to nothing."""
        made: Row = {}
        self._put(made, args)
        return made

    def _put(self, row: Row, args: Mapping[str, Argument]) -> None:
        for name, value in args.items():
            if isinstance(value, Field):
                of = self.rows_of.get(value.node)
                if of is not None and value.column in of:
                    row[name] = of[value.column]
            elif isinstance(value, Literal):
                row[name] = value.value
            elif value.role in self.record.bound:
                row[name] = self.record.bound[value.role]
