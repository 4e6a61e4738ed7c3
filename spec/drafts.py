"""One line of a script: what a person writes of an event, before ids and times.

``pay(invoice="INV-42").ok(file="txn7.pdf")`` is a call and what came of it,
``approve(change="c1").by("bob")`` a decision, ``at(minutes=5)`` moves the clock.
`obligato.model.record` turns a list of these into a record.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, overload

import attrs

from .details import told
from .errors import SpecError, shown
from .sorts import EXACT, Column, Party, Time, find
from .surface import answered
from .terms import Field, Term

if TYPE_CHECKING:  # both are built over drafts
    from .tools import Tool
    from .worlds import Decision

# What may become of a call. `lost` took effect and `dropped` did not, and of both
# the record knows only that no answer came; `pending` has not been answered yet.
CALL = ("ok", "failed", "lost", "dropped", "pending")
DECISION = ("given", "declined", "revoked")
UNITS = {
    "ms": 1,
    "seconds": 1_000,
    "minutes": 60_000,
    "hours": 3_600_000,
    "days": 86_400_000,
}


@attrs.frozen
class Draft:
    """A call or a decision as a script writes it; its methods say what came of it."""

    source: str
    args: Mapping[str, Any]
    outcome: str
    returns: tuple[Column, ...] = ()
    response: Mapping[str, Any] = attrs.field(factory=dict)
    party: str = "agent"
    lasting: int = 0
    details: Mapping[str, Any] = attrs.field(factory=dict)

    def ok(self, **response: object) -> "Draft":
        """Say that the call took effect and answered with these columns."""
        return self._became("ok", response)

    def failed(self, **response: object) -> "Draft":
        """Say that the call answered that it failed."""
        return self._became("failed", response)

    def lost(self) -> "Draft":
        """Say that no answer came, and that the call took effect."""
        return self._became("lost", {})

    def dropped(self) -> "Draft":
        """Say that no answer came, and that the call took no effect."""
        return self._became("dropped", {})

    def declined(self) -> "Draft":
        """Say that the decision was a no."""
        return self._became("declined", {})

    def revoked(self) -> "Draft":
        """Say that an earlier yes was taken back."""
        return self._became("revoked", {})

    def by(self, party: str) -> "Draft":
        """Say who did it; without this it was ``agent``."""
        return attrs.evolve(self, party=Party.read(party))

    def took(self, ms: int) -> "Draft":
        """Say how long it lasted, in milliseconds; without this it was an instant."""
        return attrs.evolve(self, lasting=_lasting(ms))

    def receipt(self, **details: object) -> "Draft":
        """Say more of its receipt: ``.ok(file="t7").receipt(issuer="model")``."""
        if self.outcome not in ("ok", "failed"):
            raise SpecError(
                f"{self.source}(…) is {self.outcome} and has no receipt: "
                "write .ok(…) or .failed() before .receipt(…)"
            )
        return attrs.evolve(self, details=told(details))

    def _became(self, outcome: str, response: Mapping[str, object]) -> "Draft":
        allowed = DECISION if self.outcome in DECISION else CALL
        if outcome not in allowed:
            raise SpecError(
                f"{self.source}(…).{outcome}(): it can be {', '.join(allowed)}"
            )
        if self.outcome not in ("pending", "given"):
            raise SpecError(
                f"{self.source}(…) is already {self.outcome}, not {outcome} too"
            )
        read = fill(response, self.returns, f"response column of {self.source}")
        return attrs.evolve(self, outcome=outcome, response=read)


@attrs.frozen
class At:
    """The next event starts at ``ms``; at the end of a script, it is judged then."""

    ms: int


@attrs.frozen
class Claimed:
    """The claim to be done, with the values of the answer's slots."""

    slots: Mapping[str, Any]
    party: str = "agent"
    lasting: int = 0

    def by(self, party: str) -> "Claimed":
        """Say who claims; without this it was ``agent``."""
        return attrs.evolve(self, party=Party.read(party))

    def took(self, ms: int) -> "Claimed":
        """Say how long it lasted, in milliseconds; without this it was an instant."""
        return attrs.evolve(self, lasting=_lasting(ms))


@attrs.frozen
class HandedOver:
    """The work changes hands: what starts later is the continuation."""

    lasting: int = 0

    def took(self, ms: int) -> "HandedOver":
        """Say how long it lasted, in milliseconds; without this it was an instant."""
        return attrs.evolve(self, lasting=_lasting(ms))


@attrs.frozen
class Gap:
    """The log of a tool or decision is not known to be complete from then to then."""

    source: str
    since: int | None = None
    until: int | None = None


@attrs.frozen
class Naming:
    """The next event has this id; without it, the nth is called ``en``."""

    id: str


