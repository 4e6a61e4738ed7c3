"""The certificate: what is claimed to be the answer, and by which evidence (ECT's C).

It is a proposal. Nothing in it is believed: the checker holds it against the contract
and the ledger, which are trusted.
"""

from collections.abc import Iterable
from typing import Any

import attrs

from ...spec.worlds import several
from .transforms import Transform


def _ids(ids: Iterable[str]) -> tuple[str, ...]:
    return several(ids, str, "evidence", "the id of a receipt")


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value  # as documents are read


@attrs.frozen
class Claim:
    """The value of one slot, the receipts it rests on, and how it is derived.

    `value`: as documents write it; None is: nothing. `evidence`: receipts, of the
    first operand; `against`: of the second. `decision`: the id of the decision.
    """

    slot: str
    value: Any = attrs.field(converter=_value)
    transform: Transform
    evidence: tuple[str, ...] = attrs.field(converter=_ids, default=())
    against: tuple[str, ...] = attrs.field(converter=_ids, default=())
    decision: str = ""

    def cites(self, part: str) -> tuple[str, ...]:
        """Return the ids that it cites for an operand."""
        return self.evidence if part == "of" else self.against


def _claims(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    return several(claims, Claim, "claims", "a Claim")


@attrs.frozen
class Certificate:
    """The claim to be done: of which task and ledger, and a value for each slot.

    `descriptor`: the digest of the frozen task descriptor; `ledger`: of the normalized
    ledger.
    """

    task: str
    descriptor: str
    ledger: str
    claims: tuple[Claim, ...] = attrs.field(converter=_claims, default=())
