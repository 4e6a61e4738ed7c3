"""The least witness: of all models with so many events, the first in a stated order.

First the fewest names. Then event by event: what it is of (in the order of the world),
what came of it (ok before failed before unanswered), its columns, who did it; then
the roles, the claim, the gaps, what was given, which entities there are, the times. A
name is less if it comes earlier among the names of its sort, a number if it is nearer
to 0, none below 0 before any from 0 on, a flag if it is false, and a relation first if
it holds of fewer. All that a record shows stands in this order, so the first is one.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import TypeAlias

import z3

from ...spec.sorts import Column
from .decode import Model
from .frugal import NAMES
from .session import Session
from .terms import Term, both, either, evaluated, has, negative, no, truth, within
from .unknown import FAILED, OK, UNKNOWN, SymbolicRecord

STATUSES = (int(OK), int(FAILED), int(UNKNOWN))
Goal: TypeAlias = tuple[str, Term]  # a name that says how it is ordered, a term


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
    request = symbolic.request
    for kind, roles in (("bound", request.binds), ("claim", request.slots)):
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
    """The search for the first model, among those of a session that are left."""

    def __init__(self, session: Session, symbolic: SymbolicRecord, events: int) -> None:
        """Begin with the model that the session has just found."""
        self.session, self.symbolic, self.events = session, symbolic, events
        self.proved = True
        self._model = session.solver.model()

    def model(self) -> Model:
        """Return the least model; `proved` says whether it is known that it is.

        What is settled stays with the session.
        """
        names = self.session.term(NAMES)
        assert names is not None
        self._lower((NAMES, names))
        done = 0
        while done < len(goals := list(self._goals())):
            done += self._settle(goals[done:])
        return self.session.values(self._model)

    def _goals(self) -> Iterator[Goal]:
        found = self.session.values(self._model)
        for name in variables(self.symbolic, self.events, found):
            term = self.session.term(name)
            if term is not None:
                yield name, term

    def _settle(self, goals: Sequence[Goal]) -> int:
        """Make the first goals least for good, and return how many they are."""
        values = [evaluated(self._model, term) for _, term in goals]
        if not self._improved(earlier(goals, values)):
            for (_, term), value in zip(goals, values, strict=True):
                self._fix(term, value)
            return len(goals)
        for i, ((_, term), value) in enumerate(zip(goals, values, strict=True)):
            if evaluated(self._model, term) != value:
                return self._settle(goals[:i]) if i else self._lower(goals[0])
        raise AssertionError("an earlier model differs from a later one")

    def _lower(self, goal: Goal) -> int:
        """Make one goal least, by asking ever more and at last for half."""
        name, term = goal
        value = evaluated(self._model, term)
        if name.endswith(".status"):
            for status in STATUSES[: STATUSES.index(value)]:
                if self._improved(has(term, status)):
                    break
        elif isinstance(term, z3.ArithRef):
            self._halve(term)
        self._fix(term, evaluated(self._model, term))
        return 1

    def _halve(self, term: z3.ArithRef) -> None:
        if evaluated(self._model, term) < 0:
            self._improved(truth(term >= 0))
        below = evaluated(self._model, term) < 0
        size, low, step = (negative(term), 1, 1) if below else (term, 0, 1)
        while low < (reached := evaluated(self._model, size)):
            high = min(low + step - 1, (low + reached) // 2)
            if not self._improved(within(size, low, high)):
                low, step = high + 1, 2 * step

    def _improved(self, condition: z3.BoolRef | None) -> bool:
        """Whether there is a model that meets a condition, which is then the model."""
        if condition is None:
            return False
        found = self.session.check(condition)
        if found == z3.sat:
            self._model = self.session.solver.model()
        self.proved = self.proved and found != z3.unknown
        return bool(found == z3.sat)

    def _fix(self, term: Term, value: int) -> None:
        self.session.solver.add(has(term, value))


def earlier(goals: Sequence[Goal], values: Sequence[int]) -> z3.BoolRef | None:
    """Return: the goals have values that come before these; None if none can."""
    found: z3.BoolRef | None = None
    for (name, term), value in reversed(list(zip(goals, values, strict=True))):
        if found is not None:
            found = both(has(term, value), found)
        less = lesser(name, term, value)
        if less is not None:
            found = less if found is None else either(less, found)
    return found


def lesser(name: str, term: Term, value: int) -> z3.BoolRef | None:
    """Return: one goal has a value that comes before this one; None if none can."""
    if isinstance(term, z3.BoolRef):
        return no(term) if value else None
    if name.endswith(".status"):
        before = [has(term, s) for s in STATUSES[: STATUSES.index(value)]]
        return reduce(either, before) if before else None
    if value < 0:
        return truth(term > value)
    return within(term, 0, value - 1) if value else None
