"""Ending early and keeping what there is: an interrupt ends a loop, no step of it."""

import signal
import threading
from collections.abc import Iterable, Iterator
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


def until_interrupted(things: Iterable[T]) -> Iterator[T]:
    """Yield things as they are made, until somebody interrupts; twice is raised.

    Python drops an interrupt that falls into the end of some object's life, of which
    a solver has many, so it is noted rather than raised.
    """
    asked = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, note) if main else None
    try:
        for thing in things:
            yield thing
            if asked.is_set():
                return
    except KeyboardInterrupt:
        if asked.is_set():
            raise
        return  # the solver noticed it first, and it was meant for the loop
    finally:
        if main:
            signal.signal(signal.SIGINT, before)
