"""Exec, Preserve and Complete on the running example (CFRC, sections 1 and 3)."""

import attrs
import pytest

from examples.invoicing import BOUND, arrival, delivery, pay, payment, send, settle
from obligato.model import record, residual
from obligato.spec import (
    Code,
    Decision,
    Effect,
    Obligation,
    Request,
    Sort,
    Tool,
    World,
    at,
    claim,
    handoff,
    none,
    some,
)
from obligato.spec.drafts import Line

PREFIX = (payment, handoff())
OTHER = pay(invoice="INV-43").ok(file="t8")
UNSENT = send(file="t7", to="a").lost()

# The continuation, and what is wrong with it: conjunct, clause, code.
SUFFIXES: dict[str, tuple[list[Line], set[tuple[str, str, str]]]] = {
    "deliver, verify, claim": ([delivery, arrival, claim()], set()),
    "pay again": (
        [payment, delivery, arrival, claim()],
        {("Preserve", "paid once", "DUPLICATE_EFFECT")},
    ),
    "switch the invoice": (
        [OTHER, delivery, arrival, claim()],
        {("Preserve", "pay keeps invoice", "BINDING_CHANGED")},
    ),
    "skip the delivery": (
        [claim()],
        {("Complete", "receipt delivered", "UNCOVERED_OBLIGATION")},
    ),
    "claim without evidence of the delivery": (
        [UNSENT, arrival, claim()],
        {("Complete", "receipt delivered", "RECEIPT_UNCLEAR")},
    ),
    "send what is not there": (
        [send(file="t9", to="a").failed(), delivery, arrival, claim()],
        {("Exec", "send could run", "PRECONDITION")},
    ),
    "deliver twice, the first time unanswered": (
        [UNSENT, delivery, arrival, claim()],
        {("Preserve", "sent once", "AMBIGUOUS_OUTCOME")},
    ),
}


def failures(request: Request, *lines: Line) -> set[tuple[str, str, str]]:
    """Return the clauses of Eq. 1 that are not established, with their codes."""
    made = record(request, *lines, bound=BOUND)
    return {
        (f.clause.conjunct, f.clause.name, str(f.code))
        for f in residual(request, made)
        if f.code is not None
    }


@pytest.mark.parametrize("which", SUFFIXES)
def test_a_continuation_fails_just_the_clauses_it_breaks(which: str) -> None:
    suffix, wrong = SUFFIXES[which]

    assert wrong == failures(settle, *PREFIX, *suffix)


def test_what_came_before_the_handoff_is_not_the_successors_to_answer_for() -> None:
    twice = (payment, payment, handoff(), delivery, arrival, claim())

    assert set() == failures(settle, *twice)
    assert ("Preserve", "paid once", "DUPLICATE_EFFECT") in failures(
        settle, payment, handoff(), payment
    )


BEFORE: dict[str, Line] = {
    "a call that could not run": send(file="t9", to="a").ok(),
    "a choice of another value": OTHER,
}


@pytest.mark.parametrize("which", BEFORE)
def test_a_wrong_of_the_predecessor_is_not_the_successors(which: str) -> None:
    finished = (payment, BEFORE[which], handoff(), delivery, arrival, claim())

    assert set() == failures(settle, *finished)


def test_a_call_that_began_before_the_handoff_is_the_predecessors() -> None:
    began = pay(invoice="INV-42").ok(file="t7").took(5)
    lines = (payment, at(2), began, at(4), handoff(), at(9), delivery, arrival, claim())

    assert set() == failures(settle, *lines)


def test_two_payments_that_overlap_are_two() -> None:
    overlapping = pay(invoice="INV-42").ok(file="t7").took(9)
    lines = (handoff(), overlapping, delivery)

    found = failures(settle, handoff(), at(2), overlapping, at(4), payment, *lines[2:])

    assert ("Preserve", "paid once", "DUPLICATE_EFFECT") in found


Seat, Flight = Sort("Seat"), Sort("Flight")
seat, flight = Seat("seat"), Flight("flight")
held = Effect("held", seat)
hold = Tool("hold", takes=[seat], makes=[held(seat)], repeat="same", fails="clean")
grab = Tool("grab", takes=[seat], makes=[held(seat)], fails="clean")
free = Tool("free", takes=[seat], ends=[held(seat)], fails="clean")
look = Tool("look", takes=[flight], fails="clean")
choose = Decision("choose", of=[flight])

