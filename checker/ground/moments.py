"""When a clause can be decided: at the moment of one call, or at the end of a run.

In a run the calls are made one after another, so the order of two of them is known
once the later one is made: at that moment it is whether the other was made yet. A
clause that asks about nothing else, and nothing unless that call is made, is a guard
of the call. Any other clause waits until the end, where a bit remembers each order.

A bit of a state says that a call was made, what a flag is, that a time is past, or
that one of these was so when a call was made. What is not decided by such bits is
refused: a time or a flag of a call that need not be made, a wait between two calls,
a number.
"""

import re
from collections.abc import Iterable, Mapping

from .grounding import Grounded
from .orders import ORIGIN, Edge, edges, ways
from .record import moment
from .table import NO, YES, All, AtMost, Literal, Sum, Table, Var

MADE = re.compile(r"\|made (\d+)\|\Z")
START = re.compile(r"\|at (\d+)\|\Z")
PART = re.compile(r"\|e(\d+)\.")
NOW = "|now|"
MOST_ASKED = 1_000_000  # how often a condition is looked at, each time beside others


class RefusedError(Exception):
    """The bits do not decide a condition; the text says why."""


class LateError(Exception):
    """A clause is not decided yet at this moment."""


class Layout:
    """Which bit of a state says what; `bits`: conditions on them, a table again.

    `latches`: for what was so when a call was made, what and which call. `clocks`: the
    times that may pass. `flags`: those of an answer, by its call; of none, under None.
    """

    def __init__(self, ground: Grounded) -> None:
        self.table, self.bits = ground.table, Table()
        self.begin = ground.record.begin
        self.number: dict[str, int] = {}
        self.latches: dict[tuple[str, int], str] = {}
        self.clocks: dict[int, str] = {}
        self.flags: dict[int | None, dict[str, None]] = {}
        self.made: dict[int, Literal] = {}
        self.left = MOST_ASKED
        for i, _ in ground.slots():
            self.made[i] = self.table.variable(f"|made {i}|")
            self.bit(f"|made {i}|")

    def bit(self, name: str) -> Literal:
        """Return: the bit of this name is set."""
        return self.bits.variable(str(self.number.setdefault(name, len(self.number))))

    def mask(self, name: str) -> int:
        """Return the state in which the bit of this name alone is set."""
        return 1 << self.number[name]

    def latch(self, what: str, slot: int) -> Literal:
        """Return: the bit ``what`` was set when the call of a slot was made."""
        name = self.latches.setdefault((what, slot), f"{what} at {slot}")
        return self.bit(name)

    def flag(self, name: str) -> tuple[int | None, Literal]:
        """Return the call that a flag is told by, if it is any, and its bit."""
        found = PART.match(name)
        slot = int(found[1]) if found and int(found[1]) in self.made else None
        self.flags.setdefault(slot, {})[name] = None
        return slot, self.bit(name)

    def call(self, time: str) -> int | None:
        """Return the slot whose time a number is; None for the end of the run."""
        found = START.match(time)
        if found and int(found[1]) in self.made:
            return int(found[1])
        if time != NOW:
            raise RefusedError(f"{time.strip('|')} is chosen, and no time of a call")
        return None

    def edge(self, literal: Literal) -> Edge | None:
        """Return the one order of two times that a literal is, if it is one."""
        condition = self.table.conditions[abs(literal)]
        if not isinstance(condition, AtMost):
            return None
        if not any(name for (name, _), _ in condition.sum.parts):
            return None
        found = edges(condition.sum, literal > 0)
        return found[0] if len(found) == 1 else None

    def speaks_of(self, clause: Literal) -> list[int]:
        """Return the calls that a clause speaks of."""
        found: set[int] = set()
        for k in self.table.reached([clause]):
            match self.table.conditions[k]:
                case Var(name):
                    names = [name]
                case AtMost(total):
                    names = [name for (name, _), _ in total.parts]
                case _:
                    names = []
            for name in names:
                part = MADE.match(name) or PART.match(name)
                if part and int(part[1]) in self.made:
                    found.add(int(part[1]))
        return sorted(found)

    def idle(self, clause: Literal, slot: int, implied: bool = False) -> bool:
        """Return whether a clause holds for sure if the call is not made.

        `implied`: given that then none of the calls is made that it must come before.
        """
        known: dict[int, bool | None] = {YES: True}
        for k in self.table.reached([clause]):
            condition, off = self.table.conditions[k], self.made[slot]
            known[k] = None
            if k == off or (implied and off in self.table.implied.get(k, ())):
                known[k] = False
            elif isinstance(condition, All):
                parts = [_signed(known[abs(p)], p) for p in condition.parts]
                held = all(p is True for p in parts)
                known[k] = False if False in parts else True if held else None
        return _signed(known[abs(clause)], clause) is True

    def falling(self, clause: Literal) -> bool:
        """Return whether a clause, once broken, stays broken whatever is called."""
        for k, held in ways(self.table, clause):
            match self.table.conditions[k]:
                case Var(name) if held or not MADE.match(name):
                    return False
                case AtMost():
                    return False
        return True


