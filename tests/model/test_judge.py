"""What `check` and `residual` find, and what they refuse to judge."""

from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

from examples import invoicing
from obligato.model import check, judge, record, residual, settle
from obligato.spec import (
    Broken,
    Code,
    Effect,
    Established,
    Int,
    List,
    NotEstablished,
    Obligation,
    Request,
    Rows,
    Rule,
    Sort,
    SpecError,
    Standing,
    Tool,
    Verdict,
    World,
    at,
    claim,
    first,
    frontier,
    handoff,
    mean,
    most,
    none,
    some,
)
from obligato.spec.drafts import Line
from obligato.spec.terms import Term

line, amount = Sort("Line")("line"), Int("amount")
lines = Rows("lines", line, amount, key=line)
largest = List("largest")
listing = Tool("listing", returns=[lines], fails="clean")
asked = Request(
    "say which is the largest",
    World("lists", tools=[listing]),
    owes=[
        Obligation(
            "largest",
            claim(largest)
            == first(1, (x.amount for p in listing.done() for x in p.lines)),
        )
    ],
)


def listed(*amounts: int) -> Line:
    """Return a listing of lines a, b, … with these amounts."""
    rows = [{"line": chr(97 + i), "amount": n} for i, n in enumerate(amounts)]
    return listing().ok(lines=rows)


def test_the_key_of_the_greatest_row_answers_which_it_is() -> None:
    right = record(asked, listed(3, 5), claim(largest=["b"]))
    wrong = record(asked, listed(3, 5), claim(largest=["a"]))

    assert check(asked, right).findings[0].standing == Standing.DISCHARGED
    assert check(asked, wrong).findings[0].standing == Standing.OPEN


def test_a_tie_across_k_is_broken_in_every_judgement() -> None:
    tie = record(asked, listed(5, 5), claim(largest=["b"]))
    found = check(asked, tie).broken
    duty = asked.owes[0]

    assert isinstance(found, Broken)
    assert found.code == Code.AMBIGUOUS_ORDER
    assert found == judge(duty.owed, settle(asked.world, tie))
    assert {Code.AMBIGUOUS_ORDER} == {
        f.code for f in residual(asked, tie) if f.clause.conjunct == "Complete"
    }


def test_a_record_with_an_id_twice_is_not_judged() -> None:
    made = record(invoicing.settle, invoicing.payment, invoicing.delivery)
    twice = attrs.evolve(made.trajectory[1], id=made.trajectory[0].id)
    broken = attrs.evolve(made, trajectory=(made.trajectory[0], twice))

    found = check(invoicing.settle, broken)

    assert Broken(Code.DUPLICATE_ID, "id='e1' is there twice") == found.broken
    assert {Code.DUPLICATE_ID} == {f.code for f in residual(invoicing.settle, broken)}
    assert not found
    assert found.verdict == found.broken


def test_a_record_with_a_receipt_twice_is_not_judged() -> None:
    made = record(invoicing.settle, invoicing.payment, invoicing.delivery)
    broken = attrs.evolve(made, ledger=(*made.ledger, made.ledger[0]))

    found = check(invoicing.settle, broken)

    assert Broken(Code.DUPLICATE_ID, "id='r1' is there twice") == found.broken


door = Sort("Door")("door")
opened = Effect("opened", door)
push = Tool("push", takes=[door], makes=[opened(door)], fails="clean")
shut = Rule("nothing opened", none(opened.made()), guard=some(push.tried(door="d1")))
keeping = Request("keep it shut", World("doors", tools=[push]), keeps=[shut])
PUSHED, OTHER = push(door="d1"), push(door="d2")

STANDINGS: dict[str, tuple[list[Line], Standing]] = {
    "its guard does not hold": ([OTHER.ok()], Standing.VOID),
    "kept": ([PUSHED.failed()], Standing.DISCHARGED),
    "broken for good": ([PUSHED.ok()], Standing.LOST),
    "perhaps broken": ([PUSHED.lost()], Standing.UNCLEAR),
}


