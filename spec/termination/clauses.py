"""A clause of acceptance: of which rows it speaks, and what must hold of each.

Clauses that speak of the same rows are one loop, so that what accepts a certificate
is a handful of quantifiers, however many clauses there are. A clause alone is the
same quantifier with one body.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeAlias

import attrs

from .. import syntax as s
from ..codes import Code
from ..sorts import Bool
from ..surface import every
from ..terms import Formula, Row, Term, conjunction
from . import tables as t

Body: TypeAlias = Callable[..., Formula]
Over: TypeAlias = Callable[[Body], Formula]


@attrs.frozen(slots=False)
class Clause:
    """One named condition of acceptance, with the one code of its failure.

    `over`: the rows it speaks of. `body`: what must hold of each choice of them.
    """

    name: str
    code: Code
    over: Over
    body: Body

    @cached_property
    def formula(self) -> s.Formula:
        """The clause as one closed formula."""
        return self.over(self.body).node


def fused(clauses: Iterable[Clause]) -> s.Formula:
    """Return the conjunction of ``clauses``, one quantifier for those over the same."""
    bodies: dict[Over, list[Body]] = {}
    for clause in clauses:
        bodies.setdefault(clause.over, []).append(clause.body)
    return conjunction(*(over(_all(some)) for over, some in bodies.items())).node


def _all(bodies: list[Body]) -> Body:
    def holds(*rows: Row) -> Formula:
        return conjunction(*(body(*rows) for body in bodies))

    return holds


def flag(term: Term) -> Formula:
    """Return: the flag is set."""
    return Formula(s.Equal(term.node, s.Const(True, Bool.name)))


def once(body: Body) -> Formula:
    """Say it of the tables as a whole."""
    return body()


def of_it(body: Body) -> Formula:
    """Say it of the certificate, the contract and the ledger."""
    return every(
        body(c, k, e)
        for c in t.certificate.tried()
        for k in t.contract.tried()
        for e in t.ledger.tried()
    )


def of_slots(body: Body) -> Formula:
    """Say it of each slot that is asked for."""
    return every(body(x) for x in t.slot.tried())


def of_claims(body: Body) -> Formula:
    """Say it of each claim, and the contract."""
    return every(body(c, k) for k in t.contract.tried() for c in t.claim.tried())


def of_asked(body: Body) -> Formula:
    """Say it of each claim of a slot that is asked for, and that slot."""
    return every(body(c, x) for c in t.claim.tried() for x in t.slot.tried(name=c.slot))


def of_cited(body: Body) -> Formula:
    """Say it of each citation: the operand that cites, and the id."""
    return every(body(o, e) for o in t.operand.tried() for e in o.cites)


def of_receipts(body: Body) -> Formula:
    """Say it of the contract, and each receipt that is cited, whatever for."""
    return every(
        body(k, r)
        for k in t.contract.tried()
        for o in t.operand.tried()
        for e in o.cites
        for r in e.found
    )


def of_uses(body: Body) -> Formula:
    """Say it of each receipt that is cited, and the operand that cites it."""
    return every(
        body(o, r) for o in t.operand.tried() for e in o.cites for r in e.found
    )


def of_demands(body: Body) -> Formula:
    """Say it of each operand of a slot that is asked for, and what it demands."""
    return every(
        body(o, d)
        for o in t.operand.tried()
        for d in t.demand.tried(slot=o.slot, part=o.part)
    )


def of_scope(body: Body) -> Formula:
    """Say it of each receipt that is cited for a slot, and what the slot demands."""
    return every(
        body(d, r)
        for o in t.operand.tried()
        for d in t.demand.tried(slot=o.slot, part=o.part)
        for e in o.cites
        for r in e.found
    )
