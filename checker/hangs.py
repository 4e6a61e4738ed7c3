"""Facts about what a duty hangs on: roles, later steps, its own parts, its tools."""

from collections.abc import Collection, Iterator

import attrs

from ..model.record import Call, Decided, Record
from ..model.settle import settle
from ..spec import syntax as s
from ..spec.correctness import eq1
from ..spec.requests import Request
from ..spec.semantics import holds, interpret
from ..spec.sorts import Column, Party
from .facts import Asked, expect, truth
from .solver import symbols as y
from .solver.ask import Answer, Question
from .solver.pin import slots_of
from .solver.smt import TRUE, compare, conj, disj, neg
from .solver.symbols import Name
from .solver.unknown import SymbolicRecord
from .solver.views import Later, Without


def unmatched(asked: Asked, role: Column) -> Answer:
    """Return a record that establishes the duty, where nothing told has ``role``."""
    question = asked.question()
    bound = question.symbolic.named("bound", role.name, role.sort.name)
    must = holds(asked.met, question.reading, {}, sure=True)
    told = disj(matches(question.symbolic, role, bound))

    def confirm(record: Record) -> None:
        expect(asked.bits(record, asked.met)[0], "not established")
        expect(not mentions(asked.request, record, role), "the role is matched")

    return question.search(conj((must, neg(told))), confirm)


def matches(symbolic: SymbolicRecord, role: Column, bound: y.Sym) -> Iterator[str]:
    """Yield, for each answered call and each decision: a column of it is the role."""
    world = symbolic.world
    tables: list[tuple[tuple[Column, ...], s.Table]]
    tables = [(t.columns, s.Calls(t.name)) for t in world.tools]
    tables += [(d.columns, s.Decided(d.name, "given")) for d in world.decisions]
    for columns, table in tables:
        names = [c.name for c in columns if c.sort == role.sort]
        names += ["by"] if role.sort == Party else []
        for row in symbolic.rows(table):
            cells = [row.cells[name] for name in names]
            same = disj(y.equal(c, bound) for c in cells if not isinstance(c, list))
            answered = row.cells.get("answered", Name(TRUE))
            assert isinstance(answered, Name)
            yield conj((row.sure, answered.term, same))


def mentions(request: Request, record: Record, role: Column) -> bool:
    """Whether an answered call or a decision has the value of ``role``."""
    tables = settle(request.world, record)
    wanted = record.bound[role.name]
    calls = [(t.columns, tables.calls[t.name]) for t in request.world.tools]
    decided = [
        (d.columns, tables.decided[d.name, "given"]) for d in request.world.decisions
    ]
    return any(
        row.get("answered", True) is True and row[name] == wanted
        for columns, rows in (*calls, *decided)
        for row in rows
        for name in (*(c.name for c in columns if c.sort == role.sort), "by")
        if name != "by" or role.sort == Party
    )


def ended_by(asked: Asked, source: str) -> Answer:
    """Return a record that one admissible step of a source ends.

    Admissible: the step breaks neither Exec nor Preserve of what came before it.
    """
    clauses = [c.formula for c in eq1(asked.request) if c.conjunct != "Complete"]
    question = asked.question()
    symbolic, after = question.symbolic, question.reading
    fine = conj(holds(clause, after, {}, sure=True) for clause in clauses)
    ended = conj((fine, neg(holds(asked.formula, after, {}, sure=True))))
    steps = disj(
        conj((is_last(symbolic, n, source), *before.fits, met))
        for n, before in enumerate(question.befores)
        for met in [holds(asked.formula, before, {}, sure=True)]
    )

    def confirm(record: Record) -> None:
        step = slots_of(record)[-1]
        events = tuple(e for e in record.trajectory if e.id != step.id)
        earlier = attrs.evolve(record, trajectory=events)
        expect(asked.bits(earlier)[0], "not met before the step")
        expect(not asked.bits(record)[0], "still met after the step")
        for clause in clauses:
            expect(asked.bits(record, clause)[0], "the step is not admissible")

    handed = symbolic.var("handoff?", "Bool")
    return question.search(conj((handed, steps, ended)), confirm, True)


def is_last(symbolic: SymbolicRecord, n: int, source: str) -> str:
    """Return: slot ``n`` is of ``source``, and is all that follows the handoff."""
    more = n + 1 in symbolic.slots
    last = compare("=", symbolic.source(n + 1), "0") if more else TRUE
    start, handed = symbolic.var(f"e{n}.start"), symbolic.var("handoff")
    return conj((symbolic.is_(n, source), last, compare("=", handed, start)))


def lost_at(asked: Asked) -> Answer:
    """Return a frontier at which the duty is Lost: nothing that follows meets it."""
    question = asked.question()
    later = question.view(Later(question.symbolic))
    may = holds(asked.formula, later, {}, sure=False)

    def confirm(record: Record) -> None:
        bits = truth(asked.request, asked.formula, record, future=True)
        expect(not bits[1], "it may still be met")

    return question.search(conj((*later.fits, neg(may))), confirm)


def without_part(asked: Asked, shorter: s.Formula) -> Answer:
    """Return a record on which the duty and a shorter form of it differ."""
    question = asked.question()
    pairs = [interpret(f, question.reading) for f in (asked.formula, shorter)]
    differ = disj(unlike(a, b) for a, b in zip(*pairs, strict=True))

    def confirm(record: Record) -> None:
        expect(asked.bits(record) != asked.bits(record, shorter), "the two agree")

    return question.search(differ, confirm, rough=not asked.way.every)


def without_tool(asked: Asked, source: str) -> Answer:
    """Return a record whose verdict changes if all calls of ``source`` are left out."""
    question = asked.question()
    look = question.view(Without(question.symbolic, source))
    pairs = [interpret(asked.formula, r) for r in (question.reading, look)]
    differ = disj(unlike(a, b) for a, b in zip(*pairs, strict=True))
    wanted = conj((*look.fits, differ))

    def confirm(record: Record) -> None:
        kept = tuple(e for e in record.trajectory if source_of(e) != source)
        fewer = attrs.evolve(record, trajectory=kept)
        expect(asked.bits(record) != asked.bits(fewer), "the two agree")

    return question.search(wanted, confirm, rough=not asked.way.every)


def unlike(a: str, b: str) -> str:
    """Return: two truths differ."""
    return disj((conj((a, neg(b))), conj((neg(a), b))))


def source_of(event: object) -> str | None:
    """Return the tool or the decision that an event is of."""
    match event:
        case Call(tool=tool):
            return tool
        case Decided(decision=decision):
            return decision
    return None


def together(
    request: Request, question: Question, duties: Collection[str] | None = None
) -> Answer:
    """Return a record that meets all duties of a request, and Preserve and Exec too.

    `duties`: the names of those that are to be met, where it is not all.
    """
    clauses = [
        clause.formula
        for clause in eq1(request)
        if clause.conjunct != "Complete" or duties is None or clause.name in duties
    ]
    wanted = conj(holds(c, question.reading, {}, sure=True) for c in clauses)

    def confirm(record: Record) -> None:
        for clause in clauses:
            expect(truth(request, clause, record)[0], "a clause is not met")

    return question.search(wanted, confirm)
