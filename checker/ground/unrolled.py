"""Packed moves as Python source: one test and one step for each call, in a row."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from .packing import Move, Packed, masked
from .table import YES, All, AtMost, Literal, Table, Var

Step: TypeAlias = Callable[[list[int], dict[int, int], list[int]], int]
Ends: TypeAlias = Callable[[list[int]], list[int]]
DEEP = 20  # tests inside one another


def compiled(packed: Packed) -> tuple[Step, Step, Ends]:
    """Return what makes each call, what lets time pass, and which states may end.

    The first two go through states, note whence each new one came and add it to a
    list, and return how many steps there were.
    """
    space: dict[str, Any] = {}
    exec("\n".join(source(packed)), space)
    return space["step"], space["wait"], space["ends"]


def source(packed: Packed) -> Iterator[str]:
    """Yield the lines."""
    yield from _stepping("step", Tree(packed).lines())
    yield from _stepping("wait", (ln for m in packed.waits for ln in _tried(packed, m)))
    yield "def ends(front):"
    yield f"    return [s for s in front if {_all(packed.bits, packed.ends)}]"


def _stepping(name: str, body: Iterable[str]) -> Iterator[str]:
    yield f"def {name}(front, parent, found):"
    yield "    n, add = 0, found.append"
    yield "    for s in front:"
    yield "        pass"
    yield from ("        " + line for line in body)
    yield "    return n"


class Tree:
    """The moves, each below a call that must come before it.

    Where that call is not made, none of those below is tried.
    """

    def __init__(self, packed: Packed) -> None:
        self.packed = packed
        self.moves: dict[int, list[Move]] = {mask: [] for mask in packed.calls.values()}
        for move in packed.moves:
            if move.slot is not None:
                self.moves[packed.calls[move.slot]].append(move)
        self.below: dict[int, list[int]] = {}
        for own in self.moves:
            self.below.setdefault(self._above(own), []).append(own)

    def _above(self, own: int) -> int:
        """Return a call without which this one cannot be made, the last; or 0."""
        needs = [move.need for move in self.moves[own]]
        always = needs[0] if needs else 0
        for need in needs:
            always &= need
        earlier = [mask for mask in self.moves if mask & always and mask < own]
        return max(earlier, default=0)

    def lines(self, above: int = 0, depth: int = 0) -> Iterator[str]:
        """Yield the lines for the calls below one that was made."""
        for own in self.below.get(above, ()):
            tests = [line for m in self.moves[own] for line in _tried(self.packed, m)]
            if own in self.below and depth < DEEP:
                yield f"if s & {own}:"
                yield from ("    " + line for line in self.lines(own, depth + 1))
                if tests:
                    yield "else:"
                    yield from ("    " + line for line in tests)
            else:
                yield from tests
                yield from self.lines(own, depth)


def _tried(packed: Packed, move: Move) -> Iterator[str]:
    care, need = move.need | move.bar, move.need
    tests = [f"s & {care} == {need}" if need else f"not s & {care}"]
    tests += [f"({_written(packed.bits, literal)})" for literal in move.more]
    yield f"if {' and '.join(tests)}:"
    yield f"    q = s + {move.adds}"
    for seen, latch in move.latches:
        yield f"    if s & {seen}: q += {latch}"
    yield "    n += 1"
    yield "    if q not in parent: parent[q] = s; add(q)"


def _all(bits: Table, literals: tuple[Literal, ...]) -> str:
    """Return that all these hold: those of one bit at once, and first."""
    need, bar, more = masked(bits, literals)
    tests = [f"s & {need | bar} == {need}"] if need | bar else []
    tests += [f"({_written(bits, literal)})" for literal in more]
    return " and ".join(tests) or "True"


def _any(bits: Table, literals: tuple[Literal, ...]) -> str:
    """Return that one of these holds."""
    need, bar, more = masked(bits, literals)
    tests = [f"s & {need}"] if need else []
    tests += [f"s & {bar} != {bar}"] if bar else []
    tests += [f"({_written(bits, literal)})" for literal in more]
    return " or ".join(tests)


def _written(bits: Table, literal: Literal) -> str:
    """Return a condition on bits as an expression in ``s``."""
    if abs(literal) == YES:
        return str(literal > 0)
    match bits.conditions[abs(literal)]:
        case Var(name):
            return f"{'' if literal > 0 else 'not '}s & {1 << int(name)}"
        case All(parts) if literal > 0:
            return _all(bits, parts)
        case All(parts):
            return _any(bits, tuple(-part for part in parts))
        case AtMost(total):
            counted = "".join(
                f" + {n} * bool({_written(bits, gate)})" for (_, gate), n in total.parts
            )
            sign = "<=" if literal > 0 else ">"
            return f"{total.constant}{counted} {sign} 0"
