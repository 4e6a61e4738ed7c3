"""Continuations: Eq. 1 as constraints on what may follow a given record."""

from collections.abc import Callable, Iterable, Iterator

from ...model.judge import residual
from ...model.record import Record
from ...spec.correctness import Clause, eq1
from ...spec.errors import unknown
from ...spec.requests import Request
from ...spec.resolution import tellers
from ...spec.semantics import holds
from ...spec.sorts import Column
from ...spec.verdicts import Established
from .ask import Answer, Disagreement, Question
from .pin import slots_of
from .scope import Scope
from .smt import compare, conj, disj, neg
from .unknown import OK, SymbolicRecord

CONJUNCTS = ("Exec", "Preserve", "Complete")
Allowed = Callable[[SymbolicRecord, int], Iterable[str]]  # of the free slots from i on


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
    allowed: Allowed = lambda symbolic, first: (),
) -> Answer:
    """Return a record after ``prefix`` that meets some clauses and breaks others.

    All of ``met`` are met, and at least one of ``broken`` is not, if there is any.
    `allowed` yields what else is true of the slots after the prefix.
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
    wanted += allowed(symbolic, len(slots_of(prefix)))

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


def next_after(
    request: Request, prefix: Record, clauses: tuple[Clause, ...], further: int
) -> Answer:
    """Return the shortest record after ``prefix`` that meets the clauses, if any."""
    before = len(slots_of(prefix))
    scope = Scope(events=before + further, entities=max(1, further))
    return following(
        request,
        prefix,
        scope,
        clauses,
        allowed=lambda symbolic, first: (
            *constructive(symbolic, first),
            *settled(symbolic, prefix, first),
        ),
    )


def constructive(symbolic: SymbolicRecord, first: int) -> Iterator[str]:
    """Yield what makes a continuation one that somebody could carry out.

    Only calls, all answered, and by the agent. A name in an answer is a new one, so
    that nothing hangs on which it is; an argument is known before the continuation or
    comes from an earlier answer in it.
    """
    agent = str(symbolic.names.id("Party", "agent"))
    slots = range(first, symbolic.scope.events)
    for i in slots:
        yield neg(disj(symbolic.is_(i, d.name) for d in symbolic.world.decisions))
        unused = compare("=", symbolic.source(i), "0")
        yield disj((unused, compare("=", symbolic.status(i), OK)))
        yield compare("=", symbolic.var(f"e{i}.by"), agent)
        for tool in symbolic.world.tools:
            here = neg(symbolic.is_(i, tool.name))
            for column in tool.takes:
                named = _names(symbolic, f"e{i}.{tool.name}", column)
                yield from (disj((here, _known(symbolic, first, i, *n))) for n in named)
            for column in tool.returns:
                named = _names(symbolic, f"e{i}.{tool.name}", column)
                fresh = (
                    compare("=", term, str(symbolic.names.new(sort, i - first)))
                    for term, sort in named
                )
                yield from (disj((here, same)) for same in fresh)


def _names(
    symbolic: SymbolicRecord, prefix: str, column: Column
) -> Iterator[tuple[str, str]]:
    """Yield the term of a column that names an entity, with its sort."""
    if column.sort.kind == "entity":
        yield symbolic.var(f"{prefix}.{column.name}"), column.sort.name


def _known(symbolic: SymbolicRecord, first: int, i: int, term: str, sort: str) -> str:
    """Return: a name was known at the frontier, or an earlier answer brought it."""
    bring = [
        tool.name
        for tool in symbolic.world.tools
        if any(column.sort.name == sort for column in tool.returns)
    ]
    brought = [compare("<", term, str(symbolic.names.new(sort, 0)))]
    for j in range(first, i):
        here = compare("=", term, str(symbolic.names.new(sort, j - first)))
        brought.append(conj((here, disj(symbolic.is_(j, name) for name in bring))))
    return disj(brought)


def settled(symbolic: SymbolicRecord, prefix: Record, first: int) -> Iterator[str]:
    """Yield: a read that tells of an unanswered call waits until it can no longer land.

    Only then does what it tells settle the outcome either way.
    """
    world, answered = symbolic.world, {r.call for r in prefix.ledger}
    for call in prefix.calls:
        maker = world.tool(call.tool)
        if call.id in answered or maker.settles is None:
            continue
        for made in maker.makes:
            readers = [tool.name for tool, _ in tellers(world, made.effect)]
            for i in range(first, symbolic.scope.events):
                late = compare(
                    "<", str(call.end + maker.settles), symbolic.var(f"e{i}.start")
                )
                yield from (disj((neg(symbolic.is_(i, r)), late)) for r in readers)
