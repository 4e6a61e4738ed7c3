"""Whether a view suffices: whether it determines what a successor must know.

A view *suffices* if any two records of which it shows the same have the same bindings,
receipted effects, ambiguous effects and open obligations: ``(F_t, O_t)``, and the
effects beside that may have been made (T7). The solver looks for two records
that it does not tell apart although one of the four differs. What it finds is judged
again by `Truth`: the view must show the same of both, the four must not be the same.

What happened to a call that was never answered is in no view at all: two histories
with different worlds have one record (`lost`), and a view is a function of the record.
"""

from collections.abc import Iterator, Mapping

import attrs

from ..model.judge import contradiction
from ..model.progress import progress
from ..model.record import Record
from ..model.settle import settle
from ..model.step import State, reached
from ..model.tables import KEY, OPEN
from ..model.views.fixed import aspects
from ..model.views.view import Shown, View, shown
from ..spec.requests import Request
from ..spec.surface import some
from .solver.answers import Disagreement, Found, NoneInScope, Unanswered
from .solver.ask import Question
from .solver.pairs import Pair, Pairs
from .solver.scope import Scope
from .solver.ways import Way

SMALL = Scope(events=3)  # of each record, unless another is asked for


@attrs.frozen
class Loses:
    """Two records of which the view shows the same, and what it loses.

    `differs`: for each item of the aspect that differs, what it shows of the first
    record alone, and of the second alone.
    """

    pair: Pair
    differs: Mapping[str, tuple[Shown, Shown]]


@attrs.frozen
class Kept:
    """What was found of one of the four: lost, kept in the scope, or not answered."""

    aspect: View
    found: Loses | NoneInScope | Unanswered


@attrs.frozen
class Sufficiency:
    """Whether a view suffices in a scope: an answer for each of the four."""

    view: View
    scope: Scope
    answers: tuple[Kept, ...]

    @property
    def suffices(self) -> bool:
        """Whether nothing is lost in scope: proved of all four."""
        kept = [isinstance(a.found, NoneInScope) for a in self.answers]
        return bool(kept) and all(kept)

    @property
    def loses(self) -> bool:
        """Whether something is lost for sure."""
        return any(isinstance(a.found, Loses) for a in self.answers)


def sufficiency(
    request: Request, view: View, scope: Scope = SMALL, way: Way | None = None
) -> Sufficiency:
    """Return whether ``view`` suffices for the records of ``request`` in a scope."""
    return Sufficiency(view, scope, tuple(kept(request, view, scope, way)))


def kept(
    request: Request,
    view: View,
    scope: Scope = SMALL,
    way: Way | None = None,
    begin: int = 0,
) -> Iterator[Kept]:
    """Yield for each of the four whether the view keeps it, from one on."""
    pairs = Pairs(request, scope, way)
    for aspect in aspects(request)[begin:]:
        found = pairs.find(view, aspect)
        if isinstance(found, Pair):
            yield Kept(aspect, replayed(request, view, aspect, found))
        else:
            yield Kept(aspect, found)


def replayed(request: Request, view: View, aspect: View, pair: Pair) -> Loses:
    """Return what the two records differ in, judged by `Truth` and by `progress`.

    Raises: `Disagreement` if they are not what the solver says.
    """
    records = pair.first, pair.second
    for record in records:
        broken = contradiction(settle(request.world, record))
        if broken is not None:
            raise Disagreement(f"a record of a pair contradicts itself: {broken}")
        _agree_on_progress(request, record)
    seen = [shown(view, request, record) for record in records]
    if seen[0] != seen[1]:
        raise Disagreement(f"{view.name} tells the records apart: {seen}")
    differs = apart(request, aspect, *records)
    if not differs:
        raise Disagreement(f"{aspect.name} are the same of both records: {records}")
    return Loses(pair, differs)


def apart(
    request: Request, view: View, first: Record, second: Record
) -> dict[str, tuple[Shown, Shown]]:
    """Return the items in which a view tells two records apart, and by which lines."""
    found = {}
    pairs = zip(shown(view, request, first), shown(view, request, second), strict=True)
    for item, (one, other) in zip(view.items, pairs, strict=True):
        if one != other:
            found[item.title] = (_beyond(one, other), _beyond(other, one))
    return found


def _beyond(one: Shown, other: Shown) -> Shown:
    return {line: n for line, n in one.items() if other.get(line) != n}


def _agree_on_progress(request: Request, record: Record) -> None:
    """See that K and U are, in number, those of `progress`: the view is no other F."""
    tables = settle(request.world, record)
    for aspect, effects in zip(aspects(request)[1:3], progress(tables), strict=True):
        told = sum(sum(item.values()) for item in shown(aspect, request, record))
        if told != len(effects):
            raise Disagreement(f"{aspect.name}: {told} shown, {effects} by progress")


@attrs.frozen
class Histories:
    """One record and two histories that fit it: a call took effect, or it did not.

    `call`: the one that was never answered. `worlds`: the state in each history.
    """

    record: Record
    call: str
    worlds: tuple[State, State]

    @property
    def histories(self) -> tuple[Record, Record]:
        """The record, with what really happened beside it, which no view shows."""
        there, absent = (
            attrs.evolve(self.record, truth={**self.record.truth, self.call: took})
            for took in (True, False)
        )
        return there, absent


def lost(
    request: Request, scope: Scope = SMALL, way: Way | None = None
) -> Histories | NoneInScope | Unanswered:
    """Return a record that two histories with different worlds fit.

    There is none only if no tool of the world makes an effect.
    """
    question = Question(request, scope, way=way)
    for effect in request.world.effects:
        maybe = some(effect.made().marked("unclear").standing()).node
        found = question.find(maybe, "not established")
        if isinstance(found, Found):
            return told_apart(request, found.record)
        if isinstance(found, Unanswered):
            return found
    return NoneInScope(scope)


def told_apart(request: Request, record: Record) -> Histories:
    """Return the two histories of the first call of a record whose end is unknown.

    Raises: `Disagreement` if the world is the same in both.
    """
    tables = settle(request.world, record)
    unknown = [
        row[KEY]
        for tool in request.world.tools
        if tool.makes
        for row in tables.calls[tool.name]
        if OPEN not in row
        and row["unclear"] is True
        and row["took"] not in (True, False)
    ]
    if not unknown:
        raise Disagreement(f"no call of unknown outcome: {record}")
    worlds = tuple(world(request, record, unknown[0], took) for took in (True, False))
    if worlds[0] == worlds[1]:
        raise Disagreement(f"{unknown[0]} makes no difference: {record}")
    return Histories(record, unknown[0], (worlds[0], worlds[1]))


def world(request: Request, record: Record, call: str, took: bool) -> State:
    """Return the state of the history in which a call took effect, or did not."""
    tables = settle(request.world, record)
    for tool in request.world.tools:
        for row in tables.calls[tool.name]:
            if row[KEY] == call:
                row["took"] = took
    return reached(tables)
