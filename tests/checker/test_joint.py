"""Duties that exclude each other are named, no more of them than have to be."""

import pytest

from examples import invoicing
from obligato.checker.joint import Excluding, excluding, jointly
from obligato.checker.solver import Scope, Way
from obligato.properties.plants import planted
from obligato.spec import (
    Effect,
    Obligation,
    Request,
    Rule,
    Sort,
    Tool,
    World,
    bound,
    count,
    none,
    some,
)
from obligato.spec.requests import Duty
from obligato.spec.verdicts import ESTABLISHED, REFUTED

Order = Sort("Order")
order = Order("order")
paid = Effect("paid", order)
pay = Tool("pay", takes=[order], makes=[paid(order)], fails="clean")
ship = Tool("ship", takes=[order], fails="clean")
SHOP = World("shop", tools=[pay, ship])

SHIPPED = Obligation("shipped", some(ship.done(order=bound(order))))
PAID = Obligation("paid", some(pay.done(order=bound(order))))
NEVER = Rule("never shipped", none(ship.done()))
ONE = Rule("one thing alone", count(ship.done()) + count(pay.done()) <= 1)
RARE = Rule("shipped at most twice", count(ship.done()) <= 2)
ODD = Obligation("odd", some(ship.done()) & none(ship.done()))
TWO = Scope(events=2)


def asked(*duties: Duty) -> Request:
    """Return a request for these."""
    owes = [d for d in duties if isinstance(d, Obligation)]
    keeps = [d for d in duties if isinstance(d, Rule)]
    return Request("ship it", SHOP, binds=[order], owes=owes, keeps=keeps)


EXCLUDED: dict[str, tuple[list[Duty], tuple[str, ...]]] = {
    "two of four": ([SHIPPED, PAID, RARE, NEVER], ("shipped", "never shipped")),
    "three of four": (
        [SHIPPED, PAID, RARE, ONE],
        ("shipped", "paid", "one thing alone"),
    ),
    "one alone": (
        [PAID, Obligation("odd", some(ship.done()) & none(ship.done()))],
        ("odd",),
    ),
}


@pytest.mark.parametrize("which", EXCLUDED)
def test_what_excludes_each_other_is_named_and_no_more(which: str) -> None:
    duties, names = EXCLUDED[which]

    assert jointly(asked(*duties), TWO).verdict == REFUTED
    assert excluding(asked(*duties), TWO) == Excluding(names, least=True)


@pytest.mark.parametrize("which", EXCLUDED)
def test_without_any_one_of_them_the_rest_can_be_met(which: str) -> None:
    duties, names = EXCLUDED[which]
    fewest = [d for d in duties if d.name in names]

    for left_out in fewest:
        rest = [d for d in fewest if d != left_out]
        if rest:
            assert jointly(asked(*rest), TWO).verdict == ESTABLISHED


def test_too_many_would_be_named_if_none_were_left_out() -> None:
    """So that the tests above have something to notice."""
    duties, names = EXCLUDED["two of four"]
    with planted("obligato.checker.joint", "kept = fewer", "pass"):
        assert excluding(asked(*duties), TWO).duties != names


def test_what_was_not_answered_is_not_said_to_be_least() -> None:
    duties, _ = EXCLUDED["two of four"]

    found = excluding(asked(*duties), TWO, Way(budget=1))

    assert found == Excluding(tuple(d.name for d in asked(*duties).duties), least=False)
    assert "maybe fewer do" in str(found)


def test_a_request_that_can_be_met_is_established() -> None:
    assert jointly(invoicing.settle, Scope(events=3)).verdict == ESTABLISHED
