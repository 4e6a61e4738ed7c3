"""T8, what is owed at the claim, and what a verdict rests on without being checked."""

import itertools
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import invoicing
from obligato.checker.termination import finish, terminate
from obligato.model import record
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
from obligato.model.record import Call
from obligato.spec import Bool, Code, SpecError, claim
from tests.breaks import BREAKS
from tests.checker.termination.drawing import FIELDS, decided
from tests.finishing import CONTRACT, RECORD, asked, clean
from tests.second import digest, normal


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_removing_rows_that_nobody_cites_keeps_it_complete(data: st.DataObject) -> None:
    """T8 (b), the certificate bound again to the ledger that it is held against."""
    bench = clean()
    extra = [attrs.evolve(r, id=f"x{r.id}") for r in bench.ledger.receipts]
    for receipt in data.draw(
        st.lists(st.sampled_from(extra), unique_by=lambda r: r.id)
    ):
        field, values = data.draw(st.sampled_from(FIELDS))
        changed = attrs.evolve(receipt, **{field: data.draw(st.sampled_from(values))})
        bench = bench.more(changed)
    kept = [
        r for r in bench.ledger.receipts if r.id[0] != "x" or data.draw(st.booleans())
    ]

    if decided(bench):
        assert decided(bench.receipts(kept))


def test_adding_one_row_can_end_it_for_each_reason_that_t8a_names() -> None:
    """Each of these clauses looks at rows that nobody cites, and no other does."""
    before, ended = clean(), set[str]()
    for name, change in BREAKS.items():
        after = change(before)
        same = (after.contract, after.certificate.claims)
        if same == (before.contract, before.certificate.claims) and len(
            after.ledger.receipts
        ) > len(before.ledger.receipts):
            ended.add(name)

    assert ended == {
        "receipts have their own ids",
        "delegated work came back",
        "its call has one answer",
        "nothing newer differs",
    }


def test_what_was_asked_again_need_not_be_cited_but_its_last_answer_must() -> None:
    """A rating fetched anew is the one that counts, for all that is said of all."""
    bench = clean()
    (r1,) = (r for r in bench.ledger.receipts if r.id == "r1")
    later = attrs.evolve(r1, id="r9", call="e9", values={"rating": 7})
    again = bench.more(later, Call("e9", "rate", {"item": "i1"}, 9, 9))
    newest = again.claims("average", evidence=("r2", "r3", "r9"), value="5")
    newest = newest.claims("best", evidence=("r2", "r3", "r9"), value=["i1"])

    assert decided(newest)
    assert decided(again).codes == (Code.STALE_EVIDENCE, Code.PARTIAL_EVIDENCE)
    only = newest.claims("average", evidence=("r2", "r3"), value="4")
    assert decided(only).codes == (Code.PARTIAL_EVIDENCE,)


def test_the_digests_are_those_of_a_second_implementation() -> None:
    bench = clean()

    assert bench.ledger.digest == digest(normal(bench.ledger))
    assert CONTRACT.descriptor_digest == digest(CONTRACT.descriptor)


def test_the_order_in_which_receipts_came_does_not_matter() -> None:
    found = {
        Ledger.of(attrs.evolve(RECORD, ledger=order), asked).digest
        for order in itertools.permutations(RECORD.ledger)
    }

    assert found == {clean().ledger.digest}


def test_a_consistent_forgery_is_complete() -> None:
    """What an adapter makes up, with all digests as they must be, nobody can tell."""
    forged = clean().receipt("r1", values={"rating": 400})
    value = certify(CONTRACT, forged.ledger, {"owner": "e5"})

    assert decided(attrs.evolve(forged, certificate=value))
    assert value.claims[0].value == "136"


def test_a_contract_that_leaves_something_out_is_met_without_it() -> None:
    """Nothing checks whether the contract asks for all that was wanted."""
    bench = clean()
    less = attrs.evolve(
        CONTRACT, slots=[s for s in CONTRACT.slots if s.name != "owner"]
    )
    claims = [c for c in bench.certificate.claims if c.slot != "owner"]
    told = attrs.evolve(
        bench.certificate, descriptor=less.descriptor_digest, claims=claims
    )

    assert terminate(less, bench.ledger, told)
    assert not terminate(CONTRACT, bench.ledger, told)


ARRIVED = AnswerContract(
    "task",
    [
        Slot(
            "arrived",
            Bool,
            [Transform("identity", Operand("arrived"))],
            Demand("track", {"message": "m1"}),
        )
    ],
    bound=invoicing.BOUND,
)


@pytest.mark.parametrize("case", invoicing.JUDGED, ids=lambda case: case.label)
def test_a_certificate_is_complete_only_if_what_is_owed_is_met(case: Any) -> None:
    """Whatever is cited, the duties at the claim are those that a plan is held to."""
    ledger = Ledger.of(case.record, case.request)
    try:
        told = certify(ARRIVED, ledger)
    except SpecError:
        told = Certificate("task", ARRIVED.descriptor_digest, ledger.digest)
    found = finish(case.request, case.record, ARRIVED, told)

    assert bool(found) == (case.verdicts == {"receipt delivered": "E"})
    met = {"E": set(), "R": {Code.UNCOVERED_OBLIGATION}, "N": {Code.RECEIPT_UNCLEAR}}
    assert met[case.verdicts["receipt delivered"]] <= set(found.codes)


def test_the_certificate_is_the_claim_at_which_duties_are_judged() -> None:
    """The request wants the average claimed, and the record holds no claim."""
    bench = clean()

    assert finish(asked, RECORD, CONTRACT, bench.certificate)
    wrong = bench.claims("average", value="5").certificate
    assert Code.UNCOVERED_OBLIGATION in finish(asked, RECORD, CONTRACT, wrong).codes


def test_a_record_that_contradicts_itself_is_not_complete() -> None:
    twice = attrs.evolve(RECORD.ledger[1], id="r9", values={"rating": 9})
    torn = attrs.evolve(RECORD, ledger=(*RECORD.ledger, twice))
    found = finish(asked, torn, CONTRACT, clean().certificate)

    names = [f.clause for f in found.failures if f.verdict.name == "broken"]
    assert names == ["the record fits some history"]
    assert Code.CONFLICTING_EVIDENCE in found.codes


def test_the_claim_that_a_record_holds_is_the_one_that_counts() -> None:
    claimed = record(
        asked,
        claim(average="5"),
        bound={"item": "i1"},
    )
    held = attrs.evolve(RECORD, trajectory=(*RECORD.trajectory, *claimed.trajectory))
    last = attrs.evolve(held.trajectory[-1], id="c", start=50, end=50)
    held = attrs.evolve(held, trajectory=(*RECORD.trajectory, last), now=50)
    found = finish(asked, held, CONTRACT, clean().certificate)

    assert found.codes == (Code.AFTER_CLAIM, Code.UNCOVERED_OBLIGATION)
