"""Wrong ways to say: probe before a payment is tried again, and pay once."""

from examples.payments import careful, invoice, paid_once, pay, paying, probe
from examples.wrong.mistake import Kind, Mistake
from obligato.spec import Obligation, Rule, bound, count, every, some

paid_now = pay.done(invoice=bound(invoice))

CAREFUL = [
    Mistake(
        paying,
        careful,
        Kind.ANSWER,
        Rule(
            "probed, whatever was found",
            every(
                some(probe.done(invoice=a.invoice).between(a, b))
                for a in pay.unclear()
                for b in pay.tried(invoice=a.invoice).after(a)
            ),
        ),
        "Whoever looks first acts on what is seen.",
        "weaker",
    ),
    Mistake(
        paying,
        careful,
        Kind.ATTEMPT,
        Rule(
            "only retries that succeed",
            every(
                some(probe.done(invoice=a.invoice, paid=False).between(a, b))
                for a in pay.unclear()
                for b in pay.done(invoice=a.invoice).after(a)
            ),
        ),
        "A retry that fails was no risk.",
        "weaker",
    ),
    Mistake(
        paying,
        careful,
        Kind.ORDER,
        Rule(
            "probed at any later time",
            every(
                some(probe.done(invoice=a.invoice, paid=False).after(a))
                for a in pay.unclear()
                for b in pay.tried(invoice=a.invoice).after(a)
            ),
        ),
        "A probe after the lost payment is a probe before the next.",
        "weaker",
    ),
    Mistake(
        paying,
        careful,
        Kind.BINDING,
        Rule(
            "any invoice probed",
            every(
                some(probe.done(paid=False).between(a, b))
                for a in pay.unclear()
                for b in pay.tried(invoice=a.invoice).after(a)
            ),
        ),
        "The probe between two payments is about what they pay.",
        "weaker",
    ),
    Mistake(
        paying,
        careful,
        Kind.SILENCE,
        Rule(
            "after payments that were made",
            every(
                some(probe.done(invoice=a.invoice, paid=False).between(a, b))
                for a in pay.done()
                for b in pay.tried(invoice=a.invoice).after(a)
            ),
        ),
        "A payment that got no answer was not made, so trying again is safe.",
        "incomparable",
    ),
    Mistake(
        paying,
        careful,
        Kind.DUTY,
        Obligation("owed", careful.formula),
        "Being careful is part of the work.",
        "by nothing",
    ),
]
PAID_ONCE = [
    Mistake(
        paying,
        paid_once,
        Kind.COUNT,
        Obligation("at least once", count(paid_now) >= 1),
        "The provider refuses a second payment.",
        "weaker",
    ),
    Mistake(
        paying,
        paid_once,
        Kind.NOTHING,
        Obligation("at most once", count(paid_now) <= 1),
        "Once means not twice.",
        "by nothing",
    ),
    Mistake(
        paying,
        paid_once,
        Kind.ATTEMPT,
        Obligation("tried once", count(pay.tried(invoice=bound(invoice))) == 1),
        "One call is one payment.",
        "evidenced",
    ),
    Mistake(
        paying,
        paid_once,
        Kind.SILENCE,
        Obligation("answered once", count(paid_now.marked("answered")) == 1),
        "A payment that got no answer was not made.",
        "incomparable",
    ),
    Mistake(
        paying,
        paid_once,
        Kind.BINDING,
        Obligation("named in one place", some(pay.done()) & (count(paid_now) <= 1)),
        "The invoice is named where its payments are counted.",
        "scoped",
    ),
    Mistake(
        paying,
        paid_once,
        Kind.MEANS,
        Obligation(
            "found to be paid", some(probe.done(invoice=bound(invoice), paid=True))
        ),
        "Only the provider knows what was paid, and it would tell of a second time.",
        "incomparable",
    ),
]
WRONG = [*CAREFUL, *PAID_ONCE]