def _signed(known: bool | None, literal: Literal) -> bool | None:
    return known if known is None or literal > 0 else not known


class Moment:
    """Clauses as conditions on the state in which the call `mover` is being made.

    None is the end of the run. `chosen`: what the answer of the call says. `falling`:
    whether the clauses are such, so that what is made later cannot mend them.
    """

    def __init__(
        self,
        layout: Layout,
        mover: int | None = None,
        chosen: Mapping[str, bool] | None = None,
        falling: bool = False,
    ) -> None:
        self.layout, self.mover, self.falling = layout, mover, falling
        self.chosen = chosen or {}

    def literal(
        self, literal: Literal, beside: frozenset[Literal] = frozenset()
    ) -> Literal:
        """Return a condition on bits; it matters only where all ``beside`` holds."""
        held = self._held(abs(literal), beside)
        return held if literal > 0 else -held

    def _held(self, k: int, beside: frozenset[Literal]) -> Literal:
        layout = self.layout
        layout.left -= 1
        if layout.left < 0:
            raise RefusedError("its conditions are in one another's too often")
        match layout.table.conditions[k]:
            case Var(name) if MADE.match(name):
                return self._at(int(name[len("|made ") : -1]), layout.bit(name), beside)
            case Var(name):
                slot, bit = layout.flag(name)
                if slot is None:
                    return bit
                self._surely_made(slot, name, beside)
                if slot == self.mover:
                    return YES if self.chosen.get(name) else NO
                return self._at(slot, bit, beside)
            case All(parts):
                found = [self.literal(p, self.beside(beside, parts, p)) for p in parts]
                return layout.bits.conj(found)
            case AtMost(total) if any(name for (name, _), _ in total.parts):
                return self._timed(k, beside)
            case AtMost(total):
                constant, counted = total.constant, Sum()
                for (_, gate), n in total.parts:
                    held = self.literal(gate, beside)
                    if held == YES:
                        constant += n
                    elif held != NO:
                        counted = counted.plus(Sum(0, ((("", held), n),)))
                return layout.bits.at_most(counted.plus(Sum(constant)), Sum())

    def beside(
        self, outer: frozenset[Literal], parts: Iterable[Literal], own: Literal
    ) -> frozenset[Literal]:
        """Return what holds wherever it matters whether one of all the parts does."""
        table, more = self.layout.table, set(outer)
        for part in parts:
            if part != own:
                more.add(part)
                more |= table.implied.get(part, frozenset())
        return frozenset(more)

    def _at(self, slot: int, bit: Literal, beside: frozenset[Literal]) -> Literal:
        """Return a bit of a call, if by now it is what it will be at the end."""
        if self.mover is None or (self.falling and slot != self.mover):
            return bit
        if slot == self.mover:
            return YES
        for literal in beside:
            if self.layout.edge(literal) in self._before(slot):
                return bit
        raise LateError

    def _before(self, slot: int) -> list[Edge]:
        """Return what says that a call was made before the one that moves."""
        assert self.mover is not None
        return [(moment(slot), moment(self.mover), n) for n in (0, 1)]

    def _surely_made(self, slot: int, what: str, beside: frozenset[Literal]) -> None:
        if self.layout.made[slot] not in beside:
            raise RefusedError(f"{what.strip('|')} matters where no such call is made")

    def _timed(self, k: int, beside: frozenset[Literal]) -> Literal:
        """Return an order of two calls, or of a call and a fixed time."""
        edge = self.layout.edge(k)
        if edge is None:
            raise RefusedError("a sum of numbers is compared")
        first, then, gap = edge
        if first == ORIGIN:
            return self._past(gap, then, beside)
        if then == ORIGIN:
            return -self._past(1 - gap, first, beside)
        a, b = self.layout.call(first), self.layout.call(then)
        if gap not in (0, 1):
            raise RefusedError(f"{gap} ms are to lie between {first} and {then}")
        for slot in (a, b):
            if slot is not None:
                self._surely_made(slot, moment(slot), beside)
        if a is None or b is None:
            return YES if b is None else NO  # all calls are made before the end
        if self.mover is None:
            low, high = min(a, b), max(a, b)
            found = self.layout.latch(f"|made {low}|", high)
            return found if a == low else -found
        if self.mover == b:
            return self.layout.bit(f"|made {a}|")
        if self.mover == a:
            return -self.layout.bit(f"|made {b}|")
        raise LateError

    def _past(self, bound: int, time: str, beside: frozenset[Literal]) -> Literal:
        """Return: a call, or the end, is at this time or later."""
        layout, slot = self.layout, self.layout.call(time)
        if slot is not None:
            self._surely_made(slot, time, beside)
        if bound <= layout.begin:
            return YES
        clock = layout.clocks.setdefault(bound, f"past {bound}")
        passed = layout.bit(clock)
        if self.mover == slot:  # the end is a moment of its own
            return passed
        if self.mover is None and slot is not None:
            return layout.latch(clock, slot)
        raise LateError
