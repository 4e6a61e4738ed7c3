"""The solver finds records, says when there is none in scope, and never lies."""

from collections.abc import Callable

import pytest

from examples import invoicing, payments, refunds, review, shipping, workspace
from obligato.checker.solver import (
    Found,
    NoneInScope,
    Question,
    Scope,
    Unanswered,
    Way,
)
from obligato.checker.solver.ask import Disagreement
from obligato.checker.solver.pin import DoesNotFit
from obligato.model import check, record
from obligato.properties.plants import planted
from obligato.spec import (
    Int,
    Obligation,
    Request,
    Sort,
    SpecError,
    Tool,
    UnknownNameError,
    World,
    at,
    claim,
    compare,
    count,
    every,
    mean,
    nothing,
    some,
)

# How many events the smallest record of each verdict has, worked out by hand.
SMALLEST = [
    # paid, sent and tracked; nothing at all; one of the three unanswered
    (invoicing.settle, 0, "established", 3),
    (invoicing.settle, 0, "refuted", 0),
    (invoicing.settle, 0, "not established", 3),
    # one refund; none; one lost
    (refunds.once, 0, "established", 1),
    (refunds.once, 0, "refuted", 0),
    (refunds.once, 0, "not established", 1),
    # nothing shipped; shipped and not told; the shipping lost
    (shipping.telling, 0, "established", 0),
    (shipping.telling, 0, "refuted", 1),
    (shipping.telling, 0, "not established", 1),
    # nothing merged; merged without approval
    (review.review, 0, "established", 0),
    (review.review, 0, "refuted", 1),
    # two payments, the first lost; with a probe that was lost in between
    (payments.paying, 1, "refuted", 2),
    (payments.paying, 1, "not established", 3),
    # the tests alone; nothing; the tests lost
    (workspace.editing, 0, "established", 1),
    (workspace.editing, 0, "refuted", 0),
    (workspace.editing, 0, "not established", 1),
]


@pytest.mark.parametrize(
    ("request_", "which", "verdict", "events"),
    SMALLEST,
    ids=[f"{r.duties[w].name}: {v}" for r, w, v, _ in SMALLEST],
)
def test_the_record_found_has_the_verdict_and_the_fewest_events(
    request_: Request, which: int, verdict: str, events: int
) -> None:
    duty = request_.duties[which]

    answer = Question(request_, Scope()).find(duty.owed, verdict)

    assert isinstance(answer, Found)
    assert events == answer.events
    assert verdict == check(request_, answer.record).findings[which].verdict.name


def test_no_record_with_complete_logs_leaves_the_approvals_open() -> None:
    """Decisions are never lost, and a merge is tried whatever came of it."""
    question = Question(review.review, Scope(events=4))

    assert NoneInScope(Scope(events=4)) == question.find(
        review.approved.owed, "not established"
    )


def test_a_gap_in_a_log_may_leave_the_approvals_open() -> None:
    question = Question(review.review, Scope(events=2, gaps=True))

    answer = question.find(review.approved.owed, "not established")

    assert isinstance(answer, Found)
    assert answer.record.gaps


def test_what_no_record_meets_is_said_to_have_none_in_scope() -> None:
    both = some(refunds.refund.done()) & ~some(refunds.refund.done())

    assert isinstance(
        Question(refunds.once, Scope()).find(both.node, "established"), NoneInScope
    )


def test_a_transform_without_an_encoding_leaves_the_question_unanswered() -> None:
    amount, average = Int("amount"), Int("average")
    listing = Tool("listing", takes=[Sort("Page")("page")], returns=[amount])
    request = Request(
        "say the mean",
        World("means", tools=[listing]),
        owes=[
            Obligation(
                "mean",
                (count(listing.done()) == claim(average))
                & (mean(p.amount for p in listing.done()) >= "1/2"),
            )
        ],
    )

    answer = Question(request, Scope(events=2)).find(
        request.owes[0].owed, "established"
    )

    assert isinstance(answer, Unanswered)
    assert "the transform mean has no encoding" in answer.reason
    assert "`check` judges records" in answer.reason


