"""Verifiers that misbehave are reported, decide nothing, and leave nothing behind."""

import os
import time
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from obligato.properties.subjects import (
    Bounds,
    Decided,
    Hung,
    Lines,
    Robustness,
    Running,
    SubjectError,
    Twice,
)
from obligato.properties.subjects import Robustness as R
from tests.properties.subjects.asking import BOUNDS, HASTY, answers, begin, modes
from tests.properties.subjects.cases import FINISH

MISBEHAVE = {
    "hangs": R.HUNG,
    "spins": R.HUNG,
    "crashes": R.CRASHED,
    "is_killed": R.CRASHED,
    "stops_itself": R.HUNG,
    "kills_its_keeper": R.CRASHED,
    "prints": R.NOISE,
    "prints_after": R.NOISE,
    "answers_twice": R.ANSWERED_TWICE,
    "answers_ahead": R.OUT_OF_ORDER,
    "numbers_nothing": R.NO_VERDICT,
    "answers_another": R.OUT_OF_ORDER,
    "floods": R.TOO_LONG,
    "chatters": R.TOO_LONG,
    "writes_no_utf8": R.BAD_UTF8,
    "writes_no_json": R.NOT_JSON,
    "says_two_things": R.NOT_JSON,
    "eats_memory": R.MEMORY,
    "leaves_a_child": R.LEFT_A_CHILD,
    "leaves_a_child_that_listens": R.LEFT_A_CHILD,
    "says_no_verdict": R.NO_VERDICT,
    "says_of_a_plan": R.NO_VERDICT,
    "answers_too_few": R.NO_VERDICT,
    "closes_its_output": R.CRASHED,
    "errs": R.ERRORED,
}


@pytest.mark.parametrize(("mode", "code"), MISBEHAVE.items(), ids=MISBEHAVE)
def test_what_misbehaves_is_reported_and_never_done(
    mode: str, code: Robustness
) -> None:
    bounds = HASTY if code is R.HUNG else BOUNDS

    ((answer,), _) = answers(mode, bounds=bounds)

    assert code in [noticed.code for noticed in answer.noticed]
    assert not isinstance(answer.outcome, Decided) and not answer.done


def test_a_verifier_that_is_well_is_heard() -> None:
    found, late = answers("is_well", 9)

    assert ([answer.done for answer in found], late) == ([True] * 9, ())


def test_what_hangs_says_after_how_long() -> None:
    ((answer,), _) = answers("hangs", bounds=HASTY)

    assert answer.outcome == Hung(HASTY.deadline)


def test_a_crash_says_how_it_ended_and_what_was_written_before() -> None:
    ((answer,), _) = answers("crashes")

    assert "ended with code 3" in str(answer.noticed[0])
    assert "a word before the end" in answer.stderr


def test_each_case_of_a_batch_that_crashes_is_asked_alone() -> None:
    found, _ = answers("crashes", 3)

    assert [[n.code for n in answer.noticed] for answer in found] == [[R.CRASHED]] * 3


def test_however_often_it_crashes_it_is_begun_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("obligato.properties.subjects.lines.PATIENCE", 2)

    found, _ = answers("crashes", 5)

    assert all("ended with code 3" in str(answer.noticed[0]) for answer in found)


def test_what_no_longer_greets_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obligato.properties.subjects.lines.PATIENCE", 2)
    ways = iter(["crashes", "ends_at_once", "ends_at_once"])
    subject = Lines(lambda: begin(next(ways)), bounds=BOUNDS)

    found = [answer for _ in range(5) for answer in subject.judge([FINISH])]
    subject.close()

    assert [[n.code for n in answer.noticed] for answer in found] == [[R.CRASHED]] * 5
    assert "given up" in str(found[-1].noticed[0])


def test_a_verifier_that_wavers_has_no_verdict() -> None:
    subject = Twice(Lines(partial(begin, "wavers"), bounds=BOUNDS))

    (answer,) = subject.judge([FINISH])
    subject.close()

    assert [noticed.code for noticed in answer.noticed] == [R.UNSTABLE]
    assert "complete, then continue" in str(answer.noticed[0])


def test_a_verifier_that_is_steady_keeps_its_verdict() -> None:
    subject = Twice(Lines(partial(begin, "is_well"), bounds=BOUNDS))

    found = subject.judge([FINISH] * 3)
    subject.close()

    assert [answer.done for answer in found] == [True] * 3


def test_an_interrupt_leaves_nothing_that_a_later_case_is_accused_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    subject = Lines(partial(begin, "is_well"), bounds=BOUNDS)
    with monkeypatch.context() as interrupted, pytest.raises(KeyboardInterrupt):
        interrupted.setattr(Running, "line", Mock(side_effect=KeyboardInterrupt))
        subject.judge([FINISH])

    found = subject.judge([FINISH] * 2)

    assert ([answer.done for answer in found], subject.close()) == ([True] * 2, ())


def test_a_verifier_that_does_not_stop_is_killed_and_told_of() -> None:
    _, late = answers("never_stops", bounds=HASTY)

    assert [noticed.code for noticed in late] == [R.NO_STOP]


def test_a_verifier_that_never_greets_is_no_subject() -> None:
    hasty = Bounds(start=0.3)

    with pytest.raises(SubjectError, match="HUNG"):
        Lines(partial(begin, "never_greets"), bounds=hasty)


def test_a_child_without_its_first_thread_is_killed_too() -> None:
    ((answer,), _) = answers("leaves_a_child_without_its_first_thread")

    assert R.LEFT_A_CHILD in [noticed.code for noticed in answer.noticed]
    assert not Path("/proc", answer.stderr.strip()).exists()


def test_a_verifier_that_chatters_before_it_greets_is_no_subject() -> None:
    with pytest.raises(SubjectError, match="TOO_LONG"):
        Lines(partial(begin, "chatters_first"), bounds=BOUNDS)


def test_a_program_that_stops_its_keeper_is_killed_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("obligato.properties.subjects.running.UNKILLABLE", -0.8)

    ((answer,), _) = answers("stops_its_keeper", bounds=HASTY)

    assert [noticed.code for noticed in answer.noticed] == [R.HUNG]


def test_when_we_are_killed_our_subjects_are_too() -> None:
    pid = os.fork()
    if pid == 0:
        try:
            kept = begin("never_greets")
            while kept.alive and "never_greets" not in modes():
                time.sleep(0.01)
        finally:
            os.kill(os.getpid(), 9)
    os.waitpid(pid, 0)

    end = time.monotonic() + 5
    while time.monotonic() < end and modes():
        time.sleep(0.01)
    assert modes() == []
