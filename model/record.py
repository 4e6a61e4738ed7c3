"""The record: what is known of a history, as a trajectory and a ledger.

The trajectory says what was attempted, decided and claimed, in order; the ledger
holds the receipts that say what came of the calls. A call without a matching
receipt has an unknown outcome, whatever anybody says about it.
"""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any, TypeAlias

import attrs

from ..spec.drafts import Gap
from ..spec.requests import World
from ..spec.tools import Tool
from .canonical import digest
from .cells import cells_written
from .places import Place

Values: TypeAlias = Mapping[str, Any]
ISSUERS = ("runtime", "tool", "human", "model", "child")
WITNESSES = ("runtime", "tool", "human")  # whose word about a call is a receipt
STATUSES = ("ok", "failed", "unknown")
VERDICTS = ("given", "declined", "revoked")


@attrs.frozen
class Call:
    """An attempt to run a tool. Times are UTC ms; `end` is when waiting ended."""

    id: str
    tool: str
    args: Values
    start: int
    end: int
    by: str = "agent"


@attrs.frozen
class Decided:
    """A decision by a person: `verdict` is given, declined or revoked."""

    id: str
    decision: str
    args: Values
    verdict: str
    start: int
    end: int
    by: str = "agent"


@attrs.frozen
class Claim:
    """Somebody says done, with the values of the answer's slots."""

    id: str
    slots: Values
    start: int
    end: int
    by: str = "agent"


@attrs.frozen
class Handoff:
    """The work changes hands."""

    id: str
    start: int
    end: int


Event: TypeAlias = Call | Decided | Claim | Handoff


@attrs.frozen
class Receipt:
    """Evidence of one call with one argument list.

    `args_digest` and `response_digest` are made by the runtime; where the first is
    there, it must be that of the call's arguments. `issuer`: who says so. `status`:
    ok, failed or unknown. `validated`: the adapter checked it. `complete`: the answer
    is whole. `live`: from the real world, not from a replica. `scope`: entity,
    attribute, level, and a half-open time range in ms. `version`: of the state it was
    taken from. `source`: where in the system. `values`: the typed columns of the
    answer that came.
    """

    id: str
    call: str
    tool: str
    status: str
    values: Values = attrs.field(factory=dict)
    task: str = "task"
    tenure: str = "tenure-1"
    issuer: str = "tool"
    args_digest: str = ""
    response_digest: str = ""
    validated: bool = True
    complete: bool = True
    live: bool = True
    scope: Values = attrs.field(factory=dict)
    version: str = ""
    source: str = ""


@attrs.frozen
class Record:
    """What is known of a history. Nothing reads a clock: it is judged at `now`.

    `trajectory`: events in order of their sequence. `ledger`: receipts.
    `bound`: the accepted binding, role ↦ value. `given`: each given relation as
    its set of tuples. `entities`: those of a sort that is ranged over.
    `gaps`: where the log of a tool or decision is not known to be complete.
    `truth`: for a history that was made up, which unanswered calls took effect;
    no judgement reads it.
    """

    trajectory: tuple[Event, ...] = ()
    ledger: tuple[Receipt, ...] = ()
    bound: Values = attrs.field(factory=dict)
    given: Mapping[str, frozenset[tuple[Any, ...]]] = attrs.field(factory=dict)
    entities: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    gaps: tuple[Gap, ...] = ()
    now: int = 0
    task: str = "task"
    tenure: str = "tenure-1"
    truth: Mapping[str, bool] = attrs.field(factory=dict)

    @property
    def calls(self) -> Iterator[Call]:
        """The calls, in order."""
        return (e for e in self.trajectory if isinstance(e, Call))

    @property
    def claim(self) -> Claim | None:
        """The first claim to be done, at which everything is judged, if any."""
        return next((e for e in self.trajectory if isinstance(e, Claim)), None)

    @property
    def frontier(self) -> int | None:
        """When the work last changed hands before the claim, or None if it never did.

        What comes after the claim does not count: a handoff there would leave nothing
        of the continuation to be judged.
        """
        before = takewhile(lambda e: not isinstance(e, Claim), self.trajectory)
        return max((e.end for e in before if isinstance(e, Handoff)), default=None)

    def receipt(self, call: Call, world: World) -> Receipt | None:
        """Return the receipt that says what came of ``call``, if one does."""
        return next(iter(self.receipts(world).get(call.id, ())), None)

    def receipts(self, world: World) -> dict[str, list[Receipt]]:
        """Return for the id of each call the receipts that say what came of it.

        Those that know an answer come first; there may be more than one.
        """
        calls = {call.id: call for call in self.calls}
        found: dict[str, list[Receipt]] = {}
        for receipt in sorted(self.ledger, key=lambda r: r.status == "unknown"):
            call = calls.get(receipt.call)
            if call is not None and self.matches(receipt, call, world):
                found.setdefault(call.id, []).append(receipt)
        return found

    def matches(self, receipt: Receipt, call: Call, world: World) -> bool:
        """Whether ``receipt`` is evidence of ``call``: by a witness, live, valid."""
        return (
            receipt.call == call.id
            and receipt.tool == call.tool
            and (receipt.task, receipt.tenure) == (self.task, self.tenure)
            and receipt.issuer in WITNESSES
            and receipt.live
            and receipt.validated
            and (
                receipt.args_digest == ""  # it does not say
                or receipt.args_digest == args_digest(call, world)
            )
        )


def args_digest(call: Call, world: World) -> str:
    """Return the digest of the arguments of ``call``, as a document writes them."""
    takes, what = world.tool(call.tool).takes, f"argument of {call.tool}"
    return digest(cells_written(call.args, takes, what, Place("args")))


def outcome(tool: Tool, receipt: Receipt | None) -> str:
    """Return what is known of a call: ok, failed or unknown."""
    if receipt is None:
        return "unknown"
    nested = tool.error is not None and receipt.values.get(tool.error.name) is True
    return "failed" if receipt.status == "ok" and nested else receipt.status
