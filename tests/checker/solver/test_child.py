"""A child sends what it makes, and its end is told, whatever it is."""

import mmap
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator

import pytest

from obligato.checker.solver.child import Child, Died, each
from obligato.properties.plants import planted
from obligato.spec import SpecError
from obligato.spec.errors import CaseError

KILLED = Died("the solver's process was killed (signal 9)")


def dying(begin: int) -> Iterator[int]:
    """Make 0, 1, 2, … and be killed instead of making 1."""
    for n in range(begin, 4):
        if n == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        yield n


def test_what_is_made_comes_one_by_one_from_another_process() -> None:
    def made() -> Iterator[int]:
        yield os.getpid()
        signal.pause()

    with Child(made) as child:
        first = next(iter(child))

    assert isinstance(first, int)
    assert first != os.getpid()


def test_leaving_the_context_kills_it() -> None:
    def made() -> Iterator[int]:
        yield os.getpid()
        signal.pause()

    with Child(made) as child:
        pid = next(iter(child))
    assert isinstance(pid, int)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert multiprocessing.active_children() == []


def test_the_end_of_a_killed_child_is_its_last_thing() -> None:
    with Child(lambda: dying(0)) as child:
        assert list(child) == [0, KILLED]


def test_what_comes_after_a_killed_child_is_made_in_a_new_one() -> None:
    assert list(each(dying, 4)) == [0, KILLED, 2, 3]


def test_a_killed_child_is_not_taken_for_one_that_is_done() -> None:
    """So that the test above has something to notice."""
    with planted(
        "obligato.checker.solver.child",
        'return "", Died(f"the solver\'s process {how}")',
        "return END, None",
    ):
        assert list(each(dying, 4)) == [0]


def test_a_child_that_makes_fewer_things_ends_it() -> None:
    assert list(each(lambda begin: iter([7]), 3)) == [7]


def hungry(begin: int) -> Iterator[int]:
    """Make 0, 1 and 2, and hold 400 MB for the 1: some of it may be paged out."""
    for n in range(begin, 3):
        held = bytearray(400 * 2**20) if n == 1 else b""
        if held:
            signal.pause()
        yield n


def test_what_the_parent_holds_does_not_count() -> None:
    held = bytearray(60 * 2**20)

    def made() -> Iterator[int]:
        begun = time.process_time()
        while time.process_time() < begun + 0.1:
            pass  # long enough to be looked at
        yield len(held)

    with Child(made, memory=50) as child:
        assert list(child) == [len(held)]


def test_a_child_that_takes_too_much_is_ended_and_said_to() -> None:
    spent = Died("the solver's process ran out of 150 MB")

    assert [0, spent, 2] == list(each(hungry, 3, memory=150))


def test_a_child_that_asks_for_far_too_much_gets_nothing() -> None:
    def made() -> Iterator[int]:
        yield len(bytearray(2**40))

    with Child(made, memory=150) as child:
        assert [Died("the solver's process ran out of 150 MB")] == list(child)


def test_a_child_can_get_little_more_than_it_may_take_even_unobserved() -> None:
    """Mapped and not touched, it is not held, so that nobody would see it."""

    def made() -> Iterator[int]:
        yield len(mmap.mmap(-1, 2**30))

    with Child(made, memory=150) as child, pytest.raises(OSError, match="memory"):
        list(child)


@pytest.mark.parametrize(
    "error", [SpecError("a word"), CaseError("line 1", "a word")], ids=["plain", "odd"]
)
def test_what_a_child_raises_is_raised_here_with_its_trace(error: Exception) -> None:
    def made() -> Iterator[int]:
        yield 1
        raise error

    with Child(made) as child:
        things = iter(child)
        assert next(things) == 1
        with pytest.raises((SpecError, RuntimeError), match="a word") as caught:
            next(things)

    assert "in made" in caught.value.__notes__[0]


def test_a_child_does_not_hear_an_interrupt() -> None:
    def made() -> Iterator[int]:
        os.kill(os.getpid(), signal.SIGINT)
        yield 1

    with Child(made) as child:
        assert list(child) == [1]


def test_an_interrupt_while_it_is_started_leaves_no_child(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is blocked then, and raised once it no longer is."""

    def made() -> Iterator[int]:
        signal.pause()
        yield 1

    child = Child(made)
    start = child.process.start

    def interrupted() -> None:
        start()
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(child.process, "start", interrupted)
    with pytest.raises(KeyboardInterrupt), child:
        raise AssertionError("it was entered")

    assert multiprocessing.active_children() == []


def test_the_parent_hears_an_interrupt_and_leaves_no_child() -> None:
    def made() -> Iterator[int]:
        os.kill(os.getppid(), signal.SIGINT)
        signal.pause()
        yield 1

    with pytest.raises(KeyboardInterrupt), Child(made) as child:
        list(child)

    assert multiprocessing.active_children() == []
