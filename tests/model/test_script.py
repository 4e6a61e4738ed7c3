"""Scripts in Python: what is filled in, and what is refused with the right spelling."""

from collections.abc import Callable

import pytest

from examples import payments, spending, workspace
from obligato.model import globs, record
from obligato.model.record import Handoff, Record
from obligato.spec import ObligatoError, at, claim, gap, handoff
from obligato.spec.drafts import named, receipt

paying, pay, probe = payments.paying, payments.pay, payments.probe
done = pay(invoice="INV-42").ok()


def times(made: Record) -> list[tuple[int, int]]:
    return [(event.start, event.end) for event in made.trajectory]


def test_events_that_name_no_time_follow_one_another_at_1_ms() -> None:
    assert times(record(paying, done, done, done)) == [(0, 0), (1, 1), (2, 2)]


def test_what_lasts_moves_what_follows() -> None:
    made = record(paying, at(5), done.took(10), handoff().took(3), done)
    assert times(made) == [(5, 15), (16, 19), (20, 20)]


@pytest.mark.parametrize(
    ("lines", "now"),
    [
        ([], 0),
        ([done, done.took(7)], 8),
        ([done, at(hours=1)], 3_600_000),
        ([at(9), done.took(4), at(2), done], 13),
    ],
    ids=["nothing", "the last end", "a final at", "an earlier event ends last"],
)
def test_a_record_is_judged_at_its_final_at_or_its_last_end(
    lines: list[object], now: int
) -> None:
    assert record(paying, *lines).now == now  # type: ignore[arg-type]  # lines vary


def test_ids_are_filled_in_by_number() -> None:
    made = record(paying, done, handoff(), done.took(1))
    assert [event.id for event in made.trajectory] == ["e1", "e2", "e3"]
    assert [(r.id, r.call) for r in made.ledger] == [("r1", "e1"), ("r3", "e3")]


def test_a_named_event_has_that_id_and_no_other() -> None:
    made = record(paying, named("x"), done, done)
    assert [event.id for event in made.trajectory] == ["x", "e2"]
    assert [r.call for r in made.ledger] == ["x", "e2"]


def test_an_answer_that_never_came_has_no_receipt_and_a_truth() -> None:
    lost, dropped = pay(invoice="a").lost(), pay(invoice="a").dropped()
    made = record(paying, lost, dropped, pay(invoice="a"))
    assert (made.ledger, made.truth) == ((), {"e1": True, "e2": False})


def test_receipts_bear_the_task_and_tenure_of_the_record() -> None:
    made = record(paying, done, task="t", tenure="2")
    assert (made.task, made.tenure) == ("t", "2")
    assert made.receipts(paying.world) == {"e1": [made.ledger[0]]}


def test_a_receipt_with_details_is_no_evidence_if_they_say_so() -> None:
    told = done.receipt(issuer="model", version="v2")
    made = record(paying, told, done.receipt(task="other"), done.receipt(live=False))
    assert made.receipts(paying.world) == {}
    assert (made.ledger[0].issuer, made.ledger[0].version) == ("model", "v2")


def test_a_receipt_apart_from_its_call_is_one_more() -> None:
    second = receipt(probe, of=1, status="unknown", values={"paid": False})
    made = record(paying, done, second, receipt(pay))
    assert [(r.call, r.tool, r.status) for r in made.ledger] == [
        ("e1", "pay", "ok"),
        ("e1", "probe", "unknown"),
        ("", "pay", "ok"),
    ]


