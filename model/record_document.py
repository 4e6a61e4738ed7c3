"""The record as a document: every value fits its sort, every name is there."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import attrs

from ..spec.codes import Code
from ..spec.drafts import Gap
from ..spec.errors import CaseError, SpecError, shown, unknown
from ..spec.requests import Request
from ..spec.sorts import Column, Sort
from .canonical import canonical
from .cells import Change as CellChange
from .cells import cells_read, cells_written, value_read, value_written
from .formulas import IDENTIFIER
from .grammar import Grammar, Object, tag
from .places import Place, placed
from .record import (
    ISSUERS,
    STATUSES,
    VERDICTS,
    Call,
    Claim,
    Decided,
    Event,
    Receipt,
    Record,
    Values,
)
from .shapes import Cell, Many, Named, Shape, Word

Columns: TypeAlias = tuple[Column, ...]
Change: TypeAlias = Callable[[Values, Columns, str, Place], dict[str, Any]]


def read_record(value: Any, request: Request, place: Place) -> Record:
    """Return the record that a document states about ``request``."""
    told: Record = SHAPE.read(value, place)
    _check(told, request, place)
    made = _with_values(told, request, place, cells_read)
    given = {
        name: _tuples(tuples, name, request, place / "given" / name)
        for name, tuples in told.given.items()
    }
    return attrs.evolve(made, given=given)


def write_record(record: Record, request: Request, place: Place) -> Any:
    """Return the document of a record: the inverse of `read_record`."""
    _check(record, request, place)
    given = {
        name: sorted(
            _told(tuples, name, request, place / "given" / name), key=canonical
        )
        for name, tuples in record.given.items()
    }
    told = _with_values(attrs.evolve(record, given={}), request, place, cells_written)
    document = SHAPE.write(told, place)
    return document | ({"given": given} if given else {})


def _told(
    tuples: Iterable[tuple[Any, ...]], name: str, request: Request, place: Place
) -> list[list[Any]]:
    with placed(place):
        columns = request.world.relation(name).columns
        return [list(_tuple(values, columns, value_written)) for values in tuples]


def _tuple(
    values: Iterable[Any], columns: Columns, change: CellChange
) -> Iterator[Any]:
    found = tuple(values)
    if len(found) != len(columns):
        names = ", ".join(c.name for c in columns)
        raise SpecError(f"value={shown(found)} must be one value for each of: {names}")
    return (change(c.sort, v) for c, v in zip(columns, found, strict=True))


def _with_values(
    record: Record, request: Request, place: Place, change: Change
) -> Record:
    """Return ``record`` with the values of its columns read, or written."""
    world = request.world

    def event(part: Event, at: Place) -> Event:
        match part:
            case Call(tool=name, args=args):
                takes, what = world.tool(name).takes, f"argument of {name}"
                return attrs.evolve(part, args=change(args, takes, what, at / "args"))
            case Decided(decision=name, args=args):
                of, what = world.decision(name).columns, f"argument of {name}"
                return attrs.evolve(part, args=change(args, of, what, at / "args"))
            case Claim(slots=slots):
                what = "slot of the answer"
                held = change(slots, request.slots, what, at / "slots")
                return attrs.evolve(part, slots=held)
        return part

    def receipt(part: Receipt, at: Place) -> Receipt:
        returns, what = world.tool(part.tool).returns, f"response column of {part.tool}"
        return attrs.evolve(
            part, values=change(part.values, returns, what, at / "values")
        )

    ledger = place / "ledger"
    return attrs.evolve(
        record,
        trajectory=tuple(event(e, at) for e, at in _events(record, place)),
        ledger=tuple(receipt(e, ledger / i) for i, e in enumerate(record.ledger)),
        bound=change(record.bound, request.binds, "role of binds", place / "bound"),
    )


def _events(record: Record, place: Place) -> Iterator[tuple[Event, Place]]:
    """Yield each event with the place of what it says."""
    for i, event in enumerate(record.trajectory):
        yield event, place / "trajectory" / i / tag(type(event))


def _check(record: Record, request: Request, place: Place) -> None:
    """See that ids are apart, that what is named is there, and that calls are whole."""
    _ids(record.trajectory, place / "trajectory")
    _ids(record.ledger, place / "ledger")
    _references(record, request, place)
    for event, at in _events(record, place):
        _whole(event, request, at)


def _ids(parts: Iterable[Event | Receipt], place: Place) -> None:
    seen: set[str] = set()
    for i, part in enumerate(parts):
        if part.id in seen:
            raise CaseError(
                str(place / i),
                f"{Code.DUPLICATE_ID}: {Code.DUPLICATE_ID.meaning} id={shown(part.id)}",
                "give each its own id",
            )
        seen.add(part.id)


def _references(told: Record, request: Request, place: Place) -> None:
    """See that everything the record names is there."""
    world, calls = request.world, {call.id for call in told.calls}
    for event, at in _events(told, place):
        with placed(at):
            _ordered("start", event.start, "end", event.end)
            match event:
                case Call(tool=name):
                    world.tool(name)
                case Decided(decision=name):
                    world.decision(name)
    for i, receipt in enumerate(told.ledger):
        with placed(place / "ledger" / i):
            world.tool(receipt.tool)
            if receipt.call and receipt.call not in calls:  # a stray one names none
                raise unknown("call", receipt.call, calls)
    for i, gap in enumerate(told.gaps):
        with placed(place / "gaps" / i):
            sources = [
                *(t.name for t in world.tools),
                *(d.name for d in world.decisions),
            ]
            if gap.source not in sources:
                raise unknown("tool or decision", gap.source, sources)
            if gap.since is not None and gap.until is not None:
                _ordered("since", gap.since, "until", gap.until)
    for name in told.truth:
        with placed(place / "truth"):
            if name not in calls:
                raise unknown("call", name, calls)
    for name, entities in told.entities.items():
        with placed(place / "entities" / name):
            if Sort(name).kind != "entity":
                raise SpecError(f"{name} is not ranged over: only entities are")
            for entity in entities:
                Sort(name).read(entity)


def _ordered(first: str, start: int, last: str, end: int) -> None:
    if start > end:
        raise SpecError(f"{first}={start} is after {last}={end}; times go forward")


def _whole(event: Event, request: Request, place: Place) -> None:
    """See that a call or a decision lacks no argument."""
    match event:
        case Call(tool=name, args=args):
            columns = request.world.tool(name).takes
        case Decided(decision=name, args=args):
            columns = request.world.decision(name).columns
        case _:
            return
    for column in columns:
        if column.name not in args:
            names = ", ".join(c.name for c in columns)
            raise CaseError(
                str(place / "args"), f"lacks {column.name}", f"{name} takes: {names}"
            )


def _tuples(
    tuples: Iterable[Any], name: str, request: Request, place: Place
) -> frozenset[tuple[Any, ...]]:
    with placed(place):
        columns = request.world.relation(name).columns
    found: set[tuple[Any, ...]] = set()
    for i, values in enumerate(tuples):
        with placed(place / i):
            row = tuple(_tuple(values, columns, value_read))
            if row in found:
                raise SpecError(f"value={shown(row)} is there already")
        found.add(row)
    return frozenset(found)


def _shape() -> Object:
    words: Mapping[Any, Shape] = {
        (Decided, "verdict"): Word(VERDICTS),
        (Receipt, "status"): Word(STATUSES),
        (Receipt, "issuer"): Word(ISSUERS),
        (Call, "tool"): IDENTIFIER,
        (Decided, "decision"): IDENTIFIER,
        (Receipt, "tool"): IDENTIFIER,
        (Gap, "source"): IDENTIFIER,
    }
    given: Mapping[Any, Shape] = {(Record, "given"): Named(Many(Many(Cell())))}
    return Object(Record, Grammar({**words, **given}, names={"event": Event}))


SHAPE = _shape()
