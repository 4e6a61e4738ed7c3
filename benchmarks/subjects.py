"""One verifier asked in three ways: CPU of its processes and of ours together.

Promised: as a process that speaks JSON lines it answers 25 times as many cases a
second as with a process for each case.
"""

import importlib
import statistics
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any

from benchmarks.timing import machine
from obligato.properties.subjects import (
    Apiece,
    Asked,
    Lines,
    Running,
    Subject,
    called,
    command,
)
from obligato.properties.subjects.samples import CERTIFICATE

AT_LEAST = 25
ROUNDS, MB = 3, 500
KITS = Path(__file__).parents[1] / "examples" / "kits"
PYTHON = (sys.executable, "-S", "-E")
# The kit reads all its input when it is imported, so the case is read before that.
ONCE = f"""
import io, json, sys
case, sys.stdin = json.load(sys.stdin), io.TextIOWrapper(io.BytesIO())
sys.path.insert(0, {str(KITS)!r})
import kit
print(json.dumps(kit.decide(case)))
"""
NAMES = ("JSON lines", "a callable", "a process for each case")


def main() -> int:
    """Print the rates; return 1 if the promise is missed."""
    print(f"the Python kit, cases a second of CPU; {machine()}")
    rounds = [[_seconds(make, n) for make, n in WAYS] for _ in range(ROUNDS)]
    taken = [statistics.median(times) for times in zip(*rounds, strict=True)]
    ratio = taken[2] / taken[0]
    for name, each in zip(NAMES, taken, strict=True):
        print(f"{name:26}{1 / each:10,.0f}")
    print(f"JSON lines to processes: {ratio:.0f} times (at least {AT_LEAST})")
    return int(ratio < AT_LEAST)


def _seconds(make: Callable[[], Subject], number: int) -> float:
    """Return the CPU seconds of a case, of so many; what begins and ends included."""
    asked = [Asked.of(CERTIFICATE)] * number
    began = _cpu()
    subject = make()
    found = subject.judge(asked)
    late = subject.close()
    taken = (_cpu() - began) / number
    assert {answer.word for answer in found} == {"continue"} and not late
    return taken


def _cpu() -> float:
    used = [getrusage(whose) for whose in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _decide() -> Callable[[Any], Any]:
    """Return the kit's own function, in a process without standard input."""
    sys.path.insert(0, str(KITS))
    found: Callable[[Any], Any] = importlib.import_module("kit").decide
    return found


def _apiece() -> Subject:
    return Apiece(partial(Running, command([*PYTHON, "-c", ONCE]), MB))


def _lines() -> Subject:
    argv = [*PYTHON, str(KITS / "kit.py")]
    return Lines(partial(Running, command(argv), MB))


WAYS: tuple[tuple[Callable[[], Subject], int], ...] = (
    (_lines, 4096),
    (lambda: called(_decide), 4096),
    (_apiece, 10),
)


if __name__ == "__main__":
    sys.exit(main())
