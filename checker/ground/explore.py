"""Exhaustive exploration of the continuations that a ground table allows.

A second route to what the solver answers, which knows neither it nor its encoding:
all states that calls made one after another can reach, breadth first, so the first
that may end is reached by the fewest calls, and if none may there is no continuation.
"""

from itertools import pairwise
from typing import TypeAlias

import attrs

from ..solver.ask import Disagreement
from .calls import Reach
from .grounding import Grounded
from .moments import NOW
from .packing import Packed, Unexplorable, packed
from .record import moment
from .unrolled import compiled

MOST_STATES = 1_000_000
CHUNK = 4096  # states between two looks at how many there are


@attrs.frozen
class Seen:
    """How much was explored: states, and steps from one to another."""

    states: int
    transitions: int


@attrs.frozen
class Reached:
    """The fewest calls that meet all clauses: their slots in order, and all values.

    `trace`: the states from the frontier on, one for each call or passing of a time.
    """

    slots: tuple[int, ...]
    values: dict[str, int]
    trace: tuple[int, ...]
    seen: Seen


@attrs.frozen
class Exhausted:
    """No state within reach may end: all were seen."""

    reach: Reach
    seen: Seen


@attrs.frozen
class Undecided:
    """There are more states than were to be seen, and none of those seen may end."""

    seen: Seen


Exploration: TypeAlias = Reached | Exhausted | Undecided | Unexplorable


def explore(ground: Grounded, most: int = MOST_STATES) -> Exploration:
    """Return the shortest continuation of a ground table, or that there is none.

    `most`: the states to be seen, about; beyond it nothing is decided.
    """
    moves = packed(ground)
    if isinstance(moves, Unexplorable):
        return moves
    try:
        explorer = Explorer(moves, ground.reach.further)
    except (SyntaxError, RecursionError, MemoryError) as error:
        return Unexplorable(f"its conditions nest too deep to be Python ({error})")
    last = explorer.run(most)
    if last is not None:
        trace = explorer.trace(last)
        slots, values = timed(ground, moves, trace)
        return Reached(slots, values, trace, explorer.seen)
    if explorer.whole:
        return Exhausted(ground.reach, explorer.seen)
    return Undecided(explorer.seen)


class Explorer:
    """The states reached so far; `whole`: whether there are no others within reach."""

    def __init__(self, moves: Packed, further: int) -> None:
        self.step, self.wait, self.ends = compiled(moves)
        self.further = further
        self.front = list(moves.starts)
        self.parent = dict.fromkeys(moves.starts, -1)
        self.transitions, self.whole = 0, False

    @property
    def seen(self) -> Seen:
        """How much was explored."""
        return Seen(len(self.parent), self.transitions)

    def run(self, most: int, stop: bool = True) -> int | None:
        """Return the first state that may end, or None; with ``stop`` go no further."""
        first: int | None = None
        for calls in range(self.further + 1):
            passing = self.front
            while passing:  # time passes without a call
                found: list[int] = []
                self.transitions += self.wait(passing, self.parent, found)
                self.front = self.front + found if found else self.front
                passing = found
            if first is None:
                first = next(iter(self.ends(self.front)), None)
            if first is not None and stop:
                return first
            if not self.front or calls == self.further:
                break
            found = []
            for i in range(0, len(self.front), CHUNK):
                part = self.front[i : i + CHUNK]
                self.transitions += self.step(part, self.parent, found)
                if len(self.parent) > most:
                    return first
            self.front = found
        self.whole = True
        return first

    def trace(self, state: int) -> tuple[int, ...]:
        """Return the states on the way to one."""
        found = [state]
        while self.parent[found[-1]] >= 0:
            found.append(self.parent[found[-1]])
        return tuple(reversed(found))


def timed(
    ground: Grounded, moves: Packed, trace: tuple[int, ...]
) -> tuple[tuple[int, ...], dict[str, int]]:
    """Return the calls of a trace with values for the table, which finds them right.

    Each call is made as early as it can be after the one before it.
    """
    slot_of = {mask: slot for slot, mask in moves.calls.items()}
    bound_of = {mask: bound for bound, mask in moves.clocks.items()}
    slots: list[int] = []
    clock, values = ground.record.begin, dict[str, int]()
    for before, after in pairwise(trace):
        new = after & ~before
        for mask, bound in bound_of.items():
            clock = max(clock, bound) if new & mask else clock
        for mask, slot in slot_of.items():
            if new & mask:
                slots.append(slot)
                values[moment(slot)] = clock
                clock += 1
    flags = {name for name in moves.number if not name.startswith("past ")}
    values |= {n: 1 for n in flags if trace[-1] >> moves.number[n] & 1}
    values[NOW] = clock
    root = ground.root()
    if ground.table.truths(values)[abs(root)] != (root > 0):
        raise Disagreement(f"the table refuses the calls {slots} at {values}")
    return tuple(slots), values
