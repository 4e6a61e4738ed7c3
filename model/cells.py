"""Cells: the values of columns, as documents hold them and as rows hold them.

A decimal or a ratio is text in a document and a number in memory; rows inside a
field are a list of objects there and a tuple of dicts here.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ..spec.errors import SpecError, shown
from ..spec.sorts import Column, Sort, find
from .places import Place, placed

Change: TypeAlias = Callable[[Sort, Any], Any]

# Python reads far more as a number, some of it at great cost: '1e999999999', '１_0'.
NUMERAL = {
    "Decimal": re.compile(r"-?[0-9]{1,36}(\.[0-9]{1,18})?"),
    "Ratio": re.compile(r"-?[0-9]{1,2000}(/[0-9]{1,2000})?"),
}


def value_read(sort: Sort, value: object) -> Any:
    """Return the value of a sort that a document writes so, or raise `SpecError`."""
    numeral = NUMERAL.get(sort.kind)
    if numeral and isinstance(value, str) and not numeral.fullmatch(value):
        raise SpecError(
            f"value={shown(value)} is no {sort.name}; write digits, as '12.50' or '7/3'"
        )
    return sort.read(value)


def value_written(sort: Sort, value: Any) -> Any:
    """Return how a document writes a value of a sort, or raise `SpecError`."""
    try:
        told = sort.write(value)
        if value_read(sort, told) == value:
            return told
    except (ArithmeticError, ValueError, TypeError):
        pass  # said below, of the value as it is in memory
    raise SpecError(f"value={shown(value)} in memory is no {sort.name}")


def cells_read(
    values: Mapping[str, Any], columns: tuple[Column, ...], what: str, place: Place
) -> dict[str, Any]:
    """Return the values of columns as rows hold them."""
    return _cells(values, columns, what, place, value_read)


def cells_written(
    values: Mapping[str, Any], columns: tuple[Column, ...], what: str, place: Place
) -> dict[str, Any]:
    """Return the values of columns as documents hold them."""
    return _cells(values, columns, what, place, value_written)


def _cells(
    values: Mapping[str, Any],
    columns: tuple[Column, ...],
    what: str,
    place: Place,
    change: Change,
) -> dict[str, Any]:
    made = {}
    for name, value in values.items():
        with placed(place):
            column = find(name, columns, what)
        made[name] = _cell(value, column, place / name, change)
    return made


def _cell(value: Any, column: Column, place: Place, change: Change) -> Any:
    if not column.columns:
        with placed(place):
            return change(column.sort, value)
    if not isinstance(value, list | tuple):
        raise place.wrong(value, "write a list of rows")
    rows = []
    for i, row in enumerate(value):
        if not isinstance(row, Mapping):
            names = ", ".join(c.name for c in column.columns)
            raise (place / i).wrong(row, f"write a row, an object with: {names}")
        what = f"column of {column.name}"
        rows.append(_cells(row, column.columns, what, place / i, change))
    return tuple(rows)
