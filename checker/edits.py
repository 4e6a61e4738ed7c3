"""Edits: a record with some of its events left out, changed, and others added.

An event that is added may take place in a moment of its own, a *room*: what started
then or later comes 1 ms later. Nothing else of the record is touched, but that it is
judged no earlier than its events have ended.
"""

from typing import Any

import attrs

from ..model.record import Call, Decided, Event, Receipt, Record


@attrs.frozen
class New:
    """An event that is new, with its receipts.

    `instead_of`: the id of the event that it changes, which it keeps.
    """

    event: Call | Decided
    ledger: tuple[Receipt, ...] = ()
    instead_of: str | None = None


@attrs.frozen
class Edit:
    """What is done to a record: ids that are left `out`, `new` events, and `rooms`.

    `rooms`: times of the record at which 1 ms is put in.
    """

    out: frozenset[str] = frozenset()
    new: tuple[New, ...] = ()
    rooms: tuple[int, ...] = ()

    def moved(self, time: int) -> int:
        """Return when something takes place that took place at ``time``."""
        return time + sum(room <= time for room in self.rooms)

    def applied(self, record: Record) -> Record:
        """Return ``record`` with all this done to it."""
        gone = self.out | {new.instead_of for new in self.new}
        events = [
            attrs.evolve(e, start=self.moved(e.start), end=self.moved(e.end))
            for e in record.trajectory
            if e.id not in gone
        ]
        ledger = [r for r in record.ledger if r.call not in gone]
        names = {e.id for e in record.trajectory}
        for new in self.new:
            event = attrs.evolve(new.event, id=new.instead_of or _unused(names, "e"))
            names.add(event.id)
            events.insert(_place(event, events), event)
            order = [e.id for e in events]
            taken = {r.id for r in (*record.ledger, *ledger)}
            for receipt in new.ledger:
                told = attrs.evolve(
                    receipt,
                    **_about(event.id, receipt.tool, record),
                    id=_unused(taken, "r"),
                    call=event.id,
                    task=record.task,
                    tenure=record.tenure,
                )
                ledger.insert(_after(event.id, ledger, order), told)
        ends = [new.event.end for new in self.new if record.claim is None]
        now = max(self.moved(record.now), *ends, 0)
        return attrs.evolve(
            record,
            trajectory=tuple(events),
            ledger=tuple(ledger),
            now=now,
            truth={k: v for k, v in record.truth.items() if k not in gone},
        )


def _place(event: Event, events: list[Event]) -> int:
    """Return where an event stands among others: before the first that starts later."""
    later = (i for i, other in enumerate(events) if other.start > event.start)
    return next(later, len(events))


def _about(call: str, tool: str, record: Record) -> dict[str, Any]:
    """Return what no verdict hangs on of the receipt that a call had, if it had one."""
    for receipt in record.ledger:
        if (receipt.call, receipt.tool) == (call, tool):
            return {
                name: getattr(receipt, name) for name in ("scope", "version", "source")
            }
    return {}


def _after(call: str, ledger: list[Receipt], order: list[str]) -> int:
    """Return where the receipt of a call stands: before those of later calls."""
    later = set(order[order.index(call) + 1 :])
    return next((i for i, r in enumerate(ledger) if r.call in later), len(ledger))


def _unused(names: set[str], letter: str) -> str:
    """Return a name that is not among ``names``, which it joins."""
    number = len(names) + 1
    while f"{letter}{number}" in names:
        number += 1
    names.add(f"{letter}{number}")
    return f"{letter}{number}"
