"""Verdicts, and how those of the parts make that of the whole.

Nothing that was not looked at is ever established: an empty conjunction, a spent
budget, an unknown answer and a skipped check are all `NotEstablished`.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeAlias

import attrs

from .codes import Code


@attrs.frozen
class Established:
    """True in every history that fits the record."""

    name = "established"


@attrs.frozen
class Refuted:
    """False in every history that fits the record."""

    name = "refuted"


@attrs.frozen
class NotEstablished:
    """Neither, and `reason` says why."""

    reason: str
    name = "not established"


@attrs.frozen
class Broken:
    """There is nothing to judge: what was handed in contradicts itself."""

    code: Code
    reason: str
    name = "broken"


Verdict: TypeAlias = Established | Refuted | NotEstablished | Broken
ESTABLISHED, REFUTED = Established(), Refuted()


def verdict(
    must: bool, may: bool, reason: str = "the record leaves it open"
) -> Verdict:
    """Return the verdict that the two bits give. Must implies may."""
    assert may or not must, "must without may: a reading broke the law"
    return ESTABLISHED if must else NotEstablished(reason) if may else REFUTED


def all_of(parts: Iterable[Verdict]) -> Verdict:
    """Return the worst part: broken, refuted, not established; else established."""
    return _first(parts, (Broken, Refuted, NotEstablished))


def any_of(parts: Iterable[Verdict]) -> Verdict:
    """Return the best part, the dual of `all_of`; what is broken stays broken."""
    return _first(parts, (Broken, Established, NotEstablished))


def _first(parts: Iterable[Verdict], order: tuple[type[Verdict], ...]) -> Verdict:
    found = list(parts)
    for kind in order:
        for part in found:
            if isinstance(part, kind):
                return part
    return found[0] if found else NotEstablished("nothing to check")


class Standing(StrEnum):
    """Where an obligation or a rule stands at a point."""

    DISCHARGED = "discharged"  # met, or kept
    OPEN = "open"  # not met; some continuation may still meet it
    LOST = "lost"  # refuted whatever comes: no continuation meets it
    VOID = "void"  # its guard must be false
    UNCLEAR = "unclear"  # must and may differ


def standing(guard: tuple[bool, bool], now: tuple[bool, bool], later: bool) -> Standing:
    """Return the standing from the bits (must, may) of guard and duty.

    `later` is whether the duty may hold on the record extended into an open future:
    every log incomplete after now, claims unmade, effects and bindings as they are.
    """
    if not guard[1]:
        return Standing.VOID
    if now[0]:
        return Standing.DISCHARGED
    if not later:
        return Standing.LOST
    return Standing.UNCLEAR if now[1] else Standing.OPEN
