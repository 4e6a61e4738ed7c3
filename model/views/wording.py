"""A view in words, and as data: what a successor reads of a record."""

import math
from collections.abc import Hashable, Iterator
from typing import Any

from ...spec import syntax as s
from ...spec.requests import Duty
from ...spec.sorts import Sort
from ..literals import literal
from .packet import NONE, UNKNOWN
from .view import NOTHING_KNOWN, PERHAPS, Column, Item, Shown, Told, View

NO_EVENTS = f"events: {NONE}"
PLACE = "#"  # the column by which events are put in order


def worded(view: View, found: tuple[Shown, ...]) -> Iterator[str]:
    """Yield what a view shows, a line each; events of all logs in one order."""
    placed: list[tuple[float, str]] = []
    for item, shown in zip(view.items, found, strict=True):
        lines = {told: line(item, told, times) for told, times in shown.items()}
        if _placed(item):
            placed += ((_number(told), text) for told, text in lines.items())
        else:
            title = f"perhaps {item.title}" if item.only == PERHAPS else item.title
            yield from sorted(lines.values()) or [f"{title}: {NONE}"]
    if any(map(_placed, view.items)):
        yield from (text for _, text in sorted(placed)) if placed else [NO_EVENTS]


def line(item: Item, told: Told, times: int = 1) -> str:
    """Return one line of an item: ``paid: invoice="INV-42"``.

    An item of formulas alone is told by those that hold.
    """
    pairs = list(zip(item.columns, told.cells, strict=True))
    if all(isinstance(column, s.Formula) for (_, column), _ in pairs):
        pairs = [pair for pair in pairs if pair[1] is not False]
    cells = ", ".join(_cell(name, column, value) for (name, column), value in pairs)
    often = f" ({times} times)" if times > 1 else ""
    title = item.title if told.sure else f"perhaps {item.title}"
    if not cells and item.columns:
        cells = NONE
    return f"{title}: {cells}{often}" if cells else f"{title}{often}"


def _placed(item: Item) -> bool:
    return bool(item.columns) and item.columns[0][0] == PLACE


def _cell(name: str, column: Column, value: Hashable) -> str:
    if isinstance(column, Duty):
        return f"{name} {value}"
    if isinstance(column, s.Formula):
        if isinstance(value, bool):
            return name if value else f"not {name}"
        return f"{name} {UNKNOWN}"
    equals = "" if name == PLACE else "="
    return f"{name}{equals}{_value(column, value)}"


def _value(column: s.Term, value: Hashable) -> str:
    if isinstance(value, tuple) and value[:1] == (NOTHING_KNOWN,):
        span = value[1]
        return UNKNOWN if span is None else f"{UNKNOWN} from {span[0]} to {span[1]}"
    return literal(_sort(column).write(value))


def _sort(column: Column) -> Sort:
    """Return the sort of a column; a sum or a count is a number."""
    return Sort(getattr(column, "sort", "Int"))


def _number(told: Told) -> float:
    place = told.cells[0]
    return float(place) if isinstance(place, int) else math.inf


def document(view: View, found: tuple[Shown, ...]) -> dict[str, Any]:
    """Return what a view shows as JSON data; null stands for what nobody knows."""
    return {
        "view": view.name,
        "about": view.about,
        "items": [
            {
                "title": item.title,
                "lines": [_data(item, *pair) for pair in shown.items()],
            }
            for item, shown in zip(view.items, found, strict=True)
        ],
    }


def _data(item: Item, told: Told, times: int) -> dict[str, Any]:
    pairs = zip(item.columns, told.cells, strict=True)
    cells = {name: _json(column, value) for (name, column), value in pairs}
    return {"sure": told.sure, "times": times, "cells": cells}


def _json(column: Column, value: Hashable) -> Any:
    if isinstance(column, Duty):
        return value
    if isinstance(column, s.Formula):
        return value if isinstance(value, bool) else None
    if isinstance(value, tuple) and value[:1] == (NOTHING_KNOWN,):
        return None
    return _sort(column).write(value)
