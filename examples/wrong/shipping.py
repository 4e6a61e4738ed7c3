"""Wrong ways to say that customers are told of a shipment within a day."""

from examples.shipping import notify, ship, telling, told
from examples.wrong.mistake import Kind, Mistake
from obligato.spec import Obligation, Rule, count, every, hours, some

WRONG = [
    Mistake(
        telling,
        told,
        Kind.ORDER,
        Rule(
            "within, and not after",
            every(
                some(notify.done(order=s.order).within(hours(24), of=s))
                for s in ship.done()
            ),
        ),
        "Within a day of the shipment is after the shipment.",
        "weaker",
    ),
    Mistake(
        telling,
        told,
        Kind.PART,
        Rule(
            "at any later time",
            every(some(notify.done(order=s.order).after(s)) for s in ship.done()),
        ),
        "Whoever is told at all is told in time.",
        "weaker",
    ),
    Mistake(
        telling,
        told,
        Kind.TIME,
        Rule(
            "24, of no unit",
            every(
                some(notify.done(order=s.order).after(s).within(24, of=s))
                for s in ship.done()
            ),
        ),
        "Durations are in hours.",
        "stronger",
    ),
    Mistake(
        telling,
        told,
        Kind.BINDING,
        Rule(
            "some customer told",
            every(
                some(notify.done().after(s).within(hours(24), of=s))
                for s in ship.done()
            ),
        ),
        "The notice that follows a shipment is about it.",
        "weaker",
    ),
    Mistake(
        telling,
        told,
        Kind.ATTEMPT,
        Rule(
            "a notice that was tried",
            every(
                some(notify.tried(order=s.order).after(s).within(hours(24), of=s))
                for s in ship.done()
            ),
        ),
        "What was sent was received.",
        "weaker",
    ),
    Mistake(
        telling,
        told,
        Kind.EVENTS,
        Rule("as many notices", count(notify.done()) >= count(ship.done())),
        "If there are as many notices as shipments, each has its own.",
        "incomparable",
    ),
    Mistake(
        telling,
        told,
        Kind.QUANTIFIER,
        Rule(
            "for some shipment",
            some(
                some(notify.done(order=s.order).after(s).within(hours(24), of=s))
                for s in ship.done()
            ),
        ),
        "For a shipment means for any shipment.",
        "by nothing",
    ),
    Mistake(
        telling,
        told,
        Kind.DUTY,
        Obligation("owed", told.formula),
        "Telling customers is work to be done, so it is owed.",
        "by nothing",
    ),
]
