"""Two people other than the author approve the very diff that is merged."""

from examples.judged import Judged
from obligato.model import record
from obligato.spec import (
    Decision,
    Effect,
    Party,
    Request,
    Rule,
    Sort,
    Tool,
    World,
    bound,
    count,
    every,
)

Change, Diff = Sort("Change"), Sort("Diff")
change, diff, author = Change("change"), Diff("diff"), Party("author")
merged = Effect("merged", change, diff)
approve = Decision("approve", of=[change, diff])
merge = Tool("merge", takes=[change, diff], makes=[merged(change, diff)], fails="clean")

approved = Rule(
    "two others approved what was merged",
    every(
        count(
            a.by
            for a in approve.given(
                change=m.change, diff=m.diff, by=~bound(author)
            ).standing(m)
        )
        >= 2
        for m in merge.tried(change=bound(change))
    ),
)

review = Request(
    "merge the change once two others approve it",
    World("review", tools=[merge], decisions=[approve]),
    binds=[change, author],
    keeps=[approved],
)

BOUND = {"change": "c", "author": "ann"}
merge_d = merge(change="c", diff="d").ok()
ann, bob, cy = (approve(change="c", diff="d").by(who) for who in ("ann", "bob", "cy"))

JUDGED = [
    Judged(review, label, record(review, *lines, bound=BOUND), {approved.name: verdict})
    for label, verdict, lines in [
        ("bob, cy approve d; d merged", "E", [bob, cy, merge_d]),
        ("bob twice", "R", [bob, bob, merge_d]),
        ("ann, bob", "R", [ann, bob, merge_d]),
        (
            "bob approves d, cy another diff",
            "R",
            [bob, approve(change="c", diff="d0").by("cy"), merge_d],
        ),
        ("bob, cy, then cy revokes, merge", "R", [bob, cy, cy.revoked(), merge_d]),
        (
            "cy revokes, approves again, merge",
            "E",
            [bob, cy, cy.revoked(), cy, merge_d],
        ),
        ("bob, merge, then cy", "R", [bob, merge_d, cy]),
    ]
]
