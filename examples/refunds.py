"""Refund an order once: a lost refund followed by another is never fine."""

from examples.judged import Judged
from obligato.model import record
from obligato.spec import (
    Effect,
    Int,
    Obligation,
    Request,
    Sort,
    Tool,
    World,
    bound,
    count,
    every,
)

Order = Sort("Order")
order, amount = Order("order"), Int("amount")
repaid = Effect("repaid", order, amount)


def request_for(fails: str) -> tuple[Request, Tool]:
    """Return the request in a world whose refunds fail cleanly, or maybe not."""
    refund = Tool(
        "refund", takes=[order, amount], makes=[repaid(order, amount)], fails=fails
    )
    refunds = refund.done(order=bound(order))
    refunded = Obligation(
        "refunded once",
        (count(refunds) == 1) & every(r.amount == bound(amount) for r in refunds),
    )
    request = Request(
        "refund the order once",
        World("refunds", tools=[refund]),
        binds=[order, amount],
        owes=[refunded],
    )
    return request, refund


once, refund = request_for("clean")
once_or_maybe, refund_or_maybe = request_for("maybe")
refunded = once.owes[0]

BOUND = {"order": "o1", "amount": 5}
five = refund(order="o1", amount=5)

JUDGED = [
    Judged(once, label, record(once, *lines, bound=BOUND), {refunded.name: verdict})
    for label, verdict, lines in [
        ("one refund of 5", "E", [five.ok()]),
        ("nothing", "R", []),
        ("the refund twice", "R", [five.ok(), five.ok()]),
        ("a refund of 4", "R", [refund(order="o1", amount=4).ok()]),
        ("a refund lost, then a refund of 5", "N", [five.lost(), five.ok()]),
        ("a refund lost", "N", [five.lost()]),
        ("a refund failed (clean), then one of 5", "E", [five.failed(), five.ok()]),
        (
            "a refund of o2, then of o1",
            "E",
            [refund(order="o2", amount=5).ok(), five.ok()],
        ),
    ]
] + [
    Judged(
        once_or_maybe,
        "a refund failed (maybe), then one of 5",
        record(once_or_maybe, five.failed(), five.ok(), bound=BOUND),
        {refunded.name: "N"},
    )
]
