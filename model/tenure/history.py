"""The history: what really happened, which the world knows and a record may not.

It is judged by the same formulas as a record. Nothing in it is unknown: of each call it
says whether it took effect, when, and what it would have answered.
"""

from collections.abc import Iterable
from typing import Any

import attrs

from ...spec.correctness import Clause
from ...spec.requests import World
from ...spec.values import UNKNOWN
from ...spec.verdicts import verdict
from ..judge import ClauseFinding
from ..program import compile_formula
from ..record import Call, Claim, Event, Receipt, Record, Values
from ..settle import settle
from ..step import State, step
from ..tables import KEY, LANDS, OPEN, Row, Tables, called


@attrs.frozen
class Happened:
    """A call as it went. `lands`: when it took effect, or would have, in ms.

    `answer`: the status that came back as evidence; ``unknown`` if none did. `values`:
    what the world answered, whether or not that came back. `ours`: whether the tenure
    made it, and not somebody else.
    """

    call: Call
    took: bool
    lands: int
    values: Values
    answer: str = "ok"
    ours: bool = True

    def row(self, world: World) -> Row:
        """Return the call as a row of its table, with nothing left unknown."""
        tool = world.tool(self.call.tool)
        row: Row = {KEY: self.call.id, "by": self.call.by}
        row |= {"start": self.call.start, "end": self.call.end}
        row |= called(tool, self.call, self._receipt())
        return row | {"took": self.took, LANDS: self.lands}

    def _receipt(self) -> Receipt:
        call = self.call
        return Receipt(f"h:{call.id}", call.id, call.tool, self.answer, self.values)


@attrs.frozen
class History:
    """All that happened: `frame` is the record without its calls and receipts."""

    world: World
    frame: Record
    happened: tuple[Happened, ...]

    def tables(self, claim: Claim | None = None) -> Tables:
        """Return the tables of the history, up to ``claim`` if there is one.

        What takes effect after the claim comes too late to count.
        """
        events: list[Event] = [*self.frame.trajectory]
        events.extend(happened.call for happened in self.happened)
        events.sort(key=lambda event: event.start)
        if claim is not None:
            events.append(claim)
        frame = attrs.evolve(self.frame, trajectory=tuple(events))
        tables = Tables(self.world, frame)
        rows = {h.call.id: h.row(self.world) for h in self.happened}
        for found in tables.calls.values():
            for row in found:
                if OPEN not in row:
                    row.update(rows[row[KEY]])
                    row["took"] = row["took"] and row[LANDS] <= tables.cut
        tables.settled()
        return tables

    def judged(
        self, clauses: Iterable[Clause], claim: Claim | None = None
    ) -> tuple[ClauseFinding, ...]:
        """Return what is true of each clause of Eq. 1 in the history.

        It is read by another reading than the one by which a tenure decides.
        """
        tables = self.tables(claim)
        return tuple(
            ClauseFinding(c, verdict(*compile_formula(c.formula).verdict(tables)))
            for c in clauses
        )

    def states(self) -> list[State]:
        """Return the state before anything was written, and after each write."""
        states = [State()]
        for landed in sorted(self.landed, key=lambda h: h.lands):
            tool = self.world.tool(landed.call.tool)
            if tool.writes:
                states.append(step(states[-1], tool, landed.row(self.world)))
        return states

    @property
    def landed(self) -> tuple[Happened, ...]:
        """The calls that took effect, whoever made them."""
        return tuple(h for h in self.happened if h.took)

    def twice(self) -> set[tuple[Any, ...]]:
        """Return the effects that stood twice at some moment."""
        return {name for state in self.states() for name, n in state.items() if n > 1}


def begun(world: World, frontier: Record, names: "Naming") -> tuple[Happened, ...]:
    """Return how the calls of a record went; its `truth` says it where nobody knows.

    A call that nobody knows of, and `truth` neither, did not take effect.
    """
    tables = settle(world, frontier)
    rows = {row[KEY]: row for found in tables.calls.values() for row in found}
    found = []
    for call in frontier.calls:
        row, receipt = rows[call.id], frontier.receipt(call, world)
        took = row["took"]
        if took is UNKNOWN:
            took = frontier.truth.get(call.id, False)
        values = receipt.values if receipt is not None else names(call)
        answer = receipt.status if receipt is not None else "unknown"
        found.append(Happened(call, took, call.end, values, answer))
    return tuple(found)


class Naming:
    """Answers without faults: new names, flags true, numbers 0, no rows."""

    def __init__(self, world: World, taken: Iterable[str]) -> None:
        self._world, self._taken, self._made = world, set(taken), 0

    def __call__(self, call: Call) -> dict[str, Any]:
        """Return an answer of the tool of ``call``, each name in it a new one."""
        tool = self._world.tool(call.tool)
        return {c.name: self._value(c.name, c.sort.kind) for c in tool.returns}

    def _value(self, name: str, kind: str) -> Any:
        match kind:
            case "entity":
                return self._new(name)
            case "Bool":
                return True
            case "Rows" | "List":
                return ()
        return 0

    def _new(self, name: str) -> str:
        while True:
            self._made += 1
            made = f"{name}-{self._made}"
            if made not in self._taken:
                self._taken.add(made)
                return made
