"""Witnesses: which slots and receipts made a clause fail.

A clause is a conjunction over rows, ``¬∃x∈ρ … ¬φ``, and each choice of rows of which φ
is not certain is a witness. Where a clause is no such thing, nobody is to be named.
"""

from collections.abc import Iterator, Mapping
from itertools import islice

import attrs

from ...model.finish.view import View
from ...model.tables import Row
from ...model.truth import Truth
from ...spec import syntax as s
from ...spec.semantics import holds, outer

MOST = 20  # how many are named of one clause
SLOT, RECEIPT = ("slot", "name"), ("id", "cited")


@attrs.frozen
class Witness:
    """Who made a clause fail: a slot, a receipt or other id, and why there is no value.

    What is empty is not known of it.
    """

    slot: str = ""
    receipt: str = ""
    why: str = ""


def witnesses(formula: s.Formula, view: View) -> tuple[Witness, ...]:
    """Return who made ``formula`` not hold for certain, each once."""
    found = dict.fromkeys(
        witness
        for part in (formula.parts if isinstance(formula, s.And) else (formula,))
        for witness in _of(part, view)
    )
    found.pop(Witness(), None)
    return tuple(islice(found, MOST))


def _of(formula: s.Formula, view: View) -> Iterator[Witness]:
    if isinstance(formula, s.Not):
        truth = Truth(view)
        for rows in _choices(formula.body, truth, {}):
            yield _named(rows, view)


def _choices(
    formula: s.Formula, truth: Truth, rows: Mapping[str, Row]
) -> Iterator[Mapping[str, Row]]:
    """Yield the rows that may make ``∃x∈ρ … φ`` true, as deep as it is one."""
    if not isinstance(formula, s.Some):
        if holds(formula, truth, rows, sure=False):
            yield rows
        return
    bind, body = formula.bind, formula.body
    for row in truth.tables.rows(bind.table, outer(bind, rows)):
        inner = {**rows, bind.var: row}
        if holds(bind.where, truth, inner, sure=False):
            yield from _choices(body, truth, inner)


def _named(rows: Mapping[str, Row], view: View) -> Witness:
    """Return what the rows of one choice name; the innermost row names the receipt."""
    slot, receipt = "", ""
    for row in rows.values():
        for name in SLOT:
            slot = row.get(name) or slot
        for name in RECEIPT:
            receipt = row.get(name) or receipt
    return Witness(str(slot), str(receipt), view.why(str(slot)))
