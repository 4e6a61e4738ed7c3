"""A process of its own for what may not end well: it can be killed at any time.

Z3 may exceed its limits, and it crashes where memory ends, so whoever must go on
afterwards asks it in a child. There are no threads; a child is forked, inherits what
there is, and sends what it makes, one thing after the other.
"""

import multiprocessing
import os
import pickle
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Generic, TypeVar

import attrs

from ..memory import MB, held, limit

T = TypeVar("T")
THING, END, MEMORY, ERROR = "thing", "end", "memory", "error"
FULL = pickle.dumps((MEMORY, None))  # made while there is memory to make it in
PAUSE = 0.02  # s between two looks at how much memory the child has


@attrs.frozen
class Died:
    """A child ended before it had made everything, and why."""

    reason: str


class Child(Generic[T]):
    """A forked process that makes things; iterating yields them as they come.

    Where it ends early, the last thing is a `Died`. What it raises is raised here.
    Leaving the context kills it. It does not hear an interrupt from the keyboard.
    `memory`: MB that the process may take beside what it is born with; Linux alone
    tells how much that is.
    """

    def __init__(
        self, make: Callable[[], Iterable[T]], memory: int | None = None
    ) -> None:
        self.memory = memory
        self._ours, theirs = multiprocessing.Pipe(duplex=False)
        self._theirs, self._born = theirs, 0
        self.process = multiprocessing.get_context("fork").Process(
            target=_run, args=(make, theirs, memory), daemon=True
        )

    def __enter__(self) -> "Child[T]":
        """Start it, with interrupts blocked: Z3 would take off a mere handler."""
        self._born = held(os.getpid())
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            self.process.start()
            self._theirs.close()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        except BaseException:  # an interrupt that came meanwhile is raised here
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Kill it, if it is still there."""
        self._end()

    def _end(self) -> None:
        if self.process.pid is not None:
            self.process.kill()
            self.process.join()
        self._ours.close()

    def __iter__(self) -> Iterator[T | Died]:
        """Yield what it makes."""
        while True:
            kind, value = self._next()
            if kind == ERROR:
                raise value
            if kind == END:
                return
            yield Died(self._spent) if kind == MEMORY else value
            if kind != THING:
                return

    def _next(self) -> tuple[str, Any]:
        while not self._ours.poll(PAUSE):
            if self.memory is not None and self._taken > self.memory * MB:
                return MEMORY, None
        try:
            kind, value = self._ours.recv()
            return kind, value
        except (EOFError, OSError):  # it ended, maybe in the middle of a message
            self.process.join()
        code = self.process.exitcode or 0
        how = f"was killed (signal {-code})" if code < 0 else f"ended with code {code}"
        return "", Died(f"the solver's process {how}")

    @property
    def _taken(self) -> int:
        return held(self.process.pid) - self._born

    @property
    def _spent(self) -> str:
        return f"the solver's process ran out of {self.memory} MB"


def each(
    begin: Callable[[int], Iterable[T]], count: int, memory: int | None = None
) -> Iterator[T | Died]:
    """Yield so many things, made in a child; ``begin`` makes them from a number on.

    In place of a thing at which a child ends stands a `Died`, and those after it are
    made in a new one. Without fork there is no child, and no limit.
    """
    if not hasattr(os, "fork"):
        yield from begin(0)
        return
    made, died = 0, True
    while died and made < count:
        died = False
        with Child(partial(begin, made), memory) as child:
            for thing in child:
                made, died = made + 1, isinstance(thing, Died)
                yield thing


def _run(
    make: Callable[[], Iterable[object]], pipe: Connection, memory: int | None
) -> None:
    """Make things and send them, in the child."""
    try:
        if memory is not None:
            limit(memory)
        for thing in make():
            pipe.send((THING, thing))
        pipe.send((END, None))
    except BrokenPipeError:
        return  # nobody waits for it any longer
    except MemoryError:
        pipe.send_bytes(FULL)
    except Exception as error:
        pipe.send((ERROR, _sendable(error)))


def _sendable(error: Exception) -> Exception:
    """Return what to raise in the parent: the error, or its words, with its trace."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.add_note("In the child:\n" + traceback.format_exc())
    return error
