"""A scope too small to say anything refutes nothing, and it is said what would do."""

from typing import Any

import attrs
import pytest

from obligato.checker.facts import Asked
from obligato.checker.joint import jointly
from obligato.checker.solver import Beyond, NoneInScope, Scope
from obligato.checker.solver.scope import larger
from obligato.checker.verify import Check, planned
from obligato.model import check
from obligato.properties.plants import planted
from obligato.spec import (
    Int,
    Obligation,
    Request,
    Rows,
    Rule,
    Sort,
    Tool,
    World,
    bound,
    count,
    every,
    none,
    some,
)
from obligato.spec.requests import Duty
from obligato.spec.verdicts import REFUTED, NotEstablished

Order = Sort("Order")
order = Order("order")
ship = Tool("ship", takes=[order], fails="clean")
look = Tool("look", takes=[order], fails="clean")
shipped = ship.done(order=bound(order))
SHIPPING = World("shipping", tools=[ship, look])
THRICE = Obligation("three times", count(shipped) == 3)
THREE = Obligation("three of them", count(s.order for s in ship.done()) == 3)
TWICE_MISSED = Obligation("at most twice", count(shipped) <= 2)
LOOKED = Rule(
    "looked at twice",
    every(count(look.done(order=s.order).before(s)) == 2 for s in ship.done()),
)


def asked(*duties: Duty) -> Request:
    """Return a request for some of them."""
    owes = [d for d in duties if isinstance(d, Obligation)]
    keeps = [d for d in duties if isinstance(d, Rule)]
    return Request("ship it", SHIPPING, binds=[order], owes=owes, keeps=keeps)


def named(duty: Duty, name: str, scope: Scope) -> Check:
    """Return the first check of a name."""
    whole = Asked(asked(duty), duty, scope)
    return next(p for p in planned(whole) if p.name == name).made(whole.sharing())


TWO = Scope(events=2)
SMALL = {
    "an obligation that needs 3 events": (THRICE, "dischargeable", TWO, "events=3"),
    "an obligation missed by 3 events": (TWICE_MISSED, "missable", TWO, "events=3"),
    "a rule set off with 3 events": (LOOKED, "triggered", TWO, "events=3"),
    "a part that matters with 3 events": (THRICE, "needed", TWO, "events=3"),
    "an obligation of 3 entities": (THREE, "dischargeable", Scope(), "entities=3"),
    "3 events and 3 entities": (THREE, "dischargeable", TWO, "events=3,entities=3"),
}


@pytest.mark.parametrize("which", SMALL)
def test_what_exists_in_a_larger_scope_is_not_refuted(which: str) -> None:
    duty, name, scope, needed = SMALL[which]

    found = named(duty, name, scope)

    assert isinstance(found.answer, Beyond)
    assert found.answer.reason.endswith(f"; with {needed} there is one")
    assert found.verdict == NotEstablished(found.answer.reason)


@pytest.mark.parametrize("which", SMALL)
def test_in_the_scope_that_is_named_there_is_one(which: str) -> None:
    duty, name, scope, needed = SMALL[which]
    pairs = (p.partition("=") for p in needed.split(","))
    told: dict[str, Any] = {name: int(value) for name, _, value in pairs}

    there = named(duty, name, attrs.evolve(scope, **told))

    assert there.verdict is not None
    assert there.verdict.name == "established"


def test_the_record_of_the_larger_scope_is_kept() -> None:
    answer = named(THRICE, "dischargeable", TWO).answer

    assert isinstance(answer, Beyond)
    found = check(asked(THRICE), answer.witness.record).findings[0]
    assert found.verdict.name == "established"


def test_what_exists_in_no_larger_scope_stays_refuted() -> None:
    never = Obligation("never", some(shipped) & none(shipped))
    found = named(never, "dischargeable", TWO)

    assert found.verdict == REFUTED
    assert found.answer == NoneInScope(TWO)


def test_what_is_met_jointly_in_a_larger_scope_is_not_refuted() -> None:
    often = Rule("looked at", count(look.done()) >= 1)

    found = jointly(asked(THRICE, often), Scope(events=3))

    assert isinstance(found.answer, Beyond)
    assert found.answer.reason == "none with events=3; with events=4 there is one"


def test_without_a_look_at_a_larger_scope_it_would_be_refuted() -> None:
    """So that the tests above have something to notice."""
    with planted("obligato.checker.verify", "self._further(asked) or", ""):
        assert named(THRICE, "dischargeable", TWO).verdict == REFUTED


def test_a_larger_scope_is_no_longer_than_it_may_be() -> None:
    assert [s.events for s in (TWO, *larger(TWO, asked(THRICE)))] == [2, 4, 4]
    assert [(s.events, s.entities) for s in larger(Scope(8), asked(THRICE))] == [(8, 3)]
    assert [(s.events, s.entities) for s in larger(Scope(9), asked(THRICE))] == [(9, 3)]


def test_a_larger_scope_has_more_rows_where_a_field_has_any() -> None:
    page = Tool("page", takes=[order], returns=[Rows("lines", Int("amount"))])
    pages = Obligation("pages", count(page.done()) == 3)
    request = Request("ask", World("pages", tools=[page]), owes=[pages])

    assert [s.rows for s in larger(Scope(), request)] == [2, 2, 3]
