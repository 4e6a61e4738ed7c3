"""Binding: the certificate is of this task, this ledger and what was decided."""

from ..codes import Code
from ..surface import count, every, none, some
from ..terms import Formula, Row
from . import tables as t
from .clauses import Clause, of_asked, of_it, once


def something_asked() -> Formula:
    """Something is asked: a slot of the answer, or a duty."""
    return some(t.slot.tried()) | some(t.owed.tried())


def ids_apart() -> Formula:
    """No two receipts have one id, so that whoever looks one up finds the same."""
    return count(r.id for r in t.receipt.tried()) == count(t.receipt.tried())


def claims_apart() -> Formula:
    """No slot is claimed twice."""
    return count(c.slot for c in t.claim.tried()) == count(t.claim.tried())


def this_task(c: Row, k: Row, e: Row) -> Formula:
    """Require: it names the task of the contract."""
    return c.task == k.task


def as_described(c: Row, k: Row, e: Row) -> Formula:
    """Require: it holds the digest of the frozen task descriptor."""
    return c.descriptor == k.descriptor


def this_ledger(c: Row, k: Row, e: Row) -> Formula:
    """Require: it holds the digest of the normalized ledger."""
    return c.digest == e.digest


def roles_kept() -> Formula:
    """Each role that the contract fixes has its value in the record."""
    return every(
        some(t.bound.tried(role=f.role, value=f.value)) for f in t.fixed.tried()
    )


def right_decision(c: Row, x: Row) -> Formula:
    """Require: a slot that rests on a decision cites one of its kind and matter."""
    cited = t.decided.tried(id=c.decision, kind=x.approval, args=x.approved)
    return (x.approval == "") | some(cited)


def decision_stands(c: Row, x: Row) -> Formula:
    """Require: the decision cited was given, and its party did not take it back."""

    def back(d: Row) -> Formula:
        same = t.decided.tried(kind=d.kind, args=d.args, party=d.party)
        return some(
            same.such((same.row.verdict != "given") & (same.row.since >= d.since))
        )

    relied = t.decided.tried(id=c.decision)
    declined = none(d.verdict != "given" for d in relied)
    return (x.approval == "") | (declined & none(back(d) for d in relied))


CLAUSES = (
    Clause("something is asked", Code.VACUOUS, once, something_asked),
    Clause("receipts have their own ids", Code.DUPLICATE_ID, once, ids_apart),
    Clause("a slot is claimed once", Code.DUPLICATE_ID, once, claims_apart),
    Clause("it is of this task", Code.TASK_DIGEST, of_it, this_task),
    Clause("it is of this descriptor", Code.TASK_DIGEST, of_it, as_described),
    Clause("it is of this ledger", Code.LEDGER_DIGEST, of_it, this_ledger),
    Clause("roles keep their values", Code.BINDING_CHANGED, once, roles_kept),
    Clause(
        "it rests on the decision asked for",
        Code.DECISION_MISMATCH,
        of_asked,
        right_decision,
    ),
    Clause("the decision stands", Code.REVOKED, of_asked, decision_stands),
)
