"""What is to be said of a judgement: its reasons, its scope, its assumptions."""

from typing import Any

import attrs

from ..spec.drafts import Gap
from ..spec.verdicts import Standing
from .explained import Explained, explain
from .judge import Finding, Judgement
from .plain import time
from .settle import settle
from .telling import tell
from .why import Why, reason

ASSUMPTIONS = (
    "receipts are authentic",
    "tools do what they declare",
    "nobody else acts",
)


@attrs.frozen
class Account:
    """A finding, and why it is what it is: of its guard, if that makes it void."""

    finding: Finding
    lines: tuple[Why, ...]

    @property
    def reason(self) -> str:
        """The explanation in one line."""
        said = reason(self.lines)
        match self.finding.standing:
            case Standing.VOID:
                return f"its guard does not hold: {said}"
            case Standing.LOST:
                mend = "mend" if self.finding.kind == "rule" else "meet"
                return f"{said}; no continuation can {mend} it"
        return said


def accounts(judgement: Judgement) -> tuple[Account, ...]:
    """Return each finding of ``judgement`` with its explanation."""
    reading = Explained(settle(judgement.request.world, judgement.record))
    found = []
    for finding in judgement.findings:
        void = finding.standing is Standing.VOID
        asked = finding.duty.guard if void else finding.duty.owed
        _, tree = explain(asked, reading)
        found.append(Account(finding, tell(tree, reading)))
    return tuple(found)


def scope(judgement: Judgement) -> tuple[str, ...]:
    """Return what the judgement speaks of: up to when, and where logs may lack."""
    record = judgement.record
    claim = record.claim
    at = f"the claim {claim.id}, " if claim is not None else ""
    when = claim.start if claim is not None else record.now
    gaps = [_gap(gap) for gap in record.gaps]
    logs = f"logs complete but for {', '.join(gaps)}" if gaps else "all logs complete"
    return (f"judged at {at}{time(when)}", logs)


def scope_document(judgement: Judgement) -> dict[str, Any]:
    """Return the scope as JSON data; times are UTC ms."""
    record = judgement.record
    return {
        "now": record.now,
        "claim": None if record.claim is None else record.claim.id,
        "events": len(record.trajectory),
        "receipts": len(record.ledger),
        "gaps": [
            {"source": g.source, "since": g.since, "until": g.until}
            for g in record.gaps
        ],
    }


def _gap(gap: Gap) -> str:
    since = "" if gap.since is None else f" from {time(gap.since)}"
    until = "" if gap.until is None else f" to {time(gap.until)}"
    return f"{gap.source}{since}{until}"
