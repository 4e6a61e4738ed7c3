"""A comparison is true exactly if it is true of all that its sides may be."""

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from obligato.spec.values import UNKNOWN, Span, between, known, least, most

COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
SPANS = [between(low, high) for low in range(4) for high in range(low, 4)]


def those(value: Any) -> list[int]:
    """Return the integers that a value may be."""
    return list(range(least(value), most(value) + 1))  # type: ignore[arg-type]  # finite


def unsound(compare: Callable[[Any, Any], Any], of: Callable[[Any, Any], Any]) -> int:
    """Count the pairs for which ``compare`` is not ``of`` of all their numbers."""
    return sum(
        bool(compare(left, right))
        != all(of(x, y) for x, y in product(those(left), those(right)))
        for left, right in product(SPANS, SPANS)
    )


@pytest.mark.parametrize("name", COMPARED)
def test_spans_compare_as_all_their_numbers_do(name: str) -> None:
    assert unsound(COMPARED[name], COMPARED[name]) == 0


@pytest.mark.parametrize("name", COMPARED)
def test_a_comparison_of_least_numbers_is_noticed(name: str) -> None:
    compare = COMPARED[name]

    assert unsound(lambda x, y: compare(least(x), least(y)), compare) > 0


@pytest.mark.parametrize("make", [operator.add, operator.sub], ids=["+", "-"])
def test_spans_add_as_all_their_numbers_do(make: Callable[[Any, Any], Any]) -> None:
    for left, right in product(SPANS, SPANS):
        made = make(left, right)
        numbers = {make(x, y) for x, y in product(those(left), those(right))}
        assert (least(made), most(made)) == (min(numbers), max(numbers))


@pytest.mark.parametrize("other", [0, "a", True, Fraction(1, 2), Span(0, 1), UNKNOWN])
@pytest.mark.parametrize("name", COMPARED)
def test_no_comparison_with_the_unknown_is_sure(name: str, other: object) -> None:
    compare = COMPARED[name]

    assert not compare(UNKNOWN, other)
    assert not compare(other, UNKNOWN)


def test_what_is_added_to_the_unknown_is_unknown() -> None:
    sums = [UNKNOWN + 1, 1 + UNKNOWN, UNKNOWN - 1, 1 - UNKNOWN, UNKNOWN + Span(0, 1)]

    assert not any(map(known, sums))


def test_only_what_is_one_value_is_known() -> None:
    assert [known(v) for v in (3, "a", True, Fraction(1), between(2, 2))] == [True] * 5
    assert [known(v) for v in (UNKNOWN, Span(0, 1))] == [False] * 2


def test_an_endless_span_is_above_what_lies_below_it() -> None:
    assert Span(3, math.inf) > 2
    assert not Span(3, math.inf) > 3
    assert not Span(3, math.inf) < 10**9
