"""Instants: the times of calls of which only their order is known.

A plan says which of its calls come before which, not when they are made. So the time
of such a call is a number that is known in part, as spans are: it has a least value,
and it is surely before another exactly if the plan orders the two calls. The formulas
of Eq. 1 read such times as any others, and what they then establish holds in every
order that the plan allows.
"""

import math
from typing import Final

from ...spec.values import Number, Span, most

START, END = 0, 1


class Instant(Span):
    """The start or the end of the call at ``place``.

    `low`: ms, at the earliest. `before`: as bits, the places of all calls that come
    before it. Of two calls, the one that comes first ends before the other starts.
    """

    __slots__ = ("before", "end", "place")
    __setattr__ = object.__setattr__  # it is made once for each call: no detours

    def __init__(self, low: Number, place: int, before: int, end: int) -> None:
        self.low: Final = low
        self.high: Final = math.inf
        self.place, self.before, self.end = place, before, end

    def __lt__(self, other: object) -> bool:
        if isinstance(other, Instant):
            return bool(other.before >> self.place & 1)
        return False  # it has no upper bound

    def __gt__(self, other: object) -> bool:
        if isinstance(other, Instant):
            return bool(self.before >> other.place & 1)
        return self.low > most(other)

    def __le__(self, other: object) -> bool:
        if isinstance(other, Instant):
            if self.place == other.place:
                return self.end <= other.end
            return bool(other.before >> self.place & 1)
        return False  # it has no upper bound

    def __ge__(self, other: object) -> bool:
        if isinstance(other, Instant):
            return other <= self
        return self.low >= most(other)

    def __ne__(self, other: object) -> bool:
        if isinstance(other, Instant):
            return self < other or other < self
        return most(other) < self.low

    def __eq__(self, other: object) -> bool:
        return False  # never for sure

    def __hash__(self) -> int:
        return 0
