"""Handoff points in the record of a tool world, the analogue of those of a repository.

A write that was answered is an edit, a check is a validation, and a check that did not
pass is a failure (this project's definition). What came of a call is what its own
receipt says; what a later read tells of it is not known yet, so a point never moves.
"""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import attrs

from ...spec.requests import Request
from ...spec.tools import Tool
from ..record import Call, Claim, Handoff, Receipt, Record, outcome
from .events import Kind, kind_of
from .world_note import is_check

# What the kinds are called of a tool world.
NAMES: Mapping[Kind, str] = {
    Kind.SOURCE_EDIT: "after first write",
    Kind.VALIDATION: "after first check result",
    Kind.POST_FAILURE: "after first post-failure write",
}


def kind_here(name: str) -> Kind:
    """Return the kind called ``name``: as of a tool world, or as the paper has it."""
    plain = " ".join(name.replace("-", " ").replace("_", " ").lower().split())
    for kind, here in NAMES.items():
        if plain == here.replace("-", " "):
            return kind
    return kind_of(name)


@attrs.frozen
class Point:
    """A place at which work may change hands: after the first `events` events."""

    kind: Kind
    events: int
    id: str


def points(request: Request, record: Record) -> tuple[Point, ...]:
    """Return the handoff points of a record, in the order of their kinds."""
    found: dict[Kind, Point] = {}
    for point in _points(request, record):
        found.setdefault(point.kind, point)
    return tuple(found[kind] for kind in Kind if kind in found)


def _points(request: Request, record: Record) -> Iterator[Point]:
    receipts = record.receipts(request.world)
    written = failed = False
    for n, event in enumerate(record.trajectory, 1):
        if isinstance(event, Claim):
            return  # what comes after a claim does not count
        if not isinstance(event, Call):
            continue
        tool = request.world.tool(event.tool)
        receipt = next(iter(receipts.get(event.id, ())), None)
        if tool.writes and outcome(tool, receipt) == "ok":
            yield Point(Kind.SOURCE_EDIT, n, event.id)
            if failed:
                yield Point(Kind.POST_FAILURE, n, event.id)
            written = True
        elif written and is_check(tool) and outcome(tool, receipt) != "unknown":
            yield Point(Kind.VALIDATION, n, event.id)
            failed = failed or not passed(tool, receipt)


def passed(check: Tool, receipt: Receipt | None) -> bool:
    """Whether a check passed: it was answered, and every flag of its answer is set."""
    values: Mapping[str, Any] = {} if receipt is None else receipt.values
    flags = [c.name for c in check.returns if c.sort.kind == "Bool"]
    return outcome(check, receipt) == "ok" and all(values.get(f) is True for f in flags)


def until(record: Record, point: Point) -> Record:
    """Return what is known at a point: its events, their receipts, and the handoff."""
    known = prefix(record, point.events)
    ids = {event.id for event in known.trajectory}
    mark = next(name for name in _fresh() if name not in ids)
    moment = Handoff(mark, known.now, known.now)
    return attrs.evolve(known, trajectory=(*known.trajectory, moment))


def at_handoff(record: Record) -> Record:
    """Return what was known when the work last changed hands, else all but claims."""
    if record.frontier is None:
        kept = [e for e in record.trajectory if not isinstance(e, Claim)]
        return attrs.evolve(record, trajectory=tuple(kept))
    ends = [n for n, e in enumerate(record.trajectory, 1) if isinstance(e, Handoff)]
    claims = [n for n, e in enumerate(record.trajectory, 1) if isinstance(e, Claim)]
    last = max(n for n in ends if n < min(claims, default=len(record.trajectory) + 1))
    return prefix(record, last)


def prefix(record: Record, events: int) -> Record:
    """Return the record of the first events, as it was known when they had ended."""
    kept = record.trajectory[:events]
    known = {event.id for event in kept}
    return attrs.evolve(
        record,
        trajectory=kept,
        ledger=tuple(r for r in record.ledger if r.call in known),
        truth={call: took for call, took in record.truth.items() if call in known},
        now=max((event.end for event in kept), default=0),
    )


def _fresh() -> Iterator[str]:
    yield "handoff"
    yield from (f"handoff-{n}" for n in count(2))
