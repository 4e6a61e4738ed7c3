"""Verifiers that misbehave are reported, decide nothing, and leave nothing behind."""

import os
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import attrs
import pytest

from obligato.properties.subjects import (
    Answer,
    Bounds,
    Decided,
    Hung,
    Lines,
    Noticed,
    Robustness,
    Running,
    SubjectError,
    Twice,
    command,
)
from obligato.properties.subjects import Robustness as R
from obligato.properties.subjects.tree import descendants
from tests.properties.subjects.cases import FINISH

HOSTILE = Path(__file__).with_name("hostile.py")
BOUNDS = Bounds(deadline=5, start=20, stop=1, memory=120)
HASTY = attrs.evolve(BOUNDS, deadline=0.4)  # for what never answers


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """Whatever a test does, no process outlives it."""
    before = set(descendants(os.getpid()))
    yield
    assert set(descendants(os.getpid())) <= before
    here = str(HOSTILE).encode()
    lines = (p.joinpath("cmdline") for p in Path("/proc").iterdir() if p.name.isdigit())
    assert not [line for line in lines if line.exists() and here in line.read_bytes()]


def begin(mode: str, memory: int = BOUNDS.memory) -> Running:
    argv = [sys.executable, "-S", "-E", str(HOSTILE), mode]
    return Running(command(argv), memory)


def answers(mode: str, count: int = 1) -> tuple[list[Answer], tuple[Noticed, ...]]:
    hasty = MISBEHAVE.get(mode) is R.HUNG
    subject = Lines(partial(begin, mode), bounds=HASTY if hasty else BOUNDS)
    try:
        found = subject.judge([FINISH] * count)
    finally:
        late = subject.close()
    return found, late


MISBEHAVE = {
    "hangs": R.HUNG,
    "spins": R.HUNG,
    "crashes": R.CRASHED,
    "is_killed": R.CRASHED,
    "stops_itself": R.HUNG,
    "prints": R.NOISE,
    "answers_twice": R.ANSWERED_TWICE,
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
    ((answer,), _) = answers(mode)

    assert code in [noticed.code for noticed in answer.noticed]
    assert not isinstance(answer.outcome, Decided) and not answer.done


def test_a_verifier_that_is_well_is_heard() -> None:
    found, late = answers("is_well", 9)

    assert ([answer.done for answer in found], late) == ([True] * 9, ())


def test_a_batch_in_the_wrong_order_decides_none_of_its_cases() -> None:
    found, _ = answers("answers_backwards", 2)

    assert [[n.code for n in answer.noticed] for answer in found] == [
        [R.OUT_OF_ORDER],
        [R.OUT_OF_ORDER],
    ]


def test_a_verifier_that_answers_twice_is_told_of_each_case_it_did_so() -> None:
    found, _ = answers("answers_twice", 6)

    assert [answer.noticed for answer in found] == [(Noticed(R.ANSWERED_TWICE),)] * 6


def test_what_hangs_says_after_how_long() -> None:
    ((answer,), _) = answers("hangs")

    assert answer.outcome == Hung(HASTY.deadline)


def test_a_crash_says_how_it_ended_and_what_was_written_before() -> None:
    ((answer,), _) = answers("crashes")

    assert "ended with code 3" in str(answer.noticed[0])
    assert "a word before the end" in answer.stderr


def test_each_case_of_a_batch_that_crashes_is_asked_alone() -> None:
    found, _ = answers("crashes", 3)

    assert [[n.code for n in answer.noticed] for answer in found] == [[R.CRASHED]] * 3


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


def test_a_verifier_that_does_not_stop_is_killed_and_told_of() -> None:
    _, late = answers("never_stops")

    assert [noticed.code for noticed in late] == [R.NO_STOP]


def test_a_verifier_that_never_greets_is_no_subject() -> None:
    hasty = Bounds(start=0.3)

    with pytest.raises(SubjectError, match="HUNG"):
        Lines(partial(begin, "never_greets"), bounds=hasty)


def test_a_program_that_stops_its_keeper_is_killed_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("obligato.properties.subjects.running.UNKILLABLE", -0.8)

    ((answer,), _) = answers("stops_its_keeper")

    assert [noticed.code for noticed in answer.noticed] == [R.HUNG]


def test_when_we_are_killed_our_subjects_are_too() -> None:
    pid = os.fork()
    if pid == 0:
        kept = begin("never_greets")
        while b"never_greets" not in _commands():
            time.sleep(0.01)
        assert kept.alive
        os.kill(os.getpid(), 9)
    os.waitpid(pid, 0)

    end = time.monotonic() + 5
    while time.monotonic() < end and b"never_greets" in _commands():
        time.sleep(0.01)
    assert b"never_greets" not in _commands()


def _commands() -> bytes:
    paths = (p / "cmdline" for p in Path("/proc").iterdir() if p.name.isdigit())
    return b"\n".join(path.read_bytes() for path in paths if path.exists())
