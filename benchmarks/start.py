"""What the command line costs before it does anything: CPU of fresh processes.

Promised: ``obligato --help`` in 100 ms, ``obligato check`` of a small record in
300 ms, and that neither imports a solver, a fuzzer or a library of graphs.
"""

import os
import re
import statistics
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.timing import machine

RUNS = 11
COMMANDS = {
    "obligato --help": (["--help"], 100),
    "obligato check, a small record": (["check", "examples.invoicing:JUDGED[0]"], 300),
}
HEAVY = ("z3", "hypothesis", "networkx")
IMPORTED = re.compile(r"import time:.*\| +(\S+)$", re.MULTILINE)


def main() -> int:
    """Print the medians; return 1 if one is too long, or something heavy is loaded."""
    print(f"cold starts, the median of {RUNS}; {machine()}")
    missed = False
    for name, (arguments, most) in COMMANDS.items():
        # The first run may have to write the bytecode of what it imports.
        taken = statistics.median([cpu(arguments) for _ in range(RUNS + 1)][1:])
        heavy = sorted(loaded(arguments) & set(HEAVY))
        print(f"{name:34}{taken:7.0f} ms (at most {most})  heavy: {heavy or 'nothing'}")
        missed = missed or taken > most or bool(heavy)
    return int(missed)


def cpu(arguments: list[str]) -> float:
    """Return the CPU milliseconds of one command in a process of its own."""
    before = getrusage(RUSAGE_CHILDREN)
    run(arguments)
    after = getrusage(RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return (user + system) * 1e3


def loaded(arguments: list[str]) -> set[str]:
    """Return the top-level modules that one command imports."""
    told = run(arguments, "-X", "importtime").stderr
    names = {name.split(".")[0] for name in IMPORTED.findall(told)}
    assert "obligato" in names, f"no imports are told of: {told[:200]!r}"
    return names


def run(arguments: list[str], *options: str) -> subprocess.CompletedProcess[str]:
    """Run a command; it must end well."""
    command = [sys.executable, *options, "-m", "obligato", *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, env=dict(os.environ), check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return done


if __name__ == "__main__":
    sys.exit(main())
