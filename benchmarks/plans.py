"""What it costs to find a plan, by stages, and beside two other solvers.

Promised at 100 obligations: handing the table over takes at most 1.0 × the check; from
20 to 100, from the ground table to the re-checked plan at most 2 × Cadical on the same
clauses with the same re-check, with a solver open, as `resumed_apart` sees to; a
further query at most 1/20 of the first, whose solver is opened for it. The growth with
obligations, the spread over seeds and whole resumptions follow.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache, partial

from benchmarks import resuming, searches
from benchmarks.family import frontier, needed, request
from benchmarks.peers import PEERS, missing, problem
from benchmarks.timing import machine, prepared, seconds, stages
from obligato.checker.find import Finder
from obligato.checker.ground.grounding import Grounded, grounded
from obligato.checker.ground.handed import handed
from obligato.checker.resume import handed_over
from obligato.checker.solver.planner import (
    Chosen,
    Excluded,
    OrderSolver,
    Outcome,
    open_ahead,
)
from obligato.spec.correctness import eq1

SIZES = (20, 50, 100)
STAGES = {
    "load": "load the request and the record",
    "ground": "ground the calls",
    "open": "open a solver",
    "text": "write the table as text",
    "parse": "hand the text to it",
    "check": "check",
    "model": "read the model",
    "order": "order the calls, check the plan",
    "judge": "build the record, judged by Truth",
}
QUERIES, VETOED, TURNS = 60, 2, 25
BUILD, PEER, FURTHER = 1.0, 2.0, 1 / 20  # promised at most
ABSENT = 5


def main() -> int:
    """Print the tables; return 1 if a promise is missed, 5 if a peer is not here."""
    print(f"plans for n obligations, CPU ms; {machine('z3-solver')}")
    exits = [by_stages(), beside_peers(), queries(), searches.main(), resuming.main()]
    return 1 if 1 in exits else max(exits)


@cache
def ground(n: int, variant: str) -> Grounded:
    """Return the ground table of a frontier of the family."""
    asked, prefix = request(n, variant), handed_over(frontier(n, variant))
    further = needed(n) - (variant == "short")
    return grounded(asked, prefix, eq1(asked), further, copies=1)


def by_stages() -> int:
    """Print each stage from the request to the judged record."""
    rows = {n: stages(partial(_staged, n)) for n in SIZES}
    print(f"{'':34}" + "".join(f"{f'n={n}':>10}" for n in SIZES))
    for stage, words in STAGES.items():
        row = "".join(f"{rows[n][stage] * 1e3:10.2f}" for n in SIZES)
        print(f"  {words:32}{row}")
    ratios = [(r["text"] + r["parse"]) / r["check"] for r in rows.values()]
    row = "".join(f"{ratio:10.2f}" for ratio in ratios)
    print(f"  {'(text + parse) / check':32}{row} × (at most {BUILD} at {SIZES[-1]})")
    return int(ratios[-1] > BUILD)


def _staged(n: int) -> Iterator[str]:
    """Go from the request to the judged record, and yield each stage at its end."""
    asked, prefix = request(n, "sat"), handed_over(frontier(n, "sat"))
    yield "load"
    table = grounded(asked, prefix, eq1(asked), needed(n), copies=1)
    yield "ground"
    open_ahead()
    yield "open"
    text = handed(table.table, table.asked)
    yield "text"
    solver = OrderSolver(text)
    yield "parse"
    outcome = solver.ask(text.names)
    yield "check"
    assert isinstance(outcome, Chosen)
    found = outcome.values
    yield "model"
    finder = Finder(table)
    yield "not a stage"
    plan = finder.order(found)
    assert plan is not None
    yield "order"
    assert finder.built(*plan, shortest=False).calls == needed(n)
    yield "judge"


def beside_peers() -> int:
    """Print the time from the ground table to the plan, ours and that of each peer."""
    print("from the ground table to the re-checked plan, a solver being open")
    rows: dict[str, list[float]] = {}
    here = [peer for peer in PEERS if not missing(peer)]
    for n in SIZES:
        runs = [_ours(n), *(_theirs(n, peer) for peer in here)]
        taken = prepared(open_ahead, runs, TURNS)
        for name, time in zip(("obligato", *here), taken, strict=True):
            rows.setdefault(name, []).append(time)
    for name, times in rows.items():
        print(f"  {name:32}" + "".join(f"{t * 1e3:10.2f}" for t in times))
    for peer in PEERS:
        if told := missing(peer):
            print(f"  {peer:32}{told}")
        else:
            ratios = [a / b for a, b in zip(rows["obligato"], rows[peer], strict=True)]
            most = f" (at most {PEER:.0f})" if peer == "cadical195" else ""
            print(f"  {f'obligato / {peer}':32}", end="")
            print("".join(f"{ratio:10.2f}" for ratio in ratios) + f" ×{most}")
            if most and max(ratios) > PEER:
                return 1
    return 0 if len(here) == len(PEERS) else ABSENT


def _ours(n: int) -> Callable[[], object]:
    table = ground(n, "sat")
    names = [name for name in table.asked if name]

    def run() -> Finder:
        finder = Finder(table)
        outcome = finder.solver.ask(names)
        assert isinstance(outcome, Chosen)
        assert finder.order(outcome.values) is not None
        return finder

    return run


def _theirs(n: int, peer: str) -> Callable[[], object]:
    table = ground(n, "sat")
    asked, finder, solve = problem(table), Finder(table), PEERS[peer]

    def run() -> None:
        found = solve(asked)
        assert found is not None
        assert finder.order(found) is not None

    return run


def queries() -> int:
    """Print what one of many queries on the same table costs, fresh and further."""
    print(f"{QUERIES} queries that veto {VETOED} calls each, ms per query")
    rows: dict[str, list[float]] = {}
    for n in SIZES:
        table = ground(n, "sat")
        vetoes, warm = list(_vetoes(table)), _solver(table)
        fresh = [type(_ask(_solver(table), table, veto)) for veto in vetoes]
        assert [type(_ask(warm, table, veto)) for veto in vetoes] == fresh
        assert {*fresh} == {Chosen, Excluded}, "the vetoes are too mild or too harsh"
        for name, run in {
            "a solver for each": partial(_all, None, table, vetoes, False),
            "the same solver": partial(_all, warm, table, vetoes, False),
            "the same, the model read too": partial(_all, warm, table, vetoes, True),
        }.items():
            rows.setdefault(name, []).append(seconds(run, 3) / QUERIES)
    for name, times in rows.items():
        print(f"  {name:32}" + "".join(f"{t * 1e3:10.3f}" for t in times))
    first, further, _ = rows.values()
    ratios = [b / a for a, b in zip(first, further, strict=True)]
    print(f"  {'further / first':32}" + "".join(f"{r:10.3f}" for r in ratios), end="")
    print(f" (at most {FURTHER})")
    return int(max(ratios) > FURTHER)


def _all(
    solver: OrderSolver | None, table: Grounded, vetoes: list[list[str]], read: bool
) -> None:
    """Ask all, of the same solver or of one for each."""
    for veto in vetoes:
        outcome = _ask(solver or _solver(table), table, veto)
        if read and isinstance(outcome, Chosen):
            assert outcome.values


def _vetoes(table: Grounded) -> Iterator[list[str]]:
    """Yield two calls at a time, taken all over the table."""
    flags = [f"|made {i}|" for i, _ in table.slots()]
    for k in range(QUERIES):
        yield [flags[(VETOED * k + j) * 7919 % len(flags)] for j in range(VETOED)]


def _solver(table: Grounded) -> OrderSolver:
    return OrderSolver(handed(table.table, table.asked))


def _ask(solver: OrderSolver, table: Grounded, veto: list[str]) -> Outcome:
    return solver.ask([name for name in table.asked if name], without=veto)


if __name__ == "__main__":
    sys.exit(main())
