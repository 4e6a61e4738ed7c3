"""Recorded runs are judged as the benchmark that recorded them judged them."""

import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

from examples import airline
from examples.airline import explain_run, judged, record_of, request_of
from obligato.checker.reasons import Nothing
from obligato.checker.resume import Owed, resume
from obligato.checker.trees import Plan
from obligato.model import Record, check, residual
from obligato.model.judge import Finding
from obligato.model.record import Call, Claim, Event, Handoff, Receipt
from obligato.spec import Request
from obligato.spec.verdicts import Established

DATA = Path(__file__).resolve().parents[2].parent / "shared/data/tau-airline"
NAMED = re.compile(r"m\d+\.\d+ [a-z_]+ \{")  # a call: its id, its tool, its arguments

recorded = pytest.mark.skipif(
    not DATA.is_dir(), reason="the recorded runs are not here: no ../shared/data"
)


@pytest.fixture(scope="module")
def runs() -> list[dict[str, Any]]:
    return list(airline.runs(DATA / "runs.jsonl"))


def right(run: Mapping[str, Any]) -> bool:
    return bool(run["reward"] == 1.0)


@recorded
def test_every_run_is_judged_as_published(runs: list[dict[str, Any]]) -> None:
    assert len(runs) == 104
    assert [bool(judged(run)) for run in runs] == [right(run) for run in runs]


@recorded
@pytest.mark.parametrize(
    "failed", [lambda _: False, lambda _: True], ids=["all done", "none done"]
)
def test_a_wrong_reading_of_failure_is_noticed(
    runs: list[dict[str, Any]], failed: Any
) -> None:
    found = [bool(check(request_of(r["task"]), record_of(r, failed))) for r in runs]

    assert found != [right(run) for run in runs]


@recorded
def test_runs_that_ask_for_nothing_are_judged_by_the_rule_alone(
    runs: list[dict[str, Any]],
) -> None:
    requests = [request_of(run["task"]) for run in runs]

    alone = [r for r in requests if r.duties == (airline.nothing_else,)]

    assert len(alone) == 48


@recorded
def test_every_wrong_run_says_what_is_owed_or_broken(
    runs: list[dict[str, Any]],
) -> None:
    for run in (run for run in runs if not right(run)):
        wrong = [
            line for line in explain_run(run) if line.startswith(("open: ", "lost: "))
        ]
        assert wrong, run["task_id"]


@recorded
def test_every_broken_rule_names_the_call_with_its_arguments(
    runs: list[dict[str, Any]],
) -> None:
    lost = f"lost: {airline.nothing_else.name}: "
    broken = [
        line.removeprefix(lost)
        for run in runs
        for line in explain_run(run)
        if line.startswith(lost)
    ]

    assert broken
    assert all(NAMED.match(line) for line in broken)


@recorded
def test_a_right_run_has_nothing_open_or_lost(runs: list[dict[str, Any]]) -> None:
    lines = [line for run in runs if right(run) for line in explain_run(run)]

    assert all(line.startswith("discharged: ") for line in lines)


@recorded
def test_all_runs_are_judged_within_three_seconds(runs: list[dict[str, Any]]) -> None:
    started = time.process_time()
    for run in airline.runs(DATA / "runs.jsonl"):
        judged(run)

    assert time.process_time() - started <= 3


def test_the_invented_run_shows_each_standing_and_why() -> None:
    bag = '{"nonfree_baggages":1,"payment_id":"gift_card_5506",'
    bag += '"reservation_id":"LK82MB","total_baggages":2}'
    due = '{"amount":40,"user_id":"ines_halvorsen_7719"}'
    sent = 'send_certificate {"amount":400,"user_id":"ines_halvorsen_7719"}'

    assert explain_run(airline.desk_run) == [
        'discharged: cancel_reservation {"reservation_id":"TR4W9Q"} once: '
        "m3.1 took effect",
        f"unclear: update_reservation_baggages {bag} once: m6.1 got no reply",
        f"open: send_certificate {due} once: m8.1 took effect, but with {sent}",
        "discharged: say 1286: m5",
        f"lost: {airline.nothing_else.name}: m8.1 {sent} took effect",
    ]


