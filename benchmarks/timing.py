"""How time is taken: CPU time of this process, the median of several repeats."""

import gc
import math
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version

SHORTEST = 0.02  # seconds: what one repeat lasts at least, so that the clock is fine


def seconds(run: Callable[[], object], repeats: int = 5) -> float:
    """Return the CPU seconds of one ``run()``: the median of ``repeats``."""
    times, passes = [], 1
    while (taken := _passes(run, passes)) < SHORTEST:
        passes = max(passes * 2, int(passes * 1.2 * SHORTEST / max(taken, 1e-6)))
    for _ in range(repeats):
        times.append(_passes(run, passes) / passes)
    return statistics.median(times)


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """Return k of the power law size**k that fits ``times`` best: least squares."""
    logs = [(math.log(n), math.log(t)) for n, t in zip(sizes, times, strict=True)]
    return statistics.linear_regression(*zip(*logs, strict=True)).slope


def machine() -> str:
    """Return what the numbers hold for: Python, the packages, the processor."""
    packages = ", ".join(f"{p} {version(p)}" for p in ("attrs", "click", "rfc8785"))
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
