"""Continuations: Eq. 1 as constraints on what may follow a given record."""

from ...model.judge import residual
from ...model.record import Record
from ...spec.correctness import eq1
from ...spec.errors import unknown
from ...spec.requests import Request
from ...spec.semantics import holds
from ...spec.verdicts import Established
from .ask import Answer, Disagreement, Question
from .scope import Scope
from .smt import conj, neg

CONJUNCTS = ("Exec", "Preserve", "Complete")


def continuation(
    request: Request, prefix: Record, scope: Scope, fails: str | None = None
) -> Answer:
    """Return a record that goes on from ``prefix`` and ends with a claim.

    It meets Exec, Preserve and Complete; with ``fails`` it meets the other two and
    not the one of that name. `scope.events` counts those of the prefix too.
    """
    if fails is not None and fails not in CONJUNCTS:
        raise unknown("conjunct", fails, CONJUNCTS)
    clauses = eq1(request)
    question = Question(request, scope, [c.formula for c in clauses], prefix=prefix)
    met = {
        name: conj(
            holds(clause.formula, question.reading, {}, sure=True)
            for clause in clauses
            if clause.conjunct == name
        )
        for name in CONJUNCTS
    }
    wanted = [neg(met[name]) if name == fails else met[name] for name in CONJUNCTS]

    def confirm(found: Record) -> None:
        failed = {
            f.clause.conjunct
            for f in residual(request, found)
            if not isinstance(f.verdict, Established)
        }
        if failed != ({fails} if fails else set()):
            raise Disagreement(
                f"asked for {fails} alone to fail, found {failed}: {found}"
            )

    return question.search(conj((question.symbolic.claimed, *wanted)), confirm)
