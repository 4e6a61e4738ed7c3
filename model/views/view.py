"""The view h_t: what a successor is shown of a record, said in the language itself.

A view is a list of items. An item has columns, each a term, a formula or a duty; it
shows them once, or for each row that its ranges choose. Since all of it is language,
one definition gives the view of a record (`shown`) and, read by `Symbolic`, what two
unknown records must have in common to look alike (`checker.sufficiency`).
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import attrs

from ...spec import syntax as s
from ...spec.requests import Duty, Request
from ...spec.semantics import Reading, interpret, outer, value
from ...spec.values import UNKNOWN, Span
from ...spec.verdicts import Standing, standing
from ..record import Record
from ..settle import settle
from ..tables import OPEN, Row
from ..truth import Truth

T = TypeVar("T")  # a truth value
V = TypeVar("V")  # a value, which may be known in part
X = TypeVar("X")  # a row
Column: TypeAlias = s.Term | s.Formula | Duty
SURE, PERHAPS = "sure", "perhaps"


@attrs.frozen
class Item:
    """One thing that a view shows: a title, and columns by name.

    `over`: the ranges whose rows it is shown for; without any it is shown once.
    `only`: of its lines those alone that must be so (`SURE`), or that may be so and
    need not (`PERHAPS`); without it, all.
    `distinct`: lines that are alike are shown once, however often they occur.
    """

    title: str
    columns: tuple[tuple[str, Column], ...]
    over: tuple[s.Bind, ...] = ()
    only: str = ""
    distinct: bool = False


@attrs.frozen
class View:
    """What a successor is shown: `about` says it in a sentence."""

    name: str
    about: str
    items: tuple[Item, ...]


@attrs.frozen
class Seen(Generic[T, V]):
    """One cell: the value of a term, or the bits of a formula or of a duty.

    `bits` of a formula are must and may; of a duty, those of its guard, those of what
    it owes, and whether that may hold in the open future.
    """

    column: Column
    value: V | None = None
    bits: tuple[T, ...] = ()


@attrs.frozen
class Line(Generic[T, V]):
    """What is shown of one choice of rows: whether it may and must be there."""

    may: T
    must: T
    cells: tuple[Seen[T, V], ...]


class Look(Protocol[T, V, X]):
    """A record as it is looked at: its reading now and in the open future."""

    @property
    def now(self) -> Reading[T, V, X, Any]:
        """The reading of the record as it is."""
        ...

    @property
    def later(self) -> Reading[T, V, X, Any]:
        """The reading of the record extended into an open future."""
        ...

    def rows(self, table: s.Table, outer: X | None) -> Iterable[tuple[X, T, T]]:
        """Yield the rows of a table: each with whether it may, and must, be there."""
        ...


def lines(item: Item, look: Look[T, V, X]) -> Iterator[Line[T, V]]:
    """Yield a line for each choice of rows that ``item`` may be shown for."""
    r = look.now

    def choose(i: int, rows: Mapping[str, X], may: T, must: T) -> Iterator[Line[T, V]]:
        if i == len(item.over):
            if item.only == SURE:
                may = must
            elif item.only == PERHAPS:
                may, must = r.all(iter((may, r.no(must)))), r.no(r.all(()))
            yield Line(may, must, tuple(cell(c, look, rows) for _, c in item.columns))
            return
        x = item.over[i]
        for row, possible, sure in look.rows(x.table, outer(x, rows)):
            inner = {**rows, x.var: row}
            bits = interpret(x.where, r, inner)
            there = r.all(iter((must, sure, bits[0])))
            yield from choose(
                i + 1, inner, r.all(iter((may, possible, bits[1]))), there
            )

    yield from choose(0, {}, r.all(()), r.all(()))


def cell(column: Column, look: Look[T, V, X], rows: Mapping[str, X]) -> Seen[T, V]:
    """Return what one column shows of the rows chosen."""
    match column:
        case Duty():
            guard = interpret(column.guard, look.now, rows)
            bits = interpret(column.owed, look.now, rows)
            _, later = interpret(column.owed, look.later, rows)
            return Seen(column, bits=(*guard, *bits, later))
        case _ if isinstance(column, s.Formula):
            return Seen(column, bits=interpret(column, look.now, rows))
    assert isinstance(column, s.Term)
    return Seen(column, value=value(column, look.now, rows))


def stands(bits: tuple[bool, ...]) -> Standing:
    """Return the standing that the five bits of a duty give."""
    return standing((bits[0], bits[1]), (bits[2], bits[3]), bits[4])


class Looked:
    """A record that is known, as a `Look`: through `Truth`."""

    def __init__(self, request: Request, record: Record) -> None:
        self.now = Truth(settle(request.world, record))
        self.later = Truth(settle(request.world, record, future=True))

    def rows(
        self, table: s.Table, outer: Row | None
    ) -> Iterator[tuple[Row, bool, bool]]:
        """Yield the rows of a table; an open one may be there and need not."""
        for row in self.now.tables.rows(table, outer):
            yield row, True, OPEN not in row


NOTHING_KNOWN = "UNKNOWN"  # how a value is shown that nobody knows


@attrs.frozen
class Told:
    """One line as it is shown. `sure`: it must be so; else it may be."""

    sure: bool
    cells: tuple[Hashable, ...]


Shown: TypeAlias = Mapping[Told, int]  # a line, and how often it is there


def shown(view: View, request: Request, record: Record) -> tuple[Shown, ...]:
    """Return what ``view`` shows of ``record``: for each item its lines, counted.

    The order of lines shows nothing: an item in which it matters has it as a column.
    """
    look = Looked(request, record)
    return tuple(_lines(item, look) for item in view.items)


def _lines(item: Item, look: Looked) -> Shown:
    found = Counter(
        Told(line.must, tuple(map(_plain, line.cells)))
        for line in lines(item, look)
        if line.may
    )
    return dict.fromkeys(found, 1) if item.distinct else dict(found)


def _plain(seen: Seen[bool, Any]) -> Hashable:
    """Return a cell as text, number, flag, or what is known of it, to be compared."""
    if isinstance(seen.column, Duty):
        return stands(seen.bits).value
    if seen.bits:
        must, may = seen.bits
        return must if must or not may else NOTHING_KNOWN
    if seen.value is UNKNOWN:
        return NOTHING_KNOWN, None
    if isinstance(seen.value, Span):
        return NOTHING_KNOWN, (seen.value.low, seen.value.high)
    held: Hashable = seen.value
    return held
