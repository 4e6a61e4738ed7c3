"""Sorts of values, and columns: a name with a sort, as tools and rows have them."""

import re
from collections.abc import Iterator
from contextlib import suppress
from decimal import Context, DecimalException, Inexact, InvalidOperation
from decimal import Decimal as Exact
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from .errors import SpecError, shown, unknown

if TYPE_CHECKING:
    from .terms import Field, Term

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
BUILT_IN = {name: name for name in ("Bool", "Int", "Time", "Rows", "Ratio", "List")}
RATIO = re.compile(r"-?\d{1,40}(/\d{1,40})?\Z")
DECIMAL = re.compile(r"Decimal(\d{1,2})\Z")
# What every row of events has beside its own columns; no column may be called so.
EVENT = ("by", "at", "start", "end")
FLAGS = ("took", "unclear", "answered", "again")  # what a call's row says of itself
RESERVED = frozenset({*EVENT, *FLAGS, "before", "self", "var", "columns"})
UNROUNDED = Context(prec=40, traps=[Inexact, InvalidOperation])
EXACT = 2**53 - 1  # the greatest integer that every JSON reader keeps exactly


@attrs.frozen
class Sort:
    """A sort of values; calling it makes a field: ``Invoice("invoice")``.

    Two sorts of one name are the same sort. Entities are text; `Bool` holds flags;
    `Int`, `Time` (UTC milliseconds), decimals (``Decimal2``: two places, held as
    scaled integers) and `Ratio` (exact rationals) are ordered; `List` holds values in
    order; `Rows` is the sort of a field that holds rows.
    """

    name: str

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.name, str) or not NAME.match(self.name):
            raise SpecError(f"name={shown(self.name)} must be an identifier")

    @property
    def kind(self) -> str:
        """``entity``, ``Bool``, ``Int``, ``Time``, ``Decimal`` or ``Rows``."""
        return _kind(self.name)

    @property
    def ordered(self) -> bool:
        """Whether ``<`` and ``+`` mean something."""
        return self.kind in ("Int", "Time", "Decimal", "Ratio")

    @property
    def places(self) -> int:
        """The decimals that a Decimal keeps; 0 for every other sort."""
        return _places(self.name)

    def __call__(self, name: str) -> "Field":
        """Make a field of this sort."""
        from .terms import Field  # the surface is built over sorts

        return Field(Column(name, self))

    def __iter__(self) -> "Iterator[Term]":
        """Range over the entities that the record declares for this sort."""
        from .surface import entities  # the surface is built over sorts

        return entities(self)

    def read(self, value: object) -> Any:
        """Return ``value`` as rows hold it.

        Raises: `SpecError` if it is no value of this sort. A flag is no number, a
        float is no number either, and text must be sound Unicode.
        """
        match self.kind:
            case "entity" if isinstance(value, str):
                if not value.isascii() and any(
                    "\ud800" <= c <= "\udfff" for c in value
                ):
                    raise SpecError(f"value={shown(value)} holds a lone surrogate")
                return value
            case "Bool" if isinstance(value, bool):
                return value
            case "Int" | "Time" if type(value) is int:
                return self._exact(value)
            case "Decimal" if isinstance(value, str | Exact) or type(value) is int:
                return self._scaled(value)
            case "Ratio" if isinstance(value, str | Fraction) or type(value) is int:
                return self._ratio(value)
            case "List" if isinstance(value, list | tuple):
                if all(isinstance(v, str) or type(v) is int for v in value):
                    return tuple(value)
        raise SpecError(f"value={shown(value)} is no {self.name}; {WANTED[self.kind]}")

    def write(self, value: Any) -> Any:
        """Return ``value`` as documents hold it: the inverse of `read`."""
        match self.kind:
            case "Decimal":
                return format(Exact(value).scaleb(-self.places), "f")
            case "Ratio":
                return str(value)
            case "List":
                return list(value)
        return value

    def _exact(self, value: int) -> int:
        if abs(value) > EXACT:
            raise SpecError(f"value={shown(value)} is beyond ±(2**53 - 1)")
        return value

    def _ratio(self, value: "str | Fraction | int") -> Fraction:
        try:
            if isinstance(value, str) and not RATIO.match(value):
                raise ValueError(value)  # '1e999999999' would take for ever
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            raise SpecError(
                f"value={shown(value)} is no Ratio; {WANTED['Ratio']}"
            ) from None

    def _scaled(self, value: "str | Exact | int") -> int:
        with suppress(DecimalException, ValueError):
            scaled = UNROUNDED.scaleb(Exact(value), self.places)
            if scaled == scaled.to_integral_value() and abs(scaled) <= EXACT:
                return int(scaled)
        raise SpecError(
            f"value={shown(value)} is no {self.name}; write decimal text with at "
            f"most {self.places} places, as '12.50', and 15 digits"
        )


@lru_cache(maxsize=1024)
def _kind(name: str) -> str:
    return "Decimal" if DECIMAL.match(name) else BUILT_IN.get(name, "entity")


@lru_cache(maxsize=1024)
def _places(name: str) -> int:
    found = DECIMAL.match(name)
    return int(found[1]) if found else 0


WANTED = {
    "entity": "an entity is text",
    "Bool": "a flag is true or false",
    "Int": "a number is an integer",
    "Time": "a time is an integer of UTC milliseconds",
    "Decimal": "a decimal is text, as '12.50'",
    "Rows": "rows are a list of objects",
    "Ratio": "a ratio is text, as '7/3', or an integer",
    "List": "a list holds text or integers",
}

Bool, Int, Time = Sort("Bool"), Sort("Int"), Sort("Time")
Ratio, List = Sort("Ratio"), Sort("List")
Party = Sort("Party")  # who did it: the sort of the column `by`


def Decimal(places: int) -> Sort:  # a sort reads as a type
    """Return the sort of exact decimals with ``places`` places, 0 to 18."""
    if type(places) is not int or not 0 <= places <= 18:
        raise SpecError(f"places={shown(places)} must be an integer from 0 to 18")
    return Sort(f"Decimal{places}")


@attrs.frozen
class Column:
    """A named column of a table, or a role, or a slot of an answer.

    `columns` and `key` are for a column of rows: what each row has, and which
    columns tell two rows apart (all, unless said).
    """

    name: str
    sort: Sort
    columns: tuple["Column", ...] = ()
    key: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.name, str) or not NAME.match(self.name):
            raise SpecError(f"name={shown(self.name)} must be an identifier")
        if self.name in RESERVED or self.name.startswith("_"):
            raise SpecError(f"name={self.name!r} is taken by the language itself")

    @classmethod
    def reserved(cls, name: str, sort: Sort) -> "Column":
        """Make a column of the language itself, by a name that users may not take."""
        column = object.__new__(cls)
        for field, value in zip(attrs.fields(cls), (name, sort, (), ()), strict=True):
            object.__setattr__(column, field.name, value)
        return column

    def inner(self, name: str) -> "Column":
        """Return the column ``name`` of the rows that this column holds."""
        return find(name, self.columns, f"column of {self.name}")


def find(name: str, columns: tuple[Column, ...], what: str) -> Column:
    """Return the column called ``name``; an unknown name lists the known ones."""
    for column in columns:
        if column.name == name:
            return column
    raise unknown(what, name, (c.name for c in columns))
