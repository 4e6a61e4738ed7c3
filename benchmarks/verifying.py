"""What it costs to verify each predicate of the examples, at the default scope.

As the command does it: the records that nobody is shown are not made least.

Promised: 5 s of CPU for one predicate, 60 s for all.
"""

import pkgutil
import sys
import time

import examples
from benchmarks.timing import machine
from obligato.checker.solver import Way
from obligato.checker.verify import verify
from obligato.cli.sources import duties
from obligato.spec.errors import ObligatoError

ONE, ALL = 5.0, 60.0


def main() -> int:
    """Print the CPU seconds of each; return 1 if one or all take too long."""
    print(f"verify at the default scope, CPU s; {machine('z3-solver')}")
    taken: list[float] = []
    for module in pkgutil.iter_modules(examples.__path__):
        try:
            found = list(duties(f"examples.{module.name}", None))
        except ObligatoError:
            continue  # a module without predicates of its own
        for request, duty in found:
            began = time.process_time()
            verdict = verify(request, duty, way=Way(every=False)).verdict
            taken.append(time.process_time() - began)
            print(f"  {duty.name:42}{taken[-1]:8.2f}  {verdict}")
    print(f"  {'the longest':42}{max(taken):8.2f} (at most {ONE:.0f})")
    print(f"  {f'all {len(taken)}':42}{sum(taken):8.2f} (at most {ALL:.0f})")
    return int(max(taken) > ONE or sum(taken) > ALL)


if __name__ == "__main__":
    sys.exit(main())