def test_globs_pick_from_the_paths_that_the_record_speaks_of() -> None:
    made = record(
        workspace.editing,
        workspace.write(path="src/a/b").ok(),
        workspace.ran.ok(touched=["src/c", "tests/../src/d"]),
        given={"source": globs("src/*")},
    )
    assert made.given == {"source": {("src/c",), ("tests/../src/d",)}}


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "no line": (lambda: record(paying, "pay"), "'pay' is no line of a script"),  # type: ignore[arg-type]  # wrong on purpose
    "an unknown role": (
        lambda: record(paying, bound={"invioce": "x"}),
        "no role of binds 'invioce'; there are: invoice",
    ),
    "an unknown relation": (
        lambda: record(workspace.editing, given={"sauce": ["a"]}),
        "no relation 'sauce'; there are: protected, source",
    ),
    "a relation as text": (
        lambda: record(workspace.editing, given={"source": "src/a"}),
        "given source='src/a' must be a list of its tuples",
    ),
    "a tuple too long": (
        lambda: record(workspace.editing, given={"source": [("a", "b")]}),
        "given source: ('a', 'b') must have 1 values",
    ),
    "an unknown sort": (
        lambda: record(paying, entities={"Invioce": ["a"]}),
        "no sort of entities 'Invioce'; there are: Invoice, Party",
    ),
    "entities as text": (
        lambda: record(paying, entities={"Invoice": "INV-42"}),
        "entities Invoice='INV-42' must be a list of names",
    ),
    "a tool of another world": (
        lambda: record(spending.spending, done),
        "no tool 'pay'; there are: listing",
    ),
    "an unknown slot": (
        lambda: record(spending.spending, claim(spent=1)),
        "no slot of the answer 'spent'; there are: spend",
    ),
    "a receipt of a later event": (
        lambda: record(paying, receipt(pay, of=1), done),
        "of=1 must be the number of an event before it, from 1 to 0",
    ),
    "an unknown status": (
        lambda: record(paying, receipt(pay, status="fine")),
        "no status of a receipt 'fine'; there are: failed, ok, unknown",
    ),
    "an unknown issuer": (
        lambda: record(paying, done.receipt(issuer="me")),
        "no issuer of a receipt 'me'; there are: child, human, model, runtime, tool",
    ),
    "an unknown detail": (
        lambda: done.receipt(isuer="tool"),
        "no detail of a receipt 'isuer'; there are: args_digest, complete, id, issuer",
    ),
    "a detail of another type": (
        lambda: done.receipt(live="no"),
        "receipt: live='no' must be True or False",
    ),
    "details of no receipt": (
        lambda: pay(invoice="a").lost().receipt(live=False),
        "pay(…) is lost and has no receipt",
    ),
    "values that are none": (
        lambda: receipt(probe, values=[1]),  # type: ignore[arg-type]  # wrong on purpose
        "receipt: values=[1] must map columns to values",
    ),
    "an event by its name": (
        lambda: receipt(pay, of="e1"),  # type: ignore[arg-type]  # wrong on purpose
        "receipt: of='e1' must be the number of an event",
    ),
    "two outcomes": (lambda: done.failed(), "pay(…) is already ok, not failed too"),
    "a decision's outcome": (
        lambda: pay(invoice="a").revoked(),
        "pay(…).revoked(): it can be ok, failed, lost, dropped, pending",
    ),
    "time that runs backwards": (
        lambda: handoff().took(-1),
        "took(-1) must be a number of ms, 0 or more",
    ),
    "a time in words": (lambda: at("noon"), "ms='noon' must be an integer"),  # type: ignore[arg-type]  # wrong on purpose
    "a gap in words": (lambda: gap(pay, since="noon"), "ms='noon' must be an integer"),  # type: ignore[arg-type]  # wrong on purpose
    "a gap that ends before it begins": (
        lambda: gap(pay, since=9, until=3),
        "gap(pay): since=9 is after until=3",
    ),
    "a gap in a log by its name": (
        lambda: gap("pay"),  # type: ignore[arg-type]  # wrong on purpose
        "gap('pay') takes a tool or a decision",
    ),
    "a time beyond all clocks": (
        lambda: at(10**400),
        "is beyond ±(2**53 - 1) ms",
    ),
    "a sum of times beyond all clocks": (
        lambda: at(2**53 - 1, seconds=1),
        "is beyond ±(2**53 - 1)",
    ),
    "an end beyond all clocks": (
        lambda: record(paying, at(2**53 - 1), done.took(2)),
        "is beyond ±(2**53 - 1)",
    ),
    "a world for a request": (
        lambda: record(paying.world, done),  # type: ignore[arg-type]  # wrong on purpose
        "must begin with a Request",
    ),
    "roles in a list": (
        lambda: record(paying, done, bound=["invoice"]),  # type: ignore[arg-type]  # wrong on purpose
        "bound=['invoice'] must map names to values",
    ),
    "a time of judgement in words": (
        lambda: record(paying, done, now="noon"),  # type: ignore[arg-type]  # wrong on purpose
        "value='noon' is no Time",
    ),
    "a number for a name": (lambda: named(3), "named(3) takes the id"),  # type: ignore[arg-type]  # wrong on purpose
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_line_that_is_wrong_says_what_is_right(case: str) -> None:
    make, message = REFUSED[case]
    with pytest.raises(ObligatoError) as caught:
        make()
    assert message in str(caught.value)


def test_a_claim_and_a_handoff_can_last() -> None:
    made = record(spending.spending, handoff().took(2), claim(spend=1).took(3).by("a"))
    first, last = made.trajectory
    assert (first, made.frontier) == (Handoff("e1", 0, 2), 2)
    assert (last.start, last.end, made.claim and made.claim.by) == (3, 6, "a")
