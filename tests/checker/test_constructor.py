"""The constructor says what is fixed and what is open, and the audit what it missed."""

import attrs
import pytest

from examples import invoicing, payments
from obligato.checker.audit import Mistake, Recall, audit
from obligato.checker.constructor import freeze
from obligato.model import Record, record
from obligato.model.handoff.contract import Contract, Known
from obligato.spec import (
    CaseError,
    Effect,
    Obligation,
    Request,
    Sort,
    Tool,
    World,
    gap,
    handoff,
    some,
)
from obligato.spec.drafts import Line, receipt

SETTLE, PAYING = invoicing.settle, payments.paying


def at(*lines: Line) -> Record:
    return record(SETTLE, *lines, bound=invoicing.BOUND)


def lost() -> Record:
    return record(PAYING, payments.lost, bound=payments.BOUND)


PAID, CHOSEN = freeze(SETTLE, at(invoicing.payment)), freeze(SETTLE, at())


def test_before_any_effect_the_choice_alone_is_fixed() -> None:
    assert (CHOSEN.bound, CHOSEN.kept) == ({"invoice": "INV-42", "to": "a"}, ())
    assert CHOSEN.owed == ("receipt delivered",)


def test_what_was_paid_is_kept_and_its_answer_known_with_the_receipt() -> None:
    assert PAID.kept == (("paid", "INV-42"),)
    assert PAID.ambiguous == ()
    assert Known("File", "t7", "receipt r1") in PAID.known


def test_a_call_without_an_answer_may_have_been_made() -> None:
    made = freeze(PAYING, lost())

    assert (made.kept, made.ambiguous) == ((), (("charged", "INV-42"),))
    assert made.owed == ("paid once",)
    assert made.held == ("no blind retry",)


def test_an_effect_made_twice_is_there_twice() -> None:
    again = record(PAYING, payments.again, payments.again, bound=payments.BOUND)

    assert freeze(PAYING, again).kept == (("charged", "INV-42"),) * 2


def test_behind_a_gap_any_effect_may_have_been_made() -> None:
    torn = record(PAYING, gap(payments.pay), bound=payments.BOUND)

    assert freeze(PAYING, torn).ambiguous == (("charged", None),)


def test_what_holds_already_must_hold_still() -> None:
    paid = record(PAYING, payments.again, bound=payments.BOUND)

    assert freeze(PAYING, paid).owed == ()
    assert freeze(PAYING, paid).held == ("paid once", "no blind retry")


def test_what_a_model_says_is_known_and_not_verified() -> None:
    said = receipt(invoicing.pay, values={"file": "t9"}, issuer="model")
    made = freeze(SETTLE, at(invoicing.payment, said))

    (found,) = [known for known in made.known if known.value == "t9"]
    assert (found.source, found.verified) == ("hearsay x2", False)


def test_a_name_has_the_best_of_its_sources() -> None:
    made = freeze(SETTLE, at(invoicing.payment, invoicing.delivery))

    sources = {known.value: known.source for known in made.known}
    assert sources["t7"] == "receipt r1"
    assert sources["INV-42"] == "binding"


def test_the_history_that_was_made_up_is_no_part_of_a_contract() -> None:
    dropped = record(PAYING, payments.pay(invoice="INV-42").dropped())
    other = record(PAYING, payments.lost)

    assert freeze(PAYING, dropped).digest == freeze(PAYING, other).digest


def test_a_claim_is_taken_back_and_a_handoff_kept() -> None:
    before, after = at(invoicing.payment), at(invoicing.payment, handoff())

    assert freeze(SETTLE, before).kept == freeze(SETTLE, after).kept
    assert freeze(SETTLE, before).state_digest != CHOSEN.state_digest


def test_a_record_that_contradicts_itself_has_no_contract() -> None:
    torn = at(invoicing.payment, receipt(invoicing.pay, of=1, status="failed"))

    with pytest.raises(CaseError, match="different answers"):
        freeze(SETTLE, torn)


def test_what_is_permitted_must_be_there() -> None:
    assert freeze(SETTLE, at(), permitted=["track", "send"]).permitted == (
        "send",
        "track",
    )
    with pytest.raises(AttributeError, match="no tool 'sand'; there are: pay"):
        freeze(SETTLE, at(), permitted=["sand"])


def test_a_contract_frozen_here_has_no_mistake() -> None:
    made = audit(PAID, SETTLE, at(invoicing.payment))

    assert (bool(made), made.mistakes) == (True, ())
    assert made.recall["obligation"] == Recall(1, 1, 0)
    assert made.recall["effect"] == Recall(1, 1, 0)


ZERO = "0" * 64
CHANGED: dict[str, tuple[Contract, Mistake]] = {
    "an effect left out": (
        attrs.evolve(PAID, kept=()),
        Mistake("effect", "left out", ("paid", "INV-42")),
    ),
    "an effect made up": (
        attrs.evolve(PAID, kept=(*PAID.kept, ("sent", "t7", "a"))),
        Mistake("effect", "made up", ("sent", "t7", "a")),
    ),
    "an effect counted twice": (
        attrs.evolve(PAID, kept=PAID.kept * 2),
        Mistake("effect", "made up", ("paid", "INV-42")),
    ),
    "an ambiguous effect made up": (
        attrs.evolve(PAID, ambiguous=(("sent", "t7", "a"),)),
        Mistake("ambiguous effect", "made up", ("sent", "t7", "a")),
    ),
    "a binding left out": (
        attrs.evolve(PAID, bound={"invoice": "INV-42"}),
        Mistake("binding", "left out", ("to", "a")),
    ),
    "a name left out": (
        attrs.evolve(PAID, known=tuple(k for k in PAID.known if k.value != "t7")),
        Mistake("name", "left out", ("File", "t7")),
    ),
    "a name made up": (
        attrs.evolve(PAID, known=(*PAID.known, Known("File", "t8", "receipt r1"))),
        Mistake("name", "made up", ("File", "t8")),
    ),
    "told as held": (
        attrs.evolve(PAID, owed=(), held=PAID.owed),
        Mistake("duty", "changed", ("receipt delivered", "is owed and told as held")),
    ),
    "another ledger": (
        attrs.evolve(PAID, ledger_digest=ZERO),
        Mistake("digest", "changed", ("ledger",)),
    ),
}


@pytest.mark.parametrize("change", CHANGED)
def test_the_audit_names_what_is_not_as_it_was(change: str) -> None:
    contract, mistake = CHANGED[change]

    made = audit(contract, SETTLE, at(invoicing.payment))

    assert not made
    assert mistake in made.mistakes


def test_an_obligation_left_out_counts_against_recall() -> None:
    item = Sort("Item")("item")
    put = Tool("put", takes=[item], makes=[Effect("kept", item)(item)])
    owes = [Obligation(n, some(put.done(item=n))) for n in ("a", "b", "c")]
    request = Request("keep them", World("shelf", [put]), owes=owes)
    before = record(request)
    weaker = attrs.evolve(request, owes=[owes[0], Obligation("d", owes[1].formula)])

    left_out = attrs.evolve(freeze(request, before), owed=("a", "b"))
    other = audit(freeze(weaker, before), request, before)

    made = audit(left_out, request, before)
    assert made.recall["obligation"] == Recall(3, 2, 0)
    assert [str(m)[:23] for m in made.mistakes] == ["obligation left out: c "]
    assert other.recall["obligation"] == Recall(3, 1, 1)
    assert str(made.recall["obligation"] + Recall(65, 60, 0)) == "62 of 68, 0 made up"
