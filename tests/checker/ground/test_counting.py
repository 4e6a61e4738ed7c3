"""The counting bound is never above the fewest calls, and often is the fewest."""

import pytest

from benchmarks import family
from examples import invoicing, payments
from obligato.checker.find import Continued, Finder
from obligato.checker.ground.counting import least_calls
from obligato.checker.ground.grounding import grounded
from obligato.checker.ground.table import Table
from obligato.checker.resume import handed_over
from obligato.spec.correctness import eq1


@pytest.mark.parametrize("world", [invoicing, payments], ids=["invoicing", "payments"])
def test_the_bound_is_not_above_the_fewest_calls(world: object) -> None:
    bounds = []
    for case in getattr(world, "JUDGED"):  # noqa: B009  # two modules, one name
        prefix = handed_over(case.record)
        finder = Finder(grounded(case.request, prefix, eq1(case.request), 4))
        found = finder.shortest()
        if isinstance(found, Continued):
            assert finder.least <= found.calls
            bounds.append((finder.least, found.calls))
    assert any(least == calls > 0 for least, calls in bounds)


@pytest.mark.parametrize("variant", family.VARIANTS)
def test_too_few_calls_for_many_duties_are_counted(variant: str) -> None:
    n = 5
    request = family.request(n, variant)
    prefix = handed_over(family.frontier(n, variant))

    finder = Finder(grounded(request, prefix, eq1(request), 40, 1))

    assert finder.least == family.needed(n)


def test_of_a_choice_the_cheapest_is_counted() -> None:
    table = Table()
    a, b, c = (table.variable(f"|{name}|") for name in "abc")
    either = table.disj((table.conj((a, b)), c))

    flags = frozenset(("|a|", "|b|", "|c|"))
    assert least_calls(table, [either], flags) == 1
    assert least_calls(table, [either, c], flags) == 1
    assert least_calls(table, [table.conj((a, b)), c], flags) == 3
    assert least_calls(table, [-a, -either], flags) == 0
