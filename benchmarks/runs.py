"""All recorded runs of the airline example, from their text to their judgements.

Promised: 104 runs in 3 s of CPU. The runs are not part of the project; where their
folder is absent nothing is measured, and the exit is 5.
"""

import sys
from pathlib import Path

from benchmarks.timing import machine, seconds
from examples.airline import judged, runs

RUNS = Path(__file__).resolve().parents[2] / "shared/data/tau-airline/runs.jsonl"
NUMBER, MOST = 104, 3.0
ABSENT = 5


def main() -> int:
    """Print the time; return 1 if it is too long, 5 if there is nothing to time."""
    if not RUNS.is_file():
        print(f"recorded runs: absent ({'/'.join(RUNS.parts[-3:])}); not measured")
        return ABSENT
    number = len(list(runs(RUNS)))
    taken = seconds(lambda: [bool(judged(run)) for run in runs(RUNS)])
    print(f"recorded runs; {machine()}")
    print(f"{number} of {NUMBER} runs judged in {taken:.2f} s (at most {MOST:.0f})")
    return int(number < NUMBER or taken > MOST)


if __name__ == "__main__":
    sys.exit(main())
