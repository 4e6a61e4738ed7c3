"""Exhaustive exploration in plain Python against SPIN, on the same states.

Promised: at least 0.3 of SPIN's states a second, traces included. Both explore all
that can be called in the family of `benchmarks.family`, and take as many steps
between as many states; SPIN counts the one to the first state too. The time is that
of the process, without SPIN's compilers and with our compiling.
"""

import sys
from functools import partial

from benchmarks import family, promela
from benchmarks.timing import machine, seconds
from obligato.checker.ground.explore import Explorer, Seen
from obligato.checker.ground.grounding import grounded
from obligato.checker.ground.packing import Packed, packed
from obligato.checker.resume import handed_over
from obligato.spec.correctness import eq1

SIZES = (5, 6, 7)
LEAST = 0.3
WITHOUT_END = 10**9
REPEATS = 3


def main() -> int:
    """Print states a second of both; return 1 if ours are too few."""
    absent = promela.missing()
    if absent:
        print(f"exploration against SPIN: {', '.join(absent)} not here; not measured")
        return 0
    print(f"exploration against SPIN; {machine()}")
    heads = f"{'calls':>7}{'states':>10}{'steps':>10}"
    print(f"{'n':>3}{heads}{'ours/s':>10}{'SPIN/s':>10}{'ratio':>7}")
    ratio = 0.0
    for n in SIZES:
        moves = table(n)
        explorer = run(moves)
        spins = [promela.explored(moves) for _ in range(REPEATS)]
        spin = sorted(spins, key=lambda one: one.seconds)[REPEATS // 2]
        seen = explorer.seen
        assert seen == Seen(spin.states, spin.transitions - 1), (seen, spin)
        taken = seconds(partial(run, moves), REPEATS)
        ours, theirs = spin.states / taken, spin.states / spin.seconds
        ratio = ours / theirs
        row = f"{len(moves.moves):7}{seen.states:10}{seen.transitions:10}"
        print(f"{n:3}{row}{ours:10.0f}{theirs:10.0f}{ratio:7.2f}")
    print(f"at n = {SIZES[-1]}: {ratio:.2f} of SPIN's states a second (least {LEAST})")
    return int(ratio < LEAST)


def table(n: int) -> Packed:
    """Return the packed table of the family, in which as much is called as can be."""
    request = family.request(n, "sat")
    frontier = handed_over(family.frontier(n, "sat"))
    ground = grounded(request, frontier, eq1(request), family.needed(n), 1)
    moves = packed(ground)
    assert isinstance(moves, Packed)
    return moves


def run(moves: Packed) -> Explorer:
    """Explore all states, compiling the moves too."""
    explorer = Explorer(moves, len(moves.calls))
    explorer.run(WITHOUT_END, stop=False)
    return explorer


if __name__ == "__main__":
    sys.exit(main())
