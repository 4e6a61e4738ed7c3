"""Twins: the nearest record with another verdict, and what is said of it."""

import attrs
import pytest

from examples import airline, invoicing, payments, pipeline, review
from examples.judged import Judged
from obligato.checker import twins as module
from obligato.checker.differences import ADDED, CHANGED, LEFT_OUT
from obligato.checker.solver import nearest
from obligato.checker.solver.ask import Disagreement
from obligato.checker.twins import NoTwin, Twin, twins
from obligato.model import Record, check, record
from obligato.properties.plants import planted
from obligato.spec import (
    Obligation,
    Rule,
    SpecError,
    gap,
    mean,
    none,
    some,
)
from obligato.spec.drafts import Line
from obligato.spec.requests import Duty
from tests.checker.tiny import DESK, POST, look, mine, run, send

MINE = {"item": "item-1"}


def asked(duty: Duty, *lines: Line) -> tuple[Twin | NoTwin, ...]:
    """Return the twins of a record of the tiny world of runs."""
    owes = [duty] if isinstance(duty, Obligation) else []
    keeps = [duty] if isinstance(duty, Rule) else []
    request = attrs.evolve(DESK.request, owes=owes, keeps=keeps)
    return twins(request, duty, record(request, *lines, bound=MINE))


def lines(answer: Twin | NoTwin) -> list[tuple[str, int, str, str]]:
    """Return of each event that differs the kind, the number, and both lines."""
    assert isinstance(answer, Twin)
    return [(d.kind, d.number, d.before, d.after) for d in answer.differences]


def judged(cases: list[Judged], label: str) -> Record:
    """Return the record of a judged case."""
    return next(case.record for case in cases if case.label == label)


def test_the_only_difference_is_one_flag() -> None:
    given = judged(invoicing.JUDGED, "tracked, not arrived")

    (twin,) = twins(invoicing.settle, invoicing.delivered, given)

    assert lines(twin) == [
        (
            CHANGED,
            3,
            'track(message="m1").ok(arrived=False)',
            'track(message="m1").ok(arrived=True)',
        )
    ]
    assert isinstance(twin, Twin) and not twin.unanswered
    assert [cell.name for cell in twin.differences[0].cells] == ["arrived"]


def test_the_twin_is_judged_by_the_tables_of_the_whole_record() -> None:
    given = judged(invoicing.JUDGED, "not tracked")

    (twin,) = twins(invoicing.settle, invoicing.delivered, given)

    assert isinstance(twin, Twin)
    assert check(invoicing.settle, twin.record).verdict.name == "established"


def test_what_came_late_is_left_out_before_what_came_early() -> None:
    given = judged(payments.JUDGED, "pay lost at 0, pay at 200")

    (twin,) = twins(payments.paying, payments.careful, given)

    assert [d[:2] for d in lines(twin)] == [(LEFT_OUT, 2)]


def test_what_holds_is_broken_by_the_nearest_record() -> None:
    (twin,) = twins(payments.paying, payments.paid_once, judged(payments.JUDGED, "pay"))

    assert twin.verdict == "refuted"
    assert [d[0] for d in lines(twin)] == [LEFT_OUT]


def test_a_rule_is_shown_set_off_too() -> None:
    given = judged(review.JUDGED, "bob twice")

    plain, set_off = twins(review.review, review.approved, given)

    assert (plain.set_off, set_off.set_off) == (False, True)
    assert [d[:2] for d in lines(plain)] == [(LEFT_OUT, 3)]
    assert [d[:3] for d in lines(set_off)] == [
        (CHANGED, 2, 'approve(change="c", diff="d").by("bob")')
    ]


def test_a_mere_prohibition_is_not_shown_set_off() -> None:
    forbidden = Rule("never", none(run.tried(item=mine)))

    (plain,) = asked(forbidden, run(item="item-1").failed())

    assert [d[0] for d in lines(plain)] == [LEFT_OUT]


def test_an_obligation_is_met_and_not_escaped_by_its_guard() -> None:
    owed = Obligation("run well", some(run.done(bad=False)), guard=some(run.tried()))

    (twin,) = asked(owed, run(item="item-1").failed())

    (line,) = lines(twin)  # without the run nothing were owed
    assert line[0] == CHANGED and line[3].endswith(".ok(bad=False, worth=0)")


def test_few_differences_come_before_a_small_size() -> None:
    mended = some(run.done(item="item-2", by="bob"))
    rule = Rule("mended", none(run.tried(item=mine, bad=True)) | mended)
    wrong = run(item="item-1").ok(bad=True, worth=0)

    twin, *_ = asked(rule, wrong, wrong)

    assert [d[:2] for d in lines(twin)] == [(CHANGED, 2)]
    assert isinstance(twin, Twin)
    assert twin.differences[0].size == 3  # to leave out both would be 2


def test_a_record_that_contradicts_itself_is_no_twin() -> None:
    (sent,) = (d for d in POST.request.owes if d.name == "sent")
    request = attrs.evolve(POST.request, owes=[sent], keeps=[])
    seen = look(item="item-1").ok(here=True)
    given = record(request, send(item="item-1").ok(), seen, bound=MINE)

    (twin,) = twins(request, sent, given)

    assert [d[0] for d in lines(twin)] != [LEFT_OUT]


