"""Edits of a record, and the differences that are read off two records."""

import attrs
import pytest

from examples.invoicing import BOUND, arrival, delivery, payment, send, settle, track
from obligato.checker.differences import ADDED, CHANGED, LEFT_OUT, differences
from obligato.checker.edits import Edit, New
from obligato.model import Record, parse, record, write
from obligato.properties.choices import seeded
from obligato.properties.recording import draw_record
from obligato.spec import at, claim, handoff
from obligato.spec.drafts import Line

GIVEN = record(settle, payment, delivery, handoff(), arrival, bound=BOUND)


def new(line: Line, start: int, instead_of: str | None = None) -> New:
    """Return an event that is new, as a script writes it."""
    made = record(settle, at(start), line)
    (event,) = made.trajectory
    return New(event, made.ledger, instead_of)  # type: ignore[arg-type]  # no claim


def script(made: Record) -> list[str]:
    """Return a record as a script, without its roles."""
    return write(made, settle).splitlines()[1:]


def test_what_is_left_out_takes_its_receipt_along() -> None:
    made = Edit(frozenset(["e2"])).applied(GIVEN)

    assert [r.call for r in made.ledger] == ["e1", "e4"]
    assert script(made) == [
        'pay(invoice="INV-42").ok(file="t7")',
        "at(2)",
        "handoff()",
        'track(message="m1").ok(arrived=True)',
    ]


def test_what_is_changed_keeps_its_place_and_its_id() -> None:
    lost = new(send(file="t7", to="b").ok(message="m9"), 1, "e2")

    made = Edit(new=(lost,)).applied(GIVEN)

    assert [e.id for e in made.trajectory] == ["e1", "e2", "e3", "e4"]
    assert script(made)[1] == 'send(file="t7", to="b").ok(message="m9")'


def test_after_a_room_all_comes_later() -> None:
    more = new(track(message="m1").ok(arrived=False), 2)

    made = Edit(new=(more,), rooms=(2,)).applied(GIVEN)

    assert [(e.id, e.start) for e in made.trajectory] == [
        ("e1", 0),
        ("e2", 1),
        ("e5", 2),
        ("e3", 3),
        ("e4", 4),
    ]
    assert made.now == GIVEN.now + 1


def test_what_is_added_at_the_end_is_judged() -> None:
    made = Edit(new=(new(arrival, 9),)).applied(GIVEN)

    assert made.now == 9


def test_a_claim_stays_the_time_of_the_judgement() -> None:
    claimed = record(settle, payment, at(5), claim(), at(9), bound=BOUND)

    made = Edit(new=(new(arrival, 5),), rooms=(5,)).applied(claimed)

    assert [e.id for e in made.trajectory] == ["e1", "e3", "e2"]
    assert made.claim and (made.claim.start, made.now) == (6, 10)


def test_what_is_known_of_a_lost_call_goes_with_it() -> None:
    lost = record(settle, payment, send(file="t7", to="a").lost(), bound=BOUND)

    made = Edit(new=(new(delivery, 1, "e2"),)).applied(lost)

    assert made.truth == {}
    assert script(made)[1] == 'send(file="t7", to="a").ok(message="m1")'


def test_ids_that_are_taken_are_not_given_again() -> None:
    odd = attrs.evolve(GIVEN, trajectory=GIVEN.trajectory[1:])

    made = Edit(new=(new(payment, 0), new(payment, 0))).applied(odd)

    ids = [e.id for e in made.trajectory]
    assert len(set(ids)) == len(ids) == 5
    assert len({r.id for r in made.ledger}) == len(made.ledger)


@pytest.mark.parametrize("seed", range(20))
def test_an_edited_record_can_be_written_and_read(seed: int) -> None:
    given = draw_record(settle, seeded("edits", seed), 4)
    calls = [e.id for e in given.calls]
    changed = (new(delivery, 1, calls[0]),) if calls else ()

    made = Edit(frozenset(calls[1:2]), (*changed, new(arrival, 2)), (1,)).applied(given)

    assert write(parse(write(made, settle), settle), settle) == write(made, settle)


def test_what_is_told_of_a_receipt_stays_where_the_call_is_changed() -> None:
    sourced = payment.receipt(source="bank")
    given = record(settle, sourced, bound=BOUND)

    made = Edit(new=(new(payment, 0, "e1"),)).applied(given)

    assert [r.source for r in made.ledger] == ["bank"]


# Two records that differ in one event each, and what is said of it.
CASES: list[tuple[str, Edit, tuple[str, int, list[str], int]]] = [
    ("left out", Edit(frozenset(["e4"])), (LEFT_OUT, 4, [], 1)),
    ("added", Edit(new=(new(arrival, 9),)), (ADDED, 4, [], 3)),
    (
        "an argument",
        Edit(new=(new(send(file="t1", to="a").ok(message="m1"), 1, "e2"),)),
        (CHANGED, 2, ["file"], 1),
    ),
    (
        "two arguments",
        Edit(new=(new(send(file="t1", to="b").ok(message="m1"), 1, "e2"),)),
        (CHANGED, 2, ["file", "to"], 2),
    ),
    (
        "an answer",
        Edit(new=(new(send(file="t7", to="a").ok(message="m2"), 1, "e2"),)),
        (CHANGED, 2, ["message"], 1),
    ),
    (
        "an outcome, with its answer",
        Edit(new=(new(send(file="t7", to="a").failed(), 1, "e2"),)),
        (CHANGED, 2, ["outcome"], 1),
    ),
    (
        "a party",
        Edit(new=(new(delivery.by("ann"), 1, "e2"),)),
        (CHANGED, 2, ["party"], 1),
    ),
    ("a time", Edit(new=(new(delivery, 0, "e2"),)), (CHANGED, 2, ["time"], 1)),
    (
        "another tool",
        Edit(new=(new(arrival, 1, "e2"),)),
        (CHANGED, 2, [], 4),
    ),
]


@pytest.mark.parametrize(
    ("edit", "said"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_a_difference_is_read_off_the_records(
    edit: Edit, said: tuple[str, int, list[str], int]
) -> None:
    (found,) = differences(settle, GIVEN, edit.applied(GIVEN), edit)

    assert said == (
        found.kind,
        found.number,
        [cell.name for cell in found.cells],
        found.size,
    )


def test_a_room_is_no_difference() -> None:
    edit = Edit(new=(new(arrival, 1),), rooms=(1,))

    found = differences(settle, GIVEN, edit.applied(GIVEN), edit)

    assert [(d.kind, d.number) for d in found] == [(ADDED, 1)]


def test_a_delay_that_no_room_explains_is_a_difference() -> None:
    given = record(settle, payment, delivery, bound=BOUND)
    edit = Edit(new=(new(arrival, 1),), rooms=(1,))

    found = differences(settle, given, edit.applied(given), Edit())

    assert [(d.kind, d.number) for d in found] == [(CHANGED, 2), (ADDED, 1)]


def test_a_time_is_told_where_it_differs() -> None:
    edit = Edit(new=(new(delivery, 0, "e2"),))

    (found,) = differences(settle, GIVEN, edit.applied(GIVEN), edit)

    assert found.before == 'at(1) send(file="t7", to="a").ok(message="m1")'
    assert found.after == 'at(0) send(file="t7", to="a").ok(message="m1")'
