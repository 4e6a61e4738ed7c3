"""Two predicates compared, and the near misses of the nine told apart."""

import pytest

from examples import payments, refunds, review, shipping, spending, workspace
from obligato.checker.compare import (
    EQUAL,
    INCOMPARABLE,
    OPEN,
    STRONGER,
    WEAKER,
    compare,
)
from obligato.checker.facts import truth
from obligato.checker.solver import Found, Scope
from obligato.spec import bound, claim, count, every, hours, mean, none, some, total
from obligato.spec.requests import Request
from obligato.spec.terms import Formula

pay, probe, merge, approve = payments.pay, payments.probe, review.merge, review.approve

WIDE = Scope(events=4, entities=3)
# What each near miss says instead, and how it relates to what was meant.
NEAR: dict[str, tuple[Request, int, Formula, str]] = {
    "dropping .standing(m)": (
        review.review,
        0,
        every(
            count(
                a.by
                for a in approve.given(
                    change=m.change, diff=m.diff, by=~bound(review.author)
                ).before(m)
            )
            >= 2
            for m in merge.tried(change=bound(review.change))
        ),
        WEAKER,
    ),
    ">= becomes ==": (
        review.review,
        0,
        every(
            count(
                a.by
                for a in approve.given(
                    change=m.change, diff=m.diff, by=~bound(review.author)
                ).standing(m)
            )
            == 2
            for m in merge.tried(change=bound(review.change))
        ),
        STRONGER,
    ),
    "tried becomes done": (
        payments.paying,
        1,
        every(
            some(probe.done(invoice=a.invoice, paid=False).between(a, b))
            for a in pay.unclear()
            for b in pay.done(invoice=a.invoice).after(a)
        ),
        WEAKER,
    ),
    "dropping paid=False": (
        payments.paying,
        1,
        every(
            some(probe.done(invoice=a.invoice).between(a, b))
            for a in pay.unclear()
            for b in pay.tried(invoice=a.invoice).after(a)
        ),
        WEAKER,
    ),
    "count == 1 becomes >= 1": (
        payments.paying,
        0,
        count(pay.done(invoice=bound(payments.invoice))) >= 1,
        WEAKER,
    ),
    "within without after": (
        shipping.telling,
        0,
        every(
            some(shipping.notify.done(order=s.order).within(hours(24), of=s))
            for s in shipping.ship.done()
        ),
        WEAKER,
    ),
    "c.before(t) becomes true": (
        workspace.editing,
        0,
        some(workspace.tests.done(suite=bound(workspace.suite), failed=0)),
        WEAKER,
    ),
    "dropping one_version": (
        spending.spending,
        0,
        spending.complete
        & (
            claim(spending.spend)
            == total(line.amount for p in spending.pages for line in p.lines)
        ),
        WEAKER,
    ),
}


@pytest.mark.parametrize("which", NEAR)
def test_a_near_miss_is_told_apart_by_a_record(which: str) -> None:
    request, duty, near, relation = NEAR[which]
    meant = request.duties[duty].owed

    made = compare(request, near.node, meant, Scope(events=5, entities=3))

    assert relation == made.relation
    answer = made.first_only if relation == WEAKER else made.second_only
    assert isinstance(answer, Found)
    assert truth(request, near.node, answer.record) != truth(
        request, meant, answer.record
    )


def test_three_approvals_tell_at_least_two_from_exactly_two() -> None:
    request, duty, near, _ = NEAR[">= becomes =="]

    made = compare(request, near.node, request.duties[duty].owed, WIDE)

    assert isinstance(made.second_only, Found)
    assert (
        sum(
            e.__class__.__name__ == "Decided"
            for e in made.second_only.record.trajectory
        )
        == 3
    )


def related(request: Request, first: Formula, second: Formula) -> str:
    """Return how the first relates to the second in a small scope."""
    return compare(request, first.node, second.node, Scope(events=3)).relation


def test_two_spellings_of_one_meaning_are_equal() -> None:
    refund = refunds.refund
    spelled = (count(refund.done()) >= 1) & ~(count(refund.done()) >= 2)

    assert related(refunds.once, count(refund.done()) == 1, spelled) == EQUAL


def test_predicates_about_different_things_are_incomparable() -> None:
    one, other = some(pay.done()), none(probe.done())

    assert related(payments.paying, one, other) == INCOMPARABLE


def test_the_order_is_turned_round_with_its_sides() -> None:
    one, two = some(pay.done()), count(pay.done()) >= 2

    assert related(payments.paying, two, one) == STRONGER
    assert related(payments.paying, one, two) == WEAKER


def test_what_has_no_encoding_is_not_decided() -> None:
    refund = refunds.refund

    assert (
        related(
            refunds.once,
            mean(r.amount for r in refund.done()) >= 1,
            some(refund.done()),
        )
        == OPEN
    )
