"""What the surface of the transforms says of decimals, which are held as integers."""

from collections.abc import Callable

import pytest

from obligato.model import check, record
from obligato.properties.plants import planted
from obligato.spec import (
    Decimal,
    Obligation,
    Ratio,
    Request,
    Sort,
    Tool,
    World,
    claim,
    mean,
    ratio,
    rounded,
)
from obligato.spec.terms import Term

Shop = Sort("Shop")
shop, price, found = Shop("shop"), Decimal(2)("price"), Ratio("found")
ask = Tool("ask", takes=[shop], returns=[price])

SAID: dict[str, tuple[Callable[[], Term], str, str]] = {
    "mean": (lambda: mean(a.price for a in ask.done()), "25/2", "1250"),
    "rounded mean": (
        lambda: rounded(mean(a.price for a in ask.done()), 0),
        "12",
        "1250",
    ),
    "ratio of decimals": (
        lambda: ratio(mean(a.price for a in ask.done()), 5),
        "5/2",
        "250",
    ),
}


def verdict(value: Term, claimed: str) -> str:
    asked = Request(
        "price",
        World("shops", tools=[ask]),
        owes=[Obligation("told", claim(found) == value)],
    )
    lines = [ask(shop="a").ok(price="10.00"), ask(shop="b").ok(price="15.00")]
    return check(asked, record(asked, *lines, claim(found=claimed))).verdict.name


@pytest.mark.parametrize("which", SAID)
def test_a_mean_of_decimals_is_in_their_own_unit(which: str) -> None:
    value, right, scaled = SAID[which]

    assert verdict(value(), right) == "established"
    assert verdict(value(), scaled) == "refuted"


def test_a_decimal_taken_for_its_scaled_integer_is_noticed() -> None:
    with planted("obligato.spec.answers", "if not sort.places:", "if True:"):
        value = mean(a.price for a in ask.done())

    assert verdict(value, "25/2") == "refuted"
