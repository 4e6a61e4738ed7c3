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

from ..spec.drafts import (
    At,
    Claimed,
    Draft,
    Evidence,
    Gap,
    HandedOver,
    Line,
    Naming,
    fill,
)
from ..spec.errors import SpecError, shown, unknown
from ..spec.requests import Request
from ..spec.sorts import Party, Sort, Time
from ..spec.syntax import Entities, walk
from ..spec.tools import Tool
from ..spec.worlds import Decision, Effect, Given
from .names import mentioned
from .record import (
    ISSUERS,
    STATUSES,
    Call,
    Claim,
    Decided,
    Event,
    Handoff,
    Receipt,
    Record,
)

RECEIPT = {"ok": "ok", "failed": "failed"}  # what has no answer has no receipt
TRUTH = {"lost": True, "dropped": False}


def record(
    request: Request,
    *lines: Line,
    bound: Mapping[str, object] | None = None,
    given: "Mapping[str, Iterable[Any] | Globs] | None" = None,
    entities: Mapping[str, Iterable[str]] | None = None,
    now: int | None = None,
    task: str = "task",
    tenure: str = "tenure-1",
) -> Record:
    """Return the record that a script writes.

    `bound`: role ↦ value. `given`: relation ↦ its tuples (or single values).
    `entities`: sort ↦ those that are ranged over. `now`: ms; without it, the time
    of a final ``at(…)``, else the end of the last event. `task` and `tenure` are
    those of the record, and of each receipt that names no others.
    """
    if not isinstance(request, Request):
        raise SpecError(f"record({shown(request, 40)}, …) must begin with a Request")
    for what, told in (("bound", bound), ("given", given), ("entities", entities)):
        if not isinstance(told or {}, Mapping):
            raise SpecError(f"{what}={shown(told)} must map names to values")
    script = Script(request, task, tenure)
    for line in lines:
        script.add(line)
    return script.record(bound or {}, given or {}, entities or {}, now)


class Script:
    """A record in the making: the lines so far, with ids and times filled in."""

    def __init__(
        self, request: Request, task: str = "task", tenure: str = "tenure-1"
    ) -> None:
        self.request, self.task, self.tenure = request, task, tenure
        self.events: list[Event] = []
        self.receipts: list[Receipt] = []
        self.gaps: list[Gap] = []
        self.truth: dict[str, bool] = {}
        self._clock, self._last, self._moved = 0, 0, False
        self._name = ""

    def add(self, line: Line) -> None:
        """Write one more line, or raise `SpecError` and write nothing."""
        match line:
            case At(ms):
                self._clock, self._moved = ms, True
            case Gap():
                self.gaps.append(line)
            case Naming(name):
                self._name = name
            case Evidence():
                self._stray(line)
            case Draft() | Claimed() | HandedOver():
                self._happen(line)
            case _:
                raise SpecError(
                    f"line {len(self.events) + 1}: {shown(line)} is no line of a script"
                )

    def record(
        self,
        bound: Mapping[str, object],
        given: "Mapping[str, Iterable[Any] | Globs]",
        entities: Mapping[str, Iterable[str]],
        now: int | None = None,
    ) -> Record:
        """Return the record of the lines so far."""
        judged = self._clock if self._moved else self._last
        made = Record(
            trajectory=tuple(self.events),
            ledger=tuple(self.receipts),
            bound=fill(bound, self.request.binds, "role of binds"),
            entities=declared(self.request, entities),
            gaps=tuple(self.gaps),
            now=judged if now is None else Time.read(now),
            task=self.task,
            tenure=self.tenure,
            truth=self.truth,
        )
        related = {
            name: relation(self.request, name, told, made)
            for name, told in given.items()
        }
        return attrs.evolve(made, given=related)

    def _happen(self, line: Draft | Claimed | HandedOver) -> None:
        number = len(self.events) + 1
        event = _event(self.request, line, self._name or f"e{number}", self._clock)
        if isinstance(line, Draft) and line.outcome in RECEIPT:
            status = RECEIPT[line.outcome]
            self._receive(
                f"r{number}",
                line.details,
                call=event.id,
                tool=line.source,
                status=status,
                values=line.response,
            )
        if isinstance(line, Draft) and line.outcome in TRUTH:
            self.truth[event.id] = TRUTH[line.outcome]
        self.events.append(event)
        self._last = max(self._last, event.end)
        self._clock, self._moved, self._name = event.end + 1, False, ""

    def _stray(self, line: Evidence) -> None:
        self.request.world.tool(line.source)
        if line.of is not None and not 1 <= line.of <= len(self.events):
            raise SpecError(
                f"receipt: of={line.of} must be the number of an event before it, "
                f"from 1 to {len(self.events)}; leave it out for a stray receipt"
            )
        if line.status not in STATUSES:
            raise unknown("status of a receipt", line.status, STATUSES)
        self._receive(
            f"x{len(self.receipts) + 1}",
            line.details,
            call="" if line.of is None else self.events[line.of - 1].id,
            tool=line.source,
            status=line.status,
            values=line.response,
        )

    def _receive(self, name: str, details: Mapping[str, Any], **about: Any) -> None:
        issuer = details.get("issuer", "tool")
        if issuer not in ISSUERS:
            raise unknown("issuer of a receipt", issuer, ISSUERS)
        filled: dict[str, Any] = {"id": name, "task": self.task, "tenure": self.tenure}
        self.receipts.append(Receipt(**(filled | about | dict(details))))


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
    if isinstance(tuples, str | Mapping) or not isinstance(tuples, Globs | Iterable):
        raise SpecError(f"given {name}={shown(tuples)} must be a list of its tuples")
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


def declared(
    request: Request, entities: Mapping[str, Iterable[str]]
) -> dict[str, tuple[str, ...]]:
    """Return the entities of each sort, each sort one that the request speaks of."""
    known, found = sorts(request), {}
    for name, told in entities.items():
        if name not in known:
            raise unknown("sort of entities", name, known)
        if isinstance(told, str | Mapping) or not isinstance(told, Iterable):
            raise SpecError(f"entities {name}={shown(told)} must be a list of names")
        found[name] = tuple(Sort(name).read(entity) for entity in told)
    return found


def sorts(request: Request) -> set[str]:
    """Return the sorts of entities that ``request`` and its world speak of."""
    world = request.world
    things: Iterable[Tool | Decision | Given | Effect] = (
        *world.tools,
        *world.decisions,
        *world.relations,
        *world.effects,
    )
    columns = [*request.binds, *request.slots, *(c for t in things for c in t.columns)]
    for column in columns:
        columns.extend(column.columns)  # the loop reaches these too
    ranged = [
        Sort(node.sort)
        for duty in request.duties
        for part in (duty.formula, duty.guard)
        for node in walk(part)
        if isinstance(node, Entities)
    ]
    found = [*(column.sort for column in columns), *ranged, Party]
    return {sort.name for sort in found if sort.kind == "entity"}


def _event(
    request: Request, line: Draft | Claimed | HandedOver, name: str, start: int
) -> Event:
    start, end = Time.read(start), Time.read(start + line.lasting)
    match line:
        case HandedOver():
            return Handoff(name, start, end)
        case Claimed(slots, party):
            read = fill(slots, request.slots, "slot of the answer")
            return Claim(name, read, start, end, party)
    if line.outcome in ("given", "declined", "revoked"):
        request.world.decision(line.source)
        return Decided(
            name, line.source, line.args, line.outcome, start, end, line.party
        )
    request.world.tool(line.source)
    return Call(name, line.source, line.args, start, end, line.party)
