"""The reading of a ground record: `Symbolic`, with its rows found by their columns.

Where a formula asks for the rows of which a column has a certain value, the others are
not looked at: of them the condition is false, as a fold would find one by one.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeVar

from ...spec import syntax as s
from ..solver import symbols as y
from ..solver.smt import FALSE, TRUE, conj, disj
from ..solver.symbolic import Bag, Symbolic
from ..solver.symbols import Name, Row, Sym
from ..solver.unknown import SymbolicRecord
from .record import GroundRecord

Y = TypeVar("Y")
Rows = Mapping[str, Row]


class Range:
    """The ranges of a formula or a bag, of which ``depth`` have a row already."""

    def __init__(self, wheres: list[tuple[s.Bind, s.Formula]], rows: Rows) -> None:
        self.wheres, self.rows, self.depth = wheres, dict(rows), 0


class GroundReading(Symbolic):
    """`Symbolic` over a `GroundRecord`."""

    record: GroundRecord

    def __init__(self, record: SymbolicRecord) -> None:
        assert isinstance(record, GroundRecord)
        super().__init__(record)
        self._ranges: list[Range] = []
        self._index: dict[tuple[s.Table, str], tuple[dict[str, list[Row]], int]] = {}

    def shared(self, node: s.Node, rows: Rows, sure: bool, make: Callable[[], Y]) -> Y:
        """Note what a formula or a bag ranges over while it is made."""

        def ranging() -> Y:
            self._ranges.append(Range(list(ranges(node)), rows))
            try:
                return make()
            finally:
                self._ranges.pop()

        return super().shared(node, rows, sure, ranging)

    def some(
        self, table: s.Table, outer: Row | None, sure: bool, body: Callable[[Row], str]
    ) -> str:
        """Return: ``body`` is true of a row, of those that can match."""
        found = disj(
            conj((row.sure if sure else row.possible, body(row)))
            for row in self._matching(table, outer)
            if (row.sure if sure else row.possible) != FALSE
        )
        return self.text.named(found, "Bool")

    def each(
        self, table: s.Table, outer: Row | None, body: Callable[[Row], Bag]
    ) -> Bag:
        """Return what ``body`` makes of the rows that can match."""
        rows = self._matching(table, outer)
        here = self._ranges[-1]
        bind = here.wheres[here.depth][0] if here.depth < len(here.wheres) else None
        here.depth += 1
        found: Bag = []
        for row in rows:
            if row.possible != FALSE:
                if bind is not None:
                    here.rows[bind.var] = row
                found += self.when(row.possible, partial(body, row))
        here.depth -= 1
        return found

    def _matching(self, table: s.Table, outer: Row | None) -> list[Row]:
        """Return the rows of ``table`` but those that surely do not match."""
        rows, here = self.record.rows(table, outer), self._ranges[-1]
        if isinstance(table, s.Inside) or here.depth >= len(here.wheres):
            return rows
        bind, where = here.wheres[here.depth]
        assert bind.table == table
        for field, other in equations(where, bind.var):
            value = self._constant(other, here.rows)
            if value is not None:
                found = self._by(table, field).get(value, [])
                rows = found if len(found) < len(rows) else rows
        return rows

    def _by(self, table: s.Table, field: str) -> dict[str, list[Row]]:
        """Return the rows of ``table`` by the constant that a field of theirs is."""
        rows = self.record.rows(table)
        kept, made_of = self._index.get((table, field), ({}, 0))
        if made_of != id(rows):
            kept = Constants(rows, field)
            self._index[table, field] = kept, id(rows)
        return kept

    def _constant(self, term: s.Term, rows: Rows) -> str | None:
        """Return the id that a term is sure to have, if there is one."""
        match term:
            case s.Get(row, field) if row in rows:
                cell = rows[row].cells.get(field)
            case s.Const(value, sort):
                cell = self.constant(value, sort)
            case s.Role(name, sort):
                cell = self.bound(name, sort)
            case _:
                return None
        return constant(cell)

    def _given(self, relation: str, values: list[Sym]) -> str:
        columns = self.record.world.relation(relation).columns
        sorts, names = [c.sort.name for c in columns], self.record.names
        tuples = self.record.prefix.given.get(relation, frozenset())
        terms = [constant(value) for value in values]
        if all(term is not None and term.isdecimal() for term in terms):
            named = (
                names.name(sort, int(term or 0))
                for sort, term in zip(sorts, terms, strict=True)
            )
            return TRUE if tuple(named) in tuples else FALSE
        return disj(
            conj(
                y.equal(v, self.constant(value, sort))
                for v, value, sort in zip(values, row, sorts, strict=True)
            )
            for row in sorted(tuples)
        )


class Constants(dict[str, list[Row]]):
    """Rows by the constant in a field; under any constant, those that may have it."""

    def __init__(self, rows: list[Row], field: str) -> None:
        super().__init__()
        cells = [(constant(row.cells.get(field)), row) for row in rows]
        self.others = [row for value, row in cells if value is None]
        for value, row in cells:
            if value is not None:
                self.setdefault(value, []).append(row)
        for found in self.values():
            found.extend(self.others)

    def get(self, value: str, default: object = None) -> list[Row]:
        """Return the rows whose field is ``value``, or may be."""
        return super().get(value, self.others)


def constant(cell: "Sym | list[Row] | None") -> str | None:
    """Return the term of a cell that is known for sure to be one constant."""
    match cell:
        case Name(term, known) if known == TRUE and term.isdecimal():
            return term
    return None


def ranges(node: s.Node) -> Iterator[tuple[s.Bind, s.Formula]]:
    """Yield what a node ranges over, with all that must be true of a row."""
    match node:
        case s.Some(bind, body):
            yield bind, s.And((bind.where, body))
        case s.Count(bag) | s.Total(bag):
            yield from ((bind, bind.where) for bind in bag.binds)


def equations(where: s.Formula, var: str) -> Iterator[tuple[str, s.Term]]:
    """Yield each column that ``where`` sets equal to a term of other rows."""
    match where:
        case s.And(parts):
            for part in parts:
                yield from equations(part, var)
        case s.Equal(left, right):
            for own, other in ((left, right), (right, left)):
                match own, other:
                    case s.Get(row, field), s.Get(elsewhere) if row == var:
                        if elsewhere != var:
                            yield field, other
                    case s.Get(row, field), s.Const() | s.Role() if row == var:
                        yield field, other
