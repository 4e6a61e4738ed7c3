"""Which entities a record speaks of, by sort."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..spec.requests import Request
from ..spec.sorts import Column, Party
from .record import Call, Claim, Decided, Record


def mentioned(request: Request, record: Record) -> dict[str, tuple[str, ...]]:
    """Return the entities of each sort that occur in ``record``, sorted."""
    found: dict[str, set[str]] = {}
    for sort, name in _mentions(request, record):
        found.setdefault(sort, set()).add(name)
    return {sort: tuple(sorted(names)) for sort, names in sorted(found.items())}


def _mentions(request: Request, record: Record) -> Iterator[tuple[str, str]]:
    world, responses = request.world, {r.call: r.values for r in record.ledger}
    yield from _named(record.bound, request.binds)
    for sort, names in record.entities.items():
        yield from ((sort, name) for name in names)
    for relation, tuples in record.given.items():
        for values in tuples:
            columns = world.relation(relation).columns
            yield from _named(
                {c.name: v for c, v in zip(columns, values, strict=True)}, columns
            )
    for event in record.trajectory:
        match event:
            case Call(name, tool, args):
                yield from _named(args, world.tool(tool).takes)
                yield from _named(responses.get(name, {}), world.tool(tool).returns)
            case Decided(decision=decision, args=args):
                yield from _named(args, world.decision(decision).columns)
            case Claim(slots=slots):
                yield from _named(slots, request.slots)
        if isinstance(event, Call | Decided | Claim):
            yield Party.name, event.by


def _named(
    values: Mapping[str, Any], columns: Iterable[Column]
) -> Iterator[tuple[str, str]]:
    for column in columns:
        value = values.get(column.name)
        if column.columns:
            for row in value or ():
                yield from _named(row, column.columns)
        elif column.sort.kind == "entity" and isinstance(value, str):
            yield column.sort.name, value
