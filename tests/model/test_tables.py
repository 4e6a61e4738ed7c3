"""The tables of a record: what is known of each row, and what may be missing."""

import math
from typing import Any

import pytest

from obligato.model import check, compile_formula, record, residual, settle
from obligato.model.explained import Explained
from obligato.model.settle import conflict
from obligato.model.tables import KEY, OPEN, Tables
from obligato.model.truth import Truth
from obligato.spec import (
    Code,
    Int,
    Rows,
    Standing,
    Tool,
    World,
    at,
    claim,
    count,
    gap,
    none,
    now,
    some,
    total,
)
from obligato.spec import syntax as s
from obligato.spec.drafts import Line, handoff
from obligato.spec.requests import Obligation, Request
from obligato.spec.semantics import interpret
from obligato.spec.terms import Formula
from obligato.spec.values import UNKNOWN, Span
from tests.lab import (
    Item,
    amount,
    approve,
    changed,
    doc,
    ensure,
    lab,
    listing,
    look,
    made,
    make,
    touch,
    undo,
)

DONE, YES = make(item="i1", size=1).ok(), approve(item="i1", doc="d1").by("ann")
MADE = s.Made("made")


def tables(*lines: Line, future: bool = False, now: int | None = None) -> Tables:
    """Return the tables of a script, settled."""
    made_up = record(lab, *lines, bound={"item": "i1", "doc": "d1"}, now=now)
    return settle(lab.world, made_up, future)


def bits(formula: Formula, *lines: Line, future: bool = False) -> tuple[bool, bool]:
    """Return must and may of a formula on a script."""
    return interpret(formula.node, Truth(tables(*lines, future=future)))


def test_a_record_is_judged_at_its_claim_though_more_was_seen() -> None:
    assert tables(at(3), claim(worth=1), now=9).now == 3
    assert tables(at(3), DONE, now=9).now == 9


def test_an_open_future_is_judged_at_any_time_from_now_on() -> None:
    later = tables(at(3), DONE, now=9, future=True).now

    assert isinstance(later, Span)
    assert (later.low, later.high) == (9, math.inf)


def test_what_is_late_may_still_become_late() -> None:
    early = Obligation("waited", some(now >= p.end + 5 for p in make.done()))
    request = Request("wait", lab.world, owes=[early])

    assert check(request, record(request, DONE)).findings[0].standing == Standing.OPEN


def test_without_a_handoff_everything_is_the_continuation() -> None:
    assert tables(at(-5), DONE).frontier < -5
    assert Code.DUPLICATE_EFFECT in {
        f.code for f in residual(lab, record(lab, at(-5), DONE, DONE))
    }


AT_THE_CLAIM: dict[str, tuple[Line, tuple[bool, bool]]] = {
    "ended before it": (DONE.took(2), (True, True)),
    "ended as it was made": (DONE.took(3), (False, True)),
    "was under way": (DONE.took(9), (False, True)),
}


@pytest.mark.parametrize("which", AT_THE_CLAIM)
def test_an_answer_counts_if_it_came_before_the_claim(which: str) -> None:
    call, wanted = AT_THE_CLAIM[which]

    assert wanted == bits(some(make.done()), call, at(3), claim(worth=1))


def test_a_call_that_starts_at_the_claim_was_tried_and_one_after_it_was_not() -> None:
    tried = some(make.tried())

    assert bits(tried, at(3), claim(worth=1), at(3), DONE) == (True, True)
    assert bits(tried, at(3), claim(worth=1), at(4), DONE) == (False, False)


def test_a_call_under_way_at_the_claim_ends_some_time_after() -> None:
    (row,) = tables(DONE.took(9), at(3), claim(worth=1)).calls["make"]

    assert isinstance(row["end"], Span)
    assert (row["end"].low, row["end"].high) == (3, math.inf)


def test_a_decision_under_way_at_the_claim_may_be_given_and_need_not() -> None:
    under_way = (YES.took(9), at(3), claim(worth=1))

    assert bits(some(approve.given()), *under_way) == (False, True)


WITHDRAWN: dict[str, Line] = {"declined": YES.declined(), "revoked": YES.revoked()}


@pytest.mark.parametrize("which", WITHDRAWN)
def test_a_decision_that_is_no_yes_withdraws(which: str) -> None:
    assert bits(some(approve.given()), WITHDRAWN[which]) == (False, False)
    assert bits(some(approve.withdrawn()), WITHDRAWN[which]) == (True, True)


MISSED: dict[str, tuple[Line, Formula]] = {
    "a call": (gap(make), some(make.tried())),
    "that it took effect": (gap(make), some(make.done())),
    "that it got no answer": (gap(make), some(make.unclear())),
    "that it was answered": (gap(make), some(make.tried().marked("answered"))),
    "an effect": (gap(make), some(made.made())),
    "an end": (gap(undo), some(made.ended())),
    "a decision": (gap(approve), some(approve.given())),
    "a withdrawal": (gap(approve), some(approve.withdrawn())),
}


@pytest.mark.parametrize("which", MISSED)
def test_a_log_with_a_gap_may_have_missed_it_and_need_not(which: str) -> None:
    hole, seen = MISSED[which]

    assert bits(seen, hole) == (False, True)
    assert bits(~seen, hole) == (False, True)


