"""The order of a handoff: three invariants, watched over as it goes (CFRC).

    target before proposal           the contract is frozen before a plan is seen
    whole proposal before authority  a whole plan is admitted before a live write
    live evidence before success     each duty has live evidence before the claim

A monitor is a small state machine: it is told each event, and says which invariant an
event breaks. It decides nothing about contracts and plans; those do who admit and who
execute. What counts as a breach, and its code, is this project's definition.
"""

from collections.abc import Collection
from typing import TypeAlias

import attrs

from ...spec.codes import Code

TARGET = "target before proposal"
WHOLE = "whole proposal before authority"
EVIDENCE = "live evidence before success"


@attrs.frozen
class Frozen:
    """A contract was frozen, with what it owes and holds."""

    contract: str
    duties: tuple[str, ...]


@attrs.frozen
class Proposed:
    """A plan was seen, for a contract. Both are digests."""

    plan: str
    contract: str


@attrs.frozen
class Allowed:
    """A whole plan was admitted for a contract, with the ids of its actions."""

    plan: str
    contract: str
    actions: tuple[str, ...]


@attrs.frozen
class Called:
    """A call was issued: live or on a replica, of an action or of none ("")."""

    action: str
    writes: bool
    live: bool = True


@attrs.frozen
class Evidenced:
    """A receipt bears on a duty: live or from a replica."""

    duty: str
    live: bool = True


@attrs.frozen
class Claimed:
    """Somebody says done."""


Event: TypeAlias = Frozen | Proposed | Allowed | Called | Evidenced | Claimed


@attrs.frozen
class Breach:
    """An event that breaks an invariant, with a code and what is wrong."""

    invariant: str
    code: Code
    reason: str
    event: Event


@attrs.define
class OrderMonitor:
    """Says of each event which invariant it breaks, and keeps all breaches.

    An event is taken in whether or not it breaks one: the order of what follows is
    judged by what happened.
    """

    contract: Frozen | None = None
    proposed: set[str] = attrs.field(factory=set)
    allowed: Allowed | None = None
    written: bool = False
    evidence: set[str] = attrs.field(factory=set)
    claimed: bool = False
    breaches: list[Breach] = attrs.field(factory=list)

    def tell(self, event: Event) -> tuple[Breach, ...]:
        """Take in the next event, and return what it breaks."""
        found = tuple(
            Breach(invariant, code, reason, event)
            for invariant, code, reason in self._wrong(event)
        )
        self.breaches.extend(found)
        self._take(event)
        return found

    def _wrong(self, event: Event) -> Collection[tuple[str, Code, str]]:
        if self.claimed:
            return [(EVIDENCE, Code.AFTER_CLAIM, "it comes after the claim")]
        match event:
            case Frozen():
                return self._frozen(event)
            case Proposed(_, contract):
                if self.contract is None:
                    reason = "no contract is frozen"
                    return [(TARGET, Code.CHECKER_TOUCHED, reason)]
                if contract != self.contract.contract:
                    return [(TARGET, Code.TASK_DIGEST, "it is for another contract")]
            case Allowed():
                return self._allowed(event)
            case Called():
                return self._called(event)
            case Claimed():
                return self._claim()
        return []

    def _frozen(self, event: Frozen) -> Collection[tuple[str, Code, str]]:
        if self.proposed:
            reason = "a plan was seen before the contract was frozen"
            return [(TARGET, Code.CHECKER_TOUCHED, reason)]
        if self.contract is not None and self.contract != event:
            reason = "another contract is frozen already"
            return [(TARGET, Code.CHECKER_TOUCHED, reason)]
        return []

    def _allowed(self, event: Allowed) -> Collection[tuple[str, Code, str]]:
        if event.plan not in self.proposed:
            reason = "a plan is admitted that nobody proposed"
            return [(WHOLE, Code.AUTHORITY_WIDENED, reason)]
        if self.contract is None or event.contract != self.contract.contract:
            return [(WHOLE, Code.TASK_DIGEST, "it is for another contract")]
        if self.written and self.allowed != event:
            reason = "another plan is admitted after a live write"
            return [(WHOLE, Code.AUTHORITY_WIDENED, reason)]
        return []

    def _called(self, event: Called) -> Collection[tuple[str, Code, str]]:
        if not (event.live and event.writes):
            return []
        if self.allowed is None:
            reason = "a live write before a whole plan is admitted"
            return [(WHOLE, Code.AUTHORITY_WIDENED, reason)]
        if event.action not in self.allowed.actions:
            reason = "a live write that is no action of the admitted plan"
            return [(WHOLE, Code.AUTHORITY_WIDENED, reason)]
        return []

    def _claim(self) -> Collection[tuple[str, Code, str]]:
        if self.contract is None:
            reason = "success is claimed of no contract"
            return [(EVIDENCE, Code.UNCOVERED_OBLIGATION, reason)]
        missing = [d for d in self.contract.duties if d not in self.evidence]
        return [
            (EVIDENCE, Code.UNCOVERED_OBLIGATION, f"{name} has no live evidence")
            for name in missing
        ]

    def _take(self, event: Event) -> None:
        match event:
            case Frozen():
                self.contract = self.contract or event
            case Proposed(plan):
                self.proposed.add(plan)
            case Allowed():
                self.allowed = self.allowed or event
                if not self.written:
                    self.allowed = event
            case Called(_, writes, live):
                self.written |= writes and live
            case Evidenced(duty, live) if live:
                self.evidence.add(duty)
            case Claimed():
                self.claimed = True
