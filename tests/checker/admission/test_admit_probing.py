"""Admission where an outcome is unknown: probe, then branch; never a blind retry."""

import attrs
import pytest

from examples import payments
from obligato.checker.admission.admit import admit
from obligato.checker.admission.layout import Layout
from obligato.checker.admission.refused import Rejected
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff import (
    Action,
    Admitted,
    Bound,
    Claiming,
    Edge,
    Plan,
    Test,
)
from obligato.spec import CaseError, Code, Obligation, Request, bound, some
from obligato.spec.drafts import receipt
from tests.model.tenure.arenas import book, booking, look, seat

LOST = record(payments.paying, payments.lost, bound=payments.BOUND)
probe = Action("look", "probe", {"invoice": Bound("invoice")}, not_before=101)
retry = Action(
    "pay", "pay", {"invoice": Bound("invoice")}, [Test("look", "paid", False)]
)


def paying(*nodes: Action, edges: tuple[Edge, ...] = ()) -> Admitted | Rejected:
    return admit(freeze(payments.paying, LOST), LOST, Plan(nodes, edges))


def test_probe_then_branch_is_admitted_in_both_outcomes() -> None:
    made = paying(probe, retry)

    assert isinstance(made, Admitted)
    assert "2 outcomes" in made.scope


def test_a_probe_too_early_settles_nothing() -> None:
    made = paying(attrs.evolve(probe, not_before=None), retry)

    assert isinstance(made, Rejected)
    assert Code.AMBIGUOUS_OUTCOME in made.codes


def test_a_blind_retry_is_refused() -> None:
    made = paying(probe, attrs.evolve(retry, guard=()))

    assert isinstance(made, Rejected)
    assert {Code.DUPLICATE_EFFECT, Code.UNCOVERED_OBLIGATION} <= {*made.codes}


def twice() -> Admitted | Rejected:
    """Decide about a plan that asks twice, and hopes for the same answer."""
    hope = attrs.evolve(probe, expects={"paid": True})
    return paying(hope, attrs.evolve(hope, id="look again", not_before=102))


def test_to_ask_twice_is_no_hope_of_one_answer() -> None:
    """A plan ends with the first answer that it does not expect."""
    made = twice()

    assert isinstance(made, Rejected)
    assert made.codes == (Code.UNCOVERED_OBLIGATION,)


def beside(*others: Action) -> Admitted | Rejected:
    """Decide about a plan that hopes to see a booked seat, with actions beside it."""
    asked = Request(
        "look at it",
        booking.world,
        booking.binds,
        [Obligation("looked", some(look.done(seat=bound(seat))))],
    )
    known = record(asked, book(seat="s1").ok(), bound={"seat": "s1"})
    hope = Action("l", "look", {"seat": Bound("seat")}, expects={"here": True})
    return admit(freeze(asked, known), known, Plan([hope, *others]))


CANCEL = Action("c", "cancel", {"seat": "s1"})


def test_what_a_read_tells_may_be_changed_by_an_action_beside_it() -> None:
    made = beside(CANCEL)

    assert isinstance(beside(), Admitted)
    assert isinstance(made, Rejected)
    assert "nothing is provided for another answer l.here" in str(made.failures)


def test_an_outcome_that_contradicts_the_record_is_no_run() -> None:
    paid = record(payments.paying, payments.again, bound=payments.BOUND)
    plan = Plan([probe, attrs.evolve(retry, id="never")])

    assert isinstance(admit(freeze(payments.paying, paid), paid, plan), Admitted)


def test_a_plan_that_no_history_fits_is_refused() -> None:
    paid = record(payments.paying, payments.again, bound=payments.BOUND)
    hopeless = Plan([attrs.evolve(probe, expects={"paid": False})])

    made = admit(freeze(payments.paying, paid), paid, hopeless)

    assert isinstance(made, Rejected)
    assert Code.UNSATISFIABLE in made.codes


def test_nobody_may_hope_for_what_a_read_tells() -> None:
    made = paying(attrs.evolve(probe, expects={"paid": True}))

    assert isinstance(made, Rejected)
    (failure,) = made.failures
    assert failure.reason == "nothing is provided for another answer look.paid"


def test_what_a_read_must_tell_may_be_relied_on() -> None:
    paid = record(payments.paying, payments.again, bound=payments.BOUND)
    plan = Plan([attrs.evolve(probe, expects={"paid": True})])

    assert isinstance(admit(freeze(payments.paying, paid), paid, plan), Admitted)


def test_many_outcomes_are_not_looked_at() -> None:
    asked = freeze(payments.paying, LOST)
    looks = [attrs.evolve(probe, id=f"look{i}") for i in range(11)]
    claims = [Claiming(guard=[Test(look.id, "paid", True) for look in looks])]

    made = admit(asked, LOST, Plan(looks, (), claims))

    assert Layout(Plan(looks, (), claims)).outcomes() is None
    assert isinstance(made, Rejected)
    assert made.codes == (Code.NOT_ESTABLISHED,)


def test_a_record_that_contradicts_itself_admits_nothing() -> None:
    failed = receipt(payments.pay, of=1, status="failed")
    torn = record(payments.paying, payments.again, failed, bound=payments.BOUND)

    with pytest.raises(CaseError, match="different answers"):
        admit(freeze(payments.paying, LOST), torn, Plan([probe]))
