"""How a verifier that misbehaves is begun and asked."""

import os
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

from obligato.properties.subjects import (
    Answer,
    Bounds,
    Lines,
    Noticed,
    Running,
    command,
)
from tests.properties.subjects.cases import FINISH

HOSTILE = Path(__file__).with_name("hostile.py")
BOUNDS = Bounds(deadline=20, start=20, stop=5, memory=120)
HASTY = Bounds(deadline=0.4, start=20, stop=0.4, memory=120)  # where nothing answers
OURS = str(os.getpid())  # other workers of the tests begin theirs


def begin(mode: str, memory: int = BOUNDS.memory) -> Running:
    argv = [sys.executable, "-S", "-E", str(HOSTILE), mode, OURS]
    return Running(command(argv), memory)


def answers(
    mode: str, count: int = 1, bounds: Bounds = BOUNDS
) -> tuple[list[Answer], tuple[Noticed, ...]]:
    subject = Lines(partial(begin, mode), bounds=bounds)
    try:
        found = subject.judge([FINISH] * count)
    finally:
        late = subject.close()
    return found, late


def modes() -> list[str]:
    """Return in which modes verifiers that were begun here still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            *_, script, mode, whose, _ = ["", "", "", *path.read_text().split("\0")]
            if (script, whose) == (str(HOSTILE), OURS):
                found.append(mode)
    return found
