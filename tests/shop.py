"""The cases of the tests of documents; one of them has all that one can say."""

import copy
import json
from fractions import Fraction
from typing import Any

from examples import (
    invoicing,
    payments,
    refunds,
    review,
    shipping,
    spending,
    workspace,
)
from obligato.model import record
from obligato.model.document import Case, dump
from obligato.spec import (
    Decimal,
    Decision,
    Effect,
    Flag,
    Given,
    Obligation,
    Request,
    Rows,
    Rule,
    Sort,
    Tool,
    World,
    at,
    bound,
    claim,
    count,
    every,
    gap,
    handoff,
    none,
    some,
)
from obligato.spec import answers as a
from obligato.spec.drafts import receipt

Order, Line = Sort("Order"), Sort("Line")
order, line, price = Order("order"), Line("line"), Decimal(2)("price")
lines, found, bad = Rows("lines", line, price, key=line), Flag("found"), Flag("bad")
average = Sort("Ratio")("average")
bought = Effect("bought", order)
allow = Decision("allow", of=[order])
special = Given("special", order, line)
buy = Tool(
    "buy",
    takes=[order, price],
    returns=[lines, bad],
    makes=[bought(order)],
    settles=9,
    error=bad,
)
look = Tool("look", [order], [found], tells=[bought(order).when(found)], repeat="same")
drop = Tool(
    "drop", [order], ends=[bought(order)], requires=some(bought.made(order=order))
)
simple = Obligation(
    "bought twice and looked at",
    some(buy.done(order=bound(order), price="12.50", bad=False))
    & (count(look.tried(found=True)) >= 2),
    source="page 3",
)
shop = Request(
    "buy it",
    World("shop", tools=[buy, look, drop], decisions=[allow], relations=[special]),
    binds=[order],
    owes=[
        simple,
        Obligation(
            "the average",
            claim(average) == a.mean(x.price for b in buy.done() for x in b.lines),
        ),
    ],
    keeps=[
        Rule(
            "no special line",
            none(special(b.order, x.line) for b in buy.done() for x in b.lines),
            guard=some(allow.given(order=bound(order))),
        ),
        Rule("every order", every(some(bought.made(order=o)) for o in Order)),
    ],
)
SHOP = Case(
    shop,
    record(
        shop,
        at(5),
        buy(order="o1", price="12.50").ok(
            lines=[{"line": "l1", "price": "0.05"}, {"line": "l2"}], bad=False
        ),
        allow(order="o1").by("bob"),
        handoff(),
        look(order="ö/~\u2028").took(3).lost(),
        drop(order="o1").dropped(),
        receipt(look, status="failed", issuer="model", scope={"level": "page"}),
        gap(look, 3),
        gap(allow),
        claim(average=Fraction(1, 3)),
        bound={"order": "o1"},
        given={"special": [("o2", "l1"), ("o1", "l9")]},
        entities={"Order": ["o1", "o2"]},
    ),
    {simple.name: "N"},
    "all there is",
)

WORLDS = (invoicing, payments, refunds, review, shipping, spending, workspace)
CASES = {
    f"{world.__name__}: {j.label} ({', '.join(j.verdicts)})": Case(
        j.request, j.record, j.verdicts, j.label
    )
    for world in WORLDS
    for j in world.JUDGED
}
CASES["all there is"] = SHOP
DOCUMENT = json.loads(dump(SHOP))
GONE = object()


def changed(path: str, value: object) -> str:
    """Return the document of the shop with one thing put, or left out, at ``path``."""
    document: Any = copy.deepcopy(DOCUMENT)
    steps: list[Any] = [int(p) if p.isdigit() else p for p in path.split("/")]
    last = steps.pop()
    inner: Any = document
    for step in steps:
        inner = inner[step]
    if value is GONE:
        del inner[last]
    elif isinstance(inner, list) and last == len(inner):
        inner.append(value)
    else:
        inner[last] = value
    return json.dumps(document)
