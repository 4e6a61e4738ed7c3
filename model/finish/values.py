"""Values as they are compared: a kind, and the value in exact rationals.

A flag is no number, so True is not 1; a decimal is the number that it stands for, so
that 12.50 of a column with two places is 25/2 and equals what a mean gives.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from ...spec.errors import SpecError
from ...spec.sorts import Column, Sort
from ...spec.values import UNKNOWN, known
from ..cells import value_read

Tagged: TypeAlias = tuple[Any, ...]
NULL: Tagged = ("null",)
# What equals no value, and none of the others: a document says no value of the sort;
# a row holds something without a kind; a transform gives none.
MISFIT: Tagged = ("misfit",)
UNHELD: Tagged = ("unheld",)
NO_VALUE: Tagged = ("no value",)


def real(sort: Sort, value: Any) -> Any:
    """Return a value in memory as what it stands for: decimals as rationals."""
    return Fraction(value, 10**sort.places) if sort.places else value


def tagged(value: Any) -> Any:
    """Return a value with its kind; what is unknown stays so."""
    match value:
        case bool():
            return ("flag", value)
        case int() | Fraction():
            return ("number", value)
        case str():
            return ("text", value)
        case tuple() | list():
            return ("list", tuple(map(tagged, value)))
        case Mapping():
            return ("row", tuple(sorted((k, tagged(v)) for k, v in value.items())))
    return UNKNOWN if not known(value) else UNHELD


def told(sort: Sort, value: Any) -> Tagged:
    """Return what a document says of a value of ``sort``; `MISFIT` if it is none."""
    try:
        found: Tagged = tagged(real(sort, value_read(sort, value)))
    except SpecError:
        return MISFIT
    return found


def held(columns: tuple[Column, ...], name: str, value: Any) -> Any:
    """Return a value in memory, of the column called so, with its kind."""
    for column in columns:
        if column.name == name:
            return tagged(real(column.sort, value))
    return UNHELD
