"""What a user writes: patterns, and quantifiers that are comprehensions over them.

Iterating a pattern binds one fresh variable, so a quantifier is a comprehension:
``some(p.file == f for p in pay.done())``.
"""

from collections.abc import Generator, Iterator
from typing import TypeAlias

from . import syntax as s
from .errors import SpecError, shown
from .scoping import bag, comprehension, fresh, negated, nested
from .sorts import Bool, Column, Int, Sort, Time, find
from .substitution import rename
from .terms import (
    TIMES,
    Field,
    Formula,
    Matching,
    Other,
    Row,
    Term,
    conjunction,
    formula,
    ranged,
    row,
    term,
)

Body: TypeAlias = "Generator[Formula | Pattern, None, None]"
Ranging: TypeAlias = "Body | Pattern | Term | Sort"


class Pattern(Matching):
    """The rows of a table that match; iterating it ranges over them."""

    __slots__ = ("columns", "row", "table", "where")
    table: s.Table
    columns: tuple[Column, ...]
    row: Row
    where: s.Formula

    def __init__(
        self,
        table: s.Table,
        columns: tuple[Column, ...],
        row: Row | None = None,
        where: s.Formula = s.TRUE,
    ) -> None:
        self.table, self.columns, self.where = table, columns, where
        self.row = Row(fresh(), columns) if row is None else row

    def __iter__(self) -> Iterator[Row]:
        names = {self.row.var: fresh()}
        where = rename(self.where, names)
        assert isinstance(where, s.Formula)
        yield from ranged(self.table, self.columns, where, names[self.row.var])

    def matching(self, **values: object) -> "Pattern":
        """Keep the rows whose columns have these values; ``~t`` means any other."""
        kept = self
        for name, value in values.items():
            column = find(name, (*self.columns, *TIMES), "column")
            found = getattr(self.row, name)
            wanted = value.term if isinstance(value, Other) else value
            same = Formula(s.Equal(found.node, term(wanted, column.sort).node))
            kept = kept.such(~same if isinstance(value, Other) else same)
        return kept

    def such(self, condition: Formula) -> "Pattern":
        """Keep the rows for which ``condition``, which speaks of `row`, holds."""
        where = conjunction(Formula(self.where), condition).node
        return Pattern(self.table, self.columns, self.row, where)

    def marked(self, flag: str) -> "Pattern":
        """Keep the rows whose own flag, ``took`` (effect) or ``unclear``, is set."""
        found = s.Get(self.row.var, flag, Bool.name)
        return self.such(Formula(s.Equal(found, s.Const(True, Bool.name))))

    def after(self, other: Row) -> "Pattern":
        """Keep what started after ``other`` ended."""
        return self.such(row(other).before(self.row))

    def before(self, other: Row) -> "Pattern":
        """Keep what ended before ``other`` started."""
        return self.such(self.row.before(row(other)))

    def between(self, first: Row, last: Row) -> "Pattern":
        """Keep what lies after ``first`` and before ``last``."""
        return self.after(first).before(last)

    def within(self, duration: int, of: Row) -> "Pattern":
        """Keep what ended at most ``duration`` ms after ``of`` ended, or earlier."""
        return self.such(self.row.end <= row(of).end + duration)

    def standing(self, at: Row | None = None) -> "Pattern":
        """Keep what was given or made before ``at``, and not withdrawn or ended since.

        A decision is withdrawn by the same person for the same arguments; an effect
        is ended with the same arguments. Without ``at``: up to the judgement.
        """
        kept = self if at is None else self.before(at)
        same = {c.name: getattr(self.row, c.name) for c in self.columns}
        match self.table:
            case s.Decided(name, "given"):
                undone: s.Table = s.Decided(name, "withdrawn")
                same["by"] = self.row.by
            case s.Made(name):
                undone = s.Ended(name)
            case _:
                raise SpecError("only decisions given and effects made can stand")
        since = Pattern(undone, self.columns).matching(**same).after(self.row)
        if isinstance(undone, s.Ended):  # an ending that failed ended nothing
            since = since.marked("took")
        return kept.such(none(since if at is None else since.before(at)))

    def __and__(self, other: Formula | Matching) -> Formula:
        return conjunction(some(self), other)

    def __or__(self, other: Formula | Matching) -> Formula:
        return some(self) | other

    def __invert__(self) -> Formula:
        return none(self)

    def matches(self) -> Formula:
        """Return that some row matches."""
        return some(self)

    def __repr__(self) -> str:
        return f"Pattern({self.table!r})"


