"""Find: the shortest continuation of a record that meets clauses of Eq. 1.

What could be called is grounded once; which calls are made and in which order is one
question to the solver, and fewer calls are further questions to the same solver. What
is found is built into a record and judged by `Truth` before anybody sees it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

import attrs

from ..model.judge import contradiction, judge
from ..model.record import Call, Decided, Record
from ..model.settle import settle
from ..spec.correctness import Clause
from ..spec.requests import Request
from ..spec.verdicts import Established
from .ground.building import continued
from .ground.calls import Reach
from .ground.counting import least_calls
from .ground.grounding import Grounded, grounded
from .ground.handed import handed
from .ground.orders import Edge
from .ground.plans import Values, as_told, in_a_row, sufficient
from .ground.record import made, moment
from .ground.table import YES, Literal, Sum
from .solver.ask import Disagreement, Unanswered
from .solver.plan_export import plan_query
from .solver.planner import Chosen, Excluded, GaveUp, Limit, OrderSolver, Outcome
from .solver.ways import Way

MOST_REFUSED = 500  # models whose calls hold at no moments of their own


@attrs.frozen
class Continued:
    """A record that goes on, with the slots of its calls in order.

    `shortest`: whether fewer calls were excluded. `first`: whether of as few they are
    those that come first; see `foremost`.
    """

    record: Record
    slots: tuple[int, ...]
    shortest: bool
    first: bool = False

    @property
    def calls(self) -> int:
        """How many calls go on."""
        return len(self.slots)


@attrs.frozen
class NoneInReach:
    """There is no such record within reach."""

    reach: Reach


Search: TypeAlias = Continued | NoneInReach | Unanswered


class Finder:
    """Finds the fewest calls that meet all clauses of one ground table."""

    def __init__(self, ground: Grounded, way: Way | None = None) -> None:
        self.ground, self.table, self.way = ground, ground.table, way or Way()
        self.refused = 0  # how often calls held only at one moment
        self._begin()

    def _begin(self) -> None:
        ground = self.ground
        self.flags = [made(i) for i in ground.useful]
        self.solver = OrderSolver(handed(self.table, ground.asked), self.way)
        self._least: int | None = None

    @property
    def least(self) -> int:
        """A number of calls below which there is no continuation, by counting alone."""
        if self._least is None:
            roots = self.ground.asked.values()
            self._least = least_calls(self.table, roots, frozenset(self.flags))
        return self._least

    def shortest(self) -> Search:
        """Return the continuation with the fewest calls, or that there is none.

        First any is asked for, then fewer, until so few are excluded: by counting, or
        by the solver.
        """
        names = [name for name in self.ground.asked if name]
        further, best, limit = self.ground.reach.further, None, None
        if self.least > further:
            return NoneInReach(self.ground.reach)
        while True:
            outcome = self.ask(names, limit)
            if isinstance(outcome, Chosen):
                plan = self.order(outcome.values)
                if plan is None:
                    continue
                if len(plan[0]) <= further:
                    best = plan
                    if len(plan[0]) <= self.least:
                        return self.built(*best, True)
                limit = (self.flags, min(further, len(plan[0]) - 1))
            elif best is None:
                if isinstance(outcome, Excluded):
                    return NoneInReach(self.ground.reach)
                return Unanswered(outcome.reason)
            else:
                return self.built(*best, isinstance(outcome, Excluded))

    def ask(self, names: Iterable[str], limit: Limit = None) -> Outcome:
        """Ask the solver; what spent its budget is asked once more, of a fresh one."""
        names = list(names)
        outcome = self.solver.ask(names, limit)
        if isinstance(outcome, GaveUp) and self.solver.asked > 1:
            self.solver = self.solver.fresh()
            outcome = self.solver.ask(names, limit)
        if self.way.heard is not None:
            query = plan_query(self.ground, self.solver, outcome, names, limit)
            self.way.heard.append(query)
        return outcome

    def possible(self, clauses: Sequence[Clause]) -> bool | None:
        """Return whether some continuation within reach meets these clauses.

        None if the solver does not say.
        """
        wanted = {(c.conjunct, c.name) for c in clauses}
        names = [
            f"clause {j}"
            for j, c in enumerate(self.ground.clauses)
            if (c.conjunct, c.name) in wanted
        ]
        ground, further, limit = self.ground, self.ground.reach.further, None
        root = self.table.conj(ground.named[name] for name in (*names, ""))
        asked = [ground.asked[name] for name in (*names, "")]
        if least_calls(self.table, asked, frozenset(self.flags)) > further:
            return False
        while True:
            outcome = self.ask(names, limit)
            if not isinstance(outcome, Chosen):
                return False if isinstance(outcome, Excluded) else None
            plan = self.order(outcome.values, root)
            if plan is not None and len(plan[0]) <= further:
                return True
            if plan is not None:
                limit = self.flags, further

    def order(
        self, values: Values, root: Literal | None = None
    ) -> tuple[list[int], Values] | None:
        """Return the slots of calls that suffice, in order, with values that hold.

        None, with the solver told, if they hold only where some are at one moment.
        """
        root = self.ground.root() if root is None else root
        among = self.table.reached([root])
        needed, orders = self._needed(root, among, values)
        slots = [i for i, _ in self.ground.slots() if made(i) in needed]
        named = [moment(i) for i in slots]
        times = in_a_row(named, orders, self.ground.record.begin)
        if times is None:
            times = as_told(named, orders, values)
        if times is not None and len(times) == len(named):
            kept = self._only(needed, values)
            last = max(times.values(), default=self.ground.record.begin - 1)
            kept |= {**times, "|now|": max(kept.get("|now|", 0), last + 1)}
            if self.table.truths(kept, among=among)[abs(root)] == (root > 0):
                return sorted(slots, key=lambda i: times[moment(i)]), kept
        self.refused += 1
        if self.refused > MOST_REFUSED:
            raise Disagreement(f"the table refuses what the solver finds: {slots}")
        self._one_by_one(slots)
        return None

    def _needed(
        self, root: Literal, among: Sequence[int], values: Values
    ) -> tuple[set[str], list[Edge]]:
        """Return flags that suffice, and the order that does; no call is idle.

        What an idle call alone had needed is idle once it is gone.
        """
        flags = self.table.flags.keys() & values.keys()
        while True:
            kept = self._only(flags, values)
            held = self.table.truths(kept, self.ground.free, among)
            needed, orders = sufficient(self.table, root, held)
            if needed == {name for name in flags if kept[name]}:
                return needed, orders
            flags = needed

    def _only(self, flags: set[str], values: Values) -> dict[str, int]:
        """Return the values without those of other flags, which are not set then."""
        known = self.table.flags
        return {k: v for k, v in values.items() if k in flags or k not in known}

    def _one_by_one(self, slots: list[int]) -> None:
        """Tell the solver that no two of these calls are made at one moment."""
        for i, j in combinations(slots, 2):
            before, after = (
                f"(< {moment(i)} {moment(j)})",
                f"(< {moment(j)} {moment(i)})",
            )
            apart = f"(or (not {made(i)}) (not {made(j)}) {before} {after})"
            self.solver.tell(apart)

    def exclude(
        self, before: Sequence[int], last: int, told: Mapping[str, bool]
    ) -> None:
        """Leave out the continuations in which just these calls come before ``last``.

        Where a branch after ``last``, the one in which its flags are ``told``, has no
        end, it has none in any order of them. If nothing at all goes on from such an
        answer, it is never asked for.
        """
        table, names = self.table, [name for name in self.ground.asked if name]
        flags = self.ground.record.flags(last, told)
        if isinstance(self.ask((*names, *flags, made(last))), Excluded):
            self._also([-table.variable(made(last))])
            return
        here = Sum(0, (((moment(last), YES), 1),))
        others = [
            table.conj(
                (
                    table.variable(made(i)),
                    table.at_most(Sum(1, (((moment(i), YES), 1),)), here),
                )
            )
            for i in self.ground.useful
            if i not in (*before, last)
        ]
        undone = [-table.variable(made(i)) for i in (*before, last)]
        self._also([table.disj((*undone, *others))])

    def _also(self, conditions: Iterable[Literal]) -> None:
        """Ask for these conditions too, of a new solver."""
        self.ground.also(conditions)
        self._begin()

    def spend(self, calls: Iterable[Call | Decided]) -> None:
        """Leave out as many copies of calls as were made of them already."""
        names = self.ground.record.names
        spent = Counter(
            (call.tool, tuple(call.args.get(name) for name in self._named(call.tool)))
            for call in calls
            if isinstance(call, Call)
        )
        left_out = []
        for i, call in self.ground.slots():
            sorts = {c.name: c.sort.name for c in call.tool.takes}
            args = tuple(names.name(sorts[n], id) for n, id in call.args.items())
            if self.ground.reach.copies - call.copy <= spent[call.tool.name, args]:
                left_out.append(-self.table.variable(made(i)))
        if left_out:
            self._also(left_out)

    def _named(self, tool: str) -> list[str]:
        """Return the arguments of a tool that name something."""
        takes = self.ground.request.world.tool(tool).takes
        return [c.name for c in takes if c.sort.kind == "entity"]

    def built(self, slots: list[int], values: Values, shortest: bool) -> Continued:
        """Return the record in which the calls of these slots are made, judged."""
        ground = self.ground
        found = continued(ground.record, slots, values)
        tables = settle(ground.request.world, found)
        broken = contradiction(tables)
        for clause in ground.clauses:
            verdict = broken or judge(clause.formula, tables)
            if not isinstance(verdict, Established):
                raise Disagreement(f"Truth finds {clause.name} {verdict} of {found}")
        return Continued(found, tuple(slots), shortest)


def next_after(
    request: Request, prefix: Record, clauses: Sequence[Clause], further: int
) -> Search:
    """Return the shortest record after ``prefix`` that meets the clauses, if any."""
    return Finder(grounded(request, prefix, clauses, further)).shortest()
