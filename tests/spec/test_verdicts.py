"""Nothing that was not looked at is established, and the worst part decides."""

from itertools import permutations, product

import pytest

from obligato.spec import (
    Broken,
    Code,
    Established,
    NotEstablished,
    Refuted,
    Standing,
    Verdict,
    all_of,
    any_of,
)
from obligato.spec.verdicts import standing, verdict

YES, NO, OPEN = Established(), Refuted(), NotEstablished("who knows")
BROKEN = Broken(Code.CONFLICTING_EVIDENCE, "no history fits")
EVERY: tuple[Verdict, ...] = (YES, NO, OPEN, BROKEN)
BITS = [(False, False), (False, True), (True, True)]  # must implies may


@pytest.mark.parametrize(
    ("parts", "whole", "either"),
    [
        ((), NotEstablished("nothing to check"), NotEstablished("nothing to check")),
        ((YES,), YES, YES),
        ((NO,), NO, NO),
        ((OPEN,), OPEN, OPEN),
        ((YES, NO), NO, YES),
        ((YES, OPEN), OPEN, YES),
        ((NO, OPEN), NO, OPEN),
        ((YES, NO, OPEN), NO, YES),
        ((YES, NO, OPEN, BROKEN), BROKEN, BROKEN),
    ],
    ids=lambda x: x.name if hasattr(x, "name") else f"{len(x)} parts",
)
def test_the_parts_decide_the_whole(
    parts: tuple[Verdict, ...], whole: Verdict, either: Verdict
) -> None:
    for order in permutations(parts):
        assert (all_of(order), any_of(order)) == (whole, either)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_whole_is_established_only_if_every_part_is(n: int) -> None:
    for parts in product(EVERY, repeat=n):
        assert (all_of(parts) == YES) == all(part == YES for part in parts)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_all_and_any_are_dual(n: int) -> None:
    turned: dict[Verdict, Verdict] = {YES: NO, NO: YES, OPEN: OPEN, BROKEN: BROKEN}

    for parts in product(EVERY, repeat=n):
        assert any_of(parts) == turned[all_of(turned[part] for part in parts)]


@pytest.mark.parametrize(
    ("bits", "name"),
    list(zip(BITS, ["refuted", "not established", "established"], strict=True)),
)
def test_two_bits_give_a_verdict(bits: tuple[bool, bool], name: str) -> None:
    assert verdict(*bits).name == name


def test_must_without_may_is_our_own_error() -> None:
    with pytest.raises(AssertionError, match="must without may"):
        verdict(True, False)


@pytest.mark.parametrize(
    ("guard", "now", "later", "where"),
    [
        ((False, False), (True, True), True, Standing.VOID),
        ((True, True), (True, True), True, Standing.DISCHARGED),
        ((False, True), (True, True), True, Standing.DISCHARGED),
        ((True, True), (False, True), True, Standing.UNCLEAR),
        ((True, True), (False, False), True, Standing.OPEN),
        ((True, True), (False, False), False, Standing.LOST),
        ((True, True), (False, True), False, Standing.LOST),
    ],
)
def test_bits_say_where_a_duty_stands(
    guard: tuple[bool, bool], now: tuple[bool, bool], later: bool, where: Standing
) -> None:
    assert standing(guard, now, later) == where
