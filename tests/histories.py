"""Histories: every way to complete a small record, and which of them fit it.

Nothing here uses the resolution or the conflict formulas of the toolkit: a history
fits if instants can be found, within the intervals, at which its reads are true.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import attrs

from obligato.model.record import Record
from obligato.model.tables import KEY, LANDS, OPEN, Row, Tables
from obligato.spec.values import UNKNOWN, most
from tests.lab import lab
from tests.strategies import DOCS, ITEMS

NAMES = {"Item": ITEMS, "Doc": DOCS, "Party": ("ann", "bob", "agent")}
Option = tuple[dict[str, Any], ...]


class History(Tables):
    """A record completed: every outcome, answer, role and slot is known."""

    roles: dict[str, Any]


def completions(record: Record, most: int = 200) -> Iterator[History]:
    """Yield the histories that the record may be of, at most so many, spread evenly.

    A gap holds no further event, or one call or decision in the middle of it.
    """
    blank = Tables(lab.world, record)
    choices = [list(_options(blank, row)) for row in _rows(blank)]
    choices += [[{}, *_hidden(blank, name, row)] for name, row in _opened(blank)]
    choices += [[{"item": n} for n in ITEMS]] if "item" not in record.bound else []
    choices += [[{"doc": n} for n in DOCS]] if "doc" not in record.bound else []
    choices += [[{"worth": n} for n in (0, 1, 2)]] if "worth" not in blank.slots else []
    size = 1
    for options in choices:
        size *= len(options)
    stride = max(1, size // most)
    for n, chosen in enumerate(product(*choices)):
        if n % stride == 0:
            yield _completed(record, chosen)


def _rows(tables: Tables) -> list[Row]:
    return [
        row for name in tables.calls for row in tables.calls[name] if OPEN not in row
    ]


def _opened(tables: Tables) -> list[tuple[str, Row]]:
    found = [(n, row) for n in tables.calls for row in tables.calls[n] if OPEN in row]
    for (name, verdict), rows in tables.decided.items():
        found += [(f"{name} {verdict}", row) for row in rows if OPEN in row]
    return found


def _options(tables: Tables, row: Row) -> Iterator[dict[str, Any]]:
    """Yield what an unknown outcome, and unknown columns of the answer, may be."""
    unknown = [
        name for name, value in row.items() if value is UNKNOWN and name != "took"
    ]
    tooks = [True, False] if row["took"] is UNKNOWN else [row["took"]]
    for took in tooks:
        values = [_values(name) if took else [UNKNOWN] for name in unknown]
        lands = landings(row) if took is True else [row["end"]]
        for answer in product(*values):
            for time in lands:
                columns = dict(zip(unknown, answer, strict=True))
                yield {"took": took, LANDS: time, **columns}


def landings(row: Row) -> list[Any]:
    """Return the instants at which a call that took effect may have landed."""
    if not row["unclear"]:
        return [row["end"]]
    latest = most(row[LANDS])
    return [row["end"], row["end"] + 1, min(latest, row["end"] + 4)]


def _values(column: str) -> list[Any]:
    match column:
        case "here":
            return [True, False]
        case "size" | "amount":
            return [0, 2]
        case "touched":
            return [[], [{"doc": "d1", KEY: "d1"}]]
        case "lines":
            return [[], [{"doc": "d2", "amount": 1, KEY: "d2"}]]
    return list(NAMES["Doc" if column == "doc" else "Item"])


def _hidden(tables: Tables, name: str, row: Row) -> Iterator[dict[str, Any]]:
    """Yield one event that the gap may hide."""
    low, high = max(row["start"].low, 0), min(row["start"].high, tables.record.now)
    if low > high or low >= tables.cut:
        return
    time = int(low + high) // 2
    common = {"start": time, "end": time, LANDS: time, "by": "ann"}
    common[KEY] = f"hidden {name}"
    if name in tables.calls:
        for columns in product(
            *(_values(c.name) for c in tables.world.tool(name).columns)
        ):
            cells = dict(
                zip(
                    (c.name for c in tables.world.tool(name).columns),
                    columns,
                    strict=True,
                )
            )
            flags = {
                "took": True,
                "unclear": False,
                "answered": True,
                "again": row["again"],
            }
            yield {"table": name, "row": {**cells, **flags, **common}}
    else:
        for found, document in product(ITEMS, DOCS):
            yield {"table": name, "row": {"item": found, "doc": document, **common}}


def _completed(record: Record, chosen: Option) -> History:
    declared = {"Item": ITEMS, **record.entities}
    history = History(lab.world, attrs.evolve(record, entities=declared))
    rows, opened = _rows(history), _opened(history)
    for name in history.calls:
        history.calls[name] = [r for r in history.calls[name] if OPEN not in r]
    for key, found in history.decided.items():
        history.decided[key] = [r for r in found if OPEN not in r]
    for row, values in zip(rows, chosen, strict=False):
        row.update(values)
    for values in chosen[len(rows) : len(rows) + len(opened)]:
        if values:
            name = values["table"]
            if name in history.calls:
                history.calls[name].append(dict(values["row"]))
            else:
                decision, verdict = name.split()
                history.decided[decision, verdict].append(dict(values["row"]))
    history.roles = dict(record.bound)
    for values in chosen[len(rows) + len(opened) :]:
        for name, value in values.items():
            if name == "worth":
                history.slots = {**history.slots, name: value}
            else:
                history.roles[name] = value
    return history


def fits(history: History) -> bool:
    """Decide whether some instants make every read of the history true."""
    return all(_consistent(_points(history, name)) for name in ITEMS)


Point = tuple[str, float, float]  # what happens, not earlier than, not later than


def _points(history: History, name: str) -> list[Point]:
    points: list[Point] = []
    for tool in ("make", "ensure", "undo"):
        for row in history.calls[tool]:
            if row["took"] is True and row["item"] == name:
                kind = "end" if tool == "undo" else "make"
                late = row[LANDS] > row["end"]
                early = row[LANDS] if late else row["start"]
                points.append((kind, early, row[LANDS]))
    for row in history.calls["look"]:
        if (
            row["answered"] is True
            and row["item"] == name
            and row["here"] is not UNKNOWN
        ):
            points.append((f"see {row['here']}", row["start"], row["end"]))
    return points


def _consistent(points: list[Point], present: bool = False) -> bool:
    """Decide whether the points can be put in an order in which all reads are true."""
    if not points:
        return True
    for i, (what, early, _) in enumerate(points):
        rest = points[:i] + points[i + 1 :]
        if any(last < early for _, _, last in rest):
            continue  # another must come first
        if what.startswith("see") and what != f"see {present}":
            continue
        after = present if what.startswith("see") else what == "make"
        if _consistent(rest, after):
            return True
    return False
