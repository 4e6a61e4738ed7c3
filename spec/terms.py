"""Formulas, terms and rows as a user writes them: operators over the plain syntax.

Nothing here has a truth value, nothing is hashable, and every misuse says which
spelling is right.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TypeAlias

from . import syntax as s
from .errors import SpecError, shown, unknown
from .refusals import Surface
from .scoping import fresh, opening
from .sorts import Bool, Column, Int, Party, Sort, Time, find


class Matching(Surface, ABC):
    """What stands for a formula where one is wanted: that it matches a row."""

    __slots__ = ()

    @abstractmethod
    def matches(self) -> "Formula":
        """Return the formula that this stands for."""


class Formula(Surface):
    """Something that holds or does not."""

    __slots__ = ("node",)
    node: s.Formula

    def __init__(self, node: s.Formula) -> None:
        self.node = node

    def __and__(self, other: "Formula | Matching") -> "Formula":
        return conjunction(self, other)

    def __or__(self, other: "Formula | Matching") -> "Formula":
        return Formula(s.Not(conjunction(~self, ~formula(other)).node))

    def __invert__(self) -> "Formula":
        return Formula(
            self.node.body if isinstance(self.node, s.Not) else s.Not(self.node)
        )

    def implies(self, other: "Formula | Matching") -> "Formula":
        """Return ``¬self ∨ other``."""
        return ~self | other

    def __repr__(self) -> str:
        return f"Formula({self.node!r})"


Operand: TypeAlias = "Term | str | int"


class Term(Surface):
    """Something with a value: `sort` says of which, `read` from which column."""

    __slots__ = ("node", "read", "sort")
    node: s.Term
    sort: Sort
    read: Column | None
    __hash__ = Surface.__hash__

    def __init__(self, node: s.Term, sort: Sort, read: Column | None = None) -> None:
        self.node, self.sort, self.read = node, sort, read

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
        node, column = self.node, self.read
        if column is None or column.sort.kind != "Rows" or not isinstance(node, s.Get):
            raise SpecError(
                f"{self.sort.name} is not ranged over: only patterns, rows and "
                "entities are"
            )
        yield from ranged(s.Inside(node.row, node.field), column.columns, s.TRUE)

    def ordered(self) -> "Term":
        """Return this term if its sort is ordered, or raise `SpecError`."""
        if not self.sort.ordered:
            raise SpecError(
                f"{self.sort.name} is a sort without order: only ==, != and patterns"
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

    __slots__ = ("column",)
    column: Column

    def __init__(self, column: Column, row: str = s.THIS) -> None:
        self.column = column
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

    def __init__(
        self, var: str, columns: tuple[Column, ...], event: bool = True
    ) -> None:
        self.var, self.columns = var, (*columns, *TIMES) if event else columns

    def __getattr__(self, name: str) -> Term:
        if name.startswith("__"):
            raise AttributeError(name)
        column = find(name, self.columns, "column")
        stored = "end" if name == "at" else name
        return Term(s.Get(self.var, stored, column.sort.name), column.sort, column)

    def __repr__(self) -> str:
        return f"Row({self.var!r})"

    def before(self, other: "Row") -> Formula:
        """Whether this ended before ``other`` began; overlapping rows are unordered."""
        return Formula(s.Less(self.end.node, row(other).start.node))


TIMES = (
    Column.reserved("by", Party),
    *(Column.reserved(name, Time) for name in ("at", "start", "end")),
)


def ranged(
    table: s.Table, columns: tuple[Column, ...], where: s.Formula, var: str = ""
) -> Iterator[Row]:
    """Bind one fresh variable to the rows of ``table`` and yield it, once."""
    var = var or fresh()
    with opening(s.Bind(var, table, where)):
        yield Row(var, columns, event=not isinstance(table, s.Inside | s.Entities))


def formula(value: object) -> Formula:
    """Return ``value`` as a formula; a pattern means that a row matches."""
    match value:
        case Formula():
            return value
        case Matching():
            return value.matches()
        case Term(sort=sort) | Other(term=Term(sort=sort)) if sort == Bool:
            raise SpecError(
                "a flag is no formula: say it in the pattern, as tool.done(flag=True)"
            )
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
                    f"{value.sort.name} where {sort.name} is wanted: {shown(value)}"
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
    raise SpecError(
        f"expected a row of a comprehension, the x of for x in tool.done(…), got the "
        f"{type(value).__name__} {shown(value, 40)}"
    )


def conjunction(*parts: object) -> Formula:
    """Return ``φ ∧ ψ ∧ …`` as one flat conjunction."""
    flat: list[s.Formula] = []
    for part in parts:
        node = formula(part).node
        flat.extend(node.parts if isinstance(node, s.And) else (node,))
    return Formula(flat[0] if len(flat) == 1 else s.And(tuple(flat)))
