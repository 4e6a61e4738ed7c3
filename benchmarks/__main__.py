"""Run every benchmark: ``python -m benchmarks``. The exit is the worst of theirs."""

import sys

from benchmarks import (
    admission,
    compiled,
    explore,
    growth,
    plans,
    proving,
    runs,
    start,
    subjects,
    termination,
    verifying,
)

MODULES = (
    *(compiled, growth, start, plans, admission, termination),
    *(verifying, proving, explore, subjects, runs),
)


def main() -> int:
    """Run them one after another; a missed promise outweighs an absent file."""
    exits = []
    for module in MODULES:
        exits.append(module.main())
        print()
    return 1 if 1 in exits else max(exits)


if __name__ == "__main__":
    sys.exit(main())
