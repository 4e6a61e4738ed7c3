"""Handoff points of a record: after a write, a check, and a write that mends."""

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples.invoicing import (
    BOUND,
    arrival,
    delivery,
    not_arrived,
    payment,
    send,
    track,
)
from examples.invoicing import settle as request
from obligato.model import Record, record
from obligato.model.record import Handoff
from obligato.model.views.events import Kind
from obligato.model.views.view import shown
from obligato.model.views.world_points import (
    Point,
    at_handoff,
    kind_here,
    points,
    until,
)
from obligato.model.views.worlds import views
from obligato.properties.plants import planted
from obligato.spec import claim, handoff
from obligato.spec.drafts import Line
from tests.lab import lab
from tests.strategies import records

EDIT, CHECK, REPAIR = Kind
missed = track(message="m1").ok(arrived=False)
again = send(file="t7", to="a").ok(message="m2")
unsent = send(file="t7", to="a").failed()

CASES: dict[str, tuple[list[Line], dict[Kind, int]]] = {
    "nothing": ([], {}),
    "a write": ([payment], {EDIT: 1}),
    "a write that failed": ([unsent, payment], {EDIT: 2}),
    "a write without an answer": ([send(file="t7", to="a").lost(), payment], {EDIT: 2}),
    "a check before any write": ([missed, payment], {EDIT: 2}),
    "a check": ([payment, delivery, arrival], {EDIT: 1, CHECK: 3}),
    "a check without an answer": (
        [payment, track(message="m1").lost(), arrival],
        {EDIT: 1, CHECK: 3},
    ),
    "a check that failed is a result": (
        [payment, track(message="m1").failed(), again],
        {EDIT: 1, CHECK: 2, REPAIR: 3},
    ),
    "a write after a check that did not pass": (
        [payment, missed, again],
        {EDIT: 1, CHECK: 2, REPAIR: 3},
    ),
    "a write after a check that passed": (
        [payment, arrival, again],
        {EDIT: 1, CHECK: 2},
    ),
    "a write that failed mends nothing": (
        [payment, missed, unsent],
        {EDIT: 1, CHECK: 2},
    ),
}


def found(lines: list[Line]) -> dict[Kind, int]:
    """Return after how many events each kind of point lies."""
    made = record(request, *lines, bound=BOUND)
    return {point.kind: point.events for point in points(request, made)}


@pytest.mark.parametrize("case", CASES)
def test_the_points_are_where_the_analogue_says(case: str) -> None:
    lines, expected = CASES[case]

    assert found(lines) == expected


PLANTS = [
    ('if tool.writes and outcome(tool, receipt) == "ok"', "if tool.writes"),
    ("elif written and is_check", "elif is_check"),
    ("failed = failed or not passed(tool, receipt)", "failed = True"),
    ('and outcome(tool, receipt) != "unknown"', ""),
]


@pytest.mark.parametrize(("old", "new"), PLANTS)
def test_a_planted_bug_moves_a_point(old: str, new: str) -> None:
    with planted("obligato.model.views.world_points", old, new):
        assert any(found(lines) != expected for lines, expected in CASES.values())


@settings(max_examples=30)
@given(records(), st.integers(0, 5))
def test_what_comes_after_a_point_never_changes_it(made: Record, size: int) -> None:
    events = made.trajectory[:size]
    known = {event.id for event in events}
    ledger = tuple(r for r in made.ledger if r.call in known)
    first = attrs.evolve(made, trajectory=events, ledger=ledger)

    kept = tuple(p for p in points(lab, made) if p.events <= size)
    assert points(lab, first) == kept


@settings(max_examples=6, deadline=None)
@given(records())
def test_what_is_shown_at_a_point_is_of_the_events_before_it(made: Record) -> None:
    for point in points(lab, made):
        seen = until(made, point)
        rest = {event.id for event in made.trajectory[point.events :]}
        assert not rest & {event.id for event in seen.trajectory}
        assert isinstance(seen.trajectory[-1], Handoff)
        again = until(seen, point)
        for view in views(lab).values():
            assert shown(view, lab, again) == shown(view, lab, seen)


@pytest.mark.parametrize(
    "name", ["after first post-failure write", "post_failed_repair_edit", REPAIR]
)
def test_a_kind_is_known_by_its_names_in_both_worlds(name: str) -> None:
    assert kind_here(name) == REPAIR


def test_a_record_is_shown_as_it_was_when_the_work_changed_hands() -> None:
    whole = record(request, payment, handoff(), delivery, arrival, claim(), bound=BOUND)

    assert [e.id for e in at_handoff(whole).trajectory] == ["e1", "e2"]
    assert [r.call for r in at_handoff(whole).ledger] == ["e1"]
    assert at_handoff(not_arrived.record) == not_arrived.record
    assert points(request, whole)[0] == Point(EDIT, 1, "e1")