def entities(sort: Sort) -> Iterator[Term]:
    """Bind one fresh variable to the entities of ``sort`` and yield its value."""
    if sort.kind != "entity":
        raise SpecError(f"{sort.name} is not ranged over: only rows and entities are")
    for found in ranged(s.Entities(sort.name), (), s.TRUE):
        yield Term(s.Get(found.var, "self", sort.name), sort)


def some(body: "Ranging") -> Formula:
    """``∃``: a row matches the pattern, or the comprehension holds for some rows."""
    binds, held = _over(body, "some")
    return Formula(nested(binds, s.TRUE if held is None else formula(held).node))


def none(body: "Ranging") -> Formula:
    """``¬∃``: no row matches the pattern, or the comprehension holds for none."""
    return ~some(body)


def every(body: Body) -> Formula:
    """``∀``: the comprehension holds for all rows; of no rows it is true."""
    binds, held = _over(body, "every")
    if held is None:
        raise SpecError("every(pattern) says nothing: write every(… for x in pattern)")
    return ~Formula(nested(binds, negated(formula(held).node)))


def count(
    body: "Ranging | Generator[Term, None, None] | Generator[Row, None, None]",
) -> Term:
    """Return how many rows match, or how many different values the terms have."""
    binds, value = _over(body, "count")
    counted = None if value is None or isinstance(value, Row) else term(value).node
    return Term(s.Count(bag(binds, counted)), Int)


def total(body: "Generator[Term, None, None]") -> Term:
    """Return the sum of the values, each key of the last row taken once."""
    made, sort = numbers(body, "total")
    return Term(s.Total(made), sort)


def collection(body: object, word: str, ordered: bool = False) -> tuple[s.Bag, Sort]:
    """Return the bag that a comprehension of terms makes, and the sort in it."""
    binds, value = _over(body, word)
    if value is None:
        raise SpecError(f"{word}(…) needs a value: write {word}(x.amount for x in …)")
    found = term(value)
    if ordered:
        found.ordered()
    return bag(binds, found.node), found.sort


def numbers(body: object, word: str) -> tuple[s.Bag, Sort]:
    """Return what `collection` does, of values that can be added."""
    made, sort = collection(body, word)
    if not sort.ordered or sort == Time:
        raise SpecError(f"{word}(…) adds numbers, not values of the sort {sort.name}")
    return made, sort


def _over(body: object, word: str) -> tuple[list[s.Bind], object]:
    if isinstance(body, Pattern | Sort | Term):
        binds, _ = comprehension((row for row in body), word)
        return binds, None
    return comprehension(body, word)


def bound(role: Field) -> Term:
    """Return the value that the accepted binding gives ``role``."""
    column = _column(role, "bound")
    return Term(s.Role(column.name, column.sort.name), column.sort, column)


def answered(slot: Field) -> Term:
    """Return the value that the claim gives ``slot`` of the answer."""
    column = _column(slot, "claim")
    return Term(s.Slot(column.name, column.sort.name), column.sort, column)


now = Term(s.Now(), Time)
frontier = Term(s.Frontier(), Time)


def _column(field: object, word: str) -> Column:
    if not isinstance(field, Field):
        raise SpecError(
            f"{word}({shown(field, 40)}) takes a field, as Invoice('invoice')"
        )
    return field.column
