"""The processes below a process, as Linux lists them."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress


def descendants(pid: int) -> list[int]:
    """Return the processes that descend from one and have not ended.

    Elsewhere than on Linux there is no such list, and it is empty.
    """
    below: dict[int, list[int]] = {}
    dead = set()
    for child, parent, state in _processes():
        below.setdefault(parent, []).append(child)
        if state in b"ZX":
            dead.add(child)
    found, new = list[int](), [pid]
    while new:
        new = [child for parent in new for child in below.get(parent, ())]
        found += new
    return [child for child in found if child not in dead]


def kill(pids: list[int]) -> None:
    """Kill processes, of which some may have ended."""
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def _processes() -> Iterator[tuple[int, int, bytes]]:
    """Yield each process with its parent and state."""
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else ():
        if name.isdigit():
            with suppress(OSError):
                with open(f"/proc/{name}/stat", "rb", buffering=0) as file:
                    told = file.read()
                # The name of a program may hold anything, brackets and blanks too.
                state, parent = told[told.rindex(b")") + 2 :].split(None, 2)[:2]
                yield int(name), int(parent), state
