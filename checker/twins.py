"""The nearest record on which a duty has another verdict, and how it differs.

Its roles, relations, entities, gaps, handoffs and claim stay as they are: only calls
and decisions that the duty can see are changed, left out or added. What is found is
judged by `Truth`, on the whole record with what the duty cannot see, and how it
differs is read off the two records.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations

import attrs

from ..model.judge import contradiction
from ..model.record import Call, Decided, Record
from ..model.settle import settle
from ..model.truth import Truth
from ..spec import syntax as s
from ..spec.errors import SpecError, TransformError, shown
from ..spec.requests import Duty, Request, Rule
from ..spec.semantics import interpret
from .differences import Difference, differences
from .edits import Edit
from .facts import triggers
from .seen import seen, seen_of
from .solver.ask import Disagreement
from .solver.nearest import Near, NoneNear, nearest
from .solver.pin import DoesNotFit
from .solver.scope import Scope
from .solver.unknown import Unencodable

MOST = 2  # events that differ, unless more are asked for
ROWS = 80_000  # ways to choose the rows of a formula that the solver is asked about
TRIES = 20_000_000  # such ways, of all records that are judged one by one
ESTABLISHED, REFUTED = "established", "refuted"


class TooLarge(Exception):
    """The record has more events than the solver could be asked about."""


@attrs.frozen
class Twin:
    """The nearest record found with a verdict, and the events that differ.

    `set_off`: whether what sets a rule off had to stay. `unanswered`: what the solver
    was asked of nearer records and did not answer; if nothing, there is none nearer.
    """

    verdict: str
    record: Record
    differences: tuple[Difference, ...]
    unanswered: tuple[str, ...] = ()
    set_off: bool = False


@attrs.frozen
class NoTwin:
    """No record in scope with at most `within` differences has the verdict.

    `unanswered`: what the solver did not answer; if there is anything, there may be.
    """

    verdict: str
    within: int
    unanswered: tuple[str, ...] = ()
    set_off: bool = False


def twins(
    request: Request,
    duty: Duty,
    record: Record,
    within: int = MOST,
    scope: Scope | None = None,
) -> tuple[Twin | NoTwin, ...]:
    """Return the record nearest to ``record`` on which ``duty`` stands otherwise.

    Established, if it is not established on ``record``, else refuted. An obligation is
    to be met, its guard holding. A rule may hold there because what sets it off is
    missing; then the nearest record with all that sets it off follows, if there is one.
    `scope`: how many further entities there are. Raises: `SpecError` if the record
    cannot be judged.
    """
    if type(within) is not int or within < 1:
        raise SpecError(f"within={shown(within)} must be a number of events, 1 or more")
    bits = judged(request, duty.owed, record)
    if bits is None:
        raise SpecError(
            "the record cannot be judged, so none is near to it: see what check says"
        )
    asked = _Asked(request, duty, record, within, scope or Scope())
    if bits[0]:
        return (asked.twin(duty.owed, REFUTED),)
    if not isinstance(duty, Rule):
        return (asked.twin(s.And((duty.guard, duty.formula)), ESTABLISHED),)
    plain = asked.twin(duty.owed, ESTABLISHED)
    kept = list(set_off(request, duty, record))
    met = s.And((duty.owed, *kept))
    if not kept or isinstance(plain, NoTwin):
        return (plain,)
    if has(request, met, plain.record, ESTABLISHED):
        return (plain,)
    other = asked.twin(met, ESTABLISHED)
    if isinstance(other, NoTwin) and not other.unanswered:
        return (plain,)  # a mere prohibition cannot be set off and hold
    return (plain, attrs.evolve(other, set_off=True))


def set_off(request: Request, rule: Duty, record: Record) -> Iterator[s.Formula]:
    """Yield what sets a rule off on ``record`` for sure, with its guard."""
    found = triggers(rule.formula)
    if rule.guard != s.TRUE:
        found.append(rule.guard)
    return (f for f in found if has(request, f, record, ESTABLISHED))


@attrs.frozen
class _Asked:
    """A duty of a request and a record of it, of which the nearest others are asked."""

    request: Request
    duty: Duty
    record: Record
    within: int
    scope: Scope

    def twin(self, formula: s.Formula, verdict: str) -> Twin | NoTwin:
        """Return the nearest record on which a formula of the duty has a verdict.

        Whatever is different about one event is at least as much as to leave it out,
        so the solver is asked only if no event can be left out.
        """
        part = seen(self.request, self.duty)
        visible = seen_of(self.record, part)

        def left_out(many: int) -> Twin | None:
            feasible(part, formula, visible, TRIES, many)
            for out in outs(visible, many):
                if has(part, formula, out.applied(visible), verdict):
                    return self._made(out, formula, verdict)
            return None

        try:
            found = left_out(1)
        except TooLarge as error:
            return NoTwin(verdict, self.within, (str(error),))
        if found is not None:
            return found
        try:
            feasible(part, formula, visible, ROWS)
            answer = nearest(part, visible, formula, verdict, self.scope, self.within)
        except (DoesNotFit, Unencodable, TooLarge) as error:
            missing = (f"whether events changed or added would do: {error}",)
            with suppress(TooLarge):
                found = left_out(2) if self.within > 1 else None
            if found is None:
                return NoTwin(verdict, self.within, missing)
            return attrs.evolve(found, unanswered=missing)
        if isinstance(answer, NoneNear):
            return NoTwin(verdict, self.within, answer.unanswered)
        return self._confirmed(answer, formula, verdict)

    def _made(self, edit: Edit, formula: s.Formula, verdict: str) -> Twin:
        """Return the twin that an edit makes, judged with all that is not seen."""
        other = edit.applied(self.record)
        if not has(self.request, formula, other, verdict):
            raise Disagreement(f"Truth does not find it {verdict} after {edit}")
        return Twin(verdict, other, differences(self.request, self.record, other, edit))

    def _confirmed(self, near: Near, formula: s.Formula, verdict: str) -> Twin:
        """Return the twin that the solver found; the records must say what it says."""
        found = self._made(near.edit, formula, verdict)
        measured = len(found.differences), sum(d.size for d in found.differences)
        if measured != (near.differences, near.size):
            raise Disagreement(
                f"the solver counts {near.differences} differences of size {near.size},"
                f" the records show {measured}: {found.differences}"
            )
        return attrs.evolve(found, unanswered=near.unanswered)


def has(request: Request, formula: s.Formula, record: Record, verdict: str) -> bool:
    """Whether a formula has this verdict on a record that some history fits."""
    bits = judged(request, formula, record)
    return bits is not None and (bits[0] if verdict == ESTABLISHED else not bits[1])


def judged(
    request: Request, formula: s.Formula, record: Record
) -> tuple[bool, bool] | None:
    """Return must and may through `Truth`, or None if the record cannot be judged.

    No history fits it, or a transform of the formula has no value on it.
    """
    tables = settle(request.world, record)
    if contradiction(tables) is not None:
        return None
    try:
        must, may = interpret(formula, Truth(tables))
    except TransformError:
        return None
    return must, may


def outs(visible: Record, many: int) -> Iterator[Edit]:
    """Yield the edits that leave out so many events, what came late first."""
    ids = [e.id for e in visible.trajectory if isinstance(e, Call | Decided)]
    return (Edit(frozenset(out)) for out in combinations(reversed(ids), many))


def feasible(
    part: Request, formula: s.Formula, visible: Record, most: int, out: int = 0
) -> None:
    """Raise `TooLarge` if a question is about too many rows to be answered in time.

    With ``out`` it is asked once for each choice of so many events. What reads tell
    is matched in three ranges.
    """
    events = sum(isinstance(e, Call | Decided) for e in visible.trajectory)
    told = any(tool.tells for tool in part.world.tools)
    deep = max(ranges(formula), 3 if told else 1)
    if events ** (deep + out) > most:
        raise TooLarge(
            f"{events} events that it can see, in {deep} ranges inside one another, "
            f"are too many{'' if out else ' for the solver'}"
        )


def ranges(node: s.Node) -> int:
    """Return how many ranges stand inside one another, at the most."""
    below = max(map(ranges, s.children(node)), default=0)
    return below + (
        len(node.binds) if isinstance(node, s.Bag) else isinstance(node, s.Some)
    )
