"""The question of a ground table put to two other solvers, as clauses.

What a table asks becomes clauses, one variable for each condition. The order of two
calls is an edge, there if both are made; edges may form no cycle: calls are made one
by one. Clasp knows such graphs; Cadical is told of a cycle when it proposes one. The
translation is ours and is not timed: a peer loads clauses, solves and gives its model.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from itertools import pairwise
from typing import TypeAlias

import attrs

from obligato.checker.ground.grounding import Grounded
from obligato.checker.ground.orders import edges, ways
from obligato.checker.ground.record import made
from obligato.checker.ground.table import All, AtMost, Literal, Table, Var

Clause: TypeAlias = tuple[int, ...]
Values: TypeAlias = dict[str, int]
PACKAGES = {"cadical195": ("pysat", "python-sat"), "clingo": ("clingo", "clingo")}


@attrs.frozen
class Arc:
    """An order of two times: it counts where all of ``when`` hold."""

    first: str
    then: str
    when: Clause


@attrs.frozen
class Problem:
    """What a table asks, as clauses. `flags`: the variable of each flag."""

    clauses: Sequence[Clause]
    arcs: Sequence[Arc]
    flags: Mapping[str, int]

    @property
    def used(self) -> list[int]:
        """The variables."""
        clauses = (*self.clauses, *(arc.when for arc in self.arcs))
        return sorted({abs(v) for clause in clauses for v in clause})


def missing(peer: str) -> str:
    """Return what to install so that ``peer`` is there, "" if it is."""
    module, package = PACKAGES[peer]
    return "" if find_spec(module) else f"not here: pip install {package}"


def problem(ground: Grounded, most: int | None = None) -> Problem:
    """Return what ``ground`` asks; `most`: how many calls may be made.

    Raises: `ValueError` if it asks for more than flags, orders and a number of calls.
    """
    table, root = ground.table, ground.table.conj(ground.asked.values())
    flags = {c.name: k for k, c in enumerate(table.conditions) if isinstance(c, Var)}
    clauses = [(1,), *(_clause(table, part) for part in table.clauses(root))]
    arcs = []
    inner = {
        abs(part) for k in table.reached([root]) if k != root for part in table.parts(k)
    }
    for k, held in ways(table, root):
        match table.conditions[k]:
            case All() if k not in inner:
                pass  # the root, or a clause of it
            case All(parts) if not held:
                clauses.append((k, *(-p for p in parts)))
            case All(parts):
                clauses += [(-k, p) for p in parts]
            case AtMost(total):
                found = edges(total, held)
                if len(found) != 1 or "" in found[0][:2]:
                    raise ValueError(f"{total} is no order of two calls")
                first, then, _ = found[0]
                both = (flags[_made(first)], flags[_made(then)])
                arcs.append(Arc(first, then, (k if held else -k, *both)))
    if most is not None:
        made = [flags[f"|made {i}|"] for i, _ in ground.slots()]
        clauses += _at_most(made, most, len(table.conditions))
    return Problem(clauses, arcs, flags)


def _clause(table: Table, literal: Literal) -> Clause:
    return tuple(-p for p in table.clauses(-literal))


def _made(start: str) -> str:
    return made(int(start.strip("|").removeprefix("at ")))


def _at_most(flags: Iterable[int], most: int, top: int) -> Iterator[Clause]:
    """Yield that at most so many are set, by a table of sums above variable ``top``.

    Variable (i, j) says that of the first i flags at least j are set (Sinz 2005).
    """
    before: list[int] = []
    for flag in flags:
        row = list(range(top, top + most))
        top += most
        yield from ((-s, t) for s, t in zip(before, row, strict=False))
        yield from ((-flag, -s, t) for s, t in zip(before, row[1:], strict=False))
        yield (-flag, row[0]) if row else (-flag,)
        if before:
            yield (-flag, -before[-1])
        before = row


def cadical(asked: Problem) -> Values | None:
    """Return a model that Cadical finds, None if there is none."""
    from pysat.solvers import Solver

    with Solver("cadical195", bootstrap_with=asked.clauses) as solver:
        while solver.solve():
            held = set(solver.get_model() or ())
            there = [arc for arc in asked.arcs if held.issuperset(arc.when)]
            try:
                return _values(asked, held, there)
            except CycleError as error:
                turns = set(pairwise(error.args[1]))
                cycle = [a for a in there if (a.first, a.then) in turns]
                solver.add_clause(list({-v for a in cycle for v in a.when}))
    return None


def clasp(asked: Problem) -> Values | None:
    """Return a model that clingo finds, None if there is none.

    Without ``--eq=0`` clingo 5.8.3 has answered with a cycle of edges.
    """
    import clingo

    control = clingo.Control(["--eq=0", "--warn=none"])
    with control.backend() as backend:
        atoms = {v: backend.add_atom() for v in asked.used}
        backend.add_rule(list(atoms.values()), choice=True)
        for clause in asked.clauses:
            denied = [-atoms[v] if v > 0 else atoms[-v] for v in clause]
            backend.add_rule([], denied)
        times = {name: n for n, name in enumerate(_times(asked.arcs))}
        for arc in asked.arcs:
            when = [atoms[v] if v > 0 else -atoms[-v] for v in arc.when]
            backend.add_acyc_edge(times[arc.first], times[arc.then], when)
    with control.solve(yield_=True) as handle:
        model = handle.model()
        if model is None:
            return None
        held = {v if model.is_true(atom) else -v for v, atom in atoms.items()}
    return _values(asked, held, [a for a in asked.arcs if held.issuperset(a.when)])


def _times(arcs: Iterable[Arc]) -> Iterator[str]:
    yield from dict.fromkeys(name for a in arcs for name in (a.first, a.then))


def _values(asked: Problem, held: set[int], there: Iterable[Arc]) -> Values:
    """Return which flags are set, and times in the order of the arcs."""
    found = {name: int(k in held) for name, k in asked.flags.items()}
    graph: TopologicalSorter[str] = TopologicalSorter()
    for arc in there:
        graph.add(arc.then, arc.first)
    found |= {name: n for n, name in enumerate(graph.static_order(), 10**6)}
    return found


PEERS: dict[str, Callable[[Problem], Values | None]] = {
    "cadical195": cadical,
    "clingo": clasp,
}
