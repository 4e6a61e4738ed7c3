"""The least witness: of all models with so many events, the first in a stated order.

First the fewest names. Then event by event: what it is of (in the order of the world),
what came of it (ok before failed before unanswered, given before declined before
revoked), its columns, who did it; then
the roles, the claim, the gaps, what was given, which entities there are, the times. A
name is less if it comes earlier among the names of its sort, a number if it is nearer
to 0, none below 0 before any from 0 on, a flag if it is false, and a relation first if
it holds of fewer. All that a record shows stands in this order, so the first is one.
"""

from collections.abc import Iterator, Sequence

import attrs
import z3

from ...spec.sorts import Column
from .decode import Model
from .frugal import NAMES
from .session import Session
from .terms import Term, evaluated, has, negative, truth, within
from .unknown import FAILED, OK, UNKNOWN, SymbolicRecord

STATUSES = (int(OK), int(FAILED), int(UNKNOWN))


@attrs.frozen
class Goal:
    """A variable to be made least. `decided`: it is of a decision, not of a call."""

    name: str
    term: Term = attrs.field(eq=False)
    decided: bool

    @property
    def shapes(self) -> bool:
        """Whether it hangs on the value which others a record shows."""
        return self.name.endswith((".source", "#", "?")) or "gap." in self.name

    @property
    def values(self) -> tuple[int, ...]:
        """The first values that it may have, in order; all, of a status or a flag."""
        if self.name.endswith(".status"):
            return (0, 1, 2) if self.decided else STATUSES
        if isinstance(self.term, z3.BoolRef):
            return (0, 1)
        return (1,) if self.name.endswith(".source") else (0,)


def variables(symbolic: SymbolicRecord, events: int, model: Model) -> Iterator[str]:
    """Yield all that a record shows, in the order in which it is made least."""
    world, names = symbolic.world, symbolic.names
    columns = {t.name: t.columns for t in world.tools}
    columns |= {d.name: d.columns for d in world.decisions}
    for i in range(events):
        yield from (f"e{i}.source", f"e{i}.status")
        for name, number in symbolic.sources.items():
            if int(number) == model(f"e{i}.source"):
                yield from _flags(f"e{i}.{name}", columns[name])
                yield from _cells(f"e{i}.{name}", columns[name], model)
        yield f"e{i}.by"
    for kind, roles in (("bound", symbolic.request.binds), ("claim", symbolic.claims)):
        yield from _flags(kind, roles)
        yield from _cells(kind, roles, model)
    for source in symbolic.sources:
        yield f"gap.{source}"
        if model(f"gap.{source}"):
            yield from (f"gap.{source}.since", f"gap.{source}.until")
    for relation in world.relations:
        yield from (f"given.{relation.name}?", f"given.{relation.name}#")
        for ids in names.tuples([c.sort.name for c in relation.columns]):
            yield f"given.{relation.name}({','.join(map(str, ids))})"
    for sort in names.sorts():
        yield f"entities.{sort}?"
        if model(f"entities.{sort}?"):
            yield from (f"entities.{sort}.{id}" for id in range(names.size(sort)))
    for i in range(events):
        yield from (f"e{i}.start", f"e{i}.end")
    yield from ("claimed", "handoff?")
    if model("handoff?"):
        yield "handoff"
    yield "now"


def _flags(prefix: str, columns: tuple[Column, ...]) -> Iterator[str]:
    """Yield whether each of them is known: no variable, of those always known."""
    yield from (f"{prefix}.{column.name}?" for column in columns)


def _cells(prefix: str, columns: tuple[Column, ...], model: Model) -> Iterator[str]:
    for column in columns:
        name = f"{prefix}.{column.name}"
        if column.columns:
            yield f"{name}#"
            for k in range(model(f"{name}#")):
                yield from _cells(f"{name}.{k}", column.columns, model)
        else:
            yield name


