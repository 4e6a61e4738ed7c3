"""How a tenure ends: with success, with ⊥, or with a plan that got stuck.

Each has the record of all that was attempted and answered, to be judged like any other
and to go on from.
"""

from typing import TypeAlias

import attrs

from ...spec.codes import Code
from ..record import Claim, Handoff, Record


@attrs.frozen
class Success:
    """All that the contract asks for must hold at the claim, on live evidence."""

    record: Record
    claim: Claim


@attrs.frozen
class Bottom:
    """⊥: no remainder was established within the budget; it may exist nevertheless.

    What was realised is kept and nothing is compensated. A call whose outcome is
    unknown may still take effect: it is in the record, with its arguments.
    """

    record: Record
    code: Code
    reason: str


@attrs.frozen
class Stuck:
    """The plan cannot go on and nothing was written yet: another may be proposed."""

    record: Record
    code: Code
    reason: str


End: TypeAlias = Success | Bottom | Stuck


def passed_on(record: Record, now: int | None = None) -> Record:
    """Return the record with a handoff at its end: the next successor's frontier.

    `now`: when it is handed over; without it, as soon as what was done has ended.
    """
    events = tuple(e for e in record.trajectory if not isinstance(e, Claim))
    ended = max([record.now, *(e.end + 1 for e in events)])
    at = ended if now is None else max(now, ended)
    number = sum(isinstance(e, Handoff) for e in events) + 1
    mark = Handoff(f"handoff {number}", at, at)
    return attrs.evolve(record, trajectory=(*events, mark), now=at)
