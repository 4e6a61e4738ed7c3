"""The journal of a tenure: append-only, a line an entry, on the disk before it counts.

An intent is written before its call is sent, with the arguments that are sent; what
came of it is written after. So whatever may have happened is in the journal: an intent
that nothing follows is a call of unknown outcome. A line is the SHA-256 of the line
before it and of its own text, then the text: canonical JSON, closed by a line feed. A
last line without one was cut off while it was written and never counted.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

import attrs

from ...spec.errors import CaseError, SpecError, shown
from ...spec.requests import Request
from ...spec.sorts import Column
from ..canonical import canonical
from ..cells import cells_read, cells_written
from ..grammar import Grammar
from ..loader import parse
from ..places import Place
from ..record import ISSUERS, STATUSES, Call, Claim, Receipt
from ..shapes import Shape, Word

START = "0" * 64  # what stands for the line before the first


@attrs.frozen
class Began:
    """A tenure on the contract of this digest. `epoch`: of its lease, 0 without one."""

    tenure: str
    contract: str
    epoch: int = 0


@attrs.frozen
class Proposed:
    """A plan was admitted, and is followed from here on."""

    plan: str


@attrs.frozen
class Intent:
    """The action `node` is about to be sent as this call: it may happen from now on."""

    node: str
    call: Call


@attrs.frozen
class Answered:
    """The call was answered at `end`, in ms, by evidence of it."""

    receipt: Receipt
    end: int


@attrs.frozen
class Silent:
    """No evidence of the call came until `end`, in ms, when waiting ended."""

    call: str
    end: int
    reason: str


@attrs.frozen
class Stopped:
    """The plan cannot go on, and nothing was written: another may be proposed."""

    code: str
    reason: str


@attrs.frozen
class Ended:
    """The tenure is over: by its `claim`, or with ⊥ for this code and reason."""

    code: str = ""
    reason: str = ""
    claim: Claim | None = None


Entry: TypeAlias = Began | Proposed | Intent | Answered | Silent | Stopped | Ended


class Lines(Protocol):
    """Where a journal is kept: bytes that are appended, and stay."""

    def read(self) -> bytes:
        """Return all that is there."""
        ...

    def append(self, line: bytes) -> None:
        """Add a line; when this returns, it is there whatever happens."""

    def cut(self, size: int) -> None:
        """Keep the first ``size`` bytes."""


class Memory:
    """Lines that last as long as the process: for simulations."""

    def __init__(self, content: bytes = b"") -> None:
        self.content = bytearray(content)

    def read(self) -> bytes:
        """Return all that is there."""
        return bytes(self.content)

    def append(self, line: bytes) -> None:
        """Add a line."""
        self.content += line

    def cut(self, size: int) -> None:
        """Keep the first ``size`` bytes."""
        del self.content[size:]


class Journal:
    """The entries of one tenure, as far as they were written.

    Raises: `CaseError` if a line other than a torn last one is not what was written.
    """

    def __init__(self, lines: Lines, request: Request, place: str = "journal") -> None:
        self._lines, self._request, self._place = lines, request, place
        self._check, found = START, lines.read()
        *whole, torn = found.split(b"\n")
        self.entries: list[Entry] = [
            self._read(line, number) for number, line in enumerate(whole, 1)
        ]
        if torn:
            lines.cut(len(found) - len(torn))

    @property
    def began(self) -> Began | None:
        """What the first entry says, if there is one."""
        first = self.entries[0] if self.entries else None
        return first if isinstance(first, Began) else None

    def write(self, entry: Entry) -> None:
        """Append one entry; when this returns, it is on the disk."""
        place = Place(self._place)
        text = canonical(SHAPE.write(self._cells(entry, cells_written, place), place))
        check = _checked(self._check, text)
        self._lines.append(check.encode() + b" " + text + b"\n")
        self._check = check
        self.entries.append(entry)

    def _read(self, line: bytes, number: int) -> Entry:
        place = Place(self._place) / number
        check, _, text = line.partition(b" ")
        self._check = _checked(self._check, text)
        if check.decode("ascii", "replace") != self._check:
            raise CaseError(
                str(place),
                f"line={shown(line)} is not the one that was written",
                "do not act on a journal that was changed: ask the world what happened",
            )
        told: Entry = SHAPE.read(parse(text, str(place)), place)
        return self._cells(told, cells_read, place)

    def _cells(self, entry: Entry, change: "Change", place: Place) -> Entry:
        """Return an entry with the values of its columns read, or written."""
        world = self._request.world
        match entry:
            case Intent(call=call):
                tool = world.tool(call.tool)
                args = change(call.args, tool.takes, f"argument of {tool.name}", place)
                return attrs.evolve(entry, call=attrs.evolve(call, args=args))
            case Answered(receipt):
                tool = world.tool(receipt.tool)
                what = f"response column of {tool.name}"
                values = change(receipt.values, tool.returns, what, place)
                told = attrs.evolve(receipt, values=values)
                return attrs.evolve(entry, receipt=told)
            case Ended(claim=Claim() as claim):
                what = "slot of the answer"
                slots = change(claim.slots, self._request.slots, what, place)
                return attrs.evolve(entry, claim=attrs.evolve(claim, slots=slots))
        return entry


Change: TypeAlias = Callable[
    [Mapping[str, Any], tuple[Column, ...], str, Place], dict[str, Any]
]


def _checked(before: str, text: bytes) -> str:
    return hashlib.sha256(before.encode() + text).hexdigest()


def _shape() -> Shape:
    words = {(Receipt, "status"): Word(STATUSES), (Receipt, "issuer"): Word(ISSUERS)}
    return Grammar(words, names={"entry": Entry}).of(Entry)


SHAPE = _shape()


def fitting(receipt: Receipt, request: Request) -> str:
    """Return why the values of a receipt are no answer of its tool, or nothing."""
    place = Place("receipt")
    try:
        tool = request.world.tool(receipt.tool)
        what = f"response column of {tool.name}"
        cells_written(receipt.values, tool.returns, what, place)
        canonical(SHAPE.write(Answered(receipt, 0), place))
    except (CaseError, SpecError) as error:
        return str(error)
    return ""
