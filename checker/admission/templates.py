"""Templates: what a call of a plan is like as rows, made once for each tool."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...model.tables import Row, brought_about, call_row, cells
from ...spec import syntax as s
from ...spec.requests import World
from ...spec.tools import Tool
from ...spec.values import UNKNOWN
from ...spec.worlds import Instance

AGENT = "agent"  # who makes the calls of a plan


class Template:
    """The rows of the calls of one tool: all but arguments, answers and times.

    `names`: columns of the answer that name something, each with how it is told.
    `aliases`: columns of effects with the columns of the call that they are. With them
    the row of a call is that of each effect in `shared` too: an answered call took
    effect by its end.
    """

    def __init__(self, tool: Tool) -> None:
        self.tool = tool
        self.blank: Row = call_row(tool, "ok") | {"by": AGENT}
        if tool.error is not None:
            self.blank[tool.error.name] = False  # an answered call did not fail
        names = [c.name for c in tool.returns if c.sort.kind == "entity"]
        self.names = [(name, f".{name}") for name in names]
        self.nested = any(c.columns for c in tool.columns)
        self.aliases: list[tuple[str, str]] = []
        self.effects: dict[s.Table, list[Instance]] = {}
        self.shared: set[s.Table] = set()
        for kind, instances in ((s.Made, tool.makes), (s.Ended, tool.ends)):
            for instance in instances:
                table: s.Table = kind(instance.effect.name)
                self.effects.setdefault(table, []).append(instance)
        for table, found in self.effects.items():
            if len(found) == 1 and self._shares(found[0]):
                self.shared.add(table)

    def _shares(self, instance: Instance) -> bool:
        """Whether a call's row can be that of its effect; then with its aliases."""
        if instance.inside:
            return False
        own = {c.name: c.name for c in self.tool.columns} | dict(self.aliases)
        for column, term in zip(instance.effect.columns, instance.terms, strict=True):
            if not isinstance(term, s.Get) or term.row != s.THIS:
                return False
            if own.setdefault(column.name, term.field) != term.field:
                return False
        known = {c.name for c in self.tool.columns}
        self.aliases = [(a, b) for a, b in own.items() if a not in known]
        return True

    def answer(
        self, node: str, expects: Mapping[str, Any], told: Mapping[str, bool]
    ) -> Row:
        """Return what a call answers: as expected, and names that nothing else has."""
        answer: Row = {name: fresh(node, column) for name, column in self.names}
        if self.tool.error is not None:
            answer[self.tool.error.name] = False
        return {**answer, **expects, **told}

    def nest(self, row: Row) -> None:
        """Let the rows inside the fields of a call's row be rows."""
        row |= cells(row, (c for c in self.tool.columns if row[c.name] is not UNKNOWN))

    def brought(self, table: s.Table, rows: list[Row]) -> Iterable[Row]:
        """Return the effects that calls make, or end."""
        if table in self.shared:
            return rows
        return self._brought(table, rows)

    def _brought(self, table: s.Table, rows: list[Row]) -> Iterator[Row]:
        for instance in self.effects.get(table, ()):
            for row in rows:
                yield from brought_about(instance, row)


def fresh(node: str, column: str) -> str:
    """Return the name that an action gets for a column, which nothing else has."""
    return f"\0{node}{column}"


def barren(world: World) -> set[s.Table]:
    """Return the tables that are empty in every record: what no tool makes, or ends."""
    kinds = (
        (s.Made, [i for t in world.tools for i in t.makes]),
        (s.Ended, [i for t in world.tools for i in t.ends]),
    )
    return {
        kind(effect.name)
        for kind, instances in kinds
        for effect in world.effects
        if effect not in {instance.effect for instance in instances}
    }
