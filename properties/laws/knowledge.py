"""T8, on drawn formulas and records: who knows less says nothing that is not so."""

from collections.abc import Iterator

import attrs

from ...model.record import Record
from ...model.settle import conflict, settle
from ...model.truth import Truth
from ...spec import syntax as s
from ...spec.drafts import Gap
from ...spec.errors import TransformError
from ...spec.requests import Request
from ...spec.semantics import interpret
from ..choices import Pick
from ..phrasing import draw_formula
from ..recording import draw_record
from ..worlds import SHIPPED
from .law import Broken, Law


def bits(
    formula: s.Formula, request: Request, record: Record
) -> tuple[bool, bool] | None:
    """Return must and may, or None where there is no verdict.

    No history fits the record, or a transform has no value (the most of nothing).
    """
    tables = settle(request.world, record)
    try:
        return None if conflict(tables) else interpret(formula, Truth(tables))
    except TransformError:
        return None


def poorer(record: Record, request: Request) -> Iterator[Record]:
    """Yield records that know less: without a receipt, a column, or part of a log."""
    for i, receipt in enumerate(record.ledger):
        rest = record.ledger[:i] + record.ledger[i + 1 :]
        yield attrs.evolve(record, ledger=rest)
        for name in receipt.values:
            values = {k: v for k, v in receipt.values.items() if k != name}
            less = attrs.evolve(receipt, values=values)
            yield attrs.evolve(record, ledger=(*rest, less))
    for tool in request.world.tools:
        yield attrs.evolve(
            record, gaps=(*record.gaps, Gap(tool.name, 0, record.now + 1))
        )


def _less(pick: Pick) -> bool:
    request = pick(SHIPPED)
    formula, record = draw_formula(request, pick), draw_record(request, pick)
    if any(isinstance(n, s.Get) and n.field == "unclear" for n in s.walk(formula)):
        return False  # what a call's own answer said is never unknown
    less = pick(list(poorer(record, request)))
    fuller, found = bits(formula, request, record), bits(formula, request, less)
    if fuller is None or found is None:
        return False
    if (found[0] and not fuller[0]) or (fuller[1] and not found[1]):
        raise Broken(f"T8.less: {formula} is {found} of {less}, {fuller} of {record}")
    return True


LAWS = (Law("T8.less", "a record that knows less has no more definite verdict", _less),)
