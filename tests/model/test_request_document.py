"""A request in a document is checked as one written in Python is, and told twice."""

import json

import pytest

from obligato.model.document import dump, load
from obligato.spec import CaseError
from tests.shop import GONE, SHOP, changed, simple

BUY = "request/world/tools/0"

WRONG: dict[str, tuple[str, object, str, str]] = {
    "no duties": (
        "request",
        {"goal": "g", "world": {"name": "w"}},
        "request",
        "neither",
    ),
    "an unknown word for repeat": (
        f"{BUY}/repeat",
        "never",
        "repeat",
        "one of: again, same",
    ),
    "a settling before the end": (f"{BUY}/settles", -1, f"{BUY}/settles", "from 0 to"),
    "an error flag it lacks": (
        f"{BUY}/error",
        "worse",
        BUY,
        "must be a flag it returns",
    ),
    "an effect nobody declared": (
        f"{BUY}/makes/0/effect",
        "sold",
        "effect",
        "no effect 'sold'",
    ),
    "an effect nobody makes": (
        "request/world/effects/0/name",
        "sold",
        "document/request/world/tools/0/makes/0/effect",
        "no effect 'bought'; there are: sold",
    ),
    "an effect with no argument": (
        f"{BUY}/makes/0/terms",
        [],
        "makes/0",
        "takes 1 argument",
    ),
    "a field of another sort": (
        f"{BUY}/makes/0/terms/0/get/sort",
        "Line",
        "makes/0",
        "Line where Order is wanted",
    ),
    "two columns of one name": (
        f"{BUY}/takes/1/name",
        "order",
        BUY,
        "'order' is there twice",
    ),
    "a reserved name": (
        f"{BUY}/takes/1/name",
        "by",
        "takes/1",
        "taken by the language",
    ),
    "a sort that is none": (
        f"{BUY}/takes/1/sort",
        "a b",
        "takes/1/sort",
        "an identifier",
    ),
    "rows without columns": (
        f"{BUY}/returns/0/columns",
        [],
        "returns/0",
        "of sort Rows",
    ),
    "a key of no column": (f"{BUY}/returns/0/key", ["x"], "returns/0", "key column of"),
    "two tools of one name": (
        "request/world/tools/1/name",
        "buy",
        "world",
        "two things",
    ),
    "two duties of one name": (
        "request/owes/1/name",
        simple.name,
        "request",
        "two duties",
    ),
    "a duty without a name": (
        "request/owes/0/name",
        " ",
        "owes/0/name",
        "what is owed",
    ),
    "a formula about another tool": (
        "request/owes/0/formula/and/0/some/bind/table/calls",
        "sell",
        "document/request/owes/0",
        "no tool 'sell'; there are: buy, drop, look",
    ),
    "a formula about no column": (
        "request/owes/0/formula/and/0/some/bind/where/and/0/equal/left/get/field",
        "size",
        "document/request/owes/0",
        "'size'; there are: again, answered",
    ),
    "an order compared to a line": (
        "request/owes/0/formula/and/0/some/bind/where/and/0/equal/right",
        {"const": {"value": "l1", "sort": "Line"}},
        "document/request/owes/0",
        "Line where Order is wanted",
    ),
    "a mean of orders": (
        "request/owes/1/formula/equal/right/apply/arguments/0/bag/value",
        {"get": {"row": "x0", "field": "line", "sort": "Line"}},
        "document/request/owes/1",
        "mean(…)",
    ),
    "a transform of too much": (
        "request/owes/1/formula/equal/right/apply/arguments/1",
        {"now": {}},
        "document/request/owes/1",
        "mean(…)",
    ),
    "a row that nothing binds": (
        "request/owes/1/formula",
        {"equal": {"left": {"get": {"row": "x3", "field": "by", "sort": "Party"}}}},
        "owes/1/formula/equal",
        "lacks right",
    ),
    "requirements of another count": (
        "request/owes/0/requirements/1/at_least",
        3,
        "document/request/owes/0/requirements",
        "ORACLE_CONFLICT: Two statements of what is right disagree.",
    ),
    "requirements of another value": (
        "request/owes/0/requirements/0/args/price/const/value",
        "12.51",
        "document/request/owes/0/requirements",
        "ORACLE_CONFLICT",
    ),
    "requirements where none can be": (
        "request/owes/1/requirements",
        [{"tool": "buy", "status": "done"}],
        "document/request/owes/1/requirements",
        "has no simple form, so leave them out",
    ),
    "a field by another word": (
        "request/owes/0/formula/and/0/some/bind/where/and/0/equal",
        {
            "left": {"get": {"row": "x0", "field": "at", "sort": "Time"}},
            "right": {"now": {}},
        },
        "document/request/owes/0",
        "x0.at is another word for x0.end",
    ),
}


@pytest.mark.parametrize(("path", "value", "place", "part"), WRONG.values(), ids=WRONG)
def test_a_wrong_request_is_refused_at_its_place(
    path: str, value: object, place: str, part: str
) -> None:
    with pytest.raises(CaseError) as caught:
        load(changed(path, value))

    assert caught.value.place.endswith(place)
    assert part in str(caught.value)


def test_requirements_may_be_left_out() -> None:
    assert load(changed("request/owes/0/requirements", GONE)) == SHOP


def test_a_duty_of_the_simple_form_is_told_twice() -> None:
    told = json.loads(dump(SHOP))["request"]["owes"]

    assert told[0]["requirements"] == [
        {
            "tool": "buy",
            "status": "done",
            "args": {
                "order": {"role": {"name": "order", "sort": "Order"}},
                "price": {"const": {"value": "12.50", "sort": "Decimal2"}},
            },
            "returns": {"bad": {"const": {"value": False, "sort": "Bool"}}},
            "at_least": 1,
        },
        {
            "tool": "look",
            "status": "tried",
            "returns": {"found": {"const": {"value": True, "sort": "Bool"}}},
            "at_least": 2,
        },
    ]
    assert "requirements" not in told[1]
