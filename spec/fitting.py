"""Whether a formula speaks only of what its world has, and of each as the world has it.

A formula is built from tools, effects and fields as values, so it may have been built
from those of another world, whose names are alike and whose columns are not.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

import attrs

from . import syntax as s
from .errors import SpecError, unknown
from .sorts import FLAGS, Bool, Column, Sort
from .terms import TIMES

if TYPE_CHECKING:
    from .requests import World
    from .tools import Tool

Columns: TypeAlias = Mapping[str, Column]


@attrs.frozen
class Fitting:
    """One duty or tool held against a world; `slots` collects those of the answer.

    Raises: `SpecError`, which begins with the name of the duty, at the first misfit.
    """

    duty: str
    world: "World"
    binds: tuple[Column, ...]
    slots: dict[str, str]

    def check(self, node: s.Node, rows: Mapping[str, Columns]) -> None:
        """See that ``node`` fits; ``rows`` gives the columns of its free variables."""
        match node:
            case s.Some(bind, body):
                self.check(body, self.bind(bind, rows))
                return
            case s.Bag(binds, value):
                for bind in binds:
                    rows = self.bind(bind, rows)
                if value is not None:
                    self.check(value, rows)
                return
            case s.Get(row, field, sort):
                self.alike("column", field, sort, rows[row])
            case s.Role(role, sort):
                self.alike("role of binds", role, sort, {c.name: c for c in self.binds})
            case s.Slot(slot, sort):
                was = self.slots.setdefault(slot, sort)
                if was != sort:
                    raise self.wrong(
                        f"claim({slot}) is {sort} here and {was} elsewhere"
                    )
            case s.Given(relation, terms):
                self.given(relation, terms)
        for child in s.children(node):
            self.check(child, rows)

    def tool(self, tool: "Tool") -> None:
        """See that what ``tool`` says of itself fits its own columns and the world."""
        rows = {s.THIS: {c.name: c for c in (*tool.columns, *EVENTS)}}
        for column in tool.columns:
            rows[f"{s.THIS}.{column.name}"] = {c.name: c for c in column.columns}
        for node in tool.told:
            self.check(node, rows)

    def bind(self, bind: s.Bind, rows: Mapping[str, Columns]) -> Mapping[str, Columns]:
        """Return ``rows`` with the variable that ``bind`` binds."""
        inner = {**rows, bind.var: self.columns(bind.table, rows)}
        self.check(bind.where, inner)
        return inner

    def columns(self, table: s.Table, rows: Mapping[str, Columns]) -> Columns:
        """Return the columns of ``table``, of which the world must know."""
        match table:
            case s.Calls(tool):
                own = self.world.tool(tool).columns + EVENTS
            case s.Decided(decision):
                own = self.world.decision(decision).columns + TIMES
            case s.Made(effect) | s.Ended(effect):
                own = self.world.effect(effect).columns + EVENTS
            case s.Inside(row, field):
                self.alike("column", field, "Rows", rows[row])
                own = rows[row][field].columns
            case s.Entities(sort):
                known = self.world.sorts() | {c.sort.name for c in self.binds}
                if sort not in known:
                    raise self.wrong(str(unknown("sort", sort, known)))
                own = (Column.reserved("self", Sort(sort)),)
        return {column.name: column for column in own}

    def alike(self, what: str, name: str, sort: str, known: Columns) -> None:
        """See that ``name`` is among ``known``, and of that sort."""
        if name not in known:
            raise unknown(f"{what} (in {self.duty!r})", name, known)
        if known[name].sort.name != sort:
            raise self.wrong(
                f"the {what} {name} is {known[name].sort.name} in this world and "
                f"{sort} in the formula"
            )

    def given(self, relation: str, terms: tuple[s.Term, ...]) -> None:
        """See that the world gives ``relation`` of as many things, of their sorts."""
        columns = self.world.relation(relation).columns
        sorts = [getattr(t, "sort", None) for t in terms]
        if len(terms) != len(columns) or any(
            sort not in (None, c.sort.name)
            for sort, c in zip(sorts, columns, strict=True)
        ):
            wanted = ", ".join(c.sort.name for c in columns)
            raise self.wrong(f"this world gives {relation} of ({wanted})")

    def wrong(self, problem: str) -> SpecError:
        """Return the error that says ``problem`` of this duty."""
        return SpecError(f"in {self.duty!r}: {problem}")


EVENTS = TIMES + tuple(Column.reserved(flag, Bool) for flag in FLAGS)