def test_a_failed_call_was_not_answered_well() -> None:
    (row,) = tables(make(item="i1", size=1).failed()).calls["make"]

    assert (row["took"], row["unclear"], row["answered"]) == (UNKNOWN, False, False)


def test_open_rows_come_last() -> None:
    found = tables(gap(make), DONE, ensure(item="i2").ok()).rows(MADE)

    assert [OPEN in row for row in found] == [False, False, True]


def test_each_effect_of_one_call_is_a_row_of_its_own() -> None:
    both = touch(item="i1").ok(touched=["d1", "d2"])

    assert bits(count(c.doc for c in changed.made()) == 2, both) == (True, True)
    names = [row[KEY] for row in tables(both).rows(s.Made("changed"))]
    assert names == [("e1", 0), ("e1", 1)]


LISTED = listing(item="i1").ok(lines=[{"doc": "d1", "amount": 1}], size=1)
CUT = LISTED.receipt(complete=False)
TOUCHED = touch(item="i1").ok(touched=["d1"])
CUT_SHORT: dict[str, tuple[Formula, Line, Line]] = {
    "a row that is not in it": (
        none(x.doc == "d2" for p in listing.done() for x in p.lines),
        LISTED,
        CUT,
    ),
    "how many rows": (
        count(x.doc for p in listing.done() for x in p.lines) == 1,
        LISTED,
        CUT,
    ),
    "a total": (
        total(x.amount for p in listing.done() for x in p.lines) == 1,
        LISTED,
        CUT,
    ),
    "what its rows bring about": (
        none(changed.made(doc="d2")),
        TOUCHED,
        TOUCHED.receipt(complete=False),
    ),
}


@pytest.mark.parametrize("which", CUT_SHORT)
def test_a_list_cut_short_may_go_on(which: str) -> None:
    formula, whole, cut = CUT_SHORT[which]

    assert bits(formula, whole) == (True, True)
    assert bits(formula, cut) == (False, True)
    seen, program = tables(cut), compile_formula(formula.node)
    trees = interpret(formula.node, Explained(seen))
    assert (program.must(seen), program.may(seen)) == (False, True)
    assert tuple(tree.held for tree in trees) == (False, True)


def test_what_a_list_cut_short_has_is_sure() -> None:
    seen = some(x.doc == "d1" for p in listing.done() for x in p.lines)

    assert bits(seen, CUT) == (True, True)


def test_a_row_whose_key_never_came_may_be_any_row() -> None:
    spent = total(x.amount for p in listing.done() for x in p.lines)
    unnamed: list[dict[str, Any]] = [{"amount": 1}, {"amount": 1}]

    assert bits(spent == 2, listing(item="i1").ok(lines=unnamed)) == (False, True)


def test_a_row_that_lacks_a_part_of_its_key_may_be_any_row() -> None:
    pairs = Rows("pairs", doc, amount)
    survey = Tool("survey", returns=[pairs], fails="clean")
    spent = total(x.amount for p in survey.done() for x in p.pairs)
    asked = Obligation("spent", spent == 1)
    request = Request("survey", World("surveys", tools=[survey]), owes=[asked])
    reports = survey().ok(pairs=[{"amount": 1}]), survey().ok(pairs=[{"amount": 1}])
    known = survey().ok(pairs=[{"amount": 1, "doc": "d1"}])

    for lines, standing in (
        (reports, Standing.UNCLEAR),
        ((known, known), Standing.DISCHARGED),
    ):
        found = check(request, record(request, *lines)).findings[0]
        assert found.standing == standing


def test_what_a_gap_may_hide_is_not_settled_by_a_read() -> None:
    seen = tables(gap(make), at(9), look(item="i1").ok(here=False))

    assert [row["took"] for row in seen.calls["make"]] == [UNKNOWN]
    assert conflict(seen) is None


def test_entities_that_were_not_declared_may_be_any() -> None:
    assert bits(some(some(made.made(item=i)) for i in Item), DONE) == (False, True)


def test_what_the_future_may_hold_is_what_may_happen_from_now_on() -> None:
    never = none(undo.tried().before(p) for p in make.done())

    assert bits(some(undo.done()), DONE, future=True) == (False, True)
    assert bits(never, DONE, future=True)[1]
    assert bits(
        some(some(undo.tried().before(p)) for p in make.done(size=1)), DONE
    ) == (
        False,
        False,
    )


def test_the_handoff_is_where_the_continuation_begins() -> None:
    assert tables(DONE, handoff().took(4), DONE).frontier == 5


@pytest.mark.parametrize("name", ["id", "open", "lands", "amount"])
def test_a_column_may_have_any_name(name: str) -> None:
    named = Int(name)
    order = Tool("order", takes=[named], returns=[Rows("found", named, Int("n"))])
    sum_is_4 = total(getattr(o, name) for o in order.done()) == 4
    two_rows = count(x for o in order.tried() for x in o.found) == 2
    duty = Obligation("both", sum_is_4 & two_rows & some(order.tried()))
    request = Request("order", World("orders", tools=[order]), owes=[duty])
    two = (
        order(**{name: 2}).ok(found=[{name: 1, "n": 1}]),
        order(**{name: 2}).ok(found=[{name: 1, "n": 2}]),
    )

    assert check(request, record(request, *two))
