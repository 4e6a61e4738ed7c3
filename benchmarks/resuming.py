"""What it costs to resume whole: from a record to the tree of what is left to do.

Promised: 5 s of CPU for 12 open obligations and 40 calls. Both readings are timed: 40
calls behind the frontier, and 40 calls ahead of it.
"""

import sys
from functools import partial

from benchmarks.family import finished, frontier, needed, request
from benchmarks.timing import machine, seconds
from obligato.checker.resume import resume
from obligato.checker.trees import Finish, Plan, Step

OPEN, BEHIND, MOST = 12, 40, 5.0
DONE = BEHIND // 4
CASES = [
    (OPEN + DONE, finished(OPEN + DONE, DONE), 4 * OPEN),
    (OPEN, frontier(OPEN, "sat"), needed(OPEN)),
]


def main() -> int:
    """Print the times; return 1 if one is too long."""
    print(f"resume whole, {OPEN} open obligations, CPU s")
    worst = 0.0
    for n, record, ahead in CASES:
        asked = request(n, "sat")
        made = resume(asked, record, ahead)
        assert isinstance(made, Plan) and length(made.tree) == ahead, made
        taken = seconds(partial(resume, asked, record, ahead), 3)
        behind = len(list(record.calls))
        print(f"  {f'{behind} calls behind it, {ahead} ahead':40}{taken:6.2f}", end="")
        print(f" (at most {MOST:.0f})")
        worst = max(worst, taken)
    return int(worst > MOST)


def length(tree: Step | Finish) -> int:
    """Return how many calls a tree without branches has."""
    calls = 0
    while isinstance(tree, Step):
        assert len(tree.then) == 1, "the tools of the family tell nothing"
        calls, tree = calls + 1, tree.then[0][1]
    return calls


if __name__ == "__main__":
    print(machine("z3-solver"))
    sys.exit(main())
