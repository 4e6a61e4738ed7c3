"""In which scope lies what is enough, and how to say what it is."""

from collections import Counter
from collections.abc import Iterable

from ...spec.requests import Request
from ...spec.sorts import Column
from ..solver.scope import Scope
from .enough import Enough, Kept, TooMany

NAMES = 16  # further entities of a sort: beyond them nobody asks
SHOWN = 3  # of how many kinds an event may be for them to be named


def extent(found: Iterable[Enough], request: Request) -> Scope:
    """Return the scope in which each record lies that keeps only what is enough.

    Raises: `TooMany`, if it can speak of more names than anybody asks about.
    """
    every = list(found)
    entities = max(1, *(_names(e, request) for e in every))
    if entities > NAMES:
        raise TooMany(f"it may speak of {entities} entities of one sort")
    return Scope(
        events=max(len(e.events) for e in every),
        entities=entities,
        rows=max(map(_rows, every)),
    )


def kinds(found: Iterable[Enough]) -> str:
    """Return of what the events may be that are enough, in the longest case."""
    longest = max(found, key=lambda e: len(e.events))
    of = Counter(
        " or ".join(kept.of) if len(kept.of) <= SHOWN else "any call"
        for kept in longest.events
    )
    return ", ".join(f"{n} × {name}" if n > 1 else name for name, n in of.items())


def _rows(found: Enough) -> int:
    """Return how many rows of one field are kept."""
    fields = Counter((id(kept.outer), *kept.of) for kept in found.rows)
    return max(fields.values(), default=0)


def _names(found: Enough, request: Request) -> int:
    """Return of how many entities of one sort the record that is left can speak."""
    needed = Counter(c.sort.name for c in (*request.binds, *request.slots))
    for kept in (*found.events, *found.rows):
        options = [_sorts(kept, columns) for columns in kept.columns.values()]
        for sort in {sort for option in options for sort in option}:
            needed[sort] += max(option[sort] for option in options)
    for kept in found.entities:
        needed.update(kept.of.keys())
    return max(needed.values(), default=0)


def _sorts(kept: Kept, columns: tuple[Column, ...]) -> Counter[str]:
    """Return how many entities of each sort are named by a row of these columns."""
    found = Counter(c.sort.name for c in columns if c.sort.kind == "entity")
    found["Party"] += kept.kind == "event"  # who did it
    return found
