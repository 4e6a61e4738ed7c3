"""Resume: from a frontier, what is left to do; or why nothing can be done in scope.

A continuation is a tree of calls. An argument is known at the frontier or is a column
of an earlier answer, never a guess. Where a read tells whether an effect of unknown
outcome was made, the tree branches on what it tells and each branch meets Eq. 1, so
nothing that may have happened is done again blindly. The other calls are taken to
succeed, and to answer as the tree expects.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from ..model.handoff.frontier import handed_over as handed_over  # offered here too
from ..model.judge import check, contradiction
from ..model.record import Call, Claim, Decided, Receipt, Record
from ..model.settle import settle
from ..spec.correctness import eq1
from ..spec.errors import CaseError
from ..spec.requests import Request
from ..spec.sorts import Column
from .find import Continued, Finder, Search
from .flags import telling
from .foremost import foremost
from .ground.calls import Reach
from .ground.grounding import Grounded, grounded
from .reasons import Nothing, why_not
from .solver.ask import Unanswered
from .solver.pin import DoesNotFit, slots_of
from .solver.ways import Way
from .trees import Finish, Plan, Reference, Step

ALTERNATIVES = 20  # ways to go on that are tried where a branch of each has no end
FURTHER = 40  # the calls that a continuation may have, unless the scope says otherwise


@attrs.frozen
class Owed:
    """Nothing is owed: all that was asked is met, and nothing forbids to say so."""


Resumption = Plan | Nothing | Owed | Unanswered


class _Stuck(Exception):
    """There is no continuation, or none was found, by this finder."""

    def __init__(self, answer: Search, finder: Finder, after: str) -> None:
        super().__init__()
        self.answer, self.finder, self.after = answer, finder, after


class _Dead(Exception):
    """An answer of a read, the call at ``index``, leaves no continuation."""

    def __init__(self, index: int, told: Mapping[str, bool], stuck: _Stuck) -> None:
        super().__init__()
        self.index, self.told, self.stuck = index, told, stuck


def resume(
    request: Request, record: Record, further: int = FURTHER, way: Way | None = None
) -> Resumption:
    """Return a continuation of ``record`` with at most so many further calls.

    The work changes hands at the end of the record, unless it says where it did; a
    claim in it is taken back. Raises: `CaseError` if the record contradicts itself.
    """
    frontier = handed_over(record)
    broken = contradiction(settle(request.world, frontier))
    if broken is not None:
        raise CaseError("record", broken.reason, "mend the record: no history fits it")
    if check(request, frontier):
        return Owed()
    try:
        ground = grounded(request, frontier, eq1(request), further)
        reach = ground.reach
        before = len(slots_of(frontier))
        grower = _Grower(request, further, reach, before, ground, way)
        tree = grower.grow(frontier, {}, 1, "")
    except DoesNotFit as error:
        return Unanswered(f"the record has no encoding: {error}")
    except _Stuck as stuck:
        if isinstance(stuck.answer, Unanswered):
            return stuck.answer
        return why_not(stuck.finder, stuck.after)
    return Plan(tree, tuple(grower.branches), reach, grower.shortest, grower.foremost)


@attrs.define
class _Grower:
    request: Request
    further: int
    reach: Reach
    before: int  # events of the frontier
    first: Grounded | None
    way: Way | None
    branches: list[Record] = attrs.field(factory=list)
    shortest: bool = True
    foremost: bool = True

    def grow(
        self,
        prefix: Record,
        named: Mapping[Any, Reference],
        number: int,
        after: str,
    ) -> Step | Finish:
        """Return the tree that goes on from ``prefix``; ``named`` are its new names.

        A branch has the calls that those before it left, so no read is asked for ever.
        """
        left, first = self.further - (number - 1), None
        clauses = eq1(self.request)
        ground, self.first = self.first, None
        if ground is None:
            ground = grounded(self.request, prefix, clauses, left, self.reach.copies)
        finder = Finder(ground, self.way)
        finder.spend(slots_of(prefix)[self.before :])
        for _ in range(ALTERNATIVES):
            answer = foremost(finder)
            if not isinstance(answer, Continued):
                raise first or _Stuck(answer, finder, after)
            kept = len(self.branches)
            proved = self.shortest, self.foremost
            self.shortest &= answer.shortest
            self.foremost &= answer.first
            steps = slots_of(answer.record)[len(slots_of(prefix)) :]
            try:
                return self._tree(answer.record, prefix.now, steps, dict(named), number)
            except _Dead as dead:
                del self.branches[kept:]
                self.shortest, self.foremost = proved
                first = first or dead.stuck
                index = dead.index - number
                finder.exclude(answer.slots[:index], answer.slots[index], dead.told)
        tried = Unanswered(f"{ALTERNATIVES} ways to go on leave a branch that ends")
        raise _Stuck(tried, finder, after)

    def _tree(
        self,
        found: Record,
        clock: int,
        steps: list[Call | Decided],
        named: dict[Any, Reference],
        number: int,
    ) -> Step | Finish:
        if not steps:
            self.branches.append(found)
            return Finish(found.claim.slots if found.claim is not None else {})
        call, rest = steps[0], steps[1:]
        assert isinstance(call, Call), "a continuation consists of calls"
        tool = self.request.world.tool(call.tool)
        values = next(r.values for r in found.ledger if r.call == call.id)
        args = {
            k: named.get((k2, v), v) for k, k2, v in _columns(tool.takes, call.args)
        }
        for column, sort, value in _columns(tool.returns, values):
            named.setdefault((sort, value), Reference(number, column))
        flags = telling(tool)
        expects = {
            c.name: values[c.name]
            for c in tool.returns
            if c.sort.kind != "entity" and not c.columns and c.name not in flags
        }
        wait = call.start if call.start > clock + 1 else None
        if not flags:
            then = self._tree(found, call.end, rest, named, number + 1)
            return Step(number, call.tool, args, expects, wait, (({}, then),))
        return Step(
            number,
            call.tool,
            args,
            expects,
            wait,
            tuple(self._forks(found, call, flags, named, number)),
        )

    def _forks(
        self,
        found: Record,
        call: Call,
        flags: list[str],
        named: dict[Any, Reference],
        number: int,
    ) -> Iterator[tuple[Mapping[str, bool], Step | Finish]]:
        for told in (True, False):
            guard = dict.fromkeys(flags, told)
            record = until(found, call, guard)
            if contradiction(settle(self.request.world, record)) is None:
                after = f"{call.tool} tells {', '.join(flags)} {told}"
                try:
                    yield guard, self.grow(record, named, number + 1, after)
                except _Stuck as stuck:
                    raise _Dead(number, guard, stuck) from None


def until(found: Record, call: Call, told: Mapping[str, bool]) -> Record:
    """Return the record up to the answer of ``call``, which tells ``told``."""
    events = tuple(
        e for e in found.trajectory if not isinstance(e, Claim) and e.end <= call.end
    )
    kept = {e.id for e in events}

    def answer(receipt: Receipt) -> Receipt:
        if receipt.call != call.id:
            return receipt
        return attrs.evolve(receipt, values={**receipt.values, **told})

    ledger = tuple(answer(r) for r in found.ledger if r.call in kept)
    return attrs.evolve(found, trajectory=events, ledger=ledger, now=call.end)


def _columns(
    columns: tuple[Column, ...], values: Mapping[str, Any]
) -> Iterator[tuple[str, str, Any]]:
    for column in columns:
        if column.sort.kind == "entity" and column.name in values:
            yield column.name, column.sort.name, values[column.name]
        elif column.name in values and not column.columns:
            yield column.name, "", values[column.name]
