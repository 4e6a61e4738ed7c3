"""What a user writes: operators and comprehensions over the plain syntax.

Iterating a pattern binds one fresh variable, so a quantifier is a comprehension:
``some(p.file == f for p in pay.done())``. Nothing here has a truth value, nothing
is hashable, and every misuse says which spelling is right.
"""

from collections.abc import Generator, Iterator
from typing import NoReturn, TypeAlias

from . import syntax as s
from .errors import SpecError, shown, unknown
from .scoping import bag, comprehension, fresh, negated, nested, opened
from .sorts import Bool, Column, Int, Party, Sort, Time, find

HOW = "write & | ~ and some, every, none, count"


class Surface:
    """What formulas, terms and patterns refuse alike."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # == builds a formula, so no dict keys

    def __bool__(self) -> NoReturn:
        what = type(self).__name__.lower()
        raise SpecError(f"a {what} has no truth value, so no if, and, or, not: {HOW}")

    def __contains__(self, item: object) -> NoReturn:
        raise SpecError("`in` asks Python, not the record: write some(pattern)")


Ranging: TypeAlias = "Generator[Formula, None, None] | Pattern | Term | Sort"


class Formula(Surface):
    """Something that holds or does not."""

    __slots__ = ("node",)
    node: s.Formula

    def __init__(self, node: s.Formula) -> None:
        self.node = node

    def __and__(self, other: "Formula | Pattern") -> "Formula":
        return conjunction(self, other)

    def __or__(self, other: "Formula | Pattern") -> "Formula":
        return Formula(s.Not(conjunction(~self, ~formula(other)).node))

    def __invert__(self) -> "Formula":
        return Formula(
            self.node.body if isinstance(self.node, s.Not) else s.Not(self.node)
        )

    def implies(self, other: "Formula | Pattern") -> "Formula":
        """Return ``¬self ∨ other``."""
        return ~self | other

    def __repr__(self) -> str:
        return f"Formula({self.node!r})"


Operand: TypeAlias = "Term | str | int"


class Term(Surface):
    """Something with a value. `sort` says of which sort."""

    __slots__ = ("column", "node", "sort")
    node: s.Term
    sort: Sort
    column: Column | None

    def __init__(self, node: s.Term, sort: Sort, column: Column | None = None) -> None:
        self.node, self.sort, self.column = node, sort, column

    def __eq__(self, other: object) -> Formula:  # type: ignore[override]  # builds a formula
        if self.sort == Bool and isinstance(other, bool):
            raise SpecError(
                f"a flag compared to {other}: say it in the pattern, as "
                f"tool.done(flag={other})"
            )
        return Formula(s.Equal(self.node, term(other, self.sort).node))

    def __ne__(self, other: object) -> Formula:  # type: ignore[override]  # builds a formula
        return ~(self == other)

    def __lt__(self, other: Operand) -> Formula:
        return Formula(s.Less(self.ordered().node, term(other, self.sort).node))

    def __le__(self, other: Operand) -> Formula:
        return Formula(s.AtMost(self.ordered().node, term(other, self.sort).node))

    def __gt__(self, other: Operand) -> Formula:
        return Formula(s.Less(term(other, self.ordered().sort).node, self.node))

    def __ge__(self, other: Operand) -> Formula:
        return Formula(s.AtMost(term(other, self.ordered().sort).node, self.node))

    def __add__(self, other: Operand) -> "Term":
        return self._sum(s.Plus, other)

    def __sub__(self, other: Operand) -> "Term":
        return self._sum(s.Minus, other)

    def __radd__(self, other: int) -> "Term":
        return self + other

    def __rsub__(self, other: int) -> "Term":
        return term(other, self.sort) - self

    def __invert__(self) -> "Other":
        return Other(self)

    def __iter__(self) -> "Iterator[Row]":
        """Range over the rows inside this field."""
        node, column = self.node, self.column
        if column is None or column.sort.kind != "Rows" or not isinstance(node, s.Get):
            raise SpecError(
                f"a {self.sort.name} is not ranged over: only patterns and rows"
            )
        yield from ranged(s.Inside(node.row, node.field), column.columns, s.TRUE)

    def ordered(self) -> "Term":
        """Return this term if its sort is ordered, or raise `SpecError`."""
        if not self.sort.ordered:
            raise SpecError(
                f"a {self.sort.name} has no order: only ==, != and patterns"
            )
        return self

    def _sum(self, make: "type[s.Plus] | type[s.Minus]", other: Operand) -> "Term":
        lapse = make is s.Minus and isinstance(other, Term) and other.sort == Time
        amount = Int if self.sort == Time and not lapse else self.ordered().sort
        sort = Int if lapse else self.sort
        return Term(make(self.node, term(other, amount).node), sort)

    def __repr__(self) -> str:
        return f"Term({self.node!r})"


class Field(Term):
    """A column; inside a tool's own `requires`, `makes`, …, that of the call itself."""

    __slots__ = ()
    column: Column

    def __init__(self, column: Column, row: str = s.THIS) -> None:
        node = s.Get(row, column.name, column.sort.name)
        super().__init__(node, column.sort, column)

    def __getattr__(self, name: str) -> Term:
        """Return a column of the rows that this field holds: ``touched.path``."""
        if name.startswith("_") or self.column.sort.kind != "Rows":
            raise unknown(
                f"attribute of the {self.sort.name} {self.column.name}", name, ()
            )
        inner = self.column.inner(name)
        return Field(inner, f"{s.THIS}.{self.column.name}")


class Other(Surface):
    """``~t`` in a pattern: any other value than ``t``."""

    __slots__ = ("term",)

    def __init__(self, term: Term) -> None:
        self.term = term


