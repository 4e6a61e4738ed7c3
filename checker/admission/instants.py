"""Instants: the times of calls of which only their order is known.

A plan says which of its calls come before which, not when they are made. So the time
of such a call is a number that is known in part, as spans are: it has a least value,
and it is surely before another exactly if the plan orders the two calls. The formulas
of Eq. 1 read such times as any others, and what they then establish holds in every
order that the plan allows.
"""

import math
from typing import ClassVar

from ...spec.values import Number, Span, most


class Instant(Span):
    """The time of the call at ``place``, its start and its end: it takes no time.

    `low`: ms, at the earliest. `before`: as bits, the places of all calls that come
    before it.
    """

    __slots__ = ("before", "place")
    __setattr__ = object.__setattr__  # one is made for each call: no detours
    low: Number
    high: ClassVar[Number] = math.inf  # type: ignore[misc]  # a slot of each other span

    def __init__(self, low: Number, place: int, before: int) -> None:
        self.low = low
        self.place = place
        self.before = before

    def __lt__(self, other: object) -> bool:
        if isinstance(other, Instant):
            return bool(other.before >> self.place & 1)
        return False  # it has no upper bound

    def __gt__(self, other: object) -> bool:
        return self.low > most(other)  # of another instant it is never asked

    def __le__(self, other: object) -> bool:
        if isinstance(other, Instant):
            return self is other or bool(other.before >> self.place & 1)
        return False

    def __ge__(self, other: object) -> bool:
        return self.low >= most(other)

    def __ne__(self, other: object) -> bool:
        if isinstance(other, Instant):
            return self < other or other < self
        return most(other) < self.low

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return 0
