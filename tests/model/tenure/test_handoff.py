"""The invoice handoff, end to end, and its four wrong remainders."""

from collections.abc import Callable

import attrs
import pytest

from examples.invoicing import settle
from obligato.checker.admission.admit import admit
from obligato.checker.constructor import freeze
from obligato.checker.termination import finish
from obligato.model import Record, check, digest_of, residual
from obligato.model.finish import (
    AnswerContract,
    Certificate,
    Demand,
    Ledger,
    Operand,
    Slot,
    Transform,
    certify,
)
from obligato.model.handoff import Action, Admitted, Bound, Plan
from obligato.model.tenure import (
    Bottom,
    Environment,
    Journal,
    Memory,
    Stuck,
    Success,
    Tenure,
)
from obligato.spec import Bool
from obligato.spec.codes import Code
from obligato.spec.errors import SpecError
from tests.model.tenure.work import PAID, RIGHT, SEND, TRACK, Work


def test_the_invoice_handoff_ends_with_all_clauses_of_eq1_established() -> None:
    contract = freeze(settle, PAID)
    admitted = admit(contract, PAID, RIGHT)
    assert isinstance(admitted, Admitted)
    world = Environment(settle, PAID)

    tenure = Tenure(
        "t", contract, PAID, [(RIGHT, admitted)], world, Journal(Memory(), settle)
    )
    end = tenure.run()

    assert isinstance(end, Success)
    assert [f.code for f in residual(settle, end.record)] == [None] * 8
    assert check(settle, end.record)
    assert world.history.states()[-1] == {("paid", "INV-42"): 1, ("sent", "t7", "a"): 1}
    assert tenure.order.breaches == [] and tenure.order.claimed


def ended() -> Success:
    """Return the end of the right tenure."""
    end = Work(PAID, RIGHT).end()
    assert isinstance(end, Success)
    return end


def answer(end: Success) -> tuple[AnswerContract, Ledger]:
    """Return what the answer must be, frozen at the frontier, and the end's ledger."""
    contract = AnswerContract(
        end.record.task,
        [Slot("arrived", Bool, [ARRIVED], Demand("track"))],
        end.record.tenure,
        bound=dict(PAID.bound),
        request=digest_of(settle),
    )
    return contract, Ledger.of(end.record, settle)


ARRIVED = Transform("identity", Operand("arrived"))


def test_the_end_of_the_tenure_is_complete_by_its_certificate() -> None:
    end = ended()
    contract, ledger = answer(end)

    found = finish(settle, end.record, contract, certify(contract, ledger))

    assert found.word == "complete", found.failures


def without_the_delivery(record: Record, certificate: Certificate) -> Record:
    """Leave out the sending and what came after it."""
    gone = {c.id for c in record.calls if c.tool in ("send", "track")}
    return attrs.evolve(
        record,
        trajectory=tuple(e for e in record.trajectory if e.id not in gone),
        ledger=tuple(r for r in record.ledger if r.call not in gone),
    )


INCOMPLETE: dict[str, tuple[Callable[[Record, Certificate], object], Code]] = {
    "the delivery is left out of the ledger": (
        without_the_delivery,
        Code.UNCOVERED_OBLIGATION,
    ),
    "nothing is cited": (
        lambda _, c: attrs.evolve(
            c, claims=[attrs.evolve(claim, evidence=()) for claim in c.claims]
        ),
        Code.PARTIAL_EVIDENCE,
    ),
    "the payment is cited for the arrival": (
        lambda r, c: attrs.evolve(
            c,
            claims=[
                attrs.evolve(claim, evidence=(r.ledger[0].id,)) for claim in c.claims
            ],
        ),
        Code.SCOPE_TOOL,
    ),
    "nothing is claimed": (
        lambda _, c: attrs.evolve(c, claims=()),
        Code.MISSING_SLOT,
    ),
}


@pytest.mark.parametrize("name", INCOMPLETE)
def test_the_same_end_is_not_complete_with_less(name: str) -> None:
    end = ended()
    contract, ledger = answer(end)
    change, code = INCOMPLETE[name]
    right = certify(contract, ledger)
    made = change(end.record, right)

    if isinstance(made, Record):
        rebound = attrs.evolve(right, ledger=Ledger.of(made, settle).digest)
        found = finish(settle, made, contract, rebound)
    else:
        found = finish(settle, end.record, contract, made)

    assert found.word == "continue"
    assert code in found.codes


PAY = Action("pay", "pay", {"invoice": Bound("invoice")})
WRONG = {
    "pay again": ([PAY, SEND, TRACK], Code.DUPLICATE_EFFECT),
    "other invoice": (
        [attrs.evolve(PAY, args={"invoice": "INV-43"}), SEND, TRACK],
        Code.BINDING_CHANGED,
    ),
    "delivery left out": ([], Code.UNCOVERED_OBLIGATION),
    "success without evidence": ([SEND], Code.UNCOVERED_OBLIGATION),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_remainder_is_refused_before_the_first_live_write(name: str) -> None:
    nodes, code = WRONG[name]
    world, contract = Environment(settle, PAID), freeze(settle, PAID)
    plan = Plan(nodes)

    decided = admit(contract, PAID, plan)

    assert not isinstance(decided, Admitted) and code in decided.codes
    with pytest.raises(SpecError, match="what admission gave"):
        Tenure("t", contract, PAID, [(plan, decided)], world, Journal(Memory(), settle))  # type: ignore[list-item]  # that is the mistake
    assert world.sent == 0


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_remainder_that_nobody_looked_at_is_no_success(name: str) -> None:
    nodes, code = WRONG[name]
    work = Work(PAID, Plan(nodes))

    end = work.end()

    assert isinstance(end, Bottom | Stuck) and end.code == code
    assert work.world.history.twice() == set()
