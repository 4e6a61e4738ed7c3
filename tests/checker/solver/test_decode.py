"""What is decoded is the record that was pinned."""

import attrs
import pytest

from obligato.checker.solver import Found, Question, Scope
from obligato.checker.solver.pin import slots_of
from obligato.model import record
from obligato.spec import at, claim, gap, handoff
from obligato.spec.drafts import Line
from tests.lab import approve, lab, listing, make, touch, worth

BOUND = {"item": "i1", "doc": "d1"}
DONE = make(item="i1", size=1).ok()

RECORDS: dict[str, list[Line]] = {
    "nothing": [],
    "a handoff as the next call starts": [at(3), handoff(), at(3), DONE],
    "a handoff after the last call": [DONE, handoff()],
    "a log with a gap without end": [gap(make), DONE],
    "a log with a gap from 2 to 5": [gap(make, 2, 5), DONE],
    "calls that overlap, by others": [DONE.took(5), at(2), DONE.took(1).by("ann")],
    "a failure, and no answer": [
        make(item="i2", size=2).failed(),
        make(item="i1", size=0),
    ],
    "decisions": [
        approve(item="i1", doc="d1").by("ann"),
        approve(item="i1", doc="d1").by("ann").declined(),
        approve(item="i1", doc="d2").by("bob").revoked(),
    ],
    "rows": [
        listing(item="i1").ok(lines=[{"doc": "d1", "amount": 7}], size=2),
        touch(item="i1").ok(touched=["d1", "d2"]),
        touch(item="i1").ok(),
    ],
    "a claim": [DONE, claim(worth=3)],
    "a claim of nothing": [DONE, claim()],
}


@pytest.mark.parametrize("which", RECORDS)
def test_a_record_comes_back_as_it_was_pinned(which: str) -> None:
    told = record(lab, *RECORDS[which], bound=BOUND, given={"special": ["d1"]})
    size = Scope(events=max(1, len(slots_of(told))))

    back = Question(lab, size, known=[told]).replayed(told)

    assert back == attrs.evolve(told, truth={})


def test_a_record_in_which_something_is_claimed_has_a_claim() -> None:
    found = Question(lab, Scope(events=1)).find((claim(worth) == 1).node, "established")

    assert isinstance(found, Found)
    assert found.record.claim is not None
