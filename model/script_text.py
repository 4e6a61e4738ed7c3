"""A record printed as a script, one line an event, to be read back by `parse`.

    bound(invoice="INV-42", to="a")
    pay(invoice="INV-42").ok(file="t7")
    at(150)
    send(file="t7", to="a").lost()

What is read of what was printed is the record again, but for what a script fills in:
ids, and the digests that the runtime made.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..spec.errors import CaseError
from ..spec.requests import Request
from ..spec.sorts import Column, find
from .literals import cell, literal, quoted
from .record import (
    Call,
    Claim,
    Decided,
    Event,
    Handoff,
    Receipt,
    Record,
    args_digest,
)
from .script import RECEIPT, TRUTH
from .script_reader import parse
from .spelling import spelt

__all__ = ["parse", "write"]

# What a script need not say of a receipt and of a record.
RECEIPT_SO = Receipt("", "", "", "")
RECORD_SO = Record()
DETAILS = ("issuer", "validated", "complete", "live", "scope", "version", "source")


def write(record: Record, request: Request) -> str:
    """Return the script of ``record``, to be read by `parse` for the same request.

    Raises: `CaseError` for an event that ends before it starts, `SpecError` for
    names that the request does not know.
    """
    return "".join(f"{line}\n" for line in _lines(record, request))


def _lines(record: Record, request: Request) -> Iterator[str]:
    yield from _head(record, request)
    clock, last = 0, 0
    ledger = _Ledger(record, request)
    for number, event in enumerate(record.trajectory, 1):
        if event.end < event.start:
            raise CaseError(
                f"event {event.id}",
                f"start={event.start} is after end={event.end}",
                "an event ends when it starts, or later",
            )
        yield from ledger.strays(number - 1)
        first = ledger.number[event.id]
        if first != number:
            yield f"named({quoted(f'e{first}')})"
        if event.start != clock:
            yield f"at({event.start})"
        yield _event(event, request) + ledger.answer(event, number) + _manner(event)
        clock, last = event.end + 1, max(last, event.end)
    yield from ledger.strays(len(record.trajectory))
    if record.now != last:
        yield f"at({record.now})"


def _head(record: Record, request: Request) -> Iterator[str]:
    run = {"task": record.task, "tenure": record.tenure}
    if other := {n: v for n, v in run.items() if v != getattr(RECORD_SO, n)}:
        yield f"run({_keywords((n, quoted(v)) for n, v in other.items())})"
    if record.bound:
        cells = _cells(record.bound, request.binds, "role of binds")
        yield f"bound({_keywords(cells)})"
    if record.given:
        related = (
            (name, _tuples(tuples, request.world.relation(name).columns))
            for name, tuples in sorted(record.given.items())
        )
        yield f"given({_keywords(related)})"
    if record.entities:
        sorts = sorted(record.entities.items())
        yield f"entities({_keywords((n, literal(list(v))) for n, v in sorts)})"
    for gap in record.gaps:
        times = {"since": gap.since, "until": gap.until}
        said = [f"{n}={time}" for n, time in times.items() if time is not None]
        yield f"gap({', '.join([spelt(gap.source, source=True), *said])})"


def _event(event: Event, request: Request) -> str:
    world = request.world
    match event:
        case Handoff():
            return "handoff()"
        case Claim(slots=slots):
            return f"claim({_keywords(_cells(slots, request.slots, 'slot'))})"
        case Call(tool=name, args=args):
            columns, outcome = world.tool(name).takes, ""
        case Decided(decision=name, args=args, verdict=verdict):
            columns = world.decision(name).columns
            outcome = "" if verdict == "given" else f".{verdict}()"
    cells = _cells(args, columns, f"argument of {name}")
    return f"{spelt(name, source=True)}({_keywords(cells)}){outcome}"


def _manner(event: Event) -> str:
    lasting = event.end - event.start
    party = "agent" if isinstance(event, Handoff) else event.by
    by = "" if party == "agent" else f".by({quoted(party)})"
    return (f".took({lasting})" if lasting else "") + by


class _Ledger:
    """The receipts still to be written, in order.

    A call is written with its receipt if that is the next one; every other receipt
    gets a line of its own, before the event that follows.
    """

    def __init__(self, record: Record, request: Request) -> None:
        self.record, self.world = record, request.world
        self.number: dict[str, int] = {}
        for number, event in enumerate(record.trajectory, 1):
            self.number.setdefault(event.id, number)
        self._next = 0
        self._names: dict[str, str] = {}

    def answer(self, event: Event, number: int) -> str:
        """Return what came of a call, as its own line says it."""
        if not isinstance(event, Call):
            return ""
        truth = self.record.truth.get(event.id)
        if truth is not None:
            return next(f".{outcome}()" for outcome, t in TRUTH.items() if t is truth)
        receipt = self._due()
        if (
            receipt is None
            or (receipt.call, receipt.tool) != (event.id, event.tool)
            or receipt.status not in RECEIPT.values()
        ):
            return ""
        details = _keywords(self._taken(f"r{number}", receipt))
        more = f".receipt({details})" if details else ""
        return f".{receipt.status}({_keywords(self._values(receipt))}){more}"

    def strays(self, number: int) -> Iterator[str]:
        """Yield a line for each receipt that is due, of no event after ``number``."""
        while receipt := self._due():
            of = self.number.get(receipt.call)
            if of is not None and of > number:
                return
            said = [] if of is None else [("of", literal(of))]
            if receipt.status != "ok":
                said.append(("status", quoted(receipt.status)))
            if receipt.values:
                pairs = (f"{quoted(n)}: {text}" for n, text in self._values(receipt))
                said.append(("values", f"{{{', '.join(pairs)}}}"))
            said.extend(self._taken(f"x{self._next + 1}", receipt))
            source = spelt(receipt.tool, source=True)
            yield f"receipt({', '.join([source, *(f'{n}={v}' for n, v in said)])})"

    def _due(self) -> Receipt | None:
        ledger = self.record.ledger
        return ledger[self._next] if self._next < len(ledger) else None

    def _values(self, receipt: Receipt) -> Iterator[tuple[str, str]]:
        returns = self.world.tool(receipt.tool).returns
        return _cells(receipt.values, returns, f"response column of {receipt.tool}")

    def _taken(self, name: str, receipt: Receipt) -> Iterator[tuple[str, str]]:
        """Take the receipt that is due; yield what a script must say of it."""
        self._next += 1
        said = {n: getattr(receipt, n) for n in DETAILS}
        usual = {n: getattr(RECEIPT_SO, n) for n in DETAILS}
        for run in ("task", "tenure"):
            said[run], usual[run] = getattr(receipt, run), getattr(self.record, run)
        said["id"] = self._names.setdefault(receipt.id, name)
        usual["id"] = name
        said["args_digest"] = "" if self._right(receipt) else receipt.args_digest
        usual["args_digest"] = ""
        for detail, value in said.items():
            if value != usual[detail]:
                yield detail, literal(dict(value) if detail == "scope" else value)

    def _right(self, receipt: Receipt) -> bool:
        """Whether the runtime's digest of the arguments is what they digest to."""
        calls = [c for c in self.record.calls if c.id == receipt.call]
        return bool(calls) and all(
            receipt.args_digest == args_digest(c, self.world) for c in calls
        )


def _tuples(tuples: Iterable[tuple[Any, ...]], columns: tuple[Column, ...]) -> str:
    bare = len(columns) == 1 and columns[0].sort.kind != "List"
    written = []
    for values in sorted(tuples, key=repr):
        cells = [cell(v, c) for v, c in zip(values, columns, strict=True)]
        written.append(cells[0] if bare else f"[{', '.join(cells)}]")
    return f"[{', '.join(written)}]"


def _cells(
    values: Mapping[str, Any], columns: tuple[Column, ...], what: str
) -> Iterator[tuple[str, str]]:
    for name in values:
        find(name, columns, what)
    return ((c.name, cell(values[c.name], c)) for c in columns if c.name in values)


def _keywords(pairs: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{spelt(name)}={text}" for name, text in pairs)
