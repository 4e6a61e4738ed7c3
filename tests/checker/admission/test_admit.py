"""Admission refuses each wrong plan with its code, before anything is called."""

from collections.abc import Callable
from functools import cache
from typing import Any

import attrs
import pytest

from examples import invoicing
from obligato.checker.admission.admit import Admission, admit
from obligato.checker.admission.refused import Rejected
from obligato.checker.constructor import freeze
from obligato.model import Record, record
from obligato.model.handoff import (
    Action,
    Admitted,
    Bound,
    Claiming,
    Contract,
    Edge,
    Field,
    Plan,
    Test,
)
from obligato.model.handoff.contract import Admissible
from obligato.spec import Code
from obligato.spec.drafts import Line

SETTLE, DELIVERED = invoicing.settle, "receipt delivered"


def at(*lines: Line) -> Record:
    return record(SETTLE, *lines, bound=invoicing.BOUND)


FRONTIER = at(invoicing.payment)
CONTRACT = freeze(SETTLE, FRONTIER)
send = Action("s", "send", {"file": "t7", "to": Bound("to")})
track = Action("t", "track", {"message": Field("s", "message")}, (), {"arrived": True})
REST = Plan([send, track])


@cache
def admission(key: str) -> Admission:
    """Return what admits plans for the contract of this digest: made once."""
    return Admission(KNOWN[key], FRONTIER)


KNOWN: dict[str, Contract] = {}


def decided(plan: Plan, contract: Contract = CONTRACT) -> Admitted | Rejected:
    KNOWN[contract.digest] = contract
    return admission(contract.digest).admit(plan)


def found(plan: Plan, contract: Contract = CONTRACT) -> set[tuple[Code, str]]:
    made = decided(plan, contract)
    assert isinstance(made, Rejected)
    assert not made
    return {(failure.code, failure.clause) for failure in made.failures}


def test_the_rest_of_the_work_is_admitted_by_the_order_alone() -> None:
    made = decided(REST)

    assert isinstance(made, Admitted)
    assert made.decided_by == "links"
    assert made.coverage == {DELIVERED: ("s", "t")}
    assert made.contract == CONTRACT.digest


def test_the_whole_work_is_admitted_right_after_the_choice() -> None:
    pay = Action("p", "pay", {"invoice": Bound("invoice")})
    sent = attrs.evolve(send, args={"file": Field("p", "file"), "to": Bound("to")})

    made = admit(freeze(SETTLE, at()), at(), Plan([track, sent, pay]))

    assert isinstance(made, Admitted)
    assert made.coverage == {DELIVERED: ("p", "s", "t")}


again = Action("again", "pay", {"invoice": Bound("invoice")})
MORE = Action("more", "pay", {"invoice": "INV-43"})
NEGATIVE: dict[str, tuple[Plan, Code, str]] = {  # of the running example of CFRC
    "pay again": (
        Plan([again, *REST.nodes]),
        Code.DUPLICATE_EFFECT,
        "Preserve: paid once",
    ),
    "another invoice": (
        Plan([MORE, *REST.nodes]),
        Code.BINDING_CHANGED,
        "Preserve: pay keeps invoice",
    ),
    "delivery left out": (
        Plan(),
        Code.UNCOVERED_OBLIGATION,
        f"Complete: {DELIVERED}",
    ),
    "delivered and nobody looked": (
        Plan([send]),
        Code.UNCOVERED_OBLIGATION,
        f"Complete: {DELIVERED}",
    ),
}


@pytest.mark.parametrize("name", NEGATIVE)
def test_a_negative_case_is_refused_with_its_code(name: str) -> None:
    plan, code, clause = NEGATIVE[name]

    assert (code, clause) in found(plan)


DRAWN = [
    Edge("needs", "s", "t"),
    Edge("yields", "s", "t"),
    Edge("discharges", "s", DELIVERED),
    Edge("discharges", "t", DELIVERED),
    Edge("keeps", "s", "paid"),
]


def test_a_plan_with_every_edge_drawn_and_the_work_missing_is_refused() -> None:
    nobody = attrs.evolve(track, expects={})

    assert (Code.UNCOVERED_OBLIGATION, f"Complete: {DELIVERED}") in found(
        Plan([send, nobody], DRAWN)
    )


def test_a_plan_without_edges_and_the_work_there_is_admitted_and_told_so() -> None:
    bare, drawn = decided(REST), decided(Plan(REST.nodes, DRAWN))

    assert isinstance(bare, Admitted)
    assert isinstance(drawn, Admitted)
    assert bare.unsaid == (
        Edge("discharges", "s", DELIVERED),
        Edge("discharges", "t", DELIVERED),
    )
    assert (drawn.unsaid, drawn.unsupported) == ((), ())


def test_an_edge_that_claims_what_is_not_so_is_told() -> None:
    probe = Action("look", "track", {"message": Field("s", "message")})
    made = decided(Plan([*REST.nodes, probe], [Edge("discharges", "look", DELIVERED)]))

    assert isinstance(made, Admitted)
    assert made.unsupported == (Edge("discharges", "look", DELIVERED),)


def evolved(**changes: Any) -> Plan:
    return Plan([attrs.evolve(send, **changes), track])


