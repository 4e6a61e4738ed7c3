"""What is owed beside the clauses: every duty of the request, at the claim.

The certificate is the claim. If the record holds none, it is judged as if one were
made after all that happened, of the values that the certificate claims. So plans and
certificates are accepted by the same formulas.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from ...model.cells import value_read
from ...model.finish.certificate import Certificate
from ...model.judge import ClauseFinding, contradiction, judge
from ...model.record import Claim, Record
from ...model.settle import settle
from ...spec.correctness import complete
from ...spec.errors import SpecError
from ...spec.requests import Request

CLAIM = "certificate"  # the id of the claim that a certificate is


def owed(
    request: Request, record: Record, certificate: Certificate
) -> tuple[ClauseFinding, ...]:
    """Return what is found of Complete (Eq. 1), clause by clause."""
    tables = settle(request.world, claimed(request, record, certificate))
    broken = contradiction(tables)
    return tuple(
        ClauseFinding(clause, broken or judge(clause.formula, tables))
        for clause in complete(request)
    )


def claimed(request: Request, record: Record, certificate: Certificate) -> Record:
    """Return ``record`` with its claim, or with that of ``certificate`` made now."""
    if record.claim is not None:
        return record
    ids = {event.id for event in record.trajectory}
    name = next(n for n in _names() if n not in ids)
    after = (event.end + 1 for event in record.trajectory)  # what ends later is late
    now = max((record.now, *after))
    claim = Claim(name, dict(_values(request, certificate)), now, now)
    return attrs.evolve(record, trajectory=(*record.trajectory, claim), now=now)


def _names() -> Iterator[str]:
    yield CLAIM
    n = 2
    while True:
        yield f"{CLAIM} {n}"
        n += 1


def _values(request: Request, certificate: Certificate) -> Iterator[tuple[str, Any]]:
    """Yield the values of the slots that the duties speak of, as a row holds them.

    What is no value of its sort, or null, is left unknown.
    """
    sorts: Mapping[str, Any] = {column.name: column.sort for column in request.slots}
    for claim in certificate.claims:
        if claim.slot in sorts and claim.value is not None:
            try:
                yield claim.slot, value_read(sorts[claim.slot], claim.value)
            except SpecError:
                continue
