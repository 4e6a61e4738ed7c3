"""Compare other looks of the solver at a record with `Truth` of the record's twin.

What if one outcome were forgotten, one tool's calls were left out, only the first
events had happened, or the future were open: the solver sees a twin of the record
through a view, and `Truth` judges the twin itself.
"""

from collections.abc import Iterator, Sequence

import attrs

from ..checker.solver.ask import Question
from ..checker.solver.pin import DoesNotFit, slots_of
from ..checker.solver.smt import compare
from ..checker.solver.views import Forgetful, Later, Until, View, Without
from ..model.record import Call, Decided, Record
from ..model.settle import conflict, settle
from ..model.truth import Truth
from ..spec import syntax as s
from ..spec.requests import World
from ..spec.semantics import interpret
from ..spec.surface import now, some
from .choices import Pick
from .comparing import LATER, Case, Comparison
from .solving import EVENTS, Solving
from .tally import Outcome

FEW = 6  # of how many formulas one is asked: a look doubles what the solver must know
LOOKS = ("later", "forgetful", "without", "until")


@attrs.frozen
class Look:
    """A view, which record it shows, and what is fixed of it beside the record."""

    asked: str
    twin: Record
    more: tuple[str, ...] = ()
    future: bool = False


def looked(
    comparison: Comparison, cases: Sequence[Case], pick: Pick, kind: str
) -> None:
    """Compare one kind of look at each of the records."""
    request, tally = comparison.request, comparison.tally
    formulas = [*comparison.formulas[::FEW], *plainly(request.world)]
    solving = Solving(
        Comparison(request, formulas, tally), [case.record for case in cases]
    )
    question = solving.question
    if question is None:
        tally.unfit("Views", len(cases))
        return
    used = [_source(e) for e in _events(cases)]
    source = pick(used or [t.name for t in request.world.tools])
    size = pick(range(EVENTS))
    view = _view(question, kind, source, size)
    reading = question.view(view)
    for case in cases:
        look = _look(view, case.record, pick)
        if look is None:
            tally.unfit("Views", len(solving.asked))
            continue
        wanted = _wanted(solving, case, look)
        solving.compared("Views", look.asked, case.record, wanted, reading, look.more)


def plainly(world: World) -> Iterator[s.Formula]:
    """Yield what a look may change most plainly: was each tool called, with effect."""
    for tool in world.tools:
        yield some(tool.done()).node
    for decision in world.decisions:
        yield some(decision.given()).node
    for effect in world.effects:
        yield some(x.end < now for x in effect.made()).node
        yield some(effect.ended()).node


def _view(question: Question, kind: str, source: str, size: int) -> View:
    match kind:
        case "forgetful":
            return Forgetful(question.symbolic)
        case "without":
            return Without(question.symbolic, source)
        case "until":
            return Until(question.symbolic, size)
    return Later(question.symbolic)


def _look(view: View, record: Record, pick: Pick) -> Look | None:
    """Return how a view looks at a record, or None if it does not."""
    try:
        events = slots_of(record)
    except DoesNotFit:
        return None
    match view:
        case Later() if record.claim is None:
            return Look(LATER, record, future=True)
        case Forgetful():
            calls = [i for i, event in enumerate(events) if isinstance(event, Call)]
            if not calls:
                return None
            i = pick(calls)
            ledger = tuple(r for r in record.ledger if r.call != events[i].id)
            slot = compare("=", view.slot, str(i))
            twin = attrs.evolve(record, ledger=ledger)
            return Look(f"with the outcome of {events[i].id} forgotten", twin, (slot,))
        case Without(missing=source):
            gone = {e.id for e in events if _source(e) == source}
            return Look(f"without {source}", _less(record, gone))
        case Until():
            gone = {event.id for event in events[len(view.slots) :]}
            return Look(f"until {len(view.slots)} events", _less(record, gone))
    return None


def _events(cases: Sequence[Case]) -> list[Call | Decided]:
    return [
        event
        for case in cases
        for event in case.record.trajectory
        if isinstance(event, Call | Decided)
    ]


def _source(event: Call | Decided) -> str:
    return event.tool if isinstance(event, Call) else event.decision


def _less(record: Record, gone: set[str]) -> Record:
    """Return the record without some of its events."""
    return attrs.evolve(
        record,
        trajectory=tuple(e for e in record.trajectory if e.id not in gone),
        ledger=tuple(r for r in record.ledger if r.call not in gone),
    )


def _wanted(solving: Solving, case: Case, look: Look) -> list[Outcome]:
    """Return the bits of the twin, None if it or the record contradicts itself."""
    world = solving.comparison.request.world
    tables = settle(world, look.twin, look.future)
    if case.contradicts or conflict(tables) is not None:
        return [None] * len(solving.asked)
    formulas = [solving.comparison.formulas[i] for i in solving.asked]
    return [interpret(formula, Truth(tables)) for formula in formulas]
