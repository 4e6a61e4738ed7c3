"""The processes below a process, as Linux lists them."""

import os
import signal
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple


class Process(NamedTuple):
    """A process as Linux lists it, and whether it has `ended`, unless to be reaped."""

    pid: int
    parent: int
    session: int
    ended: bool


def descendants(pid: int) -> list[int]:
    """Return the processes that descend from one and have not ended.

    Elsewhere than on Linux there is no such list, and it is empty.
    """
    return _alive([pid], [*_processes()])


def session(leader: int) -> list[int]:
    """Return the processes of a session, and all below them, that have not ended."""
    found = [*_processes()]
    own = [one.pid for one in found if one.session == leader and not one.ended]
    return [*own, *_alive(own, found)]


def _alive(roots: Collection[int], processes: Iterable[Process]) -> list[int]:
    """Return which processes are below these roots, in as many steps as need be."""
    below: dict[int, list[Process]] = {}
    for process in processes:
        below.setdefault(process.parent, []).append(process)
    found, new = list[Process](), [*roots]
    while new:
        children = [child for parent in new for child in below.pop(parent, ())]
        new = [child.pid for child in children]
        found += children
    return [child.pid for child in found if not child.ended]


def kill(pids: list[int]) -> None:
    """Kill processes, of which some may have ended."""
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def _processes() -> Iterator[Process]:
    """Yield each process there is."""
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else ():
        if name.isdigit():
            with suppress(OSError):
                with open(f"/proc/{name}/stat", "rb", buffering=0) as file:
                    told = file.read()
                # The name of a program may hold anything, brackets and blanks too.
                fields = told[told.rindex(b")") + 2 :].split(None, 18)
                parent, own, threads = (int(fields[at]) for at in (1, 3, 17))
                # A process without its first thread seems to have ended, and has not.
                ended = fields[0] in b"ZX" and threads < 2
                yield Process(int(name), parent, own, ended)
