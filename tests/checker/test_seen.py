"""What a duty sees of a record decides its verdict."""

import pytest

from examples import (
    airline,
    invoicing,
    medication,
    payments,
    pipeline,
    refunds,
    review,
    shipping,
    spending,
    workspace,
)
from obligato.checker.seen import seen, seen_of
from obligato.checker.twins import judged
from obligato.properties.choices import seeded
from obligato.properties.plants import planted
from obligato.properties.recording import draw_record
from obligato.spec import Request
from tests.checker.tiny import POST, only

MODULES = (invoicing, medication, payments, pipeline, refunds, review, shipping)
REQUESTS = [
    *(module.JUDGED[0].request for module in (*MODULES, spending, workspace)),
    POST.request,
]


def apart(request: Request, records: int) -> tuple[int, int]:
    """Return of how many records a duty sees less, and on how many that matters."""
    less = wrong = 0
    for seed in range(records):
        record = draw_record(request, seeded("seen", request.goal, seed), 6)
        for duty in request.duties:
            bits = judged(request, duty.owed, record)
            if bits is not None:
                part = seen(request, duty)
                visible = seen_of(record, part)
                less += len(visible.trajectory) < len(record.trajectory)
                wrong += bits != judged(part, duty.owed, visible)
    return less, wrong


def test_a_duty_has_the_same_verdict_on_what_it_sees() -> None:
    found = [apart(request, 12) for request in REQUESTS]

    assert sum(less for less, _ in found) >= 50
    assert sum(wrong for _, wrong in found) == 0


@pytest.mark.parametrize(
    "old",
    ["effects |= touched & told", "names.add(tool.name)"],
    ids=["not what is told", "not by effect"],
)
def test_a_duty_that_sees_too_little_is_noticed(old: str) -> None:
    with planted("obligato.checker.seen", old, "pass"):
        _, wrong = apart(only(POST, "once", "kept").request, 60)

    assert wrong


def test_an_airline_duty_sees_the_writes_or_what_was_said() -> None:
    given = airline.JUDGED[0].record

    writes, *_, said = (
        [e for e in seen_of(given, seen(airline.desk, duty)).trajectory]
        for duty in airline.desk.owes
    )

    assert [e.id for e in writes] == ["m3.1", "m6.1", "m8.1"]
    assert len(said) == len(given.trajectory) - len(writes) - 1
