"""Which receipts are evidence of a call, and where the continuation begins."""

from collections.abc import Callable
from itertools import permutations

import attrs
import pytest

from obligato.model import Record, check, record, residual, write
from obligato.model.canonical import digest
from obligato.model.record import Receipt, outcome
from obligato.spec import (
    Code,
    Decimal,
    Flag,
    Standing,
    Tool,
    World,
    claim,
    handoff,
    some,
)
from obligato.spec.drafts import Draft, Line, receipt
from obligato.spec.requests import Obligation, Request
from obligato.spec.sorts import Column, List, Ratio
from tests.lab import lab, listing, look, make

BOUND = {"item": "i1", "doc": "d1"}
DONE = make(item="i1", size=1).ok()
ARGS = digest({"item": "i1", "size": 1})
asked = Request("make it", lab.world, owes=[Obligation("made", some(make.done()))])


def matching(**details: object) -> list[str]:
    """Return the ids of the receipts of one call whose receipt has these details."""
    (found,) = record(lab, DONE.receipt(**details)).receipts(lab.world).values() or [[]]
    return [r.id for r in found]


EVIDENCE: dict[str, dict[str, object]] = {
    "of a tool": {},
    "of the runtime": {"issuer": "runtime"},
    "of a human": {"issuer": "human"},
    "with the digest of the arguments": {"args_digest": ARGS},
}
NO_EVIDENCE: dict[str, dict[str, object]] = {
    "of a model": {"issuer": "model"},
    "of a child": {"issuer": "child"},
    "of a replica": {"live": False},
    "not validated": {"validated": False},
    "of another task": {"task": "other"},
    "of another tenure": {"tenure": "tenure-2"},
    "with the digest of other arguments": {"args_digest": digest({"item": "i2"})},
}


@pytest.mark.parametrize("which", EVIDENCE)
def test_the_word_of_a_witness_is_evidence(which: str) -> None:
    assert matching(**EVIDENCE[which]) == ["r1"]


@pytest.mark.parametrize("which", NO_EVIDENCE)
def test_what_is_no_witness_to_this_call_is_no_evidence(which: str) -> None:
    assert matching(**NO_EVIDENCE[which]) == []


@pytest.mark.parametrize("which", NO_EVIDENCE)
def test_a_call_without_evidence_has_an_unknown_outcome(which: str) -> None:
    made = record(asked, DONE.receipt(**NO_EVIDENCE[which]))

    assert check(asked, made).findings[0].standing == Standing.UNCLEAR


def test_a_receipt_of_another_tool_is_no_evidence() -> None:
    assert record(lab, DONE, receipt(look, of=1)).receipts(lab.world) == {
        "e1": [_receipt(DONE)]
    }


charge = Tool(
    "charge", takes=[Decimal(2)("amount"), Column("share", Ratio), Column("to", List)]
)
charging = Request(
    "pay", World("bank", [charge]), owes=[Obligation("paid", some(charge.done()))]
)
WRITTEN = {"amount": "12.50", "share": "7/3", "to": ["a", 1]}


@pytest.mark.parametrize("changed", [{}, *({name: None} for name in WRITTEN)])
def test_the_digest_of_arguments_is_of_what_a_document_writes(
    changed: dict[str, None],
) -> None:
    told = charge(amount="12.5", share="7/3", to=("a", 1)).ok()
    of = digest({**WRITTEN, **changed})
    made = record(charging, told.receipt(args_digest=of))

    assert bool(made.receipts(charging.world)) == (not changed)
    assert ("args_digest" in write(made, charging)) == bool(changed)


def _receipt(line: Draft) -> Receipt:
    return record(lab, line).ledger[0]


flag = Flag("refused")
order = Tool("order", returns=[flag], error=flag)
OUTCOMES = {
    ("ok", False): "ok",
    ("ok", True): "failed",
    ("failed", False): "failed",
    ("failed", True): "failed",
    ("unknown", True): "unknown",
}


@pytest.mark.parametrize(("status", "error"), OUTCOMES)
def test_an_error_in_an_answer_that_came_is_a_failure(status: str, error: bool) -> None:
    answer = Receipt("r1", "e1", "order", status, {"refused": error})

    assert outcome(order, answer) == OUTCOMES[status, error]


def orders(*lines: Line) -> list[Record]:
    """Return the record of a script with its receipts in every order."""
    made = record(asked, *lines)
    return [attrs.evolve(made, ledger=order) for order in permutations(made.ledger)]


def test_what_is_no_evidence_hides_none_in_any_order() -> None:
    forged = receipt(make, of=1, status="failed", issuer="model")

    for made in orders(DONE, forged):
        assert check(asked, made).findings[0].standing == Standing.DISCHARGED


def test_a_receipt_that_knows_no_answer_hides_none_in_any_order() -> None:
    for made in orders(DONE, receipt(make, of=1, status="unknown")):
        assert check(asked, made).findings[0].standing == Standing.DISCHARGED


def sizes(*told: int) -> list[Line]:
    """Return a listing with a receipt for each of these sizes."""
    first, *more = told
    return [
        listing(item="i1").ok(size=first),
        *(receipt(listing, of=1, values={"size": size}) for size in more),
    ]


DIFFERENT: dict[str, Callable[[], list[Line]]] = {
    "one says ok and one failed": lambda: [DONE, receipt(make, of=1, status="failed")],
    "one says 1 and one 2": lambda: sizes(1, 2),
    "the second and the third differ": lambda: [
        listing(item="i1").ok(),
        *(receipt(listing, of=1, values={"size": size}) for size in (1, 2)),
    ],
}


@pytest.mark.parametrize("which", DIFFERENT)
def test_two_answers_to_one_call_contradict_in_any_order(which: str) -> None:
    for made in orders(*DIFFERENT[which]()):
        broken = check(asked, made).broken

        assert broken is not None
        assert broken.code == Code.CONFLICTING_EVIDENCE
        assert broken.reason == "two receipts give e1 different answers"


def test_two_receipts_that_say_the_same_do_not_contradict() -> None:
    assert check(asked, record(asked, *sizes(1, 1))).broken is None


def test_the_work_last_changed_hands_when_the_last_handoff_before_the_claim_ended() -> (
    None
):
    lines = (handoff(), DONE, handoff().took(5), DONE, claim(), handoff())

    assert record(lab, *lines).frontier == 7
    assert record(lab, DONE, claim(), handoff()).frontier is None


def test_a_handoff_after_the_claim_excuses_nothing() -> None:
    twice = (DONE, handoff(), DONE, claim())

    for lines in (twice, (*twice, handoff())):
        found = residual(asked, record(asked, *lines))
        assert Code.DUPLICATE_EFFECT in {f.code for f in found}
