"""The keeper: a process between us and a subject, below which all it begins stays.

A subject may fork children that leave its session and outlive it. On Linux those
whose parent ends are handed to the nearest ancestor that asked for them, the keeper,
so whatever descends from it is the subject's. It ends when all of that has ended, and
kills it when it is told to or when we are gone, be it by `kill -9`.
"""

import ctypes
import gc
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Collection
from contextlib import suppress

import attrs

from .tree import descendants, kill

PR_SET_CHILD_SUBREAPER = 36
UNKILLABLE = 5.0  # s after which a process that does not die is left
LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


@attrs.frozen
class Kept:
    """A keeper, and the two pipes to it.

    `told`: a line with the process it keeps, a line with how that ended and the most
    memory that it held, and the end of file when everything has ended. `life`: a byte,
    or its end, says to kill everything.
    """

    pid: int
    told: int
    life: int


def keep(run: Callable[[], None], pipes: Collection[int]) -> Kept:
    """Fork a keeper, and below it a process that calls ``run`` and has these pipes."""
    told, tell = os.pipe()
    heed, life = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            _keep(run, pipes, tell, heed)
        finally:
            os._exit(1)
    os.close(tell)
    os.close(heed)
    return Kept(pid, told, life)


def _keep(
    run: Callable[[], None], pipes: Collection[int], tell: int, heed: int
) -> None:
    gc.freeze()  # what we inherit is not ours to finalize
    os.setsid()
    _close_all_but({*pipes, tell, heed})
    wake, woken = _woken_by_children()
    if LIBC is not None:
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    main = os.fork()
    if main == 0:
        _run(run, pipes)
    _close_all_but({wake, woken, tell, heed})
    os.write(tell, b"%d\n" % main)
    while _reaped(main, tell):
        ready, _, _ = select.select([heed, wake], [], [], 1)
        if heed in ready:
            _kill_all(main, tell)
            break
        if wake in ready:
            os.read(wake, 4096)
    os._exit(0)


def _run(run: Callable[[], None], pipes: Collection[int]) -> None:
    """Be the process that is kept."""
    status = 1
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGPIPE, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        _close_all_but(pipes)
        run()
        status = 0
    except BaseException:
        with suppress(Exception):
            traceback.print_exc()
            sys.stderr.flush()
    finally:
        os._exit(status)


def _woken_by_children() -> tuple[int, int]:
    """Return the two ends of a pipe that can be read when a child has ended."""
    wake, woken = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    return wake, woken


def _reaped(main: int, tell: int) -> bool:
    """Take in what has ended; whether anything has not."""
    while True:
        try:
            pid, status, used = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if pid == 0:
            return True
        if pid == main:
            with suppress(OSError):
                ended = os.waitstatus_to_exitcode(status), used.ru_maxrss
                os.write(tell, b"%d %d\n" % ended)


def _kill_all(main: int, tell: int) -> None:
    end = time.monotonic() + UNKILLABLE
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(main, signal.SIGKILL)
    while _reaped(main, tell) and time.monotonic() < end:
        kill(descendants(os.getpid()))
        time.sleep(0.001)


def _close_all_but(kept: Collection[int]) -> None:
    """Close every file but these, so that no pipe of others is held open.

    The standard three lead nowhere then, and their numbers stay taken.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    for fd in {0, 1, 2} - {*kept}:
        os.dup2(nowhere, fd)
    last = 2
    for fd in sorted(fd for fd in kept if fd > last):
        os.closerange(last + 1, fd)
        last = fd
    os.closerange(last + 1, os.sysconf("SC_OPEN_MAX"))
