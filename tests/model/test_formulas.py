"""A formula goes into a document and comes back as itself, or is refused."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from examples import (
    invoicing,
    payments,
    refunds,
    review,
    shipping,
    spending,
    workspace,
)
from obligato.model.formulas import from_json, to_json
from obligato.model.loader import parse
from obligato.spec import CaseError, Decimal, Int, Sort, Tool, claim, count, every
from obligato.spec import answers as a
from obligato.spec import syntax as s
from obligato.spec.correctness import eq1
from obligato.spec.resolution import confirmed, conflicts, denied
from obligato.spec.terms import Formula
from tests.strategies import formulas

WORLDS = (invoicing, payments, refunds, review, shipping, spending, workspace)


def judged() -> Iterator[Any]:
    """Yield each formula that the examples are judged by, once."""
    seen: set[s.Formula] = set()
    for world in WORLDS:
        for request in {id(j.request): j.request for j in world.JUDGED}.values():
            told = [(c.name, c.formula) for c in eq1(request)]
            told += [(f"guard of {d.name}", d.guard) for d in request.duties]
            told += list(conflicts(request.world))
            for tool in request.world.tools:
                told.append((f"{tool.name} denied", denied(request.world, tool)))
                told.append((f"{tool.name} confirmed", confirmed(request.world, tool)))
            for name, formula in told:
                if formula not in seen:
                    seen.add(formula)
                    yield pytest.param(formula, id=f"{request.world.name}: {name}")


JUDGED = list(judged())
amount, price, share = Int("amount"), Decimal(2)("price"), Sort("Ratio")("share")
buy = Tool("buy", takes=[amount, price])


def returns(node: s.Formula, write: Callable[[s.Node], Any] = to_json) -> bool:
    """Whether ``node`` comes back from its document, through text."""
    back: s.Formula = from_json(parse(json.dumps(write(node))))
    return back == node


@pytest.mark.parametrize("formula", JUDGED)
def test_a_formula_of_the_examples_comes_back(formula: s.Formula) -> None:
    assert returns(formula)


@settings(max_examples=60, deadline=None)
@given(formulas())
def test_any_formula_comes_back(formula: Formula) -> None:
    assert returns(formula.node)


def strict(node: s.Node) -> Any:
    """Write a formula with ``≤`` told as ``<``: a planted bug."""
    return json.loads(json.dumps(to_json(node)).replace('"at_most"', '"less"'))


def renamed(node: s.Node) -> Any:
    """Write a formula with every field told as of one sort: a planted bug."""
    return json.loads(json.dumps(to_json(node)).replace('"Int"', '"Time"'))


@pytest.mark.parametrize("plant", [strict, renamed])
def test_the_round_trip_tells_a_wrong_writer(plant: Callable[[s.Node], Any]) -> None:
    assert not all(returns(p.values[0], plant) for p in JUDGED)


TRANSFORMED = {
    "mean": claim(share) == a.mean(b.price for b in buy.done()),
    "first": claim(Sort("List")("best")) == a.first(2, (b.amount for b in buy.done())),
    "rounded": claim(share) == a.rounded(a.mean(b.price for b in buy.done()), 2),
    "a decimal": every(b.price <= "12.50" for b in buy.done()),
    "a difference of times": every(b.end - b.start <= 5 for b in buy.done()),
    "a count of nothing": count(buy.done()) == 0,
    "nothing": a.nothing(b.amount for b in buy.done()),
}


@pytest.mark.parametrize("formula", TRANSFORMED.values(), ids=TRANSFORMED)
def test_transforms_sums_and_decimals_come_back(formula: Formula) -> None:
    assert returns(formula.node)


def test_a_decimal_constant_is_text_in_a_document() -> None:
    assert to_json(s.Const(1250, "Decimal2")) == {
        "const": {"value": "12.50", "sort": "Decimal2"}
    }


def test_a_formula_reads_aloud() -> None:
    formula = s.Some(s.Bind("x0", s.Calls("pay"), s.TRUE), s.Not(s.TRUE))

    assert to_json(formula) == {
        "some": {
            "bind": {"var": "x0", "table": {"calls": "pay"}, "where": {"and": []}},
            "body": {"not": {"and": []}},
        }
    }


NOW: dict[str, object] = {"now": {}}
CALLS = {"var": "x0", "table": {"calls": "pay"}, "where": {"and": []}}


def equal(left: object, right: object = NOW) -> object:
    return {"equal": {"left": left, "right": right}}


def const(value: object, sort: str) -> object:
    return equal({"const": {"value": value, "sort": sort}})


def nested(depth: int) -> object:
    value: object = {"and": []}
    for _ in range(depth):
        value = {"not": value}
    return value


WRONG: dict[str, tuple[object, str, str]] = {
    "no object": (7, "formula", "value=7; write an object"),
    "no tag": ({}, "formula", "one key of: and, at_most, equal, given"),
    "two tags": ({"not": {}, "and": []}, "formula", "one key of"),
    "an unknown tag": (
        {"not": {"all": []}},
        "formula/not",
        "no formula 'all'; there are: and, at_most, equal, given, known, less, not",
    ),
    "a term for a formula": (NOW, "formula", "no formula 'now'"),
    "an unknown term": (equal({"later": {}}), "formula/equal/left", "no term 'later'"),
    "an unknown table": (
        {"some": {"bind": CALLS | {"table": {"logs": "x"}}, "body": {"and": []}}},
        "formula/some/bind/table",
        "no table 'logs'; there are: calls, decided, ended, entities, inside, made",
    ),
    "an unknown key": (
        {"equal": {"left": NOW, "right": NOW, "least": 1}},
        "formula/equal",
        "key='least'; the keys are: left, right",
    ),
    "a lacking key": ({"equal": {"left": NOW}}, "formula/equal", "lacks right"),
    "parts that are no list": ({"and": {}}, "formula/and", "value={}; write a list"),
    "a part that is none": ({"and": [{"and": []}, 3]}, "formula/and/1", "value=3"),
    "a name that is none": (
        equal({"role": {"name": "a b", "sort": "Order"}}),
        "formula/equal/left/role/name",
        "value='a b'; write an identifier",
    ),
    "a name with a line feed": (
        equal({"role": {"name": "a\n", "sort": "Order"}}),
        "formula/equal/left/role/name",
        "write an identifier",
    ),
    "a flag as a number": (const(True, "Int"), "formula/equal/left/const", "no Int"),
    "a float": (const(1.5, "Int"), "formula/equal/left/const/value", "value=1.5"),
    "a decimal with an exponent": (
        const("1e999999999", "Decimal2"),
        "formula/equal/left/const",
        "write digits",
    ),
    "a ratio with an exponent": (
        const("1e999999999", "Ratio"),
        "formula/equal/left/const",
        "write digits",
    ),
    "a ratio to nought": (const("1/0", "Ratio"), "formula/equal/left/const", "Ratio"),
    "a lone surrogate": (const("\ud800", "Order"), "formula/equal/left/const", "lone"),
    "a variable with a free name": (
        {"some": {"bind": CALLS | {"var": "p"}, "body": {"and": []}}},
        "formula/some/bind/var",
        "write a variable: x0, x1",
    ),
    "a variable with another's number": (
        {"some": {"bind": CALLS | {"var": "x1"}, "body": {"and": []}}},
        "formula/some",
        "var='x1' must be x0",
    ),
    "a bag over nothing": (
        equal({"count": {"binds": [], "value": None}}),
        "formula/equal/left/count",
        "ranges over nothing",
    ),
    "an unknown transform": (
        equal({"apply": {"transform": "sum", "arguments": [], "sort": "Int"}}),
        "formula/equal/left/apply/transform",
        "value='sum'; write one of: absent",
    ),
    "too deep": (nested(10_000), "", "lies deeper than 64 levels"),
}


@pytest.mark.parametrize(("value", "place", "part"), WRONG.values(), ids=WRONG)
def test_an_ill_formed_formula_is_refused_at_its_place(
    value: object, place: str, part: str
) -> None:
    with pytest.raises(CaseError) as caught:
        from_json(value)

    assert caught.value.place == place or place == ""
    assert part in str(caught.value)


def test_a_formula_too_deep_to_be_read_is_not_written() -> None:
    formula: s.Formula = s.TRUE
    for _ in range(5_000):
        formula = s.Not(formula)

    with pytest.raises(CaseError, match="deeper than 64 levels"):
        to_json(formula)


def test_a_term_and_a_table_are_read_where_they_are_asked_for() -> None:
    assert from_json(NOW, kind=s.Term) == s.Now()
    assert from_json({"calls": "pay"}, kind=s.Table) == s.Calls("pay")
    assert from_json(CALLS, kind=s.Bind) == s.Bind("x0", s.Calls("pay"), s.TRUE)