@pytest.mark.parametrize("which", STANDINGS)
def test_a_rule_stands_where_it_should(which: str) -> None:
    script, wanted = STANDINGS[which]

    assert wanted == check(keeping, record(keeping, *script)).findings[0].standing


def test_what_is_under_way_at_the_claim_has_an_unknown_outcome() -> None:
    slow = OTHER.ok().took(9)
    made = record(keeping, PUSHED.failed(), at(3), slow, at(5), claim())

    found = check(keeping, made).findings[0]

    assert isinstance(found.verdict, NotEstablished)
    assert found.standing == Standing.LOST  # its answer, after the claim, says so
    assert check(keeping, made).claimed_early


# Rows without a key: the two may be one row, so their mean is 5/2 or 2.
KEYLESS = listing().ok(lines=[{"amount": 1}, {"amount": 1}, {"line": "a", "amount": 4}])


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        pytest.param(mean, NotEstablished, id="by key"),
        pytest.param(most, Established, id="by value"),
    ],
)
def test_a_row_whose_key_is_unknown_may_be_another(
    value: Callable[[Iterator[Term]], Term], wanted: type[Verdict]
) -> None:
    amounts = (x.amount for p in listing.done() for x in p.lines)
    right = 4 if value is most else "5/2"
    duty = Obligation("right", value(amounts) == right)
    request = Request("add up", World("lists", tools=[listing]), owes=[duty])

    found = check(request, record(request, KEYLESS)).verdict

    assert isinstance(found, wanted)


def test_who_claims_before_all_is_discharged_or_void_claims_early() -> None:
    void = check(keeping, record(keeping, OTHER.ok(), claim()))
    lost = check(keeping, record(keeping, PUSHED.ok(), claim()))
    silent = check(keeping, record(keeping, PUSHED.ok()))

    assert (void.claimed_early, bool(void)) == (False, True)
    assert (lost.claimed_early, bool(lost)) == (True, False)
    assert (silent.claimed_early, bool(silent)) == (False, False)


@pytest.mark.parametrize("judging", [check, residual])
def test_a_case_is_not_taken_for_its_record(
    judging: Callable[[Request, Any], object],
) -> None:
    case = invoicing.JUDGED[0]

    with pytest.raises(SpecError, match=r"record=.* hand over case.request and"):
        judging(case.request, case)
    with pytest.raises(SpecError, match=r"request=.* must be a Request"):
        judging(case.request.world, case.record)  # type: ignore[arg-type]  # wrong on purpose


def test_what_a_later_handoff_can_mend_is_not_lost() -> None:
    early = Obligation("early", some(p.start < frontier for p in invoicing.pay.done()))
    late = Rule("late", none(p.start < frontier for p in invoicing.pay.done()))
    request = attrs.evolve(invoicing.settle, owes=[early], keeps=[late])

    def standings(*lines: Line) -> list[Standing | None]:
        return [f.standing for f in check(request, record(request, *lines)).findings]

    assert standings(invoicing.payment) == [Standing.OPEN, Standing.DISCHARGED]
    assert standings(invoicing.payment, handoff()) == [
        Standing.DISCHARGED,
        Standing.LOST,
    ]


AGAIN = (invoicing.payment, handoff(), invoicing.payment)


def test_what_a_continuation_breaks_is_found_beside_the_duties() -> None:
    lines = (*AGAIN, invoicing.delivery, invoicing.arrival)
    made = record(invoicing.settle, *lines, bound=invoicing.BOUND)

    found = check(invoicing.settle, made)

    assert [(f.clause.name, f.code) for f in found.breaches] == [
        ("paid once", Code.DUPLICATE_EFFECT)
    ]
    assert found.findings[0].standing == Standing.DISCHARGED
    assert not found


def test_without_a_handoff_there_is_no_continuation_to_breach_anything() -> None:
    lines = (invoicing.payment, invoicing.payment)
    made = record(invoicing.settle, *lines, bound=invoicing.BOUND)

    assert check(invoicing.settle, made).breaches == ()
