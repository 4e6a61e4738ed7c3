"""Where a generator's choices come from: one of some options, time after time.

A generator asks for nothing else, so that the same one is a strategy of Hypothesis,
whose choices shrink, and a source of cases that a seed decides. The first option is
the simplest.
"""

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Pick(Protocol):
    """Whoever picks one of some options."""

    def __call__(self, options: Sequence[T], /) -> T:
        """Return one of ``options``, of which there is at least one."""
        ...


def seeded(*seed: object) -> Pick:
    """Return whoever picks as these seeds say: the same each time, everywhere."""
    return random.Random(repr(seed)).choice


def chance(pick: Pick, out_of: int) -> bool:
    """Whether something happens that happens once in so many times."""
    return pick(range(out_of)) == out_of - 1
