"""How much memory a process has, as Linux tells it, and what it may take."""

import os
from pathlib import Path

MB = 2**20
ROOM = 256 * MB  # so that a process is seen to take too much before it can get no more
SPACE, HELD, DATA = 0, 1, 5  # which column tells how many pages there are of it


def held(pid: int | None) -> int:
    """Return the bytes that a process holds; 0 where nobody tells."""
    return _told(pid, HELD)


def limit(memory: int, *, of: int = SPACE) -> None:
    """Let this process take no more than twice so many MB, and some room.

    `of`: `SPACE`, all that it may address, of which some runtimes reserve far more
    than they use; or `DATA`, what it may write to.
    """
    import resource  # not on every system that Python is on

    bound = resource.RLIMIT_AS if of == SPACE else resource.RLIMIT_DATA
    most = _told(os.getpid(), of) + 2 * memory * MB + ROOM
    _, hard = resource.getrlimit(bound)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(bound, (most, most))


def _told(pid: int | None, column: int) -> int:
    try:
        told = Path(f"/proc/{pid}/statm").read_text().split()
    except OSError:
        return 0
    return int(told[column]) * os.sysconf("SC_PAGESIZE") if told else 0
