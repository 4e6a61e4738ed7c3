"""Wrong ways to say that the receipt of the paid invoice arrived."""

from examples.invoicing import (
    delivered,
    invoice,
    pay,
    send,
    settle,
    to,
    track,
)
from examples.wrong.mistake import Kind, Mistake
from obligato.spec import Obligation, bound, every, some

WRONG = [
    Mistake(
        settle,
        delivered,
        Kind.BINDING,
        Obligation(
            "any payment",
            some(
                track.done(message=s.message, arrived=True)
                for p in pay.done()
                for s in send.done(file=p.file, to=bound(to))
            ),
        ),
        "There is only one invoice, so whatever was paid is it.",
        "weaker",
    ),
    Mistake(
        settle,
        delivered,
        Kind.PART,
        Obligation(
            "three facts side by side",
            some(pay.done(invoice=bound(invoice)))
            & some(send.done(to=bound(to)))
            & some(track.done(arrived=True)),
        ),
        "If it was paid, sent and tracked, then it was the receipt that was sent.",
        "weaker",
    ),
    Mistake(
        settle,
        delivered,
        Kind.ANSWER,
        Obligation(
            "tracked, wherever it is",
            some(
                track.done(message=s.message)
                for p in pay.done(invoice=bound(invoice))
                for s in send.done(file=p.file, to=bound(to))
            ),
        ),
        "Tracking that succeeds has found the message at its destination.",
        "weaker",
    ),
    Mistake(
        settle,
        delivered,
        Kind.ATTEMPT,
        Obligation(
            "any sending that was tried",
            some(
                track.done(message=s.message, arrived=True)
                for p in pay.done(invoice=bound(invoice))
                for s in send.tried(file=p.file, to=bound(to))
            ),
        ),
        "A sending that failed has no message, so it cannot be the one tracked.",
        "weaker",
    ),
    Mistake(
        settle,
        delivered,
        Kind.NOTHING,
        Obligation(
            "every sending arrived",
            every(
                some(track.done(message=s.message, arrived=True))
                for p in pay.done(invoice=bound(invoice))
                for s in send.done(file=p.file, to=bound(to))
            ),
        ),
        "Every receipt arrived says that one did.",
        "by nothing",
    ),
]
