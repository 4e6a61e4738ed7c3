"""What is said of every history: where it is proved, where not, and that it is so."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from examples import (
    invoicing,
    medication,
    payments,
    pipeline,
    refunds,
    review,
    shipping,
    spending,
    workspace,
)
from obligato.checker import facts, hangs
from obligato.checker.compare import compare, exceeding, one_way
from obligato.checker.facts import Asked
from obligato.checker.histories.always import (
    Cases,
    NoneEver,
    ever,
    lost,
    met,
    met_with_gaps,
    turned,
)
from obligato.checker.solver import Answer, Found, NoneInScope, Question, Scope
from obligato.checker.spoken import roles, sources
from obligato.properties.choices import seeded
from obligato.properties.phrasing import draw_formula
from obligato.properties.plants import planted
from obligato.properties.worlds import SHIPPED
from obligato.spec import Request, Rule, bound, count, every, none, some
from obligato.spec import syntax as s
from obligato.spec.requests import Duty
from obligato.spec.terms import Formula

REQUESTS = (
    invoicing.settle,
    payments.paying,
    spending.spending,
    workspace.editing,
    refunds.once,
    review.review,
    shipping.telling,
    medication.ward,
    pipeline.handing,
)
DUTIES = {duty.name: (request, duty) for request in REQUESTS for duty in request.duties}
Asking = tuple[str, Cases, Callable[[Asked], Answer]]


def questions(asked: Asked) -> Iterator[Asking]:
    """Yield the questions of `verify` that must find nothing, and one that may."""
    if isinstance(asked.duty, Rule):
        gaps = partial(facts.with_a_gap, sources=sources(asked))
        yield "evidenced", met_with_gaps, gaps
    else:
        yield "evidenced", met, facts.without_evidence
        for role in roles(asked):
            yield f"scoped {role.name}", met, partial(hangs.unmatched, role=role)
    yield "known", turned, facts.overturned
    yield "reachable", lost, hangs.lost_at


def answers(request: Request, duty: Duty) -> Iterator[tuple[Asking, Answer]]:
    """Yield the answers to the questions about a duty that found nothing."""
    asked = Asked(request, duty, Scope(events=2))
    for asking in questions(asked):
        _, cases, ask = asking
        answer = ever(asked, cases, ask)
        if isinstance(answer, NoneInScope):
            yield asking, answer


BOUNDED = {  # which answers stay bounded
    payments.paid_once.name: ["known"],  # what settles a call asks for calls
    spending.spent.name: ["known"],  # a total
    review.approved.name: ["known"],  # ten events
    medication.given_once.name: ["known", "reachable"],
    medication.two_checked.name: ["known"],
    medication.passed_on.name: ["known"],
    pipeline.whole.name: ["known"],
}


@pytest.mark.parametrize("name", DUTIES)
def test_none_in_scope_is_none_in_every_history_but_for_these(name: str) -> None:
    left = [
        question
        for (question, _, _), answer in answers(*DUTIES[name])
        if not isinstance(answer, NoneEver)
    ]

    assert left == BOUNDED.get(name, [])


def larger(scope: Scope) -> Scope:
    """Return a scope of two more events and names, and one more row in a field."""
    sizes = scope.events + 2, scope.entities + 2, scope.rows + 1
    return Scope(*sizes)


def found_after_all(request: Request, duty: Duty) -> tuple[int, list[str]]:
    """Return how many questions nothing ever answers, and which a larger scope does."""
    never = [
        (name, ask(Asked(request, duty, larger(answer.scope))))
        for (name, _, ask), answer in answers(request, duty)
        if isinstance(answer, NoneEver)
    ]
    return len(never), [name for name, answer in never if isinstance(answer, Found)]


QUICK = [invoicing.delivered.name, shipping.told.name, workspace.green.name]


@pytest.mark.parametrize("name", QUICK)
def test_what_no_history_has_no_record_of_two_more_events_has(name: str) -> None:
    never, found = found_after_all(*DUTIES[name])

    assert never > 0
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in DUTIES if name not in QUICK])
def test_what_no_history_has_no_larger_record_of_an_example_has(name: str) -> None:
    never, found = found_after_all(*DUTIES[name])

    assert never > 0
    assert found == []


def test_the_answer_says_which_events_matter_and_in_which_scope_it_was_asked() -> None:
    asked = Asked(invoicing.settle, invoicing.delivered, Scope())
    answer = ever(asked, met, facts.without_evidence)

    assert isinstance(answer, NoneEver)
    assert answer.scope == Scope(events=3, entities=3, rows=0)
    assert answer.said == (
        "none in every history (at most 3 events matter: pay, send, track; "
        "asked with 3 events, 3 further entities of each sort)"
    )


# What two events show, and none does; the read, because it found a payment.
pay, invoice = payments.pay, payments.invoice
NEVER = s.Not(s.TRUE)
TWO: dict[str, Formula] = {
    "a read of a payment": some(payments.probe.done(paid=True)),
    "two payments": count(pay.tried()) >= 2,
    "two invoices beside the one": count(
        p.invoice for p in pay.tried(invoice=~bound(invoice))
    )
    >= 2,
    "a payment after a payment": some(pay.tried().after(p) for p in pay.tried()),
    "a payment, and one that is as late": some(pay.tried())
    & every(some(pay.tried(by=~p.by)) for p in pay.tried()),
}


def surely(which: str, scope: Scope) -> Answer:
    """Return a record that establishes one of `TWO`, as `compare` looks for it."""
    known = s.Known(TWO[which].node)
    return compare(payments.paying, known, NEVER, scope).first_only


@pytest.mark.parametrize("which", TWO)
def test_a_scope_that_is_too_small_is_not_taken_for_every_history(which: str) -> None:
    answer = surely(which, Scope(events=1, entities=1))

    assert isinstance(answer, NoneInScope)
    assert not isinstance(answer, NoneEver)
    assert isinstance(surely(which, Scope(events=2, entities=3)), Found)


def untrue(seeds: range) -> tuple[int, list[int]]:
    """Return how often drawn formulas say never, and the seeds where that is untrue."""
    never, wrong = 0, []
    for seed in seeds:
        request, pick = DRAWN[seed % len(DRAWN)], seeded("never", seed)
        more, less = draw_formula(request, pick, 1), draw_formula(request, pick, 1)
        pair = (more, pick((NEVER, less, s.And((more, less)))))
        small = Question(request, Scope(events=0, entities=1, rows=0), pair)
        answer = one_way(small, *pair)
        if isinstance(answer, NoneEver):
            never += 1
            larger = Question(request, Scope(events=3, entities=3), pair)
            if isinstance(exceeding(larger, *pair), Found):
                wrong.append(seed)
    return never, wrong


DRAWN = (*SHIPPED, payments.paying, workspace.editing)


def test_what_is_said_of_every_history_holds_of_drawn_formulas() -> None:
    never, wrong = untrue(range(16))

    assert wrong == []
    assert never >= 2


@pytest.mark.long
def test_what_is_said_of_every_history_holds_of_many_drawn_formulas() -> None:
    never, wrong = untrue(range(16, 400))

    assert wrong == []
    assert never > 30


def test_one_predicate_is_stronger_on_every_history() -> None:
    told = shipping.told.owed
    both = s.And((told, none(shipping.ship.tried()).node))
    found = compare(shipping.telling, both, told, Scope(events=1))

    assert found.relation == "stronger"
    assert isinstance(found.first_only, NoneEver)


def test_two_ways_to_say_one_thing_are_equal_on_every_history() -> None:
    tried = shipping.ship.tried()
    same = compare(shipping.telling, none(tried).node, (count(tried) == 0).node)

    assert same.relation == "equal"
    assert isinstance(same.first_only, NoneEver)
    assert isinstance(same.second_only, NoneEver)


ENDLESS = {
    "each payment is followed by another": every(
        some(pay.tried().after(p)) for p in pay.tried()
    )
    & some(pay.tried()),
    "as many payments as reads": (count(pay.done()) == count(payments.probe.done()))
    & (count(pay.done()) >= 1),
}


@pytest.mark.parametrize("which", ENDLESS)
def test_what_may_take_any_number_of_events_stays_bounded(which: str) -> None:
    """Nothing established it in scope, but the argument says nothing of longer ones."""
    formula = ENDLESS[which].node
    answer = compare(payments.paying, formula, formula, Scope(events=2)).first_only

    assert isinstance(answer, NoneInScope)
    assert not isinstance(answer, NoneEver)


PLANTS = {
    "what a history must fit is forgotten": (
        "always",
        "return [neg(holds(f, shape, {}, sure=True)) for _, f in conflicts(world)]",
        "return []",
    ),
    "what must be there is not kept": (
        "enough",
        "            self.kept.append(new)\n",
        "            pass\n",
    ),
    "two are one": ("enough", "in range(number):", "in range(1):"),
    "nothing is asked of a kept row": ("enough", "    search.close()\n", ""),
    "one name is enough": (
        "extent",
        "entities = max(1, *(_names(e, request) for e in every))",
        "entities = 1",
    ),
    "it is not asked again": (
        "always",
        "    if not isinstance(answer, NoneInScope):\n        return None\n",
        "",
    ),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_bug_in_the_argument_is_noticed(name: str) -> None:
    module, old, new = PLANTS[name]
    with planted(f"obligato.checker.histories.{module}", old, new):
        wrong = [which for which in TWO if _never(which)]

    assert wrong


def _never(which: str) -> bool:
    try:
        return isinstance(surely(which, Scope(events=1, entities=1)), NoneEver)
    except AttributeError:  # it has no scope, having been found
        return True