class Row(Surface):
    """A row that a comprehension ranges over; its columns are its attributes."""

    __slots__ = ("columns", "var")
    var: str
    columns: tuple[Column, ...]

    def __init__(self, var: str, columns: tuple[Column, ...]) -> None:
        self.var, self.columns = var, columns

    def __getattr__(self, name: str) -> Term:
        if name.startswith("__"):
            raise AttributeError(name)
        column = find(name, (*self.columns, *TIMES), "column")
        stored = "end" if name == "at" else name
        return Term(s.Get(self.var, stored, column.sort.name), column.sort, column)

    def before(self, other: "Row") -> Formula:
        """Whether this ended before ``other`` began; overlapping rows are unordered."""
        return Formula(s.Less(self.end.node, row(other).start.node))


def _event_column(name: str, sort: Sort) -> Column:
    column = object.__new__(Column)  # the reserved names, which users may not take
    for field, value in (("name", name), ("sort", sort), ("columns", ()), ("key", ())):
        object.__setattr__(column, field, value)
    return column


TIMES = (
    _event_column("by", Party),
    *(_event_column(name, Time) for name in ("at", "start", "end")),
)


class Pattern(Surface):
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
        where = s.rename(self.where, names)
        assert isinstance(where, s.Formula)
        yield from ranged(self.table, self.columns, where, names[self.row.var])

    def matching(self, **values: object) -> "Pattern":
        """Keep the rows whose columns have these values; ``~t`` means any other."""
        kept = self
        for name, value in values.items():
            column = find(name, (*self.columns, *TIMES), "column")
            found = Term(
                s.Get(self.row.var, name, column.sort.name), column.sort, column
            )
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
        return kept.such(none(since if at is None else since.before(at)))

    def __and__(self, other: "Formula | Pattern") -> Formula:
        return conjunction(some(self), other)

    def __or__(self, other: "Formula | Pattern") -> Formula:
        return some(self) | other

    def __invert__(self) -> Formula:
        return none(self)


def ranged(
    table: s.Table, columns: tuple[Column, ...], where: s.Formula, var: str = ""
) -> Iterator[Row]:
    """Bind one fresh variable to the rows of ``table`` and yield it, once."""
    var = var or fresh()
    opened().append(s.Bind(var, table, where))
    yield Row(var, columns)


def entities(sort: Sort) -> Iterator[Term]:
    """Bind one fresh variable to the entities of ``sort`` and yield its value."""
    if sort.kind != "entity":
        raise SpecError(f"{sort.name} is not ranged over: only rows and entities are")
    for found in ranged(s.Entities(sort.name), (), s.TRUE):
        yield Term(s.Get(found.var, "self", sort.name), sort)


# ---- quantifiers -----------------------------------------------------------------
def some(body: "Ranging") -> Formula:
    """``∃``: a row matches the pattern, or the comprehension holds for some rows."""
    binds, held = _over(body, "some")
    return Formula(nested(binds, s.TRUE if held is None else formula(held).node))


def none(body: "Ranging") -> Formula:
    """``¬∃``: no row matches the pattern, or the comprehension holds for none."""
    return ~some(body)


def every(body: "Generator[Formula, None, None]") -> Formula:
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
    made, sort = collection(body, "total")
    return Term(s.Total(made), sort)


def collection(body: object, word: str) -> tuple[s.Bag, Sort]:
    """Return the bag that a comprehension of terms makes, and the sort in it."""
    binds, value = _over(body, word)
    if value is None:
        raise SpecError(f"{word}(…) needs a value: write {word}(x.amount for x in …)")
    found = term(value)
    return bag(binds, found.node), found.sort


def _over(body: object, word: str) -> tuple[list[s.Bind], object]:
    if isinstance(body, Pattern | Sort | Term):
        binds, _ = comprehension((row for row in body), word)
        return binds, None
    return comprehension(body, word)


# ---- terms of the record -----------------------------------------------------------
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


# ---- coercions ---------------------------------------------------------------------
def formula(value: object) -> Formula:
    """Return ``value`` as a formula; a pattern means that some row matches."""
    match value:
        case Formula():
            return value
        case Pattern():
            return some(value)
        case bool():
            raise SpecError(
                f"{value} is Python's; what the record says is never constant"
            )
    raise SpecError(
        f"expected a formula, got the {type(value).__name__} {shown(value, 40)}"
    )


def term(value: object, sort: Sort | None = None) -> Term:
    """Return ``value`` as a term of ``sort``: a term as it is, a constant checked."""
    match value:
        case Term():
            if sort is not None and value.sort != sort:
                raise SpecError(
                    f"a {value.sort.name} where a {sort.name} is wanted: {value!r}"
                )
            return value
        case Other():
            raise SpecError(
                "~term means `any other` and stands in a pattern: by=~bound(x)"
            )
        case str() | int() if sort is not None:
            return Term(s.Const(sort.read(value), sort.name), sort)
    if sort is not None:
        sort.read(value)  # says what a value of this sort looks like
    raise SpecError(
        f"expected a term, got the {type(value).__name__} {shown(value, 40)}"
    )


def row(value: object) -> Row:
    """Return ``value`` if it is a row that a comprehension ranges over."""
    if isinstance(value, Row):
        return value
    raise SpecError(f"expected a row of a comprehension, got {shown(value, 40)}")


def conjunction(*parts: object) -> Formula:
    """Return ``φ ∧ ψ ∧ …`` as one flat conjunction."""
    flat: list[s.Formula] = []
    for part in parts:
        node = formula(part).node
        flat.extend(node.parts if isinstance(node, s.And) else (node,))
    return Formula(flat[0] if len(flat) == 1 else s.And(tuple(flat)))
