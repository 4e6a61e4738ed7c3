"""Judge a record against a request: verdicts and standings, without a solver."""

import attrs

from ..spec import syntax as s
from ..spec.codes import Code
from ..spec.correctness import Clause, eq1
from ..spec.errors import SpecError, TransformError, shown
from ..spec.requests import Duty, Request, Rule
from ..spec.semantics import interpret
from ..spec.verdicts import (
    Broken,
    Established,
    Refuted,
    Standing,
    Verdict,
    all_of,
    standing,
    verdict,
)
from .record import Record
from .settle import conflict, settle
from .tables import Tables
from .truth import Truth


@attrs.frozen
class Finding:
    """What is found of one duty: its verdict, where it stands."""

    duty: Duty
    verdict: Verdict
    standing: Standing | None

    @property
    def kind(self) -> str:
        """``rule`` or ``obligation``."""
        return "rule" if isinstance(self.duty, Rule) else "obligation"


@attrs.frozen
class ClauseFinding:
    """What is found of one clause of Eq. 1."""

    clause: Clause
    verdict: Verdict

    @property
    def code(self) -> Code | None:
        """What is wrong, or None if the clause is established."""
        match self.verdict:
            case Established():
                return None
            case Refuted():
                return self.clause.refuted
            case Broken(code):
                return code
        return self.clause.unclear


@attrs.frozen
class Judgement:
    """What is found of a record: each duty, in order, and the whole.

    `breaches`: the clauses of Exec and Preserve that a continuation does not meet, if
    the work changed hands.
    """

    request: Request
    record: Record
    findings: tuple[Finding, ...]
    broken: Broken | None = None
    breaches: tuple[ClauseFinding, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The verdict on all duties together, and on what the continuation broke."""
        parts = [f.verdict for f in self.findings]
        return self.broken or all_of((*parts, *(b.verdict for b in self.breaches)))

    @property
    def claimed_early(self) -> bool:
        """Whether somebody claimed done while a duty was not discharged or void."""
        done = (Standing.DISCHARGED, Standing.VOID)
        return self.record.claim is not None and any(
            f.standing not in done for f in self.findings
        )

    def __bool__(self) -> bool:
        """Whether everything is discharged or void, and no clause breached."""
        done = (Standing.DISCHARGED, Standing.VOID)
        whole = self.broken is None and not self.breaches
        return whole and all(f.standing in done for f in self.findings)


def check(request: Request, record: Record) -> Judgement:
    """Return what is discharged, open, lost, void or unclear of ``request``."""
    _fit(request, record)
    tables = settle(request.world, record)
    broken = contradiction(tables)
    if broken is not None:
        return Judgement(request, record, (), broken)
    now, later = Truth(tables), Truth(settle(request.world, record, future=True))
    try:
        findings = tuple(_finding(duty, now, later) for duty in request.duties)
    except TransformError as error:
        return Judgement(request, record, (), Broken(Code.AMBIGUOUS_ORDER, str(error)))
    handed = record.frontier is not None
    breaches = breached(request, tables) if handed else ()
    return Judgement(request, record, findings, breaches=breaches)


def breached(request: Request, tables: Tables) -> tuple[ClauseFinding, ...]:
    """Return the clauses of Exec and Preserve that the continuation does not meet."""
    found = (
        ClauseFinding(clause, judge(clause.formula, tables))
        for clause in eq1(request)
        if clause.conjunct != "Complete"
    )
    return tuple(f for f in found if f.code is not None)


def contradiction(tables: Tables) -> Broken | None:
    """Return what makes the record no record: an id used twice, or no history."""
    record = tables.record
    for things in (record.trajectory, record.ledger):
        ids = [thing.id for thing in things]
        if len(set(ids)) < len(ids):
            twice = next(name for name in ids if ids.count(name) > 1)
            return Broken(Code.DUPLICATE_ID, f"id={shown(twice)} is there twice")
    reason = conflict(tables)
    return Broken(Code.CONFLICTING_EVIDENCE, reason) if reason is not None else None


def judge(formula: s.Formula, tables: Tables) -> Verdict:
    """Return the verdict on one formula, through `Truth`."""
    try:
        return verdict(*interpret(formula, Truth(tables)))
    except TransformError as error:
        return Broken(Code.AMBIGUOUS_ORDER, str(error))


def _finding(duty: Duty, now: Truth, later: Truth) -> Finding:
    bits = interpret(duty.owed, now)
    guard = interpret(duty.guard, now)
    future = interpret(duty.owed, later)
    return Finding(duty, verdict(*bits), standing(guard, bits, future[1]))


def residual(request: Request, record: Record) -> tuple[ClauseFinding, ...]:
    """Return what is found of Exec, Preserve and Complete, clause by clause.

    The continuation is what starts at the last handoff or later; without a handoff it
    is the whole record.
    """
    _fit(request, record)
    tables = settle(request.world, record)
    broken = contradiction(tables)
    return tuple(
        ClauseFinding(clause, broken or judge(clause.formula, tables))
        for clause in eq1(request)
    )


def _fit(request: Request, record: Record) -> None:
    """See that these are a request and a record, in this order."""
    for what, found, kind in (
        ("request", request, Request),
        ("record", record, Record),
    ):
        if not isinstance(found, kind):
            raise SpecError(
                f"{what}={shown(found, 40)} must be a {kind.__name__}; "
                "of a case, hand over case.request and case.record"
            )
