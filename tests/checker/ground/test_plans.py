"""Calls are put in a row as their orders ask, whichever way these bound a time."""

import random
from itertools import permutations

from examples import medication
from obligato.checker.find import Finder
from obligato.checker.ground.grounding import grounded
from obligato.checker.ground.orders import Edge
from obligato.checker.ground.plans import as_told, in_a_row
from obligato.checker.resume import handed_over
from obligato.spec.correctness import eq1

SOON: Edge = ("b", "a", -3)  # a is at most 3 before b


def kept(times: dict[str, int], orders: list[Edge], begin: int) -> bool:
    """Return whether the times are apart, and as the orders ask."""
    of = {"": 0, **times}
    apart = len({*times.values()}) == len(times) and min(times.values()) >= begin
    return apart and all(of[then] >= of[first] + gap for first, then, gap in orders)


def test_a_call_that_is_at_most_so_long_before_another_comes_before_it() -> None:
    found = in_a_row("ab", [("a", "b", 1), SOON], 5)

    assert found == {"a": 5, "b": 6}


def test_a_call_waits_so_that_another_is_not_too_late_after_it() -> None:
    found = in_a_row("ab", [("a", "b", 1), SOON, ("", "b", 20)], 5)

    assert found == {"a": 17, "b": 20}


def test_what_can_be_in_no_row_is_in_none() -> None:
    assert in_a_row("ab", [("a", "b", 5), SOON], 0) is None
    assert in_a_row("ab", [("a", "b", 0), ("b", "a", 0)], 0) is None


def test_times_that_are_found_are_as_the_orders_ask() -> None:
    missed, pairs = 0, list(permutations("abc", 2))
    for seed in range(300):
        drawn = random.Random(seed)
        orders = [(*p, drawn.randint(-3, 2)) for p in drawn.sample(pairs, 3)]
        found = in_a_row("abc", orders, 0)
        rows = (dict(zip("abc", row, strict=True)) for row in permutations(range(9), 3))

        if found is None:
            missed += any(kept(row, orders, 0) for row in rows)
        else:
            assert kept(found, orders, 0), seed
    assert missed < 6, "some orders need a look ahead, which the solver has"


def test_the_times_of_a_model_stand_in_where_they_are_a_row() -> None:
    orders: list[Edge] = [("a", "b", 1), SOON]

    assert as_told("ab", orders, {"a": 4, "b": 7}) == {"a": 4, "b": 7}
    assert as_told("ab", orders, {"a": 4, "b": 8}) is None
    assert as_told("ab", [], {"a": 4, "b": 4}) is None


def test_some_of_many_clauses_with_a_limit_of_time_can_be_met() -> None:
    judged = next(
        j for j in medication.JUDGED if j.label == "prescribed and checked, not given"
    )
    clauses = eq1(judged.request)
    finder = Finder(grounded(judged.request, handed_over(judged.record), clauses, 8))
    some = [clauses[i] for i in (0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 13, 15)]

    assert finder.possible(some) is True
