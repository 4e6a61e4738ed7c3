"""The frontier: the record at the point where the work changes hands."""

import attrs

from ...spec.errors import CaseError, shown
from ...spec.requests import Request
from ..canonical import digest
from ..places import Place
from ..record import Claim, Handoff, Record
from ..record_document import write_record
from .contract import Contract


def handed_over(record: Record) -> Record:
    """Return the record up to its claim, with a handoff at its end if it has none."""
    events = tuple(e for e in record.trajectory if not isinstance(e, Claim))
    if any(isinstance(e, Handoff) for e in events):
        return attrs.evolve(record, trajectory=events)
    now = max([record.now, *(e.end + 1 for e in events)])
    mark = Handoff("handoff", now, now)
    return attrs.evolve(record, trajectory=(*events, mark), now=now)


def digests(request: Request, frontier: Record) -> tuple[str, str]:
    """Return the digest of the state, a record without its ledger, and of the ledger.

    What only a made-up history knows, which calls took effect, is in neither.
    """
    told = attrs.evolve(frontier, truth={})
    document = write_record(told, request, Place("record"))
    ledger = document.pop("ledger", [])
    return digest(document), digest(ledger)


def frozen_from(contract: Contract, record: Record) -> None:
    """See that a contract was frozen from a record, or raise `CaseError`."""
    found = digests(contract.request, handed_over(record))
    for what, own, wanted in zip(
        ("state", "ledger"),
        found,
        (contract.state_digest, contract.ledger_digest),
        strict=True,
    ):
        if own != wanted:
            raise CaseError(
                "contract",
                f"it was frozen from {what}={shown(wanted)}, and this is {shown(own)}",
                "freeze a contract from the record as it is now",
            )