@attrs.frozen
class Evidence:
    """A receipt apart from its call; `of` is the number of its event, from 1."""

    source: str
    of: int | None
    status: str
    response: Mapping[str, Any]
    details: Mapping[str, Any]


Line = Draft | At | Claimed | HandedOver | Gap | Naming | Evidence


def at(ms: int = 0, **units: int) -> At:
    """Move the clock of a script: ``at(150)``, ``at(hours=24, ms=1)``."""
    spans = (_span(unit, n) for unit, n in units.items())
    return At(Time.read(_span("ms", ms) + sum(spans)))


def handoff() -> HandedOver:
    """Mark the point at which the work changes hands."""
    return HandedOver()


def gap(
    source: "Tool | Decision", since: int | None = None, until: int | None = None
) -> Gap:
    """Say that the log of a tool or decision is not known to be complete.

    From `since` to `until`, in ms; without them from the beginning, to the end.
    """
    for time in (since, until):
        if time is not None:
            _span("ms", time)
    if not isinstance(getattr(source, "name", None), str):
        raise SpecError(f"gap({shown(source)}) takes a tool or a decision")
    if since is not None and until is not None and since > until:
        raise SpecError(f"gap({source.name}): {since=} is after {until=}")
    return Gap(source.name, since, until)


def named(id: str) -> Naming:
    """Give the next event an id; two events of one id are a fault one can write."""
    if not isinstance(id, str):
        raise SpecError(f"named({shown(id)}) takes the id of the next event, as text")
    return Naming(id)


def receipt(
    source: "Tool",
    /,
    of: int | None = None,
    status: str = "ok",
    values: Mapping[str, object] | None = None,
    **details: object,
) -> Evidence:
    """Write a receipt apart from its call: ``receipt(pay, of=1, status="failed")``."""
    if of is not None and type(of) is not int:
        raise SpecError(f"receipt: of={shown(of)} must be the number of an event")
    if not isinstance(values or {}, Mapping):
        raise SpecError(f"receipt: values={shown(values)} must map columns to values")
    read = fill(values or {}, source.returns, f"response column of {source.name}")
    return Evidence(source.name, of, status, read, told(details))


@overload
def claim(slot: Field, /) -> Term: ...
@overload
def claim(**slots: object) -> Claimed: ...
def claim(slot: Field | None = None, /, **slots: object) -> Term | Claimed:
    """Return what is claimed, ``claim(spend)``, or claim it, ``claim(spend=12)``."""
    return Claimed(slots) if slot is None else answered(slot)


def fill(
    given: Mapping[str, object], columns: tuple[Column, ...], what: str
) -> dict[str, Any]:
    """Return ``given``, each value read by its column's sort; None stays unknown."""
    return {
        name: cell(value, find(name, columns, what), what)
        for name, value in given.items()
        if value is not None
    }


def cell(value: object, column: Column, what: str) -> Any:
    """Return a value as a row holds it: read by its sort, or a tuple of rows."""
    if column.sort.kind != "Rows":
        try:
            return column.sort.read(value)
        except SpecError as error:
            raise SpecError(f"{what} {column.name}: {error}") from None
    if not isinstance(value, list | tuple):
        raise SpecError(f"{what} {column.name}={shown(value)} must be a list of rows")
    rows = []
    for row in value:
        single = {column.columns[0].name: row} if len(column.columns) == 1 else row
        content = row if isinstance(row, Mapping) else single
        if not isinstance(content, Mapping):
            names = ", ".join(c.name for c in column.columns)
            raise SpecError(f"{what} {column.name}: row={shown(row)} must have {names}")
        rows.append(fill(content, column.columns, f"{what} {column.name}, column"))
    return tuple(rows)


def seconds(n: int) -> int:
    """Return ``n`` seconds in milliseconds."""
    return _span("seconds", n)


def minutes(n: int) -> int:
    """Return ``n`` minutes in milliseconds."""
    return _span("minutes", n)


def hours(n: int) -> int:
    """Return ``n`` hours in milliseconds."""
    return _span("hours", n)


def days(n: int) -> int:
    """Return ``n`` days of 24 hours in milliseconds."""
    return _span("days", n)


def _lasting(ms: int) -> int:
    if type(ms) is not int or ms < 0:
        raise SpecError(f"took({shown(ms)}) must be a number of ms, 0 or more")
    return ms


def _span(unit: str, n: int) -> int:
    if unit not in UNITS:
        raise SpecError(f"no unit {unit!r}; there are: {', '.join(UNITS)}")
    if type(n) is not int:
        raise SpecError(f"{unit}={shown(n)} must be an integer")
    if abs(n * UNITS[unit]) > EXACT:
        raise SpecError(f"{unit}={shown(n)} is beyond ±(2**53 - 1) ms")
    return n * UNITS[unit]
