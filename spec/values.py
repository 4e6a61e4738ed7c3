"""Values known in part: every comparison asks whether it is true *for sure*.

A field that was never read, a claim not made, a count over rows that may or may
not be there: each stands for a set of possible values. Comparing two of them is
true only if it is true of every pair, so a comparison is *possible* exactly if
its opposite is not sure. That is all that the two bits of `semantics` need.
"""

import math
from fractions import Fraction
from typing import TypeAlias, Union, final

import attrs

# The frontier of work that never changed hands: before every time, and every sum of
# times. It is a number, since the difference of two infinities would be none.
NEVER = -(2**57)

Number: TypeAlias = int | Fraction | float  # float for the two infinities alone
Value: TypeAlias = Union[
    str, int, bool, Fraction, tuple["Value", ...], "Unknown", "Span"
]


@final
class Unknown:
    """A value of which nothing is known: no comparison with it is ever sure."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return False

    def __ne__(self, other: object) -> bool:
        return False

    def __lt__(self, other: object) -> bool:
        return False

    __le__ = __gt__ = __ge__ = __lt__

    def __hash__(self) -> int:
        return 0

    def __add__(self, other: object) -> "Unknown":
        return self

    __radd__ = __sub__ = __rsub__ = __add__

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown()


@attrs.frozen(eq=False)
class Span:
    """A number known to lie from ``low`` to ``high``, both included.

    A kind of span may know more of its order than the bounds say.
    """

    low: Number
    high: Number

    def __eq__(self, other: object) -> bool:
        return False

    def __ne__(self, other: object) -> bool:
        return least(other) > self.high or most(other) < self.low

    def __lt__(self, other: object) -> bool:
        return self.high < least(other)

    def __le__(self, other: object) -> bool:
        return self.high <= least(other)

    def __gt__(self, other: object) -> bool:
        return self.low > most(other)

    def __ge__(self, other: object) -> bool:
        return self.low >= most(other)

    def __hash__(self) -> int:
        return 0

    def __add__(self, other: object) -> "Number | Span":
        return between(self.low + least(other), self.high + most(other))

    __radd__ = __add__

    def __sub__(self, other: object) -> "Number | Span":
        return between(self.low - most(other), self.high - least(other))

    def __rsub__(self, other: object) -> "Number | Span":
        return between(least(other) - self.high, most(other) - self.low)


def between(low: Number, high: Number) -> "Number | Span":
    """Return the number if both bounds are it, else the span."""
    return low if low == high else Span(low, high)


def least(value: object) -> Number:
    """Return the least number that ``value`` may be."""
    if isinstance(value, Span):
        return value.low
    return value if isinstance(value, int | Fraction | float) else -math.inf


def most(value: object) -> Number:
    """Return the greatest number that ``value`` may be."""
    if isinstance(value, Span):
        return value.high
    return value if isinstance(value, int | Fraction | float) else math.inf


def known(value: object) -> bool:
    """Whether ``value`` stands for exactly one value: equal to itself for sure."""
    return bool(value == value)
