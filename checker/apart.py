"""What is asked about predicates, asked in a process that may be killed.

An answer that its process did not live to give is `Unanswered`, with the reason; what
comes after it is asked in a new process.
"""

from collections.abc import Iterator

from ..model.record import Record
from ..model.views.fixed import aspects
from ..model.views.view import View
from ..spec import syntax as s
from ..spec.requests import Request
from ..spec.verdicts import REFUTED
from .compare import Side, sides
from .facts import Asked
from .joint import TOGETHER, Excluding, excluding, jointly
from .resume import Resumption
from .solver.answers import NoneInScope
from .solver.ask import Question, Unanswered
from .solver.child import Died, each
from .solver.export import Query
from .solver.planner import open_ahead
from .solver.scope import Scope
from .solver.ways import Way
from .stable import resume_over
from .sufficiency import Histories, Kept, kept, lost
from .verify import Check, checks, planned


def checks_apart(asked: Asked, memory: int) -> Iterator[Check]:
    """Yield all checks of a duty, as `checks` does."""
    plan = planned(asked)
    made = each(lambda begin: checks(asked, begin), len(plan), memory)
    for check, found in zip(plan, made, strict=True):
        yield check.answered(_or_not(found)) if isinstance(found, Died) else found


def jointly_apart(
    request: Request, scope: Scope, way: Way, memory: int
) -> Iterator[Check | Excluding | Unanswered]:
    """Yield whether a request can be met, and if not, what excludes each other."""

    def made(begin: int) -> Iterator[Check | Excluding]:
        if not begin:
            check = jointly(request, scope, way)
            yield check
            if check.verdict != REFUTED:
                return
        yield excluding(request, scope, way)

    asked = False
    for found in each(made, 2, memory):
        if not isinstance(found, Died):
            yield found
        elif asked:
            yield _or_not(found)
        else:
            yield TOGETHER.answered(_or_not(found))
            return  # nobody knows whether there is anything to explain
        asked = True


def sides_apart(
    question: Question, first: s.Formula, second: s.Formula, memory: int
) -> Iterator[Side]:
    """Yield a record of which the first says more, and the reverse."""
    made = each(lambda begin: sides(question, first, second, begin), 2, memory)
    for found in made:
        yield Side(_or_not(found)) if isinstance(found, Died) else found


def kept_apart(
    request: Request, view: View, scope: Scope, way: Way, memory: int
) -> Iterator[Kept]:
    """Yield for each of the four that a view must determine whether it does."""
    four = aspects(request)
    made = each(lambda begin: kept(request, view, scope, way, begin), len(four), memory)
    for aspect, found in zip(four, made, strict=True):
        yield Kept(aspect, _or_not(found)) if isinstance(found, Died) else found


def lost_apart(
    request: Request, scope: Scope, way: Way, memory: int
) -> Histories | NoneInScope | Unanswered:
    """Return two histories that no view tells apart."""
    made = each(lambda _: [lost(request, scope, way)], 1, memory)
    found = next(iter(made))
    return _or_not(found) if isinstance(found, Died) else found


def resumed_apart(
    request: Request, record: Record, further: int, way: Way, memory: int
) -> tuple[Resumption, tuple[Query, ...]]:
    """Return what is left to do, as `resume_over` does, and what was asked.

    The solver of the first plan is opened before the child is forked: once for all.
    """
    open_ahead()

    def made(_: int) -> Iterator[tuple[Resumption, tuple[Query, ...]]]:
        yield resume_over(request, record, further, way), way.taken()

    found = next(iter(each(made, 1, memory)))
    return (_or_not(found), ()) if isinstance(found, Died) else found


def _or_not(died: Died) -> Unanswered:
    return Unanswered(died.reason)
