"""How time is taken: CPU time of this process, the median of several repeats."""

import gc
import math
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version

SHORTEST = 0.02  # seconds: what one repeat lasts at least, so that the clock is fine


def seconds(run: Callable[[], object], repeats: int = 5) -> float:
    """Return the CPU seconds of one ``run()``: the median of ``repeats``."""
    return together([run], repeats)[0]


def prepared(
    prepare: Callable[[], object], runs: Sequence[Callable[[], object]], repeats: int
) -> list[float]:
    """Return the CPU seconds of each, in turn, each time once all was prepared for it.

    Each is the median of ``repeats``; to prepare takes none of it.
    """
    rounds = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(repeats):
            rounds.append([_after(prepare, run) for run in runs])
    finally:
        gc.enable()
    return [statistics.median(times) for times in zip(*rounds, strict=True)]


def _after(prepare: Callable[[], object], run: Callable[[], object]) -> float:
    prepare()
    began = time.process_time()
    made = run()
    taken = time.process_time() - began
    del made  # what it holds is freed once the clock stands
    return taken


def together(runs: Sequence[Callable[[], object]], repeats: int) -> list[float]:
    """Return the CPU seconds of each, taken in turn, so that all meet the same noise.

    Each is the median of ``repeats``.
    """
    passes = [_enough(run) for run in runs]
    rounds = [
        [_passes(run, n) / n for run, n in zip(runs, passes, strict=True)]
        for _ in range(repeats)
    ]
    return [statistics.median(times) for times in zip(*rounds, strict=True)]


def _enough(run: Callable[[], object]) -> int:
    """Return how many passes last long enough for the clock."""
    passes = 1
    while (taken := _passes(run, passes)) < SHORTEST:
        passes = max(passes * 2, int(passes * 1.2 * SHORTEST / max(taken, 1e-6)))
    return passes


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """Return k of the power law size**k that fits ``times`` best: least squares."""
    logs = [(math.log(n), math.log(t)) for n, t in zip(sizes, times, strict=True)]
    return statistics.linear_regression(*zip(*logs, strict=True)).slope


def stages(make: Callable[[], Iterator[str]], repeats: int = 5) -> dict[str, float]:
    """Return the CPU seconds of each stage of ``make()``: the median of ``repeats``.

    It yields the name of each stage once the stage is over.
    """
    found: dict[str, list[float]] = {}
    for _ in range(repeats):
        gc.collect()
        gc.disable()
        try:
            began = time.process_time()
            for name in make():
                found.setdefault(name, []).append(time.process_time() - began)
                began = time.process_time()
        finally:
            gc.enable()
    return {name: statistics.median(taken) for name, taken in found.items()}


def machine(*more: str) -> str:
    """Return what the numbers hold for: Python, the packages, the processor."""
    names = ("attrs", "click", "rfc8785", *more)
    packages = ", ".join(f"{p} {version(p)}" for p in names)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python} on {platform.machine()}; {packages}"


def _passes(run: Callable[[], object], passes: int) -> float:
    gc.collect()
    gc.disable()
    try:
        began = time.process_time()
        for _ in range(passes):
            run()
        return time.process_time() - began
    finally:
        gc.enable()
