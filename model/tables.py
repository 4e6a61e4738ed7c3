"""The tables of a record: what the readings range over.

A row is a dict of its columns, `UNKNOWN` where nothing is known. Beside them it has
``took`` (the call took effect), ``unclear`` (its own answer never came),
``answered``, and ``again`` (a repeat makes a second effect). Where a log may be
incomplete, an *open* row stands for any number of rows of which nothing is known
but when they can have been.
"""

import math
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from ..spec import syntax as s
from ..spec.drafts import Gap
from ..spec.requests import World
from ..spec.sorts import Column
from ..spec.tools import Tool
from ..spec.values import NEVER, UNKNOWN, Span, between, known, least, most
from ..spec.worlds import Instance
from .index import Index, indexed
from .record import Call, Decided, Receipt, Record, outcome

Row: TypeAlias = dict[str, Any]
OPEN = "open row"  # the mark of an open row
KEY = "row id"  # what tells a row from others; no column can have such a name
LANDS = "landing time"  # when a call took effect, at the earliest and the latest
EVER = Gap("", None, None)


class Tables:
    """The rows of a record in a world, up to its claim.

    With ``future`` the record is extended into an open future: every log is
    incomplete from now on, nothing is claimed yet, the work may change hands again,
    and the rest is as it is.
    """

    def __init__(self, world: World, record: Record, future: bool = False) -> None:
        self.world, self.record = world, record
        self.calls: dict[str, list[Row]] = {tool.name: [] for tool in world.tools}
        self.decided: dict[tuple[str, str], list[Row]] = {
            (d.name, verdict): []
            for d in world.decisions
            for verdict in ("given", "withdrawn")
        }
        claim = None if future else record.claim
        self.cut = math.inf if claim is None else claim.start
        self.now = Span(record.now, math.inf) if future else min(record.now, self.cut)
        self.slots = {} if claim is None else claim.slots
        handed = NEVER if record.frontier is None else record.frontier
        self.frontier = Span(handed, math.inf) if future else handed
        self.receipts = record.receipts(world)
        self._derived: dict[s.Table, list[Row]] = {}
        self.indexes: dict[str, Index] = {}
        self._fill()
        for gap in record.gaps:
            self._open(gap)
        if future:
            for name in (*self.calls, *(d.name for d in world.decisions)):
                self._open(Gap(name, record.now, None))

    def rows(self, table: s.Table, outer: Row | None = None) -> list[Row]:
        """Return the rows that may be in ``table``, open ones last."""
        match table:
            case s.Calls(tool):
                return self.calls[tool]
            case s.Decided(decision, verdict):
                return self.decided[decision, verdict]
            case s.Inside(field=field) if outer is not None:
                inside = outer.get(field, UNKNOWN)
                return inside if isinstance(inside, list) else [open_row(outer)]
        if table not in self._derived:
            self._derived[table] = list(self._derive(table))
        return self._derived[table]

    def index(self, name: str, table: s.Table, column: str) -> Index:
        """Return the rows of a table by a column, kept by ``name``; no inner table."""
        if name not in self.indexes:
            self.indexes[name] = indexed(self.rows(table), column, OPEN)
        return self.indexes[name]

    def settled(self) -> None:
        """Forget what was derived, after the outcome of a call was settled."""
        self._derived.clear()
        self.indexes.clear()

    def _derive(self, table: s.Table) -> Iterator[Row]:
        match table:
            case s.Entities(sort):
                declared = self.record.entities.get(sort)
                if declared is None:
                    yield {"self": UNKNOWN, OPEN: True}
                else:
                    yield from ({"self": name} for name in declared)
            case s.Made(effect) | s.Ended(effect):
                kind = "makes" if isinstance(table, s.Made) else "ends"
                found: list[Row] = []
                for tool in self.world.tools:
                    instances = [
                        i for i in getattr(tool, kind) if i.effect.name == effect
                    ]
                    for call in self.calls[tool.name] if instances else ():
                        for instance in instances:
                            found.extend(brought_about(instance, call))
                yield from sorted(found, key=lambda row: OPEN in row)

    def _fill(self) -> None:
        for event in self.record.trajectory:
            if event.start > self.cut or not isinstance(event, Call | Decided):
                continue
            late = event.end >= self.cut  # what came of it came too late to count
            end = Span(self.cut, math.inf) if late else event.end
            row: Row = {KEY: event.id, "by": event.by}
            row |= {"start": event.start, "end": end}
            if isinstance(event, Call):
                receipts = [] if late else self.receipts.get(event.id, [])
                tool, receipt = self.world.tool(event.tool), next(iter(receipts), None)
                row |= called(tool, event, receipt)
                row[LANDS] = landing(tool, row)
                self.calls[event.tool].append(row)
            else:
                verdict = "given" if event.verdict == "given" else "withdrawn"
                row |= event.args
                if late:
                    row[OPEN] = True
                self.decided[event.decision, verdict].append(row)

    def _open(self, gap: Gap) -> None:
        """Let the log that ``gap`` names be incomplete from then to then."""
        since = -math.inf if gap.since is None else gap.since
        time = between(since, math.inf if gap.until is None else gap.until)
        times = {"start": time, "end": time, LANDS: time, "by": UNKNOWN}
        times |= {KEY: UNKNOWN, OPEN: True}
        if gap.source in self.calls:
            tool = self.world.tool(gap.source)
            flags = {"took": UNKNOWN, "unclear": UNKNOWN, "answered": UNKNOWN}
            row = call_row(tool, "unknown")
            self.calls[gap.source].append(
                row
                | dict.fromkeys((c.name for c in tool.takes), UNKNOWN)
                | flags
                | times
            )
            return
        decision = self.world.decision(gap.source)
        for verdict in ("given", "withdrawn"):
            blank: Row = dict.fromkeys((c.name for c in decision.columns), UNKNOWN)
            self.decided[decision.name, verdict].append(blank | times)