def test_an_added_event_has_room_before_the_claim() -> None:
    given = judged(pipeline.JUDGED, "published after the claim")

    (twin,) = twins(pipeline.handing, pipeline.once, given)

    assert isinstance(twin, Twin) and twin.record.claim and given.claim
    assert twin.record.claim.start == given.claim.start + 1
    assert twin.record.claim.slots == given.claim.slots


def test_handoffs_and_what_the_duty_does_not_see_are_kept() -> None:
    request, given = airline.desk, airline.JUDGED[0].record
    before = attrs.evolve(given, trajectory=given.trajectory)

    (twin,) = twins(request, airline.certified, before)

    assert isinstance(twin, Twin)
    (changed,) = twin.differences
    assert [cell.name for cell in changed.cells] == ["arguments"]
    kept = [e for e in given.trajectory if e.id != changed.id]
    assert [e for e in twin.record.trajectory if e.id != changed.id] == kept


def test_no_twin_is_found_that_the_fixed_roles_forbid() -> None:
    (answer,) = twins(
        invoicing.settle, invoicing.delivered, judged(invoicing.JUDGED, "nothing")
    )

    assert answer == NoTwin("established", 2)


def test_more_differences_are_found_if_more_are_asked_for() -> None:
    (answer,) = twins(
        invoicing.settle, invoicing.delivered, judged(invoicing.JUDGED, "nothing"), 3
    )

    assert [d[0] for d in lines(answer)] == [ADDED, ADDED, ADDED]


def test_what_the_solver_does_not_answer_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nearest, "RLIMIT", 1)
    given = judged(invoicing.JUDGED, "not tracked")

    (answer,) = twins(invoicing.settle, invoicing.delivered, given)

    assert isinstance(answer, NoTwin)
    assert [reason[:14] for reason in answer.unanswered] == [
        "1 difference: ",
        "2 differences:",
    ]


def test_a_log_cut_short_is_left_to_what_can_be_left_out() -> None:
    given = judged(invoicing.JUDGED, "not tracked")
    twice = (gap(invoicing.track, until=1), gap(invoicing.track, since=2))
    request = invoicing.settle
    given = attrs.evolve(given, gaps=twice)

    (answer,) = twins(request, invoicing.delivered, given)

    assert isinstance(answer, NoTwin)
    assert answer.unanswered == (
        "whether events changed or added would do: a log with two gaps",
    )


def test_a_transform_without_encoding_is_left_to_what_can_be_left_out() -> None:
    rated = Rule("at most 1", mean(r.worth for r in run.done()) <= "1")
    worth = [run(item="item-1").ok(bad=False, worth=n) for n in (1, 8, 9)]

    (answer, *_) = asked(rated, *worth)

    assert [d[:2] for d in lines(answer)] == [(LEFT_OUT, 2), (LEFT_OUT, 3)]
    assert answer.unanswered and "no encoding" in answer.unanswered[0]


@pytest.mark.parametrize(
    ("bound", "reason"),
    [
        (
            "ROWS",
            "whether events changed or added would do: 3 events that it can see, in 3 "
            "ranges inside one another, are too many for the solver",
        ),
        (
            "TRIES",
            "3 events that it can see, in 3 ranges inside one another, are too many",
        ),
    ],
)
def test_too_many_events_are_refused_in_a_sentence(
    bound: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, bound, 20)
    (careful,) = (d for d in POST.request.keeps if d.name == "careful")
    given = record(POST.request, *[look(item="item-1").ok(here=False)] * 3, bound=MINE)

    (answer,) = twins(POST.request, careful, given)

    assert isinstance(answer, NoTwin) and answer.unanswered == (reason,)


@pytest.mark.parametrize("within", [0, -1, True, 1.5])
def test_within_must_be_a_number_of_events(within: object) -> None:
    given = judged(invoicing.JUDGED, "not tracked")

    with pytest.raises(SpecError, match="within="):
        twins(invoicing.settle, invoicing.delivered, given, within)  # type: ignore[arg-type]  # the point


def test_a_record_that_no_history_fits_has_no_twin() -> None:
    denied = payments.probe(invoice="INV-42").ok(paid=False)
    lines = (payments.pay(invoice="INV-42").ok(), denied)
    given = record(payments.paying, *lines, bound=payments.BOUND)

    with pytest.raises(SpecError, match="cannot be judged"):
        twins(payments.paying, payments.paid_once, given)


def test_the_records_are_believed_and_not_the_solver() -> None:
    given = judged(invoicing.JUDGED, "tracked, not arrived")
    size = 'return Near(self._edit(), model("differences"), model("size"))'
    wrong = 'return Near(self._edit(), model("differences"), 7)'

    with (
        planted("obligato.checker.solver.nearest", size, wrong),
        pytest.raises(Disagreement, match="of size 7"),
    ):
        twins(invoicing.settle, invoicing.delivered, given)
