"""Coverage: what is asked for is claimed, and nothing beside it."""

from ..codes import Code
from ..surface import every, some
from ..terms import Formula, Row
from . import tables as t
from .clauses import Clause, flag, of_asked, of_claims, of_slots, once


def claimed(x: Row) -> Formula:
    """Require: a mandatory slot has a claim."""
    return flag(x.mandatory).implies(some(t.claim.tried(slot=x.name)))


def null_allowed(c: Row, x: Row) -> Formula:
    """Require: a claim of nothing is of a slot that may be null."""
    return flag(c.null).implies(flag(x.nullable))


def asked_for(c: Row, k: Row) -> Formula:
    """Require: a claim is of a slot that is asked for, unless others may be."""
    return flag(k.extra) | some(t.slot.tried(name=c.slot))


def children_back() -> Formula:
    """Whatever a child was called for, an answer came back."""

    def answered(r: Row) -> Formula:
        answers = t.receipt.tried(call=r.call)
        return some(answers.such(answers.row.status != "unknown"))

    waiting = t.receipt.tried(issuer="child", status="unknown")
    return every(answered(r) for r in waiting)


def claim_kept() -> Formula:
    """If the record holds a claim, the certificate claims its values."""
    return every(
        some(t.claim.tried(slot=x.slot, value=x.value)) for x in t.said.tried()
    )


CLAUSES = (
    Clause("each mandatory slot is claimed", Code.MISSING_SLOT, of_slots, claimed),
    Clause("it is null only where it may be", Code.NULL_VALUE, of_asked, null_allowed),
    Clause(
        "no slot is claimed beside those asked for",
        Code.EXTRA_SLOT,
        of_claims,
        asked_for,
    ),
    Clause("delegated work came back", Code.PENDING_CHILD, once, children_back),
    Clause("it claims what the record claims", Code.AFTER_CLAIM, once, claim_kept),
)
