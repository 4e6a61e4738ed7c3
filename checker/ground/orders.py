"""The order of calls in a ground table, and which of it matters.

A condition on two times is an edge of a graph. If no cycle of edges that might be
asked for goes through it, times can always be found for it, whatever else is asked:
then it need not be asked at all. Most orders are such, as most effects are monotone.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from .table import NO, YES, All, AtMost, Literal, Sum, Table, Var

Edge: TypeAlias = tuple[str, str, int]  # the second is at least the first + the gap
ORIGIN = ""  # the time 0


def edges(total: Sum, held: bool) -> list[Edge]:
    """Return: a sum is at most 0, or is not, as edges between two times.

    Of any other sum: an edge each way between all that it speaks of.
    """
    names = {name for (name, _), _ in total.parts if name}
    signs = {name: n for (name, gate), n in total.parts if gate == YES}
    up = [name for name, n in signs.items() if n == 1]
    down = [name for name, n in signs.items() if n == -1]
    units = len(up) + len(down) == len(signs) == len(total.parts)
    if units and len(up) < 2 and len(down) < 2:
        first, then = (*up, ORIGIN)[0], (*down, ORIGIN)[0]
        if held:
            return [(first, then, total.constant)]
        return [(then, first, 1 - total.constant)]
    return [(a, b, 0) for a in names for b in (*names, ORIGIN)]


def unforced(table: Table, *roots: Literal) -> dict[int, bool]:
    """Return the conditions on times that can always be had, and how."""
    import networkx as nx

    graph = nx.DiGraph()
    asked = []
    for k, held in ways(table, *roots):
        condition = table.conditions[k]
        if isinstance(condition, AtMost):
            found = edges(condition.sum, held)
            graph.add_edges_from((a, b) for a, b, _ in found)
            asked.append((k, held, found))
    graph.add_edges_from((ORIGIN, name) for name in list(graph) if name != ORIGIN)
    part = {
        name: n
        for n, names in enumerate(nx.strongly_connected_components(graph))
        for name in names
    }
    free: dict[int, bool] = {}
    kept: set[int] = set()
    for k, held, found in asked:
        if k in free or len(found) != 1 or part[found[0][0]] == part[found[0][1]]:
            kept.add(k)
        free[k] = held
    return {k: held for k, held in free.items() if k not in kept}


def without_opposites(table: Table, root: Literal) -> Literal:
    """Return the same condition, with clauses that ask for opposite orders made one.

    ``A ∨ x before y`` and ``A ∨ y before x`` are ``A``: of two calls that exclude each
    other in either order, not both are made.
    """
    clauses = [c for clause in table.clauses(root) for c in _spread(table, clause)]
    others: dict[tuple[Literal, ...], dict[tuple[str, str], int]] = {}
    found: list[Literal] = []
    for clause in clauses:
        ordered = list(_orders(table, clause))
        for rest, (first, then, gap) in ordered:
            seen = others.setdefault(rest, {})
            seen[first, then] = max(gap, seen.get((first, then), gap))
            back = seen.get((then, first))
            if back is not None and back + gap > 0:
                found.append(-table.conj(rest))
        found.append(clause)
    return table.conj(_strongest(table, found)) if len(found) > len(clauses) else root


def _spread(table: Table, clause: Literal) -> Iterator[Literal]:
    """Yield ``A ∨ B`` and ``A ∨ C`` for ``A ∨ (B ∧ C)``, where that is the clause."""
    parts = table.clauses(-clause) if clause < 0 else ()
    inner = [p for p in parts if p < 0 and len(table.clauses(-p)) > 1]
    if len(inner) != 1:
        yield clause
        return
    rest = [-p for p in parts if p != inner[0]]
    for part in table.clauses(-inner[0]):
        yield from _spread(table, table.disj((*rest, part)))


def _orders(
    table: Table, clause: Literal
) -> Iterator[tuple[tuple[Literal, ...], Edge]]:
    """Yield each order that a clause asks for, with what is denied beside it."""
    condition = table.conditions[abs(clause)]
    if clause < 0 and isinstance(condition, All):
        for part in condition.parts:
            other = table.conditions[abs(part)]
            if isinstance(other, AtMost):
                found = edges(other.sum, part < 0)
                if len(found) == 1:
                    rest = tuple(p for p in condition.parts if p != part)
                    yield rest, found[0]


def _strongest(table: Table, clauses: list[Literal]) -> Iterator[Literal]:
    """Yield the clauses but those that say less than one of the new ones."""
    short = {
        frozenset(condition.parts)
        for clause in clauses
        if clause < 0 and isinstance(condition := table.conditions[-clause], All)
    }
    for clause in clauses:
        condition = table.conditions[abs(clause)]
        parts = condition.parts if clause < 0 and isinstance(condition, All) else ()
        if not any(frozenset(p for p in parts if p != q) in short for q in parts):
            yield clause


def relaxed(
    table: Table, named: Mapping[str, Literal], free: Mapping[int, bool]
) -> dict[str, Literal]:
    """Return what is left to ask for where some conditions can always be had."""
    left: dict[int, Literal] = {YES: YES}

    def of(literal: Literal) -> Literal:
        return left[literal] if literal > 0 else -left[-literal]

    for k in table.reached(named.values()):
        condition = table.conditions[k]
        if k in free:
            left[k] = YES if free[k] else NO
        elif isinstance(condition, All):
            left[k] = table.conj(map(of, condition.parts), bare=True)
        else:
            left[k] = k  # what counts flags has no time below it
    return {name: of(literal) for name, literal in named.items()}


def without_idle(table: Table, named: Mapping[str, Literal]) -> dict[str, Literal]:
    """Return what is left to ask for if a flag that is only ever denied is not set.

    Nothing is lost, not even a plan with fewer calls: what holds with such a flag set
    holds without. What the flag alone had asked for may then be denied only, and so on.
    """
    asked = dict(named)
    while True:
        wanted: dict[int, bool] = {}
        for k, held in ways(table, *asked.values()):
            if isinstance(table.conditions[k], Var):
                wanted[k] = held or wanted.get(k, False)
        idle = {k: False for k, held in wanted.items() if not held}
        if not idle:
            return asked
        asked = relaxed(table, asked, idle)


def ways(table: Table, *roots: Literal) -> Iterator[tuple[int, bool]]:
    """Yield each condition that ``roots`` are made of with each way it is asked for."""
    asked: dict[int, set[bool]] = {}
    for root in roots:
        asked.setdefault(abs(root), set()).add(root > 0)
    for k in reversed(table.reached(roots)):
        for held in sorted(asked[k]):
            yield k, held
        parts = table.parts(k)
        both = not isinstance(table.conditions[k], All)
        for part in parts:
            mine = asked.setdefault(abs(part), set())
            for held in asked[k]:
                mine |= {True, False} if both else {held == (part > 0)}
