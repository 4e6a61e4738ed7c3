"""The ground table packed for exploration: each call as masks on a state of bits.

A move is possible if the bits it needs are set, those that bar it are not, and what
else it asks holds; it sets its own bits. A run may end where all the ends hold.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

import attrs

from .grounding import Grounded
from .moments import LateError, Layout, Moment, RefusedError
from .table import NO, YES, Literal, Table, Var

MOST_FLAGS = 8  # that one answer, or the frontier, may choose


@attrs.frozen
class Move:
    """A call with an answer, or with no slot the passing of a time.

    `latches`: bits that are set with it where some others are set already.
    """

    slot: int | None
    need: int
    bar: int
    more: tuple[Literal, ...]
    adds: int
    latches: tuple[tuple[int, int], ...] = ()


@attrs.frozen
class Packed:
    """What can be explored: moves and ends as conditions on bits.

    `waits`: moves that are no calls. `number`: the bit of each name. `calls`: the bits
    that say which calls were made. `clocks`: the bit of each time that may pass.
    """

    bits: Table
    starts: tuple[int, ...]
    moves: tuple[Move, ...]
    waits: tuple[Move, ...]
    ends: tuple[Literal, ...]
    number: Mapping[str, int]
    calls: Mapping[int, int]
    clocks: Mapping[int, int]


@attrs.frozen
class Unexplorable:
    """The table asks for something that the bits of a state do not decide."""

    reason: str


def packed(ground: Grounded) -> Packed | Unexplorable:
    """Return the moves of a ground table, or why it has none."""
    try:
        return _Packing(ground).packed()
    except RefusedError as refused:
        return Unexplorable(str(refused))
    except RecursionError:
        return Unexplorable("its conditions nest too deep")


class _Packing:
    def __init__(self, ground: Grounded) -> None:
        self.ground, self.layout = ground, Layout(ground)
        self.guards: dict[int, list[Literal]] = {i: [] for i in self.layout.made}
        self.pruning: dict[int, list[Literal]] = {i: [] for i in self.layout.made}
        table = self.layout.table
        self.clauses = table.clauses(ground.root())
        self.frame = set(table.clauses(ground.named[""]))
        self.alone = [
            c for c in self.clauses if c > 0 and isinstance(table.conditions[c], Var)
        ]
        ends = [clause for clause in self.clauses if not self._guards(clause)]
        end = Moment(self.layout)
        self.ends = self.layout.bits.conj(self._at(end, clause) for clause in ends)

    def _at(self, moment: Moment, clause: Literal) -> Literal:
        """Return a clause at a moment; it matters only where the other clauses hold."""
        return moment.literal(clause, moment.beside(frozenset(), self.alone, clause))

    def _guards(self, clause: Literal) -> bool:
        """Return whether a clause guards one call, or prune by it those that break it.

        Where nobody can mend it, no run in which it is broken need go on.
        """
        layout, spoken_of = self.layout, self.layout.speaks_of(clause)
        implied = clause not in self.frame  # for from that it follows
        for slot in spoken_of:
            if layout.idle(clause, slot, implied):
                try:
                    self._at(Moment(layout, slot), clause)
                except LateError:
                    continue
                self.guards[slot].append(clause)
                return True
        if layout.falling(clause):
            for slot in spoken_of:
                self.pruning[slot].append(clause)
        return False

    def packed(self) -> Packed:
        layout = self.layout
        self._room()
        starts, waits = tuple(self._choices(None)), tuple(self._waits())
        moves = [move for slot in layout.made for move in self._moves(slot)]
        return Packed(
            layout.bits,
            starts,
            tuple(possible(moves, starts, waits)),
            waits,
            layout.bits.clauses(self.ends),
            layout.number,
            {slot: layout.mask(f"|made {slot}|") for slot in layout.made},
            {bound: layout.mask(name) for bound, name in layout.clocks.items()},
        )

    def _room(self) -> None:
        """Refuse times so near each other that the calls between might not fit."""
        most = min(self.ground.reach.further, len(self.layout.made))
        before = self.layout.begin
        for bound in sorted(self.layout.clocks):
            if bound - before <= most:
                raise RefusedError(f"the calls before {bound} might not fit")
            before = bound

    def _choices(self, slot: int | None) -> Iterator[int]:
        """Yield each choice of the flags of an answer."""
        names = self.layout.flags.get(slot, {})
        if len(names) > MOST_FLAGS:
            raise RefusedError(f"{len(names)} flags are to be chosen at once")
        masks = [(0, self.layout.mask(name)) for name in names]
        yield from map(sum, product(*masks))

    def _moves(self, slot: int) -> Iterator[Move]:
        """Yield the move of a call for each answer that its guards let pass."""
        layout = self.layout
        own = layout.mask(f"|made {slot}|")
        latches = tuple(
            (layout.mask(what), layout.mask(name))
            for (what, when), name in layout.latches.items()
            if when == slot
        )
        for flags in self._choices(slot):
            chosen = {
                name: bool(flags & layout.mask(name))
                for name in layout.flags.get(slot, {})
            }
            now = Moment(layout, slot, chosen)
            asked = [self._at(now, clause) for clause in self.guards[slot]]
            now = Moment(layout, slot, chosen, falling=True)
            asked += [self._at(now, clause) for clause in self.pruning[slot]]
            found = layout.bits.conj(asked)
            if found != NO:
                need, bar, more = masked(layout.bits, layout.bits.clauses(found))
                yield Move(slot, need, bar | own, more, own | flags, latches)

    def _waits(self) -> Iterator[Move]:
        """Yield the passing of each time, after those before it."""
        need = 0
        for bound in sorted(self.layout.clocks):
            own = self.layout.mask(self.layout.clocks[bound])
            yield Move(None, need, own, (), own)
            need = own


def possible(
    moves: Iterable[Move], starts: Iterable[int], waits: Iterable[Move]
) -> list[Move]:
    """Return the moves but those that need a bit which is never set."""
    found, often = list(moves), -1
    while often != len(found):
        often, ever = len(found), 0
        for state in starts:
            ever |= state
        for move in (*found, *waits):
            ever |= move.adds
            for _, latch in move.latches:
                ever |= latch
        found = [move for move in found if not move.need & ~ever]
    return found


def masked(
    bits: Table, literals: tuple[Literal, ...]
) -> tuple[int, int, tuple[Literal, ...]]:
    """Return the bits that are set, those that are not, and what else is asked."""
    need, bar, more = 0, 0, []
    for literal in literals:
        condition = bits.conditions[abs(literal)]
        if isinstance(condition, Var):
            mask = 1 << int(condition.name)
            need, bar = need | mask * (literal > 0), bar | mask * (literal < 0)
        elif literal != YES:
            more.append(literal)
    return need, bar, tuple(more)
