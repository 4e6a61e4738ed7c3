"""From a model of a ground table to a plan: which calls suffice, and in which order."""

import heapq
from collections.abc import Iterable, Mapping

from .orders import ORIGIN, Edge, edges
from .table import YES, All, AtMost, Literal, Table, Var

Values = Mapping[str, int]


def sufficient(
    table: Table, root: Literal, held: list[bool]
) -> tuple[set[str], list[Edge]]:
    """Return flags that are set and enough, and the order of times that is.

    Each condition that holds is held up by all its parts, each that does not by one;
    `held`: which literals do. All other flags may as well not be set.
    """
    flags: set[str] = set()
    orders: list[Edge] = []
    seen: set[int] = set()
    todo = [abs(root)]
    while todo:
        k = todo.pop()
        if k <= YES or k in seen:
            continue
        seen.add(k)
        condition = table.conditions[k]
        if isinstance(condition, All):
            if held[k]:
                todo += map(abs, condition.parts)
                continue
            broken = [part for part in condition.parts if not held[part]]
            if len(broken) > 1:
                broken.sort(key=lambda p: (_cost(table, p, held, seen), abs(p)))
            todo.append(abs(broken[0]))
        elif isinstance(condition, AtMost):
            orders += edges(condition.sum, held[k])
            todo += [abs(gate) for (_, gate), _ in condition.sum.parts]
        elif held[k]:
            flags.add(condition.name)
    return flags, orders


def _cost(table: Table, literal: Literal, held: list[bool], seen: set[int]) -> int:
    """Return how dear it is to rely on a part: nothing if something else does."""
    k = abs(literal)
    if k in seen or (isinstance(table.conditions[k], Var) and not held[k]):
        return 0
    return 1 if isinstance(table.conditions[k], AtMost) else 2 if not held[k] else 3


def in_a_row(
    names: Iterable[str], orders: Iterable[Edge], begin: int
) -> dict[str, int] | None:
    """Return times, no two the same, each as early as the ``orders`` let it be.

    None if they hold only where some are at one moment, or in no order at all, or if
    what may not be long before another leaves no row that is found one by one.
    """
    wanted, edges = list(dict.fromkeys(names)), list(orders)
    found = _one_after_another(wanted, edges, begin, {})
    if found is not None:
        return found
    # What may be at most so long before another need not be after it: it is made as
    # late as the other asks.
    late = [(a, b, gap) for a, b, gap in edges if gap < 0 and a]
    strict = [edge for edge in edges if edge not in late]
    least: dict[str, int] = {}
    for _ in range(len(late) * len(wanted)):
        found = _one_after_another(wanted, strict, begin, least)
        if found is None:
            return None
        early = [
            (b, found[a] + gap)
            for a, b, gap in late
            if a in found and b in found and found[b] < found[a] + gap
        ]
        if not early:
            return found
        for name, time in early:
            least[name] = max(time, least.get(name, time))
    return None


def as_told(
    names: Iterable[str], orders: Iterable[Edge], values: Values
) -> dict[str, int] | None:
    """Return the times of a model, if no two are the same and the ``orders`` hold."""
    times = {name: values[name] for name in names if name in values}
    of = {ORIGIN: 0, **times}
    apart = len({*times.values()}) == len(times)
    known = [edge for edge in orders if edge[0] in of and edge[1] in of]
    held = all(of[then] >= of[first] + gap for first, then, gap in known)
    return times if apart and held else None


def _one_after_another(
    names: list[str], orders: Iterable[Edge], begin: int, no_earlier: Mapping[str, int]
) -> dict[str, int] | None:
    """Return such times if none is before what its orders wait for."""
    wanted = dict.fromkeys(names)
    after: dict[str, list[tuple[str, int]]] = {name: [] for name in wanted}
    waits = dict.fromkeys(wanted, 0)
    least = {name: max(begin, no_earlier.get(name, begin)) for name in wanted}
    for first, then, gap in orders:
        if then in least and not first:
            least[then] = max(least[then], gap)
        elif first in wanted and then in wanted:
            after[first].append((then, gap))
            waits[then] += 1
    rank = {name: n for n, name in enumerate(wanted)}
    ready = [(least[name], rank[name], name) for name, n in waits.items() if not n]
    heapq.heapify(ready)
    found: dict[str, int] = {}
    clock = begin - 1
    while ready:
        time, _, name = heapq.heappop(ready)
        clock = found[name] = max(time, clock + 1)
        for then, gap in after[name]:
            least[then] = max(least[then], clock + gap)
            waits[then] -= 1
            if not waits[then]:
                heapq.heappush(ready, (least[then], rank[then], then))
    return found if len(found) == len(wanted) else None
