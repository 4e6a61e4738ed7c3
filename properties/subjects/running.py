"""A subject as it runs: its processes, its three pipes, and what it may take."""

import os
import select
import shutil
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NoReturn

from ...checker.memory import DATA, MB, held, limit
from ...spec.errors import SpecError, shown
from .keeper import UNKILLABLE, keep
from .robustness import Noticed, Robustness
from .tree import descendants, kill, session

LONGEST = 4 * MB  # of what is written for one message
KEPT = 16_384  # bytes of its standard error
PIECE = 65_536
PAUSE = 0.05  # s between two looks at how much memory it has
LINGER = 0.25  # s that what it began may outlive it
FULL = 121  # how a process of ours ends where it gets no more memory


class Fell(Exception):
    """It will not answer what it was asked, and why."""

    def __init__(self, code: Robustness, detail: str = "") -> None:
        self.noticed = Noticed(code, detail)
        super().__init__(str(self.noticed))


class Running:
    """A process that was begun, below a keeper, with what it writes and is told.

    `run` is called in it. `ours`: whether it stays a fork of us, and has from the
    beginning what we have.
    """

    def __init__(
        self, run: Callable[[], None], memory: int, ours: bool = False
    ) -> None:
        pipes = [os.pipe() for _ in range(3)]
        (theirs_in, self._in), (self._out, out), (self._err, err) = pipes
        theirs = (theirs_in, out, err)
        self.memory, self.ours = memory, ours
        # What it has from us: a fork keeps it, and Linux counts it for a program too.
        had = held(os.getpid())
        self._born = had if ours else 0
        self._most = memory * MB if ours else max(memory * MB, had)
        self._kept = keep(partial(_begin, run, theirs, memory), theirs)
        for fd in theirs:
            os.close(fd)
        self._open = {self._in, self._out, self._err, self._kept.told}
        for fd in self._open:
            os.set_blocking(fd, False)
        self._poll = select.poll()
        for fd in (self._out, self._err, self._kept.told):
            self._poll.register(fd, select.POLLIN)
        self._sent, self._read, self._looked = bytearray(), bytearray(), 0
        self._error, self._told = bytearray(), bytearray()
        self._watched = time.monotonic()
        self._ending, self.alive = False, True

    @property
    def stderr(self) -> str:
        """What it lately wrote on its standard error."""
        return self._error.decode("utf-8", "replace")

    @property
    def code(self) -> int | None:
        """How the process ended, a signal below 0; None while it has not."""
        return self._end()[0]

    def send(self, line: bytes, last: bool = False) -> None:
        """Write to it, as soon as it reads; ``last``: then end its standard input."""
        self._sent += line
        self._ending = last
        self._write()

    def line(self, until: float) -> bytes:
        """Return the next line that it writes, or raise `Fell`."""
        while True:
            end = self._read.find(b"\n", self._looked)
            if end >= 0:
                line = bytes(self._read[:end])
                del self._read[: end + 1]
                self._looked = 0
                return line
            self._looked = len(self._read)
            if self._looked > LONGEST:
                raise Fell(Robustness.TOO_LONG, f"more than {LONGEST} bytes")
            if self._out not in self._open:
                raise self.crash()
            self._step(until)

    def rest(self, until: float) -> bytes:
        """Return all that it writes until it ends, or raise `Fell`."""
        while self.code is None or self._out in self._open:
            if len(self._read) > LONGEST:
                raise Fell(Robustness.TOO_LONG, f"more than {LONGEST} bytes")
            self._step(until)
        return bytes(self._read)

    def left(self) -> list[Noticed]:
        """Return that something outlives the process, if that has ended."""
        if self.code is None:
            return []
        end = time.monotonic() + LINGER
        with suppress(Fell):
            while self._kept.told in self._open:
                self._step(end)
        found = self._kept.told in self._open
        return [Noticed(Robustness.LEFT_A_CHILD)] if found else []

    def kill(self) -> None:
        """Kill it, and all that it began."""
        if not self.alive:
            return
        self.alive = False
        with suppress(OSError):
            os.write(self._kept.life, b"x")
        self._drained()
        if self._kept.told in self._open:  # the keeper itself was stopped
            kill([*descendants(self._kept.pid), self._kept.pid])
        _, status = os.waitpid(self._kept.pid, 0)
        if status:
            self._kill_orphans()
        for fd in (*self._open, self._kept.life):
            os.close(fd)
        self._open.clear()

    @property
    def hungry(self) -> bool:
        """Whether the process has ended, and had held more memory than it may."""
        return self._end()[1] - self._born > self._most

    def _end(self) -> tuple[int | None, int]:
        """Return how the process ended, and the most bytes that it held."""
        lines = self._told.split(b"\n")
        if len(lines) < 3:
            return None, 0
        code, kilobytes = map(int, lines[1].split())
        return code, kilobytes * 1024

    def _kill_orphans(self) -> None:
        """Kill what was kept, after its keeper: nothing else takes it in."""
        main, end = int(self._told.split(b"\n")[0] or 0), time.monotonic() + UNKILLABLE
        while main and time.monotonic() < end and (found := session(main)):
            kill(found)  # all at once, while it can be seen what is below what
            time.sleep(0.001)

    def _drained(self) -> None:
        """Wait until the keeper says that all have ended."""
        end = time.monotonic() + UNKILLABLE + 1
        told = select.poll()
        told.register(self._kept.told, select.POLLIN)
        while self._kept.told in self._open and time.monotonic() < end:
            if told.poll(100):
                self._take(self._kept.told, self._told)

    def _step(self, until: float) -> None:
        """Wait for whatever happens next, and take it in."""
        now = time.monotonic()
        if now - self._watched > PAUSE or now >= until:
            self._watch()
        if now >= until:
            raise Fell(Robustness.HUNG)
        wait = min(until - now, PAUSE)
        for fd, _ in self._poll.poll(1 + int(1000 * wait)):
            if fd == self._in:
                self._write()
            elif fd == self._out:
                self._take(fd, self._read)
            elif fd == self._err:
                self._take(fd, self._error)
                del self._error[:-KEPT]
            else:
                self._ended()

    def _ended(self) -> None:
        """Read how the process ended; a child of it may still hold its output open."""
        self._take(self._kept.told, self._told)
        if self.code is not None:
            while self._out in self._open and self._take(self._out, self._read):
                if len(self._read) > LONGEST:
                    break
            self._close(self._out)
        elif self._kept.told not in self._open:
            raise Fell(Robustness.CRASHED, "killed what keeps its processes")

    def _take(self, fd: int, into: bytearray) -> bool:
        """Read a piece; whether there was one."""
        try:
            piece = os.read(fd, PIECE)
        except BlockingIOError:
            return False
        if not piece:
            self._close(fd)
        into += piece
        return bool(piece)

    def _write(self) -> None:
        if self._in not in self._open:
            return
        try:
            while self._sent:
                written = os.write(self._in, self._sent[: 16 * PIECE])
                del self._sent[:written]
        except BlockingIOError:
            self._poll.register(self._in, select.POLLOUT)
            return
        except BrokenPipeError:
            self._sent.clear()
            self._ending = True
        with suppress(KeyError):
            self._poll.unregister(self._in)
        if self._ending:
            self._close(self._in)

    def _close(self, fd: int) -> None:
        if fd in self._open:
            self._open.remove(fd)
            with suppress(KeyError):
                self._poll.unregister(fd)
            os.close(fd)

    def _watch(self) -> None:
        self._watched = time.monotonic()
        taken = (held(pid) - self._born for pid in descendants(self._kept.pid))
        if sum(max(0, part) for part in taken) > self._most:
            raise self._fed()

    def crash(self) -> Fell:
        """Return why there is nothing more to read, or to make of it."""
        end = time.monotonic() + 1
        with suppress(Fell):
            while self.code is None:
                self._step(end)
        if self.hungry or (self.ours and self.code == FULL):
            return self._fed()
        return Fell(Robustness.CRASHED, ending(self.code))

    def _fed(self) -> Fell:
        return Fell(Robustness.MEMORY, f"more than {self.memory} MB")


def ending(code: int | None) -> str:
    """Say how a process ended."""
    if code is None:
        return "closed its standard output"
    if code >= 0:
        return f"ended with code {code}"
    with suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"


def command(argv: Sequence[str]) -> Callable[[], None]:
    """Return what becomes this command when it is called; it must be there."""
    if not argv or shutil.which(argv[0]) is None:
        name = shown(argv[0]) if argv else "''"
        raise SpecError(f"command={name} is not there; name a program that can be run")
    return partial(_execute, tuple(argv))


def _begin(run: Callable[[], None], pipes: Sequence[int], memory: int) -> None:
    """Set up the process that is kept, in it."""
    for number, fd in enumerate(pipes):
        os.dup2(fd, number)
    for fd in pipes:
        os.close(fd)
    limit(memory, of=DATA)
    run()


def _execute(argv: tuple[str, ...]) -> NoReturn:
    try:
        os.execvp(argv[0], argv)
    except OSError as error:
        os.write(2, f"{argv[0]}: {error.strerror}\n".encode())
        os._exit(127)
