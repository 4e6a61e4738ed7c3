"""Facts about a duty: is there a record such that …? Each answer has its witness.

Each question is put to the solver over the records of a scope, and each witness is
judged again by `Truth`, together with its twin where the question has one: the
record that knows less, has one event less, or lacks what one tool did.
"""

from collections.abc import Iterator

import attrs

from ..model.judge import contradiction
from ..model.record import Record
from ..model.settle import settle
from ..model.truth import Truth
from ..spec import syntax as s
from ..spec.requests import Duty, Request, Rule
from ..spec.semantics import holds, interpret
from .solver.ask import Answer, Disagreement, Question
from .solver.scope import BIG, Scope
from .solver.smt import compare, conj, disj, neg, number
from .solver.unknown import OK
from .solver.views import Forgetful
from .solver.ways import Way

Bits = tuple[bool, bool]
EDGES = (("since", number(-BIG)), ("until", number(BIG)))  # of a log never complete


@attrs.frozen
class Asked:
    """A duty of a request, and the scope in which it is asked about.

    `way`: how the solver is asked. `shared`: a question whose solver is kept, for all
    that is asked about the duty; without it each question has a solver of its own.
    """

    request: Request
    duty: Duty
    scope: Scope
    way: Way = attrs.field(factory=Way)
    shared: Question | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def formula(self) -> s.Formula:
        """What is owed: guard → formula."""
        return self.duty.owed

    @property
    def met(self) -> s.Formula:
        """What it is to meet it, and not merely to escape its guard."""
        guarded = self.duty.guard != s.TRUE
        return s.And((self.duty.guard, self.duty.formula)) if guarded else self.formula

    def small(self, events: int = 4) -> "Asked":
        """Return the same question in a scope of no more than so many events."""
        fewer = attrs.evolve(self.scope, events=min(events, self.scope.events))
        return attrs.evolve(self, scope=fewer)

    def sharing(self) -> "Asked":
        """Return the same, to be asked of one solver that is kept from now on."""
        return attrs.evolve(self, shared=self._question(self.scope).shared())

    def question(self, scope: Scope | None = None) -> Question:
        """Return a question about the records of the scope."""
        scope = scope or self.scope
        if self.shared is None:
            return self._question(scope)
        return self.shared.within(scope)

    def _question(self, scope: Scope) -> Question:
        return Question(self.request, scope, [self.formula], way=self.way)

    def bits(self, record: Record, formula: s.Formula | None = None) -> Bits:
        """Return the two bits through `Truth`."""
        return truth(self.request, formula or self.formula, record)


def truth(
    request: Request, formula: s.Formula, record: Record, future: bool = False
) -> Bits:
    """Return must and may of a record through `Truth`; a broken one is a bug here."""
    tables = settle(request.world, record, future)
    broken = contradiction(tables)
    expect(broken is None, f"a witness contradicts itself: {broken}")
    return interpret(formula, Truth(tables))


def expect(held: bool, what: str) -> None:
    """Raise `Disagreement` unless `Truth` confirms what the solver found."""
    if not held:
        raise Disagreement(what)


def having(asked: Asked, verdict: str, scope: Scope | None = None) -> Answer:
    """Return a record of which the duty has this verdict, its guard holding if met."""
    rule = isinstance(asked.duty, Rule)
    wanted = asked.met if verdict == "established" and not rule else asked.formula
    return asked.question(scope=scope).find(wanted, verdict)


def triggers(formula: s.Formula) -> list[s.Formula]:
    """Return what sets a formula off: a row of the range of each every and none."""
    parts = formula.parts if isinstance(formula, s.And) else (formula,)
    found = [
        s.Some(part.body.bind, s.TRUE)
        for part in parts
        if isinstance(part, s.Not) and isinstance(part.body, s.Some)
    ]
    return list(found)


def triggered(asked: Asked, trigger: s.Formula) -> Answer:
    """Return a record in which a trigger occurs and the duty still holds."""
    return asked.question().find(s.And((trigger, asked.formula)), "established")


def without_evidence(asked: Asked) -> Answer:
    """Return a record that establishes the duty with no ok receipt and no decision."""
    question = asked.question()
    symbolic, world = question.symbolic, asked.request.world
    answered = [
        conj((symbolic.is_(i, tool.name), compare("=", symbolic.status(i), OK)))
        for i in symbolic.slots
        for tool in world.tools
    ]
    decided = [symbolic.is_(i, d.name) for i in symbolic.slots for d in world.decisions]
    must = holds(asked.met, question.reading, {}, sure=True)

    def confirm(record: Record) -> None:
        expect(asked.bits(record, asked.met)[0], "not established")
        expect(all(r.status != "ok" for r in record.ledger), "an ok receipt")

    return question.search(conj((must, neg(disj((*answered, *decided))))), confirm)


def with_a_gap(asked: Asked, sources: list[str]) -> Answer:
    """Return a record that establishes the duty, none of whose logs is known."""
    question = asked.question(scope=attrs.evolve(asked.scope, gaps=True))
    gaps = [question.symbolic.var(f"gap.{name}", "Bool") for name in sources]
    whole = [
        conj(
            compare("=", question.symbolic.var(f"gap.{name}.{end}"), edge)
            for end, edge in EDGES
        )
        for name in sources
    ]
    must = holds(asked.formula, question.reading, {}, sure=True)
    hidden = conj((*gaps, *whole))

    def confirm(record: Record) -> None:
        expect(asked.bits(record)[0] and bool(record.gaps), "no gap")

    return question.search(conj((must, hidden)), confirm)


def overturned(asked: Asked) -> Answer:
    """Return a record of which forgetting one outcome overturns a definite verdict."""
    question = asked.question()
    look = Forgetful(question.symbolic)
    poorer = question.view(look)
    (must, may), (less, more) = (
        interpret(asked.formula, reading) for reading in (question.reading, poorer)
    )
    opposite = disj((conj((must, neg(more))), conj((neg(may), less))))

    def confirm(record: Record) -> None:
        fuller = asked.bits(record)
        turned = [asked.bits(poorer) for poorer in forgotten(record)]
        opposed = [
            b for b in turned if (fuller[0] and not b[1]) or (b[0] and not fuller[1])
        ]
        expect(bool(opposed), "no outcome overturns it")

    wanted = conj((*poorer.fits, look.possible(), opposite))
    return question.search(wanted, confirm)


def opposite_bits(a: Bits, b: Bits) -> bool:
    """Whether one of two verdicts is established and the other refuted."""
    return (a[0] and not b[1]) or (b[0] and not a[1])


def forgotten(record: Record) -> Iterator[Record]:
    """Yield the record without what came of one call."""
    for receipt in record.ledger:
        yield attrs.evolve(
            record, ledger=tuple(r for r in record.ledger if r != receipt)
        )