def test_a_spent_budget_is_no_answer_and_never_none_in_scope() -> None:
    delivered = invoicing.settle.owes[0].owed
    question = Question(invoicing.settle, Scope(events=3), way=Way(budget=1))

    answer = question.find(delivered, "established")

    assert isinstance(answer, Unanswered)
    assert "gave up" in answer.reason


def test_a_witness_is_plain_where_it_does_not_matter() -> None:
    delivered = invoicing.settle.owes[0].owed

    found = Question(invoicing.settle, Scope(events=4)).find(delivered, "established")

    assert isinstance(found, Found)
    calls = list(found.record.calls)
    assert [(c.tool, c.start, c.end, c.by) for c in calls] == [
        ("pay", 0, 0, "agent"),
        ("send", 1, 1, "agent"),
        ("track", 2, 2, "agent"),
    ]
    assert (found.record.now, found.record.claim) == (3, None)


def test_a_record_larger_than_the_scope_is_refused() -> None:
    two = record(refunds.once, refunds.five.ok(), refunds.five.ok())

    with pytest.raises(DoesNotFit, match="2 events in a scope of 1"):
        Question(refunds.once, Scope(events=1)).bits(refunds.refunded.owed, two)


def test_a_record_before_time_0_is_refused_and_not_called_contradictory() -> None:
    early = record(refunds.once, at(-5), refunds.five.ok())

    with pytest.raises(DoesNotFit, match="before 0"):
        Question(refunds.once, Scope(events=1)).bits(refunds.refunded.owed, early)


def test_a_model_that_truth_does_not_confirm_is_never_shown() -> None:
    wrong = ('CALL = ("failed", "ok", "pending")', 'CALL = ("ok", "failed", "pending")')

    with planted("obligato.checker.solver.decode", *wrong), pytest.raises(Disagreement):
        Question(refunds.once, Scope()).find(refunds.refunded.owed, "established")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Scope(events=-1), "events=-1 must be 0 or more"),
        (lambda: Scope(entities=0), "entities=0 must be 1 or more"),
        (lambda: Scope(rows=True), "rows=True must be 0 or more"),
    ],
    ids=["events", "entities", "rows"],
)
def test_a_scope_that_makes_no_sense_is_refused(
    make: Callable[[], Scope], message: str
) -> None:
    with pytest.raises(SpecError, match=message):
        make()


def test_an_unknown_verdict_lists_the_known_ones() -> None:
    question = Question(refunds.once, Scope(events=1))

    with pytest.raises(UnknownNameError, match="established, not established, refuted"):
        question.find(refunds.refunded.owed, "proved")


def test_text_of_a_user_never_reaches_the_solver_as_text() -> None:
    Odd = Sort("Odd")
    odd = Odd("odd")
    tool = Tool("tool", takes=[odd], fails="clean")
    strange = 'x") (assert false) ; \\u{41} |'
    request = Request(
        "odd",
        World("odd", tools=[tool]),
        owes=[
            Obligation(
                "done",
                some(tool.done(odd=strange))
                & every(x.odd == strange for x in tool.done()),
            )
        ],
    )

    answer = Question(request, Scope(events=1)).find(
        request.owes[0].owed, "established"
    )

    assert isinstance(answer, Found)
    assert [strange] == [call.args["odd"] for call in answer.record.calls]


PAGE = Sort("Page")("page")
LISTING = Tool("listing", takes=[PAGE], returns=[Int("amount")], fails="clean")
ENCODED = {
    "the search came back empty": nothing(p.page for p in LISTING.done()),
    "the counts compare as less": compare(count(LISTING.done()), 2) <= -1,
}


@pytest.mark.parametrize("verdict", ["established", "refuted", "not established"])
@pytest.mark.parametrize("which", ENCODED)
def test_a_transform_with_an_encoding_is_searched_and_replayed(
    which: str, verdict: str
) -> None:
    duty = Obligation(which, ENCODED[which])
    request = Request("ask", World("pages", tools=[LISTING]), owes=[duty])

    answer = Question(request, Scope(events=3)).find(duty.owed, verdict)

    assert isinstance(answer, Found)
    assert verdict == check(request, answer.record).findings[0].verdict.name
