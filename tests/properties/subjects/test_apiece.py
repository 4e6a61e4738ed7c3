"""A process for each case: the document in, the answer out."""

import os
import sys
from functools import partial
from typing import Any, ClassVar

import pytest

from obligato.checker.memory import MB, held
from obligato.properties.subjects import (
    Answer,
    Apiece,
    Bounds,
    Decided,
    Running,
    Skipped,
    command,
)
from obligato.properties.subjects import Robustness as R
from obligato.properties.subjects.tree import descendants
from obligato.spec import SpecError
from tests.properties.subjects.cases import ADMIT, FINISH

MEMORY = 100
READS = "import json,os,sys,time; d = json.load(sys.stdin); "


def judged(
    code: str,
    adapter: Any = None,
    case: Any = FINISH,
    deadline: float = 20,
    memory: int = MEMORY,
) -> Answer:
    argv = [sys.executable, "-S", "-E", "-c", code]
    begin = partial(Running, command(argv), memory)
    (answer,) = Apiece(begin, adapter, Bounds(deadline)).judge([case])
    assert descendants(os.getpid()) == []
    return answer


def test_the_answer_is_what_is_printed() -> None:
    says = "print(json.dumps({'verdict': 'bottom' if d['certificate'] else ''}))"

    assert judged(READS + says).outcome == Decided("bottom")


def test_an_answer_may_be_laid_out_over_many_lines() -> None:
    says = "print(json.dumps({'verdict': 'bottom', 'codes': ['A']}, indent=1))"

    assert judged(READS + says).word == "bottom"


LEAVES = "os.fork() or (os.setsid(), os.close(1), time.sleep(1000)); "
COMPLETE = 'print(\'{"verdict": "complete"}\')'


@pytest.mark.parametrize(
    ("code", "noticed"),
    [
        ("time.sleep(1000)", R.HUNG),
        (f"{COMPLETE}; sys.exit(1)", R.CRASHED),
        (f"{COMPLETE}; os.kill(os.getpid(), 9)", R.CRASHED),
        ("print('complete')", R.NOISE),
        ("pass", R.NOISE),
        (f"{COMPLETE}; {COMPLETE}", R.ANSWERED_TWICE),
        (f"{COMPLETE}; print('so it is')", R.NOISE),
        ("print('{')", R.NOT_JSON),
        ("[print('x' * 10**6) for _ in range(100)]", R.TOO_LONG),
        ("os.write(1, b'{\\xff')", R.BAD_UTF8),
        ("x = [bytearray(b'x') * 10**7 for _ in range(10**4)]", R.MEMORY),
        (LEAVES + COMPLETE, R.LEFT_A_CHILD),
    ],
)
def test_what_misbehaves_decides_nothing(code: str, noticed: R) -> None:
    answer = judged(READS + code, deadline=0.4 if noticed is R.HUNG else 20)

    assert noticed in [one.code for one in answer.noticed]
    assert not answer.done


class ByExit:
    """An adapter for a program that says by its exit that all is well."""

    declared: ClassVar = {"decides": ["finish"]}

    def to_input(self, document: Any) -> Any:
        """Hand over how many claims there are."""
        return len(document["certificate"]["claims"])

    def to_verdict(self, reply: Any) -> str:
        """Read the exit."""
        return "continue" if reply["exit"] else "complete"


@pytest.mark.parametrize(("code", "word"), [("d - 1", "complete"), ("d", "continue")])
def test_an_adapter_reads_how_the_process_ended(code: str, word: str) -> None:
    assert judged(f"{READS}sys.exit({code})", ByExit()).word == word


def test_what_ends_before_it_is_looked_at_held_what_it_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("obligato.properties.subjects.running.PAUSE", 1000)

    memory = MEMORY + held(os.getpid()) // MB  # less than we hold is not told apart
    large = judged(
        f"{READS}x = bytearray(b'x') * ({memory + 50} * 2**20); {COMPLETE}",
        memory=memory,
    )
    small = judged(
        f"{READS}x = bytearray(b'x') * (20 * 2**20); {COMPLETE}", memory=memory
    )

    assert [noticed.code for noticed in large.noticed] == [R.MEMORY]
    assert small.done


def test_what_we_hold_ourselves_is_not_counted() -> None:
    here = held(os.getpid()) // MB
    answer = judged(READS + "sys.exit(3)", memory=max(15, here // 2))

    assert [noticed.code for noticed in answer.noticed] == [R.CRASHED]


def test_what_ended_for_want_of_memory_is_not_left_to_the_adapter() -> None:
    answer = judged("x = [bytearray(b'x') * 10**7 for _ in range(10**4)]", ByExit())

    assert [noticed.code for noticed in answer.noticed] == [R.MEMORY]


def test_what_the_adapter_does_not_declare_is_skipped() -> None:
    assert judged("1 / 0", ByExit(), ADMIT).outcome == Skipped("plan")


def test_a_program_that_is_not_there_is_refused_before_anything_begins() -> None:
    with pytest.raises(SpecError, match="no-such-verifier"):
        command(["no-such-verifier"])
