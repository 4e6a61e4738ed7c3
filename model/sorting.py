"""Whether a formula that was read fits a world: each term of a sort that it may have.

The surface refuses an ill-sorted formula while it is written. One that comes out of
a document goes through the same operators here, only to hear what they refuse.
"""

from collections.abc import Generator, Iterable, Mapping
from typing import TypeAlias

import attrs

from ..spec import answers, surface
from ..spec import syntax as s
from ..spec.errors import SpecError, shown, unknown
from ..spec.requests import World
from ..spec.sorts import Bool, Column, Int, Sort, Time
from ..spec.terms import TIMES, Term, ranged, term
from ..spec.tools import Tool

Fields: TypeAlias = Mapping[str, tuple[Sort, tuple[Column, ...]]]
Rows: TypeAlias = Mapping[str, Fields]  # the rows that may be spoken of, by variable
FLAGS = ("took", "unclear", "answered", "again")


@attrs.frozen
class Sorting:
    """What a formula may speak of: a world, and the roles that are bound."""

    world: World
    roles: Mapping[str, Sort]

    def tool(self, tool: Tool) -> None:
        """See that what ``tool`` says of itself is well sorted."""
        rows: dict[str, Fields] = {s.THIS: _call(tool.columns)}
        rows |= {f"{s.THIS}.{c.name}": _own(c.columns) for c in tool.columns}
        self.formula(tool.requires, rows)
        for telling in tool.tells:
            self.formula(telling.when, rows)
        told = (telling.instance for telling in tool.tells)
        for instance in (*tool.makes, *tool.ends, *told):
            for node in instance.terms:
                self.term(node, rows)

    def formula(self, node: s.Formula, rows: Rows) -> None:
        """See that ``node`` is well sorted, or raise `SpecError`."""
        match node:
            case s.Equal(left, right):
                _ = self.term(left, rows) == self.term(right, rows)
            case s.Less(left, right) | s.AtMost(left, right):
                _ = self.term(left, rows) < self.term(right, rows)
            case s.Given(relation, terms):
                self.world.relation(relation)(*(self.term(t, rows) for t in terms))
            case s.Not(body):
                self.formula(body, rows)
            case s.And(parts):
                for part in parts:
                    self.formula(part, rows)
            case s.Some(bind, body):
                self.formula(body, self.opened(bind, rows))
            case s.Known():
                raise SpecError("`known` is for resolution alone; no duty says it")

    def term(self, node: s.Term, rows: Rows) -> Term:
        """Return ``node`` with its sort, or raise `SpecError`."""
        match node:
            case s.Const(_, sort) | s.Slot(_, sort):
                return Term(node, Sort(sort))
            case s.Role(name, sort):
                if self.roles.get(name) != Sort(sort):
                    raise unknown(f"role of sort {sort}", name, self.roles)
                return Term(node, Sort(sort))
            case s.Now() | s.Frontier():
                return Term(node, Time)
            case s.Get(row, field, sort):
                return term(Term(node, _field(row, field, rows)[0]), Sort(sort))
            case s.Plus(left, right):
                return self.term(left, rows) + self.term(right, rows)
            case s.Minus(left, right):
                return self.term(left, rows) - self.term(right, rows)
            case s.Count(bag):
                for bind in bag.binds:
                    rows = self.opened(bind, rows)
                if bag.value is not None:
                    self.term(bag.value, rows)
                return Term(node, Int)
            case s.Total(bag):
                return surface.total(self._values(bag.binds, bag, rows))
            case s.Apply():
                return self._applied(node, rows)

    def opened(self, bind: s.Bind, rows: Rows) -> Rows:
        """Return ``rows`` with that of ``bind``, if its table is there."""
        within = {**rows, bind.var: self._table(bind.table, rows)}
        self.formula(bind.where, within)
        return within

    def _table(self, table: s.Table, rows: Rows) -> Fields:
        match table:
            case s.Calls(tool):
                return _call(self.world.tool(tool).columns)
            case s.Decided(decision):
                return _event(self.world.decision(decision).columns)
            case s.Made(effect) | s.Ended(effect):
                return _call(self.world.effect(effect).columns)
            case s.Inside(row, field):
                sort, columns = _field(row, field, rows)
                if not columns:
                    raise SpecError(f"{row}.{field} is a {sort.name}; it has no rows")
                return _own(columns)
            case s.Entities(sort):
                if Sort(sort).kind != "entity":
                    raise SpecError(f"{sort} is not ranged over: only entities are")
                return {"self": (Sort(sort), ())}

    def _applied(self, node: s.Apply, rows: Rows) -> Term:
        arguments = [
            self._values(a.binds, a, rows)
            if isinstance(a, s.Bag)
            else self.term(a, rows)
            for a in node.arguments
        ]
        word = "nothing" if node.transform == "absent" else node.transform
        try:
            made = getattr(answers, word)(*arguments)
        except TypeError as error:
            if isinstance(error, SpecError):
                raise
            raise SpecError(f"{node.transform}(…): {error}") from None
        sort = made.sort if isinstance(made, Term) else Bool
        return term(Term(node, sort), Sort(node.sort))

    def _values(
        self, binds: Iterable[s.Bind], bag: s.Bag, rows: Rows
    ) -> Generator[Term, None, None]:
        """Yield the value of ``bag`` as its comprehension would."""
        left = list(binds)
        if not left:
            if bag.value is None:
                raise SpecError("value=null: a total or a transform needs values")
            yield self.term(bag.value, rows)
            return
        within = self.opened(left[0], rows)
        for _ in ranged(left[0].table, (), left[0].where, left[0].var):
            yield from self._values(left[1:], bag, within)


def _field(row: str, field: str, rows: Rows) -> tuple[Sort, tuple[Column, ...]]:
    if row not in rows:
        there = ", ".join(rows) or "none"
        raise SpecError(f"row={shown(row)} is not bound here; there are: {there}")
    if field not in rows[row]:
        raise unknown(f"field of {row}", field, rows[row])
    return rows[row][field]


def _own(columns: tuple[Column, ...]) -> Fields:
    return {c.name: (c.sort, c.columns) for c in columns}


def _event(columns: tuple[Column, ...]) -> Fields:
    # `at` is another word for `end`, and no row has it.
    return {**_own(columns), **{c.name: (c.sort, ()) for c in TIMES if c.name != "at"}}


def _call(columns: tuple[Column, ...]) -> Fields:
    return {**_event(columns), **{flag: (Bool, ()) for flag in FLAGS}}
