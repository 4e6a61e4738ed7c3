"""How the search for a plan grows with obligations, and how it hangs on the seed.

Promised: from the ground table to the answer, an exponent of at most 1.3 from 100 to
1,000 obligations, whether there is a plan, too few calls are allowed, or the order goes
round; and over 20 seeds a p99 of at most 5 × the median. What is proved before the
answer is that no fewer calls would do. The judgement of `Truth` is not part of it.
"""

import pkgutil
import statistics
import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module

import examples
from benchmarks.family import VARIANTS, frontier, needed, request
from benchmarks.timing import exponent, machine, seconds, stages
from obligato.checker.find import Continued, Finder, NoneInReach, Search
from obligato.checker.ground.grounding import Grounded, grounded
from obligato.checker.ground.handed import handed
from obligato.checker.ground.plans import Values
from obligato.checker.resume import handed_over
from obligato.checker.solver.planner import OrderSolver
from obligato.checker.solver.ways import Way
from obligato.model.judge import contradiction
from obligato.model.settle import settle
from obligato.spec.correctness import eq1

SIZES = (100, 200, 400, 1000)
MOST = 1.3
SEEDS, SEEDED, SPREAD = 20, 50, 5.0
EACH, LONG = 2, 0.2  # records of a module; seconds
FURTHER = 10  # calls, after a record of the examples
BUDGET = 50_000_000  # of the solver; what needs more is skipped


class Unjudged(Finder):
    """A finder whose plans are checked by the table alone."""

    def built(self, slots: list[int], values: Values, shortest: bool) -> Continued:
        """Return the calls, with no record made of them."""
        return Continued(self.ground.prefix, tuple(slots), shortest)


def main() -> int:
    """Print growth and spread; return 1 if either is too great."""
    return max(growth(), spread())


def growth() -> int:
    """Print the times from table to answer, the grounding beside them."""
    print("from the ground table to the shortest plan, or that there is none, CPU ms")
    print(f"{'':34}" + "".join(f"{f'n={n}':>10}" for n in SIZES) + f"{'k':>8}")
    exponents = [_grown(variant) for variant in VARIANTS]
    worst = max(exponents)
    print(f"  table to answer, at worst {worst:.2f} (at most {MOST})")
    return int(worst > MOST)


def _grown(variant: str) -> float:
    """Print the rows of a variant; return its exponent, 0 where it was skipped."""
    rows: dict[str, list[float]] = {"ground": [], "answer": []}
    for n in SIZES:
        made: list[Grounded] = []

        def grounding(n: int = n, made: list[Grounded] = made) -> Iterator[str]:
            asked, prefix = request(n, variant), handed_over(frontier(n, variant))
            further = needed(n) - (variant == "short")
            yield "load"
            made.append(grounded(asked, prefix, eq1(asked), further, copies=1))
            yield "ground"

        rows["ground"].append(stages(grounding, 1)["ground"])
        answer = _answer(made[0])
        if not _right(answer, n, variant):
            print(f"  {variant:32}skipped at n={n}: {answer}")
            return 0.0
        rows["answer"].append(seconds(partial(_answer, made[0]), 3))
    for part, times in rows.items():
        row = "".join(f"{t * 1e3:10.1f}" for t in times)
        print(f"  {f'{variant}, {part}':32}{row}{exponent(SIZES, times):8.2f}")
    return exponent(SIZES, rows["answer"])


def _answer(table: Grounded) -> Search:
    return Unjudged(table, Way(BUDGET)).shortest()


def _right(answer: Search, n: int, variant: str) -> bool:
    """Return whether an answer is the right one, False if there is none."""
    if variant == "sat":
        if not isinstance(answer, Continued):
            return False
        return answer.shortest and answer.calls == needed(n)
    assert not isinstance(answer, Continued), f"a plan for {variant}"
    return isinstance(answer, NoneInReach)


def spread() -> int:
    """Print how far the time from table to model differs over the seeds."""
    print(f"the check over {SEEDS} seeds, p99 / p50 of the CPU time, the table parsed")
    ratios = dict(_spreads())
    shipped = {name: r for name, r in ratios.items() if name not in VARIANTS}
    worst = max(shipped, key=lambda name: shipped[name])
    print(
        f"  {len(shipped)} frontiers of the examples, at worst{shipped[worst]:12.2f}",
        end="",
    )
    print(f"  {worst}")
    for variant in VARIANTS:
        print(f"  {f'{variant}, n={SEEDED}':42}{ratios[variant]:6.2f}")
    most = max(ratios.values())
    print(f"  at worst {most:.2f} (at most {SPREAD:.0f})")
    return int(most > SPREAD)


def _spreads() -> Iterator[tuple[str, float]]:
    for name, table, asked in _tables():
        times = sorted(_seeded(table, asked, seed) for seed in range(SEEDS))
        yield name, times[-1] / statistics.median(times)  # of 20, the last is the p99


def _seeded(table: Grounded, names: list[str], seed: int) -> float:
    """Return the time that a seed takes with a solver of its own.

    What is short is the median of 3.
    """
    flags = [f"|made {i}|" for i, _ in table.slots()]
    limit = (flags, table.reach.further) if table.reach.further < len(flags) else None

    def run() -> Iterator[str]:
        solver = OrderSolver(handed(table.table, table.asked), Way(seed=seed))
        yield "parse"
        solver.ask(names, limit)
        yield "check"

    taken = sum(stages(run, 1).values())
    return taken if taken > LONG else sum(stages(run, 3).values())


def _tables() -> Iterator[tuple[str, Grounded, list[str]]]:
    """Yield the tables of the examples and of the family, and what is asked of them."""
    for module in pkgutil.iter_modules(examples.__path__):
        found = getattr(import_module(f"examples.{module.name}"), "JUDGED", [])
        for judged in found[:EACH]:
            asked, prefix = judged.request, handed_over(judged.record)
            if contradiction(settle(asked.world, prefix)) is None:
                table = grounded(asked, prefix, eq1(asked), FURTHER)
                yield judged.label, table, [name for name in table.asked if name]
    for variant in VARIANTS:
        asked, prefix = request(SEEDED, variant), handed_over(frontier(SEEDED, variant))
        further = needed(SEEDED) - (variant == "short")
        table = grounded(asked, prefix, eq1(asked), further, copies=1)
        yield variant, table, [name for name in table.asked if name]


if __name__ == "__main__":
    print(machine("z3-solver"))
    sys.exit(main())
