"""The order monitor finds each breach of the three invariants, and no other."""

from itertools import permutations

import pytest

from obligato.model.handoff.order import (
    EVIDENCE,
    TARGET,
    WHOLE,
    Allowed,
    Called,
    Claimed,
    Event,
    Evidenced,
    Frozen,
    OrderMonitor,
    Proposed,
)
from obligato.spec import Code

Z, OTHER = Frozen("z", ("delivered",)), Frozen("y", ())
SEEN, ALLOWED = Proposed("h", "z"), Allowed("h", "z", ("s", "t"))
WRITE, READ = Called("s", writes=True), Called("t", writes=False)
EVIDENCED, DONE = Evidenced("delivered"), Claimed()
RIGHT: list[Event] = [Z, SEEN, ALLOWED, WRITE, READ, EVIDENCED, DONE]


def broken(*events: Event) -> list[tuple[str, Code]]:
    monitor = OrderMonitor()
    told = [breach for event in events for breach in monitor.tell(event)]
    assert told == monitor.breaches
    return [(breach.invariant, breach.code) for breach in told]


def test_the_right_order_breaks_nothing() -> None:
    assert broken(*RIGHT) == []


BREACHES: dict[str, tuple[list[Event], tuple[str, Code]]] = {
    "a plan seen first": ([SEEN, Z], (TARGET, Code.CHECKER_TOUCHED)),
    "a contract exchanged": ([Z, SEEN, OTHER], (TARGET, Code.CHECKER_TOUCHED)),
    "two contracts": ([Z, OTHER], (TARGET, Code.CHECKER_TOUCHED)),
    "a plan for another contract": (
        [Z, Proposed("h", "y")],
        (TARGET, Code.TASK_DIGEST),
    ),
    "a write before any plan": ([Z, WRITE], (WHOLE, Code.AUTHORITY_WIDENED)),
    "a write before admission": ([Z, SEEN, WRITE], (WHOLE, Code.AUTHORITY_WIDENED)),
    "a write beside the plan": (
        [Z, SEEN, ALLOWED, Called("x", writes=True)],
        (WHOLE, Code.AUTHORITY_WIDENED),
    ),
    "admitted and never proposed": ([Z, ALLOWED], (WHOLE, Code.AUTHORITY_WIDENED)),
    "admitted for another contract": (
        [Z, SEEN, Allowed("h", "y", ())],
        (WHOLE, Code.TASK_DIGEST),
    ),
    "exchanged after a write": (
        [Z, SEEN, ALLOWED, WRITE, Proposed("g", "z"), Allowed("g", "z", ("u",))],
        (WHOLE, Code.AUTHORITY_WIDENED),
    ),
    "claimed without evidence": (
        [Z, SEEN, ALLOWED, WRITE, DONE],
        (EVIDENCE, Code.UNCOVERED_OBLIGATION),
    ),
    "claimed on a replica": (
        [Z, SEEN, ALLOWED, WRITE, Evidenced("delivered", live=False), DONE],
        (EVIDENCE, Code.UNCOVERED_OBLIGATION),
    ),
    "claimed of nothing": ([DONE], (EVIDENCE, Code.UNCOVERED_OBLIGATION)),
    "a call after the claim": ([*RIGHT, READ], (EVIDENCE, Code.AFTER_CLAIM)),
}


@pytest.mark.parametrize("name", BREACHES)
def test_a_breach_is_told_at_its_event(name: str) -> None:
    events, breach = BREACHES[name]

    assert breach in broken(*events)
    assert broken(*events[:-1]) == [] or name == "a plan seen first"


ALLOWED_FIRST: dict[str, list[Event]] = {
    "frozen twice alike": [Z, Z, *RIGHT[1:]],
    "a read before admission": [Z, SEEN, READ, *RIGHT[2:]],
    "a write on a replica before admission": [
        Z,
        Called("s", writes=True, live=False),
        *RIGHT[1:],
    ],
    "proposed again before a write": [
        Z,
        Proposed("g", "z"),
        Allowed("g", "z", ("u",)),
        *RIGHT[1:],
    ],
}


@pytest.mark.parametrize("name", ALLOWED_FIRST)
def test_what_is_allowed_breaks_nothing(name: str) -> None:
    assert broken(*ALLOWED_FIRST[name]) == []


def test_of_all_orders_those_that_keep_the_three_break_nothing() -> None:
    """Of 5 events: frozen, seen, admitted, write in this order; evidence before done.

    Evidence may come anywhere before the claim, and the claim last but for nothing:
    the claim must come after all, since whatever follows it is too late. So 5 places
    for the evidence among the four, and one order for all else.
    """
    events: list[Event] = [Z, SEEN, ALLOWED, WRITE, EVIDENCED, DONE]
    right = [order for order in permutations(events) if broken(*order) == []]

    assert len(right) == 5
    assert all(order[-1] == DONE for order in right)
