"""`Symbolic`, pinned to a record, has the bits of `Truth` where little is known."""

from typing import Any

import pytest

from obligato.checker.solver import Question, Scope
from obligato.checker.solver.pin import slots_of
from obligato.model import record, settle
from obligato.model.truth import Truth
from obligato.spec import bound, claim, count, every, frontier, gap, handoff, some
from obligato.spec.drafts import Line
from obligato.spec.semantics import interpret
from obligato.spec.terms import Formula
from tests.lab import (
    Item,
    approve,
    changed,
    doc,
    ensure,
    lab,
    listing,
    look,
    made,
    make,
    special,
    touch,
    worth,
)

BOUND = {"item": "i1", "doc": "d1"}
MADE, YES = make(item="i1", size=1).ok(), approve(item="i1", doc="d1").by("ann")
OPEN, SURE, NEVER = (False, True), (True, True), (False, False)

CASES: dict[str, tuple[Formula, list[Line], dict[str, Any], tuple[bool, bool]]] = {
    "a relation of a role that is not bound": (
        special(bound(doc)),
        [],
        {"bound": {}, "given": {"special": ["d1", "d2"]}},
        OPEN,
    ),
    "a relation that was not given": (special(bound(doc)), [], {}, OPEN),
    "a relation that holds of others": (
        special(bound(doc)),
        [],
        {"given": {"special": ["d2"]}},
        NEVER,
    ),
    "a difference to what never came": (
        every(claim(worth) - p.size <= 5 for p in listing.done()),
        [listing(item="i1").ok(lines=[]), claim(worth=3)],
        {},
        OPEN,
    ),
    "a difference that is known": (
        every(claim(worth) - p.size == 2 for p in listing.done()),
        [listing(item="i1").ok(size=1), claim(worth=3)],
        {},
        SURE,
    ),
    "a count over a log with a gap": (
        count(make.tried()) <= 40,
        [gap(make), MADE],
        {},
        OPEN,
    ),
    "a failure that a read does not turn into a success": (
        count(made.made()) == 1,
        [MADE, ensure(item="i1").failed(), look(item="i1").ok(here=True)],
        {},
        SURE,
    ),
    "a failure that may have done something": (
        some(make.done()),
        [make(item="i1", size=1).failed()],
        {},
        OPEN,
    ),
    "entities that were not declared": (
        some(some(made.made(item=i)) for i in Item),
        [MADE],
        {},
        OPEN,
    ),
    "entities that were": (
        some(some(made.made(item=i)) for i in Item),
        [MADE],
        {"entities": {"Item": ["i1"]}},
        SURE,
    ),
    "a decision that was declined": (
        some(approve.withdrawn(item="i1")),
        [YES, YES.declined()],
        {},
        SURE,
    ),
    "a decision that stands no more": (
        some(approve.given().standing()),
        [YES, YES.declined()],
        {},
        NEVER,
    ),
    "the rows of a list that never came": (
        some(changed.made(doc="d1")),
        [touch(item="i1").ok()],
        {},
        OPEN,
    ),
    "the continuation of what never changed hands": (
        some(p.start >= frontier for p in make.done()),
        [MADE],
        {},
        SURE,
    ),
    "the continuation of what changed hands later": (
        some(p.start >= frontier for p in make.done()),
        [MADE, handoff()],
        {},
        NEVER,
    ),
}


@pytest.mark.parametrize("which", CASES)
def test_a_bit_is_that_of_truth(which: str) -> None:
    formula, lines, said, wanted = CASES[which]
    told = record(lab, *lines, **{"bound": BOUND, **said})
    scope = Scope(events=max(1, len(slots_of(told))))
    question = Question(lab, scope, [formula.node], known=[told])

    assert interpret(formula.node, Truth(settle(lab.world, told))) == wanted
    assert question.bits(formula.node, told) == wanted
