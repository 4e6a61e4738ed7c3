"""Continuations: Eq. 1 as constraints on what may follow a given record."""

from collections.abc import Iterable

from ...model.judge import residual
from ...model.record import Record
from ...spec.correctness import Clause, eq1
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
    broken = [c for c in clauses if c.conjunct == fails]
    met = [c for c in clauses if c.conjunct != fails]
    return following(request, prefix, scope, met, broken)


def following(
    request: Request,
    prefix: Record,
    scope: Scope,
    met: Iterable[Clause],
    broken: Iterable[Clause] = (),
) -> Answer:
    """Return a record after ``prefix`` that meets some clauses and breaks others.

    All of ``met`` are met, and at least one of ``broken`` is not, if there is any.
    """
    met, broken = list(met), list(broken)
    formulas = [clause.formula for clause in (*met, *broken)]
    question = Question(request, scope, formulas, prefix=prefix)
    symbolic = question.symbolic

    def must(clause: Clause) -> str:
        return holds(clause.formula, question.reading, {}, sure=True)

    wanted = [symbolic.claimed, *map(must, met)]
    if broken:
        wanted.append(neg(conj(map(must, broken))))

    def confirm(found: Record) -> None:
        failed = {
            (f.clause.conjunct, f.clause.name)
            for f in residual(request, found)
            if not isinstance(f.verdict, Established)
        }
        right = not failed & {(c.conjunct, c.name) for c in met}
        wrong = not broken or failed & {(c.conjunct, c.name) for c in broken}
        if not (right and wrong):
            raise Disagreement(f"Truth finds {failed} not met of {found}")

    return question.search(conj(wanted), confirm)
