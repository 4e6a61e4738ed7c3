"""Wrong ways to say: the dose given once, checked by two, charted and passed on."""

from examples.medication import (
    chart,
    check,
    drug,
    give,
    given_once,
    mg,
    passed_on,
    patient,
    prescribe,
    relief,
    stop,
    tell,
    two_checked,
    ward,
)
from examples.wrong.mistake import Kind, Mistake
from obligato.spec import (
    Obligation,
    Rule,
    bound,
    count,
    every,
    minutes,
    none,
    seconds,
    some,
)
from obligato.spec.surface import Pattern
from obligato.spec.terms import Formula, Row

doses = give.done(patient=bound(patient), drug=bound(drug))
right_dose = every(g.mg == bound(mg) for g in doses)
ordered = prescribe.given(patient=bound(patient), drug=bound(drug), mg=bound(mg))
stopped = stop.given(patient=bound(patient), drug=bound(drug))

ONCE = [
    Mistake(
        ward,
        given_once,
        Kind.GUARD,
        Obligation(
            "stopped or not", given_once.formula, guard=some(ordered.standing())
        ),
        "What was prescribed is to be given.",
        "stronger",
    ),
    Mistake(
        ward,
        given_once,
        Kind.STANDING,
        Obligation(
            "once prescribed",
            given_once.formula,
            guard=some(ordered) & none(stopped.standing()),
        ),
        "A prescription ends by being stopped, and in no other way.",
        "stronger",
    ),
    Mistake(
        ward,
        given_once,
        Kind.COUNT,
        Obligation(
            "at least once", (count(doses) >= 1) & right_dose, guard=given_once.guard
        ),
        "Nobody would give a dose twice.",
        "weaker",
    ),
    Mistake(
        ward,
        given_once,
        Kind.PART,
        Obligation(
            "one right dose",
            count(give.done(patient=bound(patient), drug=bound(drug), mg=bound(mg)))
            == 1,
            guard=given_once.guard,
        ),
        "One right dose leaves no room for a wrong one.",
        "incomparable",
    ),
    Mistake(
        ward,
        given_once,
        Kind.SILENCE,
        Obligation(
            "answered once",
            (count(doses.marked("answered")) == 1) & right_dose,
            guard=given_once.guard,
        ),
        "What was not confirmed was not given.",
        "incomparable",
    ),
    Mistake(
        ward,
        given_once,
        Kind.BINDING,
        Obligation(
            "one dose of the drug, to anybody",
            (count(give.done(drug=bound(drug))) == 1)
            & every(g.mg == bound(mg) for g in give.done(drug=bound(drug))),
            guard=given_once.guard,
        ),
        "The drug is given to one patient.",
        "incomparable",
    ),
]


def in_order(g: Row) -> Formula:
    """Say that a dose is prescribed and not stopped."""
    return some(
        prescribe.given(patient=g.patient, drug=g.drug, mg=g.mg).standing(g)
    ) & none(stop.given(patient=g.patient, drug=g.drug).standing(g))


def checks(g: Row) -> Pattern:
    """Range over the checks of a dose, whoever made them."""
    return check.given(patient=g.patient, drug=g.drug, mg=g.mg)


TWO = [
    Mistake(
        ward,
        two_checked,
        Kind.EVENTS,
        Rule(
            "checks counted, not people",
            every(
                in_order(g) & (count(checks(g).standing(g)) >= 2) for g in give.tried()
            ),
        ),
        "Two checks are made by two people.",
        "weaker",
    ),
    Mistake(
        ward,
        two_checked,
        Kind.BINDING,
        Rule(
            "two people, whoever gives",
            every(
                in_order(g) & (count(c.by for c in checks(g).standing(g)) >= 2)
                for g in give.tried()
            ),
        ),
        "Two people checked, so one of them is the giver.",
        "weaker",
    ),
    Mistake(
        ward,
        two_checked,
        Kind.STANDING,
        Rule(
            "checked, and perhaps taken back",
            every(
                in_order(g)
                & some(checks(g).matching(by=g.by).standing(g))
                & some(checks(g).matching(by=~g.by).before(g))
                for g in give.tried()
            ),
        ),
        "A check is never taken back.",
        "weaker",
        events=5,
    ),
    Mistake(
        ward,
        two_checked,
        Kind.PART,
        Rule(
            "stopped or not",
            every(
                some(
                    prescribe.given(patient=g.patient, drug=g.drug, mg=g.mg).standing(g)
                )
                & some(checks(g).matching(by=g.by).standing(g))
                & some(checks(g).matching(by=~g.by).standing(g))
                for g in give.tried()
            ),
        ),
        "Stopping a drug withdraws its prescription.",
        "weaker",
        events=5,
    ),
    Mistake(
        ward,
        two_checked,
        Kind.ATTEMPT,
        Rule(
            "only doses that were given",
            every(
                in_order(g)
                & some(checks(g).matching(by=g.by).standing(g))
                & some(checks(g).matching(by=~g.by).standing(g))
                for g in give.done()
            ),
        ),
        "A dose that was not given in the end harmed nobody.",
        "weaker",
    ),
]


def charted(g: Row) -> Pattern:
    """Range over the entries of a dose in the chart."""
    return chart.done(patient=g.patient, drug=g.drug, mg=g.mg)


def told(g: Row) -> Pattern:
    """Range over what the next shift was told of a dose, and when."""
    return tell.done(patient=g.patient, drug=g.drug, relief=bound(relief))


PASSED_ON = [
    Mistake(
        ward,
        passed_on,
        Kind.ORDER,
        Rule(
            "charted beforehand",
            every(
                some(charted(g).within(minutes(15), of=g)) & some(told(g).after(g))
                for g in give.done()
            ),
        ),
        "Nobody charts a dose before giving it.",
        "weaker",
    ),
    Mistake(
        ward,
        passed_on,
        Kind.TIME,
        Rule(
            "a quarter of a minute",
            every(
                some(charted(g).after(g).within(seconds(15), of=g))
                & some(told(g).after(g))
                for g in give.done()
            ),
        ),
        "Durations given as 15 are in minutes, whatever the word before them.",
        "stronger",
    ),
    Mistake(
        ward,
        passed_on,
        Kind.BINDING,
        Rule(
            "somebody told",
            every(
                some(charted(g).after(g).within(minutes(15), of=g))
                & some(tell.done(patient=g.patient, drug=g.drug).after(g))
                for g in give.done()
            ),
        ),
        "Whoever is told takes over.",
        "weaker",
    ),
    Mistake(
        ward,
        passed_on,
        Kind.PART,
        Rule(
            "charted or told",
            every(
                some(charted(g).after(g).within(minutes(15), of=g))
                | some(told(g).after(g))
                for g in give.done()
            ),
        ),
        "The chart tells the next shift, so either will do.",
        "weaker",
    ),
    Mistake(
        ward,
        passed_on,
        Kind.ATTEMPT,
        Rule(
            "whatever was tried",
            every(
                some(charted(g).after(g).within(minutes(15), of=g))
                & some(told(g).after(g))
                for g in give.tried()
            ),
        ),
        "Every dose that was begun is charted.",
        "stronger",
    ),
]
WRONG = [*ONCE, *TWO, *PASSED_ON]
