"""Wrong ways to say that two others approved what was merged."""

from examples.review import approve, approved, author, change, merge, review
from examples.wrong.mistake import Kind, Mistake
from obligato.spec import Obligation, Rule, bound, count, every, some

merges = merge.tried(change=bound(change))

WRONG = [
    Mistake(
        review,
        approved,
        Kind.STANDING,
        Rule(
            "approved once",
            every(
                count(
                    a.by
                    for a in approve.given(
                        change=m.change, diff=m.diff, by=~bound(author)
                    ).before(m)
                )
                >= 2
                for m in merges
            ),
        ),
        "Whoever approved still approves.",
        "weaker",
    ),
    Mistake(
        review,
        approved,
        Kind.TIME,
        Rule(
            "approved by now",
            every(
                count(
                    a.by
                    for a in approve.given(
                        change=m.change, diff=m.diff, by=~bound(author)
                    ).standing()
                )
                >= 2
                for m in merges
            ),
        ),
        "What stands today stood when it was merged.",
        "incomparable",
    ),
    Mistake(
        review,
        approved,
        Kind.COUNT,
        Rule(
            "exactly two",
            every(
                count(
                    a.by
                    for a in approve.given(
                        change=m.change, diff=m.diff, by=~bound(author)
                    ).standing(m)
                )
                == 2
                for m in merges
            ),
        ),
        "Two approvals means that there are two.",
        "stronger",
        entities=3,
    ),
    Mistake(
        review,
        approved,
        Kind.EVENTS,
        Rule(
            "approvals counted, not people",
            every(
                count(
                    approve.given(
                        change=m.change, diff=m.diff, by=~bound(author)
                    ).standing(m)
                )
                >= 2
                for m in merges
            ),
        ),
        "Nobody approves the same diff twice.",
        "weaker",
    ),
    Mistake(
        review,
        approved,
        Kind.PART,
        Rule(
            "the author among them",
            every(
                count(
                    a.by
                    for a in approve.given(change=m.change, diff=m.diff).standing(m)
                )
                >= 2
                for m in merges
            ),
        ),
        "The platform does not let authors approve their own changes.",
        "weaker",
    ),
    Mistake(
        review,
        approved,
        Kind.BINDING,
        Rule(
            "any diff of the change",
            every(
                count(
                    a.by
                    for a in approve.given(change=m.change, by=~bound(author)).standing(
                        m
                    )
                )
                >= 2
                for m in merges
            ),
        ),
        "Approving a change approves whatever is pushed to it later.",
        "weaker",
    ),
    Mistake(
        review,
        approved,
        Kind.ATTEMPT,
        Rule(
            "only merges that succeed",
            every(
                count(
                    a.by
                    for a in approve.given(
                        change=m.change, diff=m.diff, by=~bound(author)
                    ).standing(m)
                )
                >= 2
                for m in merge.done(change=bound(change))
            ),
        ),
        "An attempt that fails harms nobody, so anybody may try.",
        "weaker",
    ),
    Mistake(
        review,
        approved,
        Kind.QUANTIFIER,
        Rule(
            "some approval and some approval",
            every(
                some(
                    approve.given(
                        change=m.change, diff=m.diff, by=~bound(author)
                    ).standing(m)
                )
                & some(
                    approve.given(
                        change=m.change, diff=m.diff, by=~bound(author)
                    ).standing(m)
                )
                for m in merges
            ),
        ),
        "One person and one person make two people.",
        "needed",
    ),
    Mistake(
        review,
        approved,
        Kind.DUTY,
        Obligation("owed", approved.formula),
        "A change needs two approvals, so the approvals are owed.",
        "by nothing",
    ),
]
