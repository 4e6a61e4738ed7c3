"""What `verify` shows of good predicates, and what it exposes of wrong ones."""

import pytest

from examples import invoicing, payments, refunds, review, shipping, workspace
from examples.judged import Judged
from obligato.checker.joint import jointly
from obligato.checker.solver import Found, NoneInScope, Scope, Unanswered
from obligato.checker.solver.ask import Disagreement
from obligato.checker.verify import Check, verify
from obligato.model import check, write
from obligato.properties.plants import planted
from obligato.spec import (
    Effect,
    Int,
    Obligation,
    Request,
    Rule,
    Sort,
    Tool,
    World,
    bound,
    claim,
    count,
    every,
    mean,
    none,
    some,
)
from obligato.spec.requests import Duty
from obligato.spec.verdicts import ESTABLISHED, REFUTED, NotEstablished

GOOD = {
    d.name: (r, d)
    for r in (
        invoicing.settle,
        refunds.once,
        shipping.telling,
        review.review,
        payments.paying,
        workspace.editing,
    )
    for d in r.duties
}


def found(request: Request, duty: Duty, scope: Scope | None = None) -> dict[str, Check]:
    """Return the checks of a duty by name, the failing one of each name if any."""
    made: dict[str, Check] = {}
    for checked in verify(request, duty, scope or Scope(events=4)).checks:
        if checked.name not in made or checked.verdict != ESTABLISHED:
            made.setdefault(checked.name, checked)
            if checked.verdict == REFUTED:
                made[checked.name] = checked
    return made


@pytest.mark.parametrize("name", GOOD)
def test_a_predicate_that_is_right_passes_every_check(name: str) -> None:
    request, duty = GOOD[name]

    assert verify(request, duty, Scope(events=4)).verdict == ESTABLISHED


def test_the_record_of_a_check_has_the_verdict_it_is_shown_for() -> None:
    made = found(refunds.once, refunds.refunded)

    for name, verdict in (("dischargeable", "established"), ("missable", "refuted")):
        answer = made[name].answer
        assert isinstance(answer, Found)
        case = check(refunds.once, answer.record)
        assert verdict == case.findings[0].verdict.name


Order = Sort("Order")
order, amount = Order("order"), Int("amount")
repaid = Effect("repaid", order)
refund = Tool("refund", takes=[order, amount], makes=[repaid(order)], fails="clean")
look = Tool("look", takes=[order], fails="clean")
SHOP = World("shop", tools=[refund, look])
done = refund.done(order=bound(order))

WRONG: dict[str, tuple[Duty, str]] = {
    "an obligation that nothing meets": (
        Obligation("none", some(done) & none(done)),
        "dischargeable",
    ),
    "an obligation that cannot be missed": (
        Obligation("always", some(done) | none(done) | (count(done) >= 0)),
        "missable",
    ),
    "an obligation met by nothing done": (
        Obligation("empty", every(r.amount == 5 for r in done)),
        "by nothing",
    ),
    "an obligation met without evidence": (
        Obligation("tried", some(refund.tried(order=bound(order)))),
        "evidenced",
    ),
    "an obligation about no particular order": (
        Obligation("any", some(refund.done()) & (count(done) <= 1)),
        "scoped",
    ),
    "a rule that nothing keeps": (Rule("must", some(done)), "by nothing"),
    "a rule that is never set off and kept": (
        Rule("never", every(some(refund.done().after(r).before(r)) for r in done)),
        "triggered",
    ),
    "a part that makes no difference": (
        Obligation("twice said", some(done) & (count(done) >= 1)),
        "needed",
    ),
    "a tool that makes no difference": (
        Obligation("idle", some(done) & (some(look.tried()) | none(look.tried()))),
        "needed",
    ),
}


@pytest.mark.parametrize("which", WRONG)
def test_a_wrong_predicate_fails_the_check_that_shows_why(which: str) -> None:
    duty, name = WRONG[which]
    owes = [duty] if isinstance(duty, Obligation) else []
    keeps = [duty] if isinstance(duty, Rule) else []
    request = Request("refund", SHOP, binds=[order], owes=owes, keeps=keeps)

    made = verify(request, duty, Scope(events=3))

    assert name in {c.name for c in made.checks if c.verdict == REFUTED}
    assert made.verdict == REFUTED


def test_a_verdict_that_hangs_on_an_answer_is_told_and_not_blamed() -> None:
    known = found(payments.paying, payments.careful)["known"]

    assert isinstance(known.answer, Found)
    assert known.verdict is None


def test_the_steps_that_end_a_duty_are_reported_with_a_record() -> None:
    made = verify(workspace.editing, workspace.green, Scope(events=3))
    ending = {c.question: c.answer for c in made.checks if c.name == "lasting"}

    assert isinstance(ending["one more write ends it"], Found)
    assert isinstance(ending["one more tests ends it"], NoneInScope)


def test_a_repeated_refund_ends_it_and_is_not_admissible() -> None:
    """Preserve forbids the second refund, so no admissible step ends it."""
    made = found(refunds.once, refunds.refunded)

    assert isinstance(made["lasting"].answer, NoneInScope)


def test_a_frontier_at_which_a_duty_is_lost_is_the_smallest() -> None:
    made = found(shipping.telling, shipping.told)["reachable"].answer

    assert isinstance(made, Found)
    assert made.events == 1
    assert check(shipping.telling, made.record).findings[0].standing == "lost"


def test_what_has_no_encoding_is_never_green() -> None:
    average = Int("average")
    duty = Obligation(
        "mean",
        (claim(average) == count(refund.done()))
        & (mean(r.amount for r in refund.done()) >= 1),
    )
    request = Request("say", SHOP, owes=[duty])

    made = verify(request, duty, Scope(events=1))

    assert isinstance(made.checks[0].answer, Unanswered)
    assert isinstance(made.verdict, NotEstablished)


def test_duties_that_exclude_each_other_cannot_be_met_together() -> None:
    once = Obligation("once", count(done) == 1)
    never = Rule("never", none(refund.done()))
    request = Request("both", SHOP, binds=[order], owes=[once], keeps=[never])

    assert jointly(request, Scope(events=3)).verdict == REFUTED
    assert jointly(invoicing.settle, Scope(events=3)).verdict == ESTABLISHED


def test_a_witness_that_truth_does_not_confirm_is_never_shown() -> None:
    wrong = ("return ite(forgotten, UNKNOWN,", "return ite(forgotten, '1',")
    with planted("obligato.checker.solver.views", *wrong), pytest.raises(Disagreement):
        verify(refunds.once, refunds.refunded, Scope(events=2))


def test_a_judged_record_is_what_the_checks_print() -> None:
    case: Judged = refunds.JUDGED[0]

    assert 'refund(order="o1", amount=5).ok()' in write(case.record, case.request)
