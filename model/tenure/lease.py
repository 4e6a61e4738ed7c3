"""The lease: one successor at a time. Take it, then freeze the contract, then act.

A lease is taken on a state: whoever takes it shows the digest of what it has seen, and
is refused if more was written since (compare and swap). So a contract that was frozen
before somebody else acted cannot be brought back by taking the lease again. Each lease
has an epoch, higher than all before; a world that refuses the calls of older epochs
fences off what an earlier holder had still under way. (T6; this project's definition.)
"""

from typing import Protocol

import attrs

from ...spec.errors import ObligatoError, shown
from ...spec.requests import Request
from ..canonical import digest
from ..places import Place
from ..record import Call, Decided, Record
from ..record_document import write_record


class LeaseError(ObligatoError):
    """The lease was refused, or is held by somebody else by now."""


@attrs.frozen
class Lease:
    """The right to act.

    `epoch`: from 1, higher with each lease that is taken. `state`: on which it was.
    """

    holder: str
    epoch: int
    state: str


class Registry(Protocol):
    """Who may act, kept where all successors see it. Each method is atomic."""

    def acquire(self, holder: str, seen: str) -> Lease:
        """Return a new lease if ``seen`` is the state, or raise `LeaseError`."""
        ...

    def write(self, lease: Lease, state: str) -> None:
        """Say that what follows leads to ``state``, or raise `LeaseError`.

        It is said before a call is sent, by the holder alone.
        """

    def holds(self, lease: Lease) -> bool:
        """Whether nobody took a lease since."""
        ...


class Leases:
    """A registry in memory: for simulations, and what others are held against."""

    def __init__(self, state: str) -> None:
        self.state, self.epoch = state, 0

    def acquire(self, holder: str, seen: str) -> Lease:
        """Return a new lease if ``seen`` is the state, or raise `LeaseError`."""
        if seen != self.state:
            raise stale(holder, seen, self.state)
        self.epoch += 1
        return Lease(holder, self.epoch, seen)

    def write(self, lease: Lease, state: str) -> None:
        """Say that what follows leads to ``state``, or raise `LeaseError`."""
        if not self.holds(lease):
            raise lost(lease, self.epoch)
        self.state = state

    def holds(self, lease: Lease) -> bool:
        """Whether nobody took a lease since."""
        return lease.epoch == self.epoch


def stale(holder: str, seen: str, state: str) -> LeaseError:
    """Return the error that more was written than ``holder`` has seen."""
    return LeaseError(
        f"seen={shown(seen[:12])} by {holder} is not the state {shown(state[:12])}: "
        "somebody wrote since; read the record again, take the lease, then freeze the "
        "contract"
    )


def lost(lease: Lease, epoch: int) -> LeaseError:
    """Return the error that somebody else has the lease by now."""
    return LeaseError(
        f"epoch={lease.epoch} of {lease.holder} is over: the lease went on to epoch "
        f"{epoch}; do not act"
    )


def seen(request: Request, record: Record) -> str:
    """Return the digest of what a record says was attempted and decided.

    Receipts that come late, claims and handoffs do not change it, nor when waiting for
    an answer ended; a call does, from its intent on.
    """
    done = tuple(
        attrs.evolve(event, end=event.start)
        for event in record.trajectory
        if isinstance(event, Call | Decided)
    )
    plain = Record(trajectory=done, bound=record.bound, task=record.task)
    return digest(write_record(plain, request, Place("seen")))
