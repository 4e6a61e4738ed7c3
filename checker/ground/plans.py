"""From a model of a ground table to a plan: which calls suffice, and in which order."""

from collections.abc import Iterable, Mapping

from .table import YES, All, AtMost, Literal, Table, Var

Values = Mapping[str, int]


def sufficient(table: Table, roots: Iterable[Literal], values: Values) -> set[str]:
    """Return flags that are set and enough: all others may as well not be.

    Each condition that holds is held up by all its parts, each that does not by one.
    """
    held = table.truths(values)
    needed: set[str] = set()
    seen: set[int] = set()
    todo = [abs(root) for root in roots]
    while todo:
        k = todo.pop()
        if k <= YES or k in seen:
            continue
        seen.add(k)
        match table.conditions[k]:
            case Var(name):
                needed |= {name} if held[k] else set()
            case All(parts) if held[k]:
                todo += map(abs, parts)
            case All(parts):
                broken = [p for p in parts if held[abs(p)] != (p > 0)]
                cheapest = min((cost(table, p, held, seen), abs(p)) for p in broken)
                todo.append(cheapest[1])
            case AtMost(total):
                todo += [abs(gate) for (_, gate), _ in total.parts]
    return needed


def cost(table: Table, literal: Literal, held: list[bool], seen: set[int]) -> int:
    """Return how dear it is to rely on a part: nothing if something else does."""
    k = abs(literal)
    if k in seen or (isinstance(table.conditions[k], Var) and not held[k]):
        return 0
    return 1 if isinstance(table.conditions[k], AtMost) else 2 if not held[k] else 3


def in_a_row(
    table: Table, root: Literal, values: Values, times: list[str], begin: int
) -> dict[str, int] | None:
    """Return the values with these times one after another, as early as they hold.

    `times`: in order, none before ``begin``. None if ``root`` does not hold so.
    """
    gaps = []
    last = begin - 1
    for name in times:
        gaps.append(max(1, values[name] - last))
        last = max(values[name], last + 1)

    def spaced(gaps: list[int]) -> dict[str, int]:
        clock, found = begin - 1, dict(values)
        for name, gap in zip(times, gaps, strict=True):
            clock += gap
            found[name] = clock
        return found

    def holds(gaps: list[int]) -> bool:
        return table.truths(spaced(gaps))[abs(root)] == (root > 0)

    if holds([1] * len(gaps)):
        return spaced([1] * len(gaps))
    if not holds(gaps):
        return None
    for i, gap in enumerate(gaps):
        low = 1
        while low < gap:
            middle = (low + gap) // 2
            if holds([*gaps[:i], middle, *gaps[i + 1 :]]):
                gap = middle
            else:
                low = middle + 1
        gaps[i] = gap
    return spaced(gaps)
