"""Make the certificate that a contract and a ledger lead to."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...spec.errors import SpecError, shown
from ...spec.semantics import holds
from ...spec.sorts import Sort
from ...spec.termination import FITS
from ...spec.values import known
from ..record import Receipt
from ..truth import Truth
from .certificate import Certificate, Claim
from .contract import PARTS, AnswerContract, Slot
from .ledger import Ledger
from .replay import replay
from .view import View


def certify(
    contract: AnswerContract,
    ledger: Ledger,
    decisions: Mapping[str, str] | None = None,
) -> Certificate:
    """Return a certificate that cites whatever fits, by the first transform that can.

    `decisions`: slot ↦ id of the decision that it rests on. It is a proposal like any
    other: what it lacks, the checker says.

    Raises: `SpecError` if no allowed transform gives a mandatory slot a value.
    """
    view = View(contract, ledger, Certificate("", "", ""))
    claims = []
    for slot in contract.slots:
        ids = {part: [r.id for r in _fitting(view, slot, part)] for part in PARTS}
        claim = _claim(slot, ledger, ids, (decisions or {}).get(slot.name, ""))
        if claim is not None:
            claims.append(claim)
    return Certificate(
        contract.task, contract.descriptor_digest, ledger.digest, tuple(claims)
    )


def _fitting(view: View, slot: Slot, part: str) -> Iterator[Receipt]:
    """Yield the receipts that the clauses let stand as evidence for an operand."""
    truth, (k,) = Truth(view), view.calls["contract"]
    for d in view.calls["demand"]:
        if (d["slot"], d["part"]) == (slot.name, part):
            for receipt, r in zip(
                view.ledger.receipts, view.calls["receipt"], strict=True
            ):
                if holds(FITS, truth, {"k": k, "d": d, "r": r}, sure=True):
                    yield receipt


def _claim(
    slot: Slot, ledger: Ledger, ids: Mapping[str, Sequence[str]], decision: str
) -> Claim | None:
    whys = []
    for transform in slot.allowed:
        of, against = ids["of"], ids["against"] if transform.against else ()
        found = replay(transform, ledger, of, against)
        value = found.value
        if value is True and slot.nullable and slot.sort.kind != "Bool":
            return Claim(slot.name, None, transform, of, against, decision)
        if value is not None and known(value):
            told = written(slot.sort, value)
            return Claim(slot.name, told, transform, of, against, decision)
        whys.append(f"{transform.name}: {found.why}")
    if slot.mandatory:
        raise SpecError(f"nothing to claim for {slot.name}: {'; '.join(whys)}")
    return None


def written(sort: Sort, value: Any) -> Any:
    """Return a replayed value as documents write values of ``sort``."""
    match sort.kind:
        case "Decimal" if isinstance(value, int | Fraction):
            scaled = Fraction(value) * 10**sort.places
            if scaled.denominator == 1:
                return sort.write(int(scaled))
        case "Int" | "Time" if Fraction(value).denominator == 1:
            return int(value)
        case "Ratio":
            return str(Fraction(value))
        case "List":
            return list(value)
        case "entity" | "Bool":
            return value
    raise SpecError(f"value={shown(value)} is no {sort.name}: round it, or take Ratio")
