"""From a model of a ground table to a plan: which calls suffice, and in which order."""

import heapq
from collections.abc import Iterable, Mapping

from .orders import Edge, edges
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

    None if they hold only where some are at one moment, or in no order at all.
    """
    wanted = dict.fromkeys(names)
    after: dict[str, list[tuple[str, int]]] = {name: [] for name in wanted}
    waits = dict.fromkeys(wanted, 0)
    least = dict.fromkeys(wanted, begin)
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