WRONG: dict[str, tuple[Plan, Code]] = {
    "a file that nobody told": (
        evolved(args={"file": "t8", "to": "a"}),
        Code.UNRESOLVED_REFERENCE,
    ),
    "a role that is not bound": (
        evolved(args={"file": "t7", "to": Bound("from")}),
        Code.UNRESOLVED_REFERENCE,
    ),
    "a role of another sort": (
        evolved(args={"file": "t7", "to": Bound("invoice")}),
        Code.UNRESOLVED_REFERENCE,
    ),
    "a column that nothing answers": (
        evolved(args={"file": Field("t", "file"), "to": Bound("to")}),
        Code.UNRESOLVED_REFERENCE,
    ),
    "an action that is none": (
        evolved(args={"file": Field("p", "file"), "to": Bound("to")}),
        Code.UNRESOLVED_REFERENCE,
    ),
    "an argument too few": (evolved(args={"file": "t7"}), Code.UNRESOLVED_REFERENCE),
    "an argument too many": (
        evolved(args={**send.args, "cc": "b"}),
        Code.UNRESOLVED_REFERENCE,
    ),
    "a flag that is none": (
        evolved(guard=(Test("t", "message", True),)),
        Code.UNRESOLVED_REFERENCE,
    ),
    "a hope for no column": (
        evolved(expects={"arrived": True}),
        Code.UNRESOLVED_REFERENCE,
    ),
    "a hope of another sort": (
        evolved(expects={"message": 7}),
        Code.UNRESOLVED_REFERENCE,
    ),
    "an edge from nowhere": (
        Plan(REST.nodes, [Edge("needs", "x", "s")]),
        Code.UNRESOLVED_REFERENCE,
    ),
    "a slot that nobody asked for": (
        Plan(REST.nodes, (), [Claiming({"spend": 3})]),
        Code.EXTRA_SLOT,
    ),
    "a circle": (Plan(REST.nodes, [Edge("needs", "t", "s")]), Code.CYCLE),
    "a tool that is none": (
        Plan([*REST.nodes, Action("x", "shred", {"file": "t7"})]),
        Code.AUTHORITY_WIDENED,
    ),
    "no claim in one outcome": (
        Plan(REST.nodes, (), [Claiming(guard=[Test("t", "arrived", False)])]),
        Code.UNCOVERED_OBLIGATION,
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_plan_itself_has_its_code(name: str) -> None:
    plan, code = WRONG[name]

    assert code in {failure for failure, _ in found(plan)}


def changed(**changes: Any) -> Callable[[], Contract]:
    return lambda: attrs.evolve(CONTRACT, **changes)


BY_CONTRACT: dict[str, tuple[Callable[[], Contract], Code]] = {
    "a tool that is not permitted": (
        changed(permitted=("send",)),
        Code.AUTHORITY_WIDENED,
    ),
    "an effect that is not admissible": (
        changed(admissible=(Admissible("paid", (None,)),)),
        Code.AUTHORITY_WIDENED,
    ),
    "an effect with another argument": (
        changed(admissible=(Admissible("sent", (None, "b")),)),
        Code.AUTHORITY_WIDENED,
    ),
    "an effect that was made, it says": (
        changed(kept=(("paid", "INV-42"), ("sent", "t7", "a"))),
        Code.DUPLICATE_EFFECT,
    ),
    "an effect that may have been made": (
        changed(ambiguous=(("sent", "t7", "a"),)),
        Code.AMBIGUOUS_OUTCOME,
    ),
    "an effect nobody knows of what": (
        changed(ambiguous=(("sent", "t7", None),)),
        Code.AMBIGUOUS_OUTCOME,
    ),
    "another state": (changed(state_digest="0" * 64), Code.TASK_DIGEST),
    "another ledger": (changed(ledger_digest="0" * 64), Code.LEDGER_DIGEST),
}


@pytest.mark.parametrize("name", BY_CONTRACT)
def test_what_the_contract_says_is_asked(name: str) -> None:
    contract, code = BY_CONTRACT[name]

    assert code in {failure for failure, _ in found(REST, contract())}


def test_what_a_contract_leaves_out_is_not_asked() -> None:
    """Admission is relative to the contract: the audit tells of its constructor."""
    forgetful = attrs.evolve(CONTRACT, owed=())

    assert isinstance(decided(Plan(), forgetful), Admitted)


def test_all_failures_are_told_at_once() -> None:
    wrong = Plan([again, attrs.evolve(MORE, args={"invoice": "INV-44"}), send])

    assert {code for code, _ in found(wrong)} == {
        Code.UNRESOLVED_REFERENCE,
        Code.DUPLICATE_EFFECT,
        Code.BINDING_CHANGED,
        Code.UNCOVERED_OBLIGATION,
    }


def test_a_failure_names_what_is_to_blame() -> None:
    made = decided(Plan([again, *REST.nodes]))

    assert isinstance(made, Rejected)
    (failure,) = made.failures
    assert failure.nodes == ("again",)
    assert failure.reason == "no run meets it, because of again, e1"


def test_nobody_hopes_for_an_answer_that_is_not_expected() -> None:
    made = decided(Plan([send, attrs.evolve(track, expects={})]))

    assert isinstance(made, Rejected)
    (failure,) = made.failures
    assert (failure.reason, made.decided_by) == ("it hangs on the answer", "runs")
    assert failure.run == ("s", "t")
