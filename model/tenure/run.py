"""The run of a tenure: how far it has come, folded from the entries of its journal.

Live and after a crash it is the same fold, so what is resumed is what was.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from ...spec.codes import Code
from ..handoff.contract import Contract
from ..handoff.plan import Action, Plan, holds
from ..record import Call, Claim, Receipt, Record, outcome
from .journal import Answered, Began, Ended, Entry, Intent, Proposed, Silent, Stopped


@attrs.frozen
class Trouble:
    """Why the action `node` did not go as planned: its call failed, or was silent.

    `again`: whether the same call may be made again, before anything was written.
    """

    node: str
    code: Code
    reason: str
    again: bool = False


@attrs.frozen
class Run:
    """How far a tenure has come.

    `record`: all that is known. `answers`: node ↦ what its call answered. `tries`: node
    ↦ how often it was sent. `open`: the intent of which nobody knows the outcome yet.
    `wrote`: whether a call that writes was sent. `ended`: how it ended, if it has.
    """

    contract: Contract
    record: Record
    plan: Plan | None = None
    answers: Mapping[str, Mapping[str, Any]] = attrs.field(factory=dict)
    tries: Mapping[str, int] = attrs.field(factory=dict)
    open: Intent | None = None
    trouble: Trouble | None = None
    wrote: bool = False
    calls: int = 0
    proposals: int = 0
    stopped: Stopped | None = None
    ended: Ended | None = None

    def after(self, entry: Entry, plans: Mapping[str, Plan]) -> "Run":
        """Return the run after one more entry; `plans`: those proposed, by digest."""
        match entry:
            case Began():
                return self
            case Proposed(plan):
                again = attrs.evolve(self, answers={}, tries={}, trouble=None)
                return attrs.evolve(
                    again,
                    plan=plans[plan],
                    proposals=self.proposals + 1,
                    stopped=None,
                )
            case Intent(node, call):
                return self._sent(entry, node, call)
            case Answered(receipt, end):
                return self._answered(receipt, end)
            case Silent(end=end, reason=reason):
                return self._heard(end, Code.TENURE_ENDED, reason, {}, again=True)
            case Stopped():
                return attrs.evolve(self, stopped=entry)
            case Ended(claim=claim):
                return attrs.evolve(self._claimed(claim), ended=entry)

    def with_call(self, call: Call, *receipts: Receipt) -> Record:
        """Return the record with one more call, and what is said of it."""
        return attrs.evolve(
            self.record,
            trajectory=(*self.record.trajectory, call),
            ledger=(*self.record.ledger, *receipts),
            now=max(self.record.now, call.end),
        )

    def with_claim(self, claim: Claim) -> Record:
        """Return the record with the claim to be done."""
        events = (*self.record.trajectory, claim)
        return attrs.evolve(self.record, trajectory=events, now=claim.end)

    def ready(self) -> Iterator[Action]:
        """Yield the actions whose turn it may be, in the order of the plan."""
        over = self.over()
        if self.plan is not None:
            waits = self.plan.waits
            for node in self.plan.nodes:
                if node.id not in over and all(w in over for w in waits[node.id]):
                    yield node

    def over(self) -> set[str]:
        """Return the actions that were answered, or whose guard does not hold."""
        over, more = set(self.answers), True
        nodes = self.plan.nodes if self.plan is not None else ()
        waits = self.plan.waits if self.plan is not None else {}
        while more:
            found = {
                n.id
                for n in nodes
                if n.id not in over
                and all(w in over for w in waits[n.id])
                and not holds(n.guard, self.answers)
            }
            over, more = over | found, bool(found)
        return over

    @property
    def last(self) -> int:
        """When the last event of the record ended."""
        return max((e.end for e in self.record.trajectory), default=self.record.now)

    def _sent(self, intent: Intent, node: str, call: Call) -> "Run":
        writes = self.contract.request.world.tool(call.tool).writes
        return attrs.evolve(
            self,
            record=self.with_call(call),
            tries={**self.tries, node: self.tries.get(node, 0) + 1},
            open=intent,
            trouble=None,
            wrote=self.wrote or writes,
            calls=self.calls + 1,
        )

    def _answered(self, receipt: Receipt, end: int) -> "Run":
        world, node = self.contract.request.world, self._node()
        record = attrs.evolve(self.record, ledger=(*self.record.ledger, receipt))
        heard, said = attrs.evolve(self, record=record), receipt.values
        if outcome(world.tool(receipt.tool), receipt) != "ok":
            reason = f"{receipt.tool} ({node.id}) failed" + _why(receipt.source)
            return heard._heard(end, Code.TENURE_ENDED, reason, {}, again=True)
        for column, wanted in node.expects.items():
            if said.get(column) != wanted:
                reason = (
                    f"{receipt.tool} ({node.id}) answered {column}="
                    f"{said.get(column)!r}, and the plan relies on {wanted!r}"
                )
                return heard._heard(end, Code.TENURE_ENDED, reason, said)
        return heard._heard(end, None, "", said)

    def _heard(
        self,
        end: int,
        code: Code | None,
        reason: str,
        values: Mapping[str, Any],
        again: bool = False,
    ) -> "Run":
        """Close the open call: with its answer, or with what was wrong."""
        assert self.open is not None, "an outcome without an intent"
        node = self.open.node
        *before, call = self.record.trajectory
        ended = attrs.evolve(call, end=end)
        record = attrs.evolve(self.record, trajectory=(*before, ended), now=end)
        trouble = None if code is None else Trouble(node, code, reason, again)
        answers = self.answers if trouble else {**self.answers, node: dict(values)}
        return attrs.evolve(
            self, record=record, answers=answers, open=None, trouble=trouble
        )

    def _node(self) -> Action:
        assert self.open is not None and self.plan is not None, "an answer to nothing"
        return self.plan.by_id[self.open.node]

    def _claimed(self, claim: Claim | None) -> "Run":
        return (
            self if claim is None else attrs.evolve(self, record=self.with_claim(claim))
        )


def _why(source: str) -> str:
    return f": {source}" if source else ""
