"""Scripts: how people write records, and how records are written back.

    record(settle,
        pay(invoice="INV-42").ok(file="txn7.pdf"),
        handoff(),
        send(file="txn7.pdf", to="a").lost(),
        bound={"invoice": "INV-42", "to": "a"})

Ids and times are filled in, the same each time: events that name no time follow
one another at 1 ms.
"""

import posixpath
import re
from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from ..spec.drafts import At, Claimed, Draft, Gap, HandedOver, Line, fill
from ..spec.errors import SpecError, shown
from ..spec.requests import Request
from .names import mentioned
from .record import Call, Claim, Decided, Event, Handoff, Receipt, Record

RECEIPT = {"ok": "ok", "failed": "failed"}  # what has no answer has no receipt
TRUTH = {"lost": True, "dropped": False}


def record(
    request: Request,
    *lines: Line,
    bound: Mapping[str, object] | None = None,
    given: "Mapping[str, Iterable[Any] | Globs] | None" = None,
    entities: Mapping[str, Iterable[str]] | None = None,
    now: int | None = None,
) -> Record:
    """Return the record that a script writes.

    `bound`: role ↦ value. `given`: relation ↦ its tuples (or single values).
    `entities`: sort ↦ those that are ranged over. `now`: ms; without it, the time
    of a final ``at(…)``, else the end of the last event.
    """
    clock, last = 0, 0
    events: list[Event] = []
    receipts: list[Receipt] = []
    gaps: list[Gap] = []
    truth: dict[str, bool] = {}
    moved = False
    for line in lines:
        match line:
            case At(ms):
                clock, moved = ms, True
                continue
            case Gap():
                gaps.append(line)
                continue
            case Draft() | Claimed() | HandedOver():
                name = f"e{len(events) + 1}"
                event = _event(request, line, name, clock)
                events.append(event)
            case _:
                raise SpecError(
                    f"line {len(events) + 1}: {shown(line)} is no line of a script"
                )
        if isinstance(line, Draft) and line.outcome in RECEIPT:
            receipts.append(
                Receipt(
                    f"r{len(events)}",
                    name,
                    line.source,
                    RECEIPT[line.outcome],
                    line.response,
                )
            )
        if isinstance(line, Draft) and line.outcome in TRUTH:
            truth[name] = TRUTH[line.outcome]
        last = max(last, event.end)
        clock, moved = event.end + 1, False
    judged = clock if moved else last
    made = Record(
        trajectory=tuple(events),
        ledger=tuple(receipts),
        bound=fill(bound or {}, request.binds, "role of binds"),
        entities={name: tuple(found) for name, found in (entities or {}).items()},
        gaps=tuple(gaps),
        now=judged if now is None else now,
        truth=truth,
    )
    related = {
        name: relation(request, name, told, made)
        for name, told in (given or {}).items()
    }
    return attrs.evolve(made, given=related)


@attrs.frozen
class Globs:
    """A relation over one sort of names, given by patterns: see `globs`."""

    patterns: tuple[str, ...]

    def of(self, names: Iterable[str]) -> frozenset[tuple[str]]:
        """Return those of ``names`` that match, normalised, one of the patterns."""
        return frozenset(
            (n,) for n in names if any(_matches(n, p) for p in self.patterns)
        )


def globs(*patterns: str) -> Globs:
    """Give a relation over paths by globs: ``**`` crosses folders, ``*`` does not."""
    return Globs(patterns)


def _matches(name: str, pattern: str) -> bool:
    parts = re.split(r"(\*\*/?|\*|\?)", posixpath.normpath(pattern))
    kinds = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    regex = "".join(kinds.get(part, re.escape(part)) for part in parts)
    return re.fullmatch(regex, posixpath.normpath(name)) is not None


def relation(
    request: Request, name: str, tuples: "Iterable[Any] | Globs", made: Record
) -> frozenset[tuple[Any, ...]]:
    """Return a given relation as its set of tuples, each value read by its sort.

    Globs pick from the entities of the sort that ``made`` speaks of.
    """
    columns = request.world.relation(name).columns
    if isinstance(tuples, Globs):
        if len(columns) != 1:
            raise SpecError(
                f"given {name}: globs are for one column, not {len(columns)}"
            )
        return tuples.of(mentioned(request, made).get(columns[0].sort.name, ()))
    found = []
    for item in tuples:
        values = item if isinstance(item, tuple | list) else (item,)
        if len(values) != len(columns):
            raise SpecError(
                f"given {name}: {shown(item)} must have {len(columns)} values"
            )
        found.append(
            tuple(c.sort.read(v) for c, v in zip(columns, values, strict=True))
        )
    return frozenset(found)


def _event(
    request: Request, line: Draft | Claimed | HandedOver, name: str, start: int
) -> Event:
    match line:
        case HandedOver():
            return Handoff(name, start, start)
        case Claimed(slots, party):
            return Claim(
                name,
                fill(slots, request.slots, "slot of the answer"),
                start,
                start,
                party,
            )
    end = start + line.lasting
    if line.outcome in ("given", "declined", "revoked"):
        request.world.decision(line.source)
        return Decided(
            name, line.source, line.args, line.outcome, start, end, line.party
        )
    request.world.tool(line.source)
    return Call(name, line.source, line.args, start, end, line.party)