class Least:
    """The search for the first model, among those of a session that are left.

    All goals that may have their first value at once get it. Of the others the
    earliest is then lowered for good, and so on. `settled`: what has one value only.
    """

    def __init__(
        self,
        session: Session,
        symbolic: SymbolicRecord,
        events: int,
        settled: tuple[str, ...] = (),
    ) -> None:
        """Begin with the model that the session has just found."""
        self.session, self.symbolic, self.events = session, symbolic, events
        self.settled = settled
        self.calls = len(symbolic.world.tools)  # the sources that come before decisions
        self.proved = True
        self._model = session.solver.model()
        self._values: dict[str, int] = {}  # of the model, as far as they were asked for
        self._firsts: dict[Goal, z3.BoolRef] = {}
        self._high: set[str] = set()  # goals that did not get their first value

    def model(self) -> Model:
        """Return the least model; `proved` says whether it is known that it is.

        What is settled stays with the session.
        """
        names = self.session.term(NAMES)
        assert names is not None
        while self._improved(within(names, 0, evaluated(self._model, names) - 1)):
            pass
        self.session.solver.add(has(names, evaluated(self._model, names)))
        done = 0
        while done < len(goals := list(self._goals())):
            done += self._settle(goals[done:])
        values, said = self.session.values(self._model), self.symbolic.said
        return lambda name: values(said(name))

    def _goals(self) -> Iterator[Goal]:
        found = self._value
        for name in variables(self.symbolic, self.events, found):
            term = self.session.term(self.symbolic.said(name))
            if term is not None and not name.endswith(self.settled):
                decided = found(f"{name.partition('.')[0]}.source") > self.calls
                yield Goal(name, term, bool(decided))

    def _settle(self, goals: Sequence[Goal]) -> int:
        """Make the first goals least for good, and return how many they are."""
        missed = [g for g in goals if self._value(g.name) != g.values[0]]
        self._high |= {goal.name for goal in missed if goal.shapes}
        low = {g.name: self._first(g) for g in goals if g.name not in self._high}
        if any(goal.name in low for goal in missed):
            shape = [has(g.term, self._value(g.name)) for g in goals if g.shapes]
            self._drop(low, shape)
        for i, goal in enumerate(goals):
            if goal.name not in low:
                self._lower(goal)
                return i + 1
            self.session.solver.add(low[goal.name])
        return len(goals)

    def _first(self, goal: Goal) -> z3.BoolRef:
        if goal not in self._firsts:
            self._firsts[goal] = has(goal.term, goal.values[0])
        return self._firsts[goal]

    def _drop(self, low: dict[str, z3.BoolRef], shape: list[z3.BoolRef]) -> None:
        """Leave of these what may be so at once, the later given up first."""
        while low and not self._improved(*shape, *low.values()):
            core = self.session.core()
            blamed = [name for name, said in low.items() if said.get_id() in core]
            given_up = blamed[-1:] if self.proved else list(low)
            for name in given_up:
                del low[name]
                self._high.add(name)

    def _lower(self, goal: Goal) -> None:
        """Make one goal least: by asking for its few values, or ever more and half."""
        name, term = goal.name, goal.term
        if isinstance(term, z3.ArithRef) and not name.endswith(".status"):
            self._halve(name, term, *goal.values)
        else:
            for value in goal.values:
                if value == self._value(name) or self._improved(has(term, value)):
                    break
        self.session.solver.add(has(term, self._value(name)))

    def _halve(self, name: str, term: z3.ArithRef, low: int) -> None:
        """Make a number least that is at least ``low`` or below 0."""
        if self._value(name) < 0:
            self._improved(truth(term >= low))
        below = self._value(name) < 0
        size, low, step = (negative(term), 1, 1) if below else (term, low, 1)
        if not self._improved(within(size, low, abs(self._value(name)) - 1)):
            return
        while low < (reached := abs(self._value(name))):
            high = min(low + step - 1, (low + reached) // 2)
            if not self._improved(within(size, low, high)):
                low, step = high + 1, 2 * step

    def _value(self, name: str) -> int:
        if name not in self._values:
            term = self.session.term(self.symbolic.said(name))
            self._values[name] = 0 if term is None else evaluated(self._model, term)
        return self._values[name]

    def _improved(self, *conditions: z3.BoolRef) -> bool:
        """Whether there is a model that meets conditions, which is then the model."""
        found = self.session.check(*conditions)
        if found == z3.sat:
            self._model, self._values = self.session.solver.model(), {}
        self.proved = self.proved and found != z3.unknown
        return bool(found == z3.sat)
