"""Wrong ways to say that the order was refunded once."""

from examples.refunds import amount, once, order, refund, refunded
from examples.wrong.mistake import Kind, Mistake
from obligato.spec import Obligation, bound, count, every, total

refunds = refund.done(order=bound(order))
right_amount = every(r.amount == bound(amount) for r in refunds)

WRONG = [
    Mistake(
        once,
        refunded,
        Kind.COUNT,
        Obligation("at least once", (count(refunds) >= 1) & right_amount),
        "Nobody would refund an order twice.",
        "weaker",
    ),
    Mistake(
        once,
        refunded,
        Kind.PART,
        Obligation(
            "one refund of the amount",
            count(refund.done(order=bound(order), amount=bound(amount))) == 1,
        ),
        "One refund of the amount leaves no room for a refund of another.",
        "incomparable",
    ),
    Mistake(
        once,
        refunded,
        Kind.EVENTS,
        Obligation(
            "one amount, however often",
            (count(r.amount for r in refunds) == 1) & right_amount,
        ),
        "Counting the amounts counts the refunds.",
        "weaker",
    ),
    Mistake(
        once,
        refunded,
        Kind.ATTEMPT,
        Obligation(
            "tried once",
            (count(refund.tried(order=bound(order))) == 1) & right_amount,
        ),
        "A refund that was asked for is a refund.",
        "incomparable",
    ),
    Mistake(
        once,
        refunded,
        Kind.SILENCE,
        Obligation(
            "answered once",
            (count(refunds.marked("answered")) == 1) & right_amount,
        ),
        "A call that got no answer did nothing.",
        "incomparable",
    ),
    Mistake(
        once,
        refunded,
        Kind.BINDING,
        Obligation(
            "one refund of anything",
            (count(refund.done()) == 1)
            & every(r.amount == bound(amount) for r in refund.done()),
        ),
        "The desk handles one order at a time.",
        "incomparable",
    ),
    Mistake(
        once,
        refunded,
        Kind.COUNT,
        Obligation(
            "refunds that add up",
            total(r.amount for r in refunds) == bound(amount),
        ),
        "The right sum is the right refund.",
        "weaker",
    ),
    Mistake(
        once,
        refunded,
        Kind.NOTHING,
        Obligation("no refund of another amount", right_amount),
        "Every refund was of the amount says that there was one.",
        "by nothing",
    ),
]
