"""The view: contract, ledger and certificate as the tables of `spec.termination`.

A row is a dict of its columns, as everywhere. Those of a contract and of a ledger are
made once and serve all certificates that are held against them.
"""

from fractions import Fraction

from ...spec.errors import shown
from ...spec.termination import TERMINATION
from ...spec.values import NEVER, UNKNOWN
from ..record import Record
from ..tables import Row, Tables
from .certificate import Certificate, Claim
from .contract import AnswerContract, Slot
from .ledger import Ledger
from .replay import Replayed, replay
from .values import NO_VALUE, NULL, tagged, told

NOTHING = Record()


class View(Tables):
    """The tables on which one certificate is judged, and what its claims replay to."""

    def __init__(
        self, contract: AnswerContract, ledger: Ledger, certificate: Certificate
    ) -> None:
        self.contract, self.ledger, self.certificate = contract, ledger, certificate
        self.world, self.record, self.decided = TERMINATION.world, NOTHING, {}
        self.slots, self.now, self.frontier = {}, 0, NEVER
        self._derived = {}
        slots = {slot.name: slot for slot in contract.slots}
        claims, operands, replays = [], list[Row](), []
        for claim in certificate.claims:
            found = replay(claim.transform, ledger, claim.evidence, claim.against)
            replays.append(found)
            claims.append(claim_row(claim, slots.get(claim.slot), found))
            operands.append(operand_row(claim, "of", ledger))
            if claim.against or claim.transform.against is not None:
                operands.append(operand_row(claim, "against", ledger))
        self.replays = tuple(replays)
        told = {
            "task": certificate.task,
            "descriptor": certificate.descriptor,
            "digest": certificate.ledger,
        }
        self.calls = {
            **contract.rows(ledger),
            **ledger.rows,
            "certificate": [told],
            "claim": claims,
            "operand": operands,
        }

    def why(self, slot: str) -> str:
        """Return what the evidence for a slot gives, or why it gives no value."""
        for claim, found in zip(self.certificate.claims, self.replays, strict=True):
            if claim.slot == slot:
                value = found.value
                told = str(value) if isinstance(value, Fraction) else shown(value)
                return found.why or f"the evidence gives {told}"
        return ""


def claim_row(claim: Claim, slot: Slot | None, found: Replayed) -> Row:
    """Return the row of a claim, of which its evidence replays to ``found``."""
    null = claim.value is None
    if null:
        value = NULL
    else:
        value = tagged(claim.value) if slot is None else told(slot.sort, claim.value)
    replayed = NO_VALUE if found.value is None else tagged(found.value)
    known = replayed is not UNKNOWN
    lenient = slot is not None and slot.tolerance > 0  # else they are equal, or not
    numeric = (
        lenient and value[0] == "number" and (not known or replayed[0] == "number")
    )
    searched = claim.transform.name == "absent"
    return {
        "slot": claim.slot,
        "null": null,
        "value": value,
        "numeric": numeric,
        "number": value[1] if numeric else 0,
        "transform": claim.transform.exact,
        "decision": claim.decision,
        "replayed": replayed,
        "replays": 0 if not numeric else replayed[1] if known else UNKNOWN,
        "nothing": (found.value is True if known else UNKNOWN) if searched else False,
        "tied": found.tied,
    }


def operand_row(claim: Claim, part: str, ledger: Ledger) -> Row:
    """Return the row of an operand of a claim."""
    operand, known = claim.transform.operand(part), ledger.citations
    ids = claim.cites(part)
    return {
        "slot": claim.slot,
        "part": part,
        "whole": claim.transform.says_all(part),
        "reads": "" if operand is None else operand.reads,
        "cites": [known.get(id) or {"cited": id, "found": []} for id in ids],
    }
