"""Small ground tables that are drawn, and brute force over every run of theirs."""

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, permutations, product
from random import Random
from typing import cast

import attrs

from obligato.checker.ground.calls import Reach
from obligato.checker.ground.grounding import Grounded
from obligato.checker.ground.record import moment
from obligato.checker.ground.table import YES, Literal, Sum, Table

CALLS, FURTHER, BEGIN, LATE = range(3), 3, 1, 100
FREE = "|free|"


@attrs.frozen
class _Begun:
    begin: int = BEGIN


class Drawn:
    """What the exploration reads of a `Grounded`, about three calls and a time."""

    record = _Begun()
    reach = Reach(FURTHER, len(CALLS), 1)

    def __init__(self, seed: int) -> None:
        self.draw, self.table = Random(seed), Table()
        for i in CALLS:
            self.table.least[start(i)] = BEGIN
        self.made = [self.table.variable(made(i)) for i in CALLS]
        frame = [YES]
        if self.draw.random() < 0.5:  # the second call needs the first
            first, order = self.made[0], self.before(0, 1)
            frame = [self.table.disj((-self.made[1], p)) for p in (first, order)]
            self.table.implied[self.made[1]] = frozenset({self.made[0]})
        clauses = [self.clause() for _ in range(self.draw.randint(3, 8))]
        clauses += self.draw.sample(self.made, self.draw.randint(0, 3))
        self.named = {f"clause {n}": clause for n, clause in enumerate(clauses)}
        self.named[""] = self.table.conj(frame)

    @classmethod
    def ground(cls, seed: int) -> Grounded:
        """Return a drawn table."""
        return cast(Grounded, cls(seed))

    def slots(self) -> Iterator[tuple[int, None]]:
        """Yield the calls."""
        return ((i, None) for i in CALLS)

    def root(self) -> Literal:
        """Return the condition that all holds."""
        return self.table.conj(self.named.values())

    def before(self, i: int, j: int) -> Literal:
        """Return: one call is at most, or before, another."""
        gap = self.draw.randint(0, 1)
        left = Sum(gap, (((start(i), YES), 1),))
        return self.table.at_most(left, Sum(0, (((start(j), YES), 1),)))

    def clause(self) -> Literal:
        """Return a rule of one call, or anything."""
        if self.draw.random() < 0.5:
            i, j = self.draw.sample(CALLS, 2)
            order = self.table.conj((self.made[i], self.made[j], self.before(i, j)))
            order *= self.draw.choice((1, -1))
            return self.table.disj((-self.made[j], order, *self.some(0, 1)))
        return self.table.disj(self.some(2, 3))

    def some(self, least: int, most: int, depth: int = 2) -> list[Literal]:
        """Return a few conditions."""
        number = self.draw.randint(least, most)
        return [self.draw.choice((1, -1)) * self.one(depth) for _ in range(number)]

    def one(self, depth: int) -> Literal:
        """Return a condition, of others or of one call or two."""
        table, (i, j) = self.table, self.draw.sample(CALLS, 2)
        match self.draw.randint(0, 8 if depth else 5):
            case 0 | 1:
                return self.made[i]
            case 2:
                return table.conj((self.made[i], self.made[j], self.before(i, j)))
            case 3:
                return table.conj((self.made[i], table.variable(flag(i))))
            case 4:
                time = Sum(0, (((start(i), YES), 1),))
                return table.conj((self.made[i], table.at_most(Sum(LATE), time)))
            case 5 if self.draw.random() < 0.5:
                return table.variable(FREE)
            case 5:
                return table.at_most(Sum(LATE), Sum(0, ((("|now|", YES), 1),)))
            case 6:
                held = dict.fromkeys(self.some(3, 3, depth - 1))
                counted = Sum()
                for literal in held:
                    if abs(literal) != YES:
                        counted = counted.plus(Sum(0, ((("", literal), 1),)))
                return table.at_most(counted, Sum(self.draw.randint(0, 2)))
            case _:
                return table.conj(self.some(2, 3, depth - 1))


def fewest(ground: Grounded) -> int | None:
    """Return the fewest calls with which all holds, by every run there is."""
    root = ground.root()
    for number in range(FURTHER + 1):
        for values in runs(number):
            if ground.table.truths(values)[abs(root)] == (root > 0):
                return number
    return None


def runs(number: int) -> Iterator[Mapping[str, int]]:
    """Yield the values of each run of so many calls."""
    for order in permutations(CALLS, number):
        for phases in combinations_with_replacement((BEGIN, LATE), number + 1):
            times = [phase + n for n, phase in enumerate(phases)]
            for flags in product((0, 1), repeat=number + 1):
                told = (flag(i) for i in order)
                yield {
                    **{made(i): 1 for i in order},
                    **{start(i): t for i, t in zip(order, times, strict=False)},
                    **dict(zip((*told, FREE), flags, strict=True)),
                    "|now|": times[-1],
                }


def made(i: int) -> str:
    """Return the flag that says whether a call is made."""
    return f"|made {i}|"


def start(i: int) -> str:
    """Return the number that is the time of a call."""
    return moment(i)


def flag(i: int) -> str:
    """Return a flag of the answer of a call."""
    return f"|e{i}.read.flag|"
