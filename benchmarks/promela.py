"""A packed ground table as a Promela model, explored in full by SPIN.

One process; each move is one indivisible step that tests and sets bits of a few
integers. What SPIN compiles is neither compressed nor reduced, and looks for nothing.
"""

import re
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import attrs

from obligato.checker.ground.packing import Move, Packed
from obligato.checker.ground.table import YES, All, AtMost, Literal, Var

WIDTH = 30  # bits of one integer
COMPILED = ("gcc", "-O2", "-w", "-DNOREDUCE", "-DSAFETY", "-o", "pan", "pan.c")
DEPTH, SLOTS = 10_000, 22  # the longest run; two to this many states fit its table


@attrs.frozen
class Explored:
    """What SPIN reports, and the CPU seconds that it took to run."""

    states: int
    transitions: int
    seconds: float


def missing() -> list[str]:
    """Return the programs that are needed and not here."""
    return [name for name in ("spin", "gcc") if shutil.which(name) is None]


def explored(packed: Packed) -> Explored:
    """Return how SPIN explores all states of ``packed``."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "model.pml").write_text("\n".join(model(packed)) + "\n")
        for command in (("spin", "-a", "model.pml"), COMPILED):
            subprocess.run(command, cwd=folder, check=True, capture_output=True)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run(
            ("./pan", f"-m{DEPTH}", f"-w{SLOTS}", "-E"),
            cwd=folder,
            check=True,
            capture_output=True,
            text=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if "errors: 0" not in run.stdout or "max search depth too small" in run.stdout:
        raise RuntimeError(f"SPIN did not explore it all:\n{run.stdout}")
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Explored(
        _number(run.stdout, r"(\d+) states, stored"),
        _number(run.stdout, r"(\d+) transitions"),
        took,
    )


def _number(text: str, pattern: str) -> int:
    found = re.search(pattern, text)
    assert found is not None, text
    return int(found[1])


def model(packed: Packed) -> Iterator[str]:
    """Yield the lines of the model; it has one start and every move is a call."""
    assert len(packed.starts) == 1 and not packed.waits
    for n, value in enumerate(_words(packed.starts[0], len(packed.number))):
        yield f"int s{n} = {value};"
    yield "active proctype calls() {"
    yield "  do"
    for move in packed.moves:
        yield f"  :: d_step {{ {' && '.join(_tests(packed, move))} ->"
        for seen, latch in move.latches:
            yield f"     if :: {_some(seen)} -> {_set(latch)} :: else fi;"
        yield f"     {_set(move.adds)} }}"
    yield "  od"
    yield "}"


def _tests(packed: Packed, move: Move) -> Iterator[str]:
    care = _words(move.need | move.bar)
    need = _words(move.need, len(care) * WIDTH)
    for n, (mask, value) in enumerate(zip(care, need, strict=False)):
        if mask:
            yield f"(s{n} & {mask}) == {value}"
    for literal in move.more:
        yield _written(packed, literal)


def _words(state: int, bits: int = 0) -> list[int]:
    number = max(1, -(-max(bits, state.bit_length()) // WIDTH))
    return [state >> n * WIDTH & (1 << WIDTH) - 1 for n in range(number)]


def _set(state: int) -> str:
    words = enumerate(_words(state))
    return "; ".join(f"s{n} = s{n} | {word}" for n, word in words if word)


def _some(state: int) -> str:
    words = enumerate(_words(state))
    return " || ".join(f"(s{n} & {word}) != 0" for n, word in words if word)


def _written(packed: Packed, literal: Literal) -> str:
    """Return a condition on bits, in brackets."""
    sign = "" if literal > 0 else "!"
    if abs(literal) == YES:
        return "true" if literal > 0 else "false"
    match packed.bits.conditions[abs(literal)]:
        case Var(name):
            return f"{sign}({_some(1 << int(name))})"
        case All(parts):
            inner = " && ".join(_written(packed, part) for part in parts)
            return f"{sign}({inner})"
        case AtMost(total):
            counted = "".join(
                f" + {n} * ({_written(packed, gate)} -> 1 : 0)"
                for (_, gate), n in total.parts
            )
            return f"{sign}({total.constant}{counted} <= 0)"