def landing(tool: Tool, row: Row) -> Any:
    """Return when the effects of a call are there: by its end if it was answered.

    If no answer came, they may land later, until the call can no longer.
    """
    if not row["unclear"]:
        return row["end"]
    lag = math.inf if tool.settles is None else tool.settles
    return between(least(row["end"]), most(row["end"]) + lag)


def called(tool: Tool, call: Call, receipt: Receipt | None) -> Row:
    """Return the part of a call's row that its arguments and its receipt say."""
    row = call_row(tool, outcome(tool, receipt)) | cells(call.args, tool.takes)
    if receipt is None:
        return row
    answer = cells(receipt.values, tool.returns)
    if not receipt.complete:
        for column in tool.returns:  # of a list cut short the rest may be anything
            if column.columns and column.name in answer:
                answer[column.name].append(open_row({"by": call.by}))
    return row | answer


def call_row(tool: Tool, status: str) -> Row:
    """Return the part of a call's row that its outcome decides."""
    row: Row = {c.name: UNKNOWN for c in tool.columns}
    doubtful = status == "unknown" or (status == "failed" and tool.fails == "maybe")
    row["took"] = UNKNOWN if doubtful else status == "ok"
    row["unclear"], row["answered"] = status == "unknown", status == "ok"
    row["again"] = tool.repeat == "again"
    return row


def cells(values: Any, columns: Iterable[Column]) -> Row:
    """Return values as a row holds them: rows inside as lists of dicts."""
    row = dict(values)
    for column in columns:
        if column.columns and column.name in row:
            blank: Row = {c.name: UNKNOWN for c in column.columns}
            inside = [blank | dict(inner) for inner in row[column.name]]
            for inner in inside:
                names = column.key or tuple(c.name for c in column.columns)
                key: tuple[Any, ...] = tuple(inner[name] for name in names)
                whole = key[0] if len(key) == 1 else key
                inner[KEY] = whole if all(map(known, key)) else UNKNOWN
            row[column.name] = inside
    return row


def open_row(outer: Row) -> Row:
    """Return the row that stands for the rows of a field that were never read."""
    return _Blank({"by": outer.get("by", UNKNOWN), KEY: UNKNOWN, OPEN: True})


class _Blank(dict[str, Any]):
    """A row of which every column is unknown, whatever its name."""

    def __missing__(self, name: str) -> Any:
        return UNKNOWN


def brought_about(instance: Instance, call: Row) -> Iterator[Row]:
    """Yield a row for each effect that one call makes or ends by ``instance``."""
    names = [c.name for c in instance.effect.columns]
    common = {
        k: call[k] for k in ("by", "start", "took", "unclear", "answered", "again")
    } | {"end": call[LANDS]}
    if OPEN in call:
        common[OPEN] = True
    inner: Row | None = None
    inside = call[instance.inside] if instance.inside else [inner]
    if not isinstance(inside, list):
        yield {**dict.fromkeys(names, UNKNOWN), **common, KEY: UNKNOWN, OPEN: True}
        return
    for i, inner in enumerate(inside):
        args = [of_call(term, call, inner) for term in instance.terms]
        found = {**dict(zip(names, args, strict=True)), **common, KEY: (call[KEY], i)}
        yield found | {OPEN: True} if inner is not None and OPEN in inner else found


def of_call(term: s.Term, call: Row, inner: Row | None) -> Any:
    """Return the value that a tool's own term has in one call."""
    match term:
        case s.Const(constant):
            return constant
        case s.Get(s.THIS, field):
            return call[field]
        case s.Get(_, field) if inner is not None:
            return inner[field]
    raise AssertionError(f"an effect is named by fields and constants, not {term!r}")