booking = Request(
    "hold one seat",
    World("booking", tools=[hold, grab, free, look], decisions=[choose]),
    binds=[flight],
    owes=[Obligation("held", some(held.made().standing()))],
    keeps=[],
)


def booked(*lines: Line, binding: dict[str, str] | None = None) -> set[tuple[str, str]]:
    """Return clause and code of what fails in the booking world."""
    made = record(
        booking, *lines, bound={"flight": "f1"} if binding is None else binding
    )
    found = residual(booking, made)
    return {(f.clause.name, str(f.code)) for f in found if f.code is not None}


HOLD, GRAB, FREE = hold(seat="s").ok(), grab(seat="s").ok(), free(seat="s").ok()


def test_a_tool_that_repeats_the_same_may_be_called_again() -> None:
    assert set() == booked(HOLD, handoff(), HOLD)
    assert {("held once", "DUPLICATE_EFFECT")} == booked(HOLD, handoff(), GRAB)


def test_a_repeat_of_the_same_later_does_not_make_the_first_call_a_repeat() -> None:
    assert set() == booked(handoff(), GRAB, HOLD)


def test_a_choice_that_took_no_effect_changes_no_binding() -> None:
    seated = attrs.evolve(booking, binds=[seat])
    other = grab(seat="t")

    def changed(*lines: Line) -> bool:
        found = residual(seated, record(seated, *lines, bound={"seat": "s"}))
        return Code.BINDING_CHANGED in {f.code for f in found}

    assert not changed(handoff(), other.failed())
    assert changed(handoff(), other.ok())


def test_an_effect_that_was_ended_before_the_handoff_may_be_made_again() -> None:
    assert set() == booked(GRAB, FREE, handoff(), GRAB)


def test_an_effect_that_was_ended_and_made_again_must_not_be_made_again() -> None:
    assert ("held once", "DUPLICATE_EFFECT") in booked(
        GRAB, FREE, GRAB, handoff(), GRAB
    )


def test_what_starts_as_the_handoff_ends_is_the_successors() -> None:
    found = failures(settle, payment, at(5), handoff(), at(5), payment)

    assert ("Preserve", "paid once", "DUPLICATE_EFFECT") in found


def test_an_effect_that_stands_must_not_be_ended() -> None:
    assert ("held stays", "EFFECT_ENDED") in booked(GRAB, handoff(), FREE)
    assert ("held stays", "EFFECT_ENDED") in booked(handoff(), GRAB, FREE, HOLD)


def test_an_effect_that_stands_no_more_may_be_ended_again() -> None:
    assert not {
        name for name, _ in booked(GRAB, FREE, handoff(), FREE) if "stays" in name
    }


def test_a_decision_for_another_value_changes_the_binding() -> None:
    assert set() == booked(HOLD, handoff(), choose(flight="f1").by("ann"))
    assert {("choose keeps flight", "BINDING_CHANGED")} == booked(
        HOLD, handoff(), choose(flight="f2").by("ann")
    )


def test_a_read_of_something_else_changes_no_binding() -> None:
    assert set() == booked(HOLD, handoff(), look(flight="f2").ok())


def test_a_role_that_was_never_bound_may_still_be_chosen() -> None:
    assert set() == booked(HOLD, handoff(), choose(flight="f2").by("ann"), binding={})


def test_a_guarded_duty_is_owed_only_where_its_guard_holds() -> None:
    paid_other = pay.done(invoice="INV-43")
    guarded = Obligation(
        "nothing of 44", none(pay.done(invoice="INV-44")), guard=some(paid_other)
    )
    request = Request("guarded", settle.world, binds=settle.binds, owes=[guarded])
    wrong = pay(invoice="INV-44").ok(file="t9")

    assert set() == failures(request, handoff(), wrong) - {
        ("Preserve", "pay keeps invoice", "BINDING_CHANGED")
    }
    assert ("Complete", "nothing of 44", "UNCOVERED_OBLIGATION") in failures(
        request, OTHER, handoff(), wrong
    )
