"""What it costs to prove all theorems, in both solvers.

Promised: 60 s of CPU for all. The table of dropped assumptions is not in it.
"""

import sys
import time

from benchmarks.timing import machine
from obligato.checker.proofs.deciding import Deciding
from obligato.checker.proofs.proving import proof
from obligato.spec.theorems.catalogue import theories

ALL = 60.0


def main() -> int:
    """Print the CPU seconds of each theory; return 1 if all take too long."""
    print(f"prove, CPU s; {machine('z3-solver', 'cvc5')}")
    print(f"  {'theory':14}{'conditions':>12}{'s':>8}")
    spent, asked = 0.0, 0
    for name, theory in theories().items():
        began = time.process_time()
        found = proof(Deciding(theory))
        taken = time.process_time() - began
        spent, asked = spent + taken, asked + found.asked
        print(f"  {name:14}{found.asked:12}{taken:8.2f}")
    print(f"  {'all':14}{asked:12}{spent:8.2f} (at most {ALL:.0f})")
    return int(spent > ALL)


if __name__ == "__main__":
    sys.exit(main())
