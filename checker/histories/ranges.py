"""The rows over which the reading `Shape` ranges, and of what each is made.

As in `model.tables`: an effect has a row for each call that may have made it, and a
row that is *open* stands for any number of which nothing is known.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ...spec import syntax as s
from ...spec.requests import World
from ...spec.sorts import Column, find
from ...spec.tools import Tool
from ...spec.worlds import Instance
from .shaped import FALSE, TRUE, Fixed, Key, Known, Row, Tree, Unknown, Value, Var, neg

Cells: TypeAlias = Callable[[str], Value]
Way: TypeAlias = tuple[tuple[Var, ...], Row]  # what must be kept for a row, and the row
TIMES = ("start", "end")


class Ranges:
    """The ways in which the rows of each table come about.

    `view`, `gaps`: as `Shape` has them.
    """

    def __init__(self, world: World, view: str, gaps: bool) -> None:
        self.world, self.view, self.gaps = world, view, gaps
        self._calls: dict[Var, Row] = {}

    def rows(self, table: s.Table, outer: Row | None) -> Iterator[Way]:
        """Yield each way: the variables of what is kept, outermost first; the row."""
        match table:
            case s.Calls(name):
                tool = self.world.tool(name)
                call = Var("event", name, tool.columns)
                yield (call,), self.call(call, tool)
                yield from self._gap(name, _unknown)
            case s.Decided(name, verdict):
                columns = self.world.decision(name).columns
                event = Var("event", f"{name} {verdict}", columns)
                yield (event,), _of(event, Fixed(("there", event)))
                yield from self._gap(name, _unknown)
            case s.Made(effect) | s.Ended(effect):
                for tool in self.world.tools:
                    found = tool.makes if isinstance(table, s.Made) else tool.ends
                    for instance in found:
                        if instance.effect.name == effect:
                            yield from self._brought_about(tool, instance)
            case s.Inside(_, field):
                if outer is None or field not in outer.lists:
                    yield (), _open(_unknown)
                    return
                owner, column = outer.lists[field]
                inner = Var("row", field, column.columns, owner)
                yield (inner,), _of(inner)
                yield (), _open(_unknown, ("whole", owner, field, self.view))
            case s.Entities(sort):
                entity = Var("entity", sort)
                yield (entity,), _of(entity)
                yield (), _open(_unknown, ("declared", sort))

    def call(self, call: Var, tool: Tool) -> Row:
        """Return the row of a call, the same one each time."""
        if call not in self._calls:
            answer = {c.name for c in tool.returns}

            def cell(name: str) -> Value:
                return Known(("get", call, name, self.view if name in answer else ""))

            self._calls[call] = Row(cell, call, tool, _lists(call))
        return self._calls[call]

    def _brought_about(self, tool: Tool, instance: Instance) -> Iterator[Way]:
        call = Var("event", tool.name, tool.columns)
        row: Var | None = None
        ways: tuple[Var, ...] = (call,)
        if instance.inside:
            field = find(instance.inside, tool.columns, "field")
            row = Var("row", field.name, field.columns, call)
            ways = (call, row)
        named = dict(
            zip((c.name for c in instance.effect.columns), instance.terms, strict=True)
        )

        def cell(name: str) -> Value:
            if name == "end":
                return Known(("get", call, "lands", self.view))
            match named.get(name):
                case s.Const(constant, sort):
                    return Known(("const", sort, constant))
                case s.Get(s.THIS, field):
                    return self.call(call, tool).cells(field)
                case s.Get(_, field) if row is not None:
                    return Known(("get", row, field, ""))
            return self.call(call, tool).cells(name)

        def hidden(name: str) -> Value:
            known = name in (*TIMES, "by", "again")
            return cell(name) if known else Known(("hidden", call, name, self.view))

        def lost(name: str) -> Value:
            return Known(("gap", tool.name, name, self.view))

        yield ways, Row(cell, call, tool)
        if instance.inside:  # the rows of the field may not be known, or not all
            whole = ("whole", call, instance.inside, self.view)
            yield (call,), _open(hidden, whole, call, tool)
        yield from self._gap(tool.name, lost)

    def _gap(self, source: str, others: Cells) -> Iterator[Way]:
        """Yield the row for what the log of ``source`` may lack."""

        def cell(name: str) -> Value:
            known = name in (*TIMES, "again")
            return Known(("gap", source, name, self.view)) if known else others(name)

        if self.gaps:
            yield (), _open(cell, ("complete", source, self.view))


def _open(
    cells: Cells,
    unless: Key | None = None,
    call: Var | None = None,
    tool: Tool | None = None,
) -> Row:
    """Return a row for what may be there beside the others, ``unless`` nothing is."""
    possible = TRUE if unless is None else neg(Fixed(unless))
    return Row(cells, call, tool, possible=possible, there=FALSE)


def _of(var: Var, there: Tree = TRUE) -> Row:
    """Return the row that a variable itself is."""

    def cell(name: str) -> Value:
        return Known(("get", var, name, ""))

    return Row(cell, lists=_lists(var), there=there)


def _lists(var: Var) -> dict[str, tuple[Var, Column]]:
    return {c.name: (var, c) for c in var.columns if c.columns}


def _unknown(name: str) -> Value:
    return Unknown()
