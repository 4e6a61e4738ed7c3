"""How two records differ, event by event, and in which cells.

An event is the same in both if it has the same id and all its cells, and takes place
when it did, but for the rooms that were put in.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from ..model.record import Call, Decided, Event, Record, outcome
from ..model.script_text import write
from ..spec.requests import Request
from .edits import Edit
from .seen import source_of

CHANGED, LEFT_OUT, ADDED = "changed", "left out", "added"
SOURCE, OUTCOME, WHO, WHEN = "source", "outcome", "party", "time"
Cells = Mapping[str, Any]


@attrs.frozen
class Cell:
    """What is in one cell of an event before and after; None: it is not known."""

    name: str
    before: Any
    after: Any


@attrs.frozen
class Difference:
    """One event that differs: `before` and `after` are its lines in a script.

    `kind`: changed, left out or added. `number`: of the event in the first record,
    from 1; of an event that is added, of the one it follows there, or 0. `cells`: those
    that are changed, unless it is another event altogether. `size`: see
    `solver.measure`.
    """

    kind: str
    number: int
    id: str
    before: str
    after: str
    cells: tuple[Cell, ...]
    size: int


def differences(
    request: Request, before: Record, after: Record, edit: Edit
) -> tuple[Difference, ...]:
    """Return the events in which two records differ, in order.

    Of ``edit`` only the rooms are believed: they say when things take place.
    """
    return tuple(_differences(request, before, after, edit))


def _differences(
    request: Request, before: Record, after: Record, edit: Edit
) -> Iterator[Difference]:
    later = {event.id: event for event in after.trajectory}
    for number, event in enumerate(before.trajectory, 1):
        now = later.get(event.id)
        if now is None:
            line = told(request, before, event)
            yield Difference(LEFT_OUT, number, event.id, line, "", (), 1)
            continue
        times = edit.moved(event.start), edit.moved(event.end)
        if not isinstance(event, Call | Decided) or not isinstance(now, Call | Decided):
            same = attrs.evolve(event, start=times[0], end=times[1]) == now
            assert same, f"{event.id} is neither a call nor a decision, and differs"
            continue
        cells = tuple(changed(request, before, after, event, now))
        timed = times != (now.start, now.end)
        if timed:
            cells += (Cell(WHEN, (event.start, event.end), (now.start, now.end)),)
        if cells:
            first = told(request, before, event, timed)
            second = told(request, after, now, timed)
            another = source_of(event) != source_of(now)
            size = 1 + whole(request, after, now) if another else len(cells)
            cells = () if another else cells
            yield Difference(CHANGED, number, event.id, first, second, cells, size)
    numbers = {event.id: n for n, event in enumerate(before.trajectory, 1)}
    last = 0
    for event in after.trajectory:
        last = numbers.get(event.id, last)
        if event.id not in numbers and isinstance(event, Call | Decided):
            line, size = told(request, after, event), whole(request, after, event)
            yield Difference(ADDED, last, event.id, "", line, (), size)


def changed(
    request: Request,
    before: Record,
    after: Record,
    event: Call | Decided,
    now: Call | Decided,
) -> Iterator[Cell]:
    """Yield the cells of an event that are otherwise in another, but for the times."""
    if source_of(event) != source_of(now):
        yield Cell(SOURCE, source_of(event), source_of(now))
        return
    came, told = answer(request, before, event)
    comes, tells = answer(request, after, now)
    yield from _cells(event.args, now.args)
    if came != comes:
        yield Cell(OUTCOME, came, comes)
    else:
        yield from _cells(told, tells)
    if event.by != now.by:
        yield Cell(WHO, event.by, now.by)


def _cells(before: Cells, after: Cells) -> Iterator[Cell]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield Cell(name, before.get(name), after.get(name))


def answer(
    request: Request, record: Record, event: Call | Decided
) -> tuple[str, Cells]:
    """Return what came of an event, and the columns of its answer."""
    if isinstance(event, Decided):
        return event.verdict, {}
    receipt = record.receipt(event, request.world)
    known = outcome(request.world.tool(event.tool), receipt)
    return known, {} if receipt is None else receipt.values


def whole(request: Request, record: Record, event: Call | Decided) -> int:
    """Return the size of an event: one, and its cells."""
    return 1 + len(event.args) + len(answer(request, record, event)[1])


def told(request: Request, record: Record, event: Event, timed: bool = False) -> str:
    """Return an event as a line of a script, with its time if that matters."""
    ledger = tuple(r for r in record.ledger if r.call == event.id)
    truth = {k: v for k, v in record.truth.items() if k == event.id}
    alone = attrs.evolve(event, start=0, end=event.end - event.start)
    lone = Record(
        (alone,),
        ledger,
        now=alone.end,
        task=record.task,
        tenure=record.tenure,
        truth=truth,
    )
    lines = write(lone, request).splitlines()
    line = " ".join(line for line in lines if not line.startswith("run("))
    return f"at({event.start}) {line}" if timed else line
