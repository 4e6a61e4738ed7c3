"""Compare two predicates: which says more, with a record each way.

``A`` is *stronger* than ``B`` if on every record in scope A's must implies B's and A's
may implies B's, and on some record not conversely.
"""

from collections.abc import Iterator

import attrs

from ..model.record import Record
from ..spec import syntax as s
from ..spec.requests import Request
from ..spec.semantics import interpret
from .facts import expect, truth
from .histories.always import Loose, exceeded, proved
from .solver.answers import Broken
from .solver.ask import Answer, Found, NoneInScope, Question, Unanswered
from .solver.export import Query
from .solver.scope import Scope
from .solver.smt import conj, disj, neg
from .solver.unknown import Unencodable
from .solver.ways import Way

EQUAL, STRONGER, WEAKER = "equal", "stronger", "weaker"
INCOMPARABLE, OPEN = "incomparable", "not decided"


@attrs.frozen
class Comparison:
    """How two predicates relate within a scope.

    `first_only`: a record of which the first says more (it is established where the
    second is not, or may be where the second is refuted); `second_only`: the reverse.
    `queries`: what the solver was asked for each of them, if that was to be kept.
    """

    first_only: Answer
    second_only: Answer
    queries: tuple[tuple[Query, ...], ...] = attrs.field(
        default=((), ()), eq=False, repr=False
    )

    @property
    def relation(self) -> str:
        """The first is equal to, stronger or weaker than the second, or neither."""
        match self.first_only, self.second_only:
            case (Unanswered(), _) | (_, Unanswered()):
                return OPEN
            case NoneInScope(), NoneInScope():
                return EQUAL
            case NoneInScope(), Found():
                return STRONGER
            case Found(), NoneInScope():
                return WEAKER
        return INCOMPARABLE


def compare(
    request: Request,
    first: s.Formula,
    second: s.Formula,
    scope: Scope | None = None,
    way: Way | None = None,
) -> Comparison:
    """Return how ``first`` relates to ``second`` on the records of ``scope``."""
    question = Question(request, scope or Scope(), [first, second], way=way)
    one, other = sides(question, first, second)
    return Comparison(one.answer, other.answer, (one.queries, other.queries))


@attrs.frozen
class Side:
    """The answer of one direction, and what was asked for it."""

    answer: Answer
    queries: tuple[Query, ...] = ()


def sides(
    question: Question, first: s.Formula, second: s.Formula, begin: int = 0
) -> Iterator[Side]:
    """Yield a record of which the first says more, and the reverse, from one on."""
    shared = question.shared()
    ways = (("first", first, second), ("second", second, first))
    for which, more, less in ways[begin:]:
        try:
            answer = one_way(shared, more, less)
        except Broken as error:
            said = f"a record of which the {which} says more: {error}"
            raise Broken(said, error.query) from None
        yield Side(answer, question.way.taken())


def one_way(question: Question, more: s.Formula, less: s.Formula) -> Answer:
    """Return what `exceeding` does, for every history if it is so."""
    answer = exceeding(question, more, less)
    if not isinstance(answer, NoneInScope):
        return answer
    request = question.request
    for kind, fit in ((Loose, False), (Question, True)):

        def again(scope: Scope, kind: type[Question] = kind) -> Answer:
            asked = kind(request, scope, [more, less], way=question.way)
            return exceeding(asked, more, less)

        found = proved(request, exceeded(request.world, more, less, fit), again)
        if found is not None:
            return found
    return answer


def exceeding(question: Question, more: s.Formula, less: s.Formula) -> Answer:
    """Return a record of which ``more`` says a bit that ``less`` does not."""
    try:
        bits = [interpret(f, question.reading) for f in (more, less)]
    except Unencodable as error:
        return Unanswered(str(error))
    wanted = disj(conj((a, neg(b))) for a, b in zip(*bits, strict=True))

    def confirm(record: Record) -> None:
        found = [truth(question.request, f, record) for f in (more, less)]
        exceeds = any(a and not b for a, b in zip(*found, strict=True))
        expect(exceeds, "the first does not exceed the second")

    return question.search(wanted, confirm)