def test_a_write_made_twice_is_no_write_made_once() -> None:
    traj = airline.desk_run["traj"]
    twice = {**airline.desk_run, "traj": [*traj[:5], *traj[3:5]]}

    assert explain_run(twice)[0].startswith("lost: cancel_reservation ")


def test_what_only_the_user_says_is_not_said() -> None:
    told = {"role": "user", "content": "Do I get 1286 back?"}

    lines = explain_run({**airline.desk_run, "traj": [told]})

    assert "open: say 1286: no call" in lines


def cuts(run: Mapping[str, Any]) -> Iterator[tuple[Request, Record, Record]]:
    """Yield the request, the record up to an accepted write, and all of the record."""
    request, whole = airline.case_of(run)
    ended = attrs.evolve(
        whole,
        trajectory=(*whole.trajectory, Claim("done", {}, whole.now + 1, whole.now + 1)),
        now=whole.now + 1,
    )
    for n, event in enumerate(whole.trajectory, 1):
        if isinstance(event, Call) and event.tool in airline.WRITES:
            receipt = whole.receipt(event, request.world)
            if receipt is not None and receipt.status == "ok":
                handoff = Handoff("handoff", event.end, event.end)
                yield (
                    request,
                    attrs.evolve(
                        whole,
                        trajectory=(*whole.trajectory[:n], handoff),
                        ledger=of_calls(whole, whole.trajectory[:n]),
                        now=event.end,
                    ),
                    attrs.evolve(
                        ended,
                        trajectory=(
                            *ended.trajectory[:n],
                            handoff,
                            *ended.trajectory[n:],
                        ),
                    ),
                )


def of_calls(record: Record, events: tuple[Event, ...]) -> tuple[Receipt, ...]:
    """Return the receipts of the calls among ``events``."""
    calls = {event.id for event in events}
    return tuple(r for r in record.ledger if r.call in calls)


@recorded
def test_the_rest_of_a_right_run_is_a_continuation_and_none_found_is_longer(
    runs: list[dict[str, Any]],
) -> None:
    cut = [found for run in runs if right(run) for found in cuts(run)]
    assert len(cut) > 20
    for request, prefix, whole in cut:
        assert all(isinstance(f.verdict, Established) for f in residual(request, whole))
        rest = len(list(whole.calls)) - len(list(prefix.calls))
        match resume(request, prefix):
            case Plan(branches=(branch,), shortest=shortest):
                found = len(list(branch.calls)) - len(list(prefix.calls))
                assert found <= rest
                assert shortest
            case other:
                assert other == Owed()


@recorded
@pytest.mark.parametrize("every", [8, pytest.param(3, marks=pytest.mark.long)])
def test_a_wrong_run_goes_on_unless_a_write_broke_the_rule_or_a_text_is_lacking(
    runs: list[dict[str, Any]], every: int
) -> None:
    cut = [found for run in runs if not right(run) for found in cuts(run)]
    assert len(cut) > 20
    for request, prefix, _ in cut[::every]:
        broken = {f.duty.name for f in check(request, prefix).findings if lost(f)}
        told = {answer for _, answer in prefix.given[airline.contains.name]}
        unsaid = {d.name for d in request.owes if d.name.startswith("say ")}
        unsaid -= {f"say {answer}" for answer in told}
        match resume(request, prefix):
            case Nothing(clauses=clauses):
                assert {clause.name for clause in clauses} & (broken | unsaid)
            case other:
                assert isinstance(other, Plan | Owed)
                assert not broken | unsaid


def lost(finding: Finding) -> bool:
    """Whether a duty is lost."""
    return finding.standing == "lost"
