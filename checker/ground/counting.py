"""How many calls a ground table asks for at the least, by counting alone.

Of a disjunction the cheapest part is needed, of a conjunction all parts that share no
flag. It is a lower bound, often the least there is, and found without search: too few
calls for many duties is a question of counting, at which solvers are slow.
"""

from collections.abc import Iterable

from .table import YES, All, Literal, Table, Var

Need = tuple[int, frozenset[str]]  # how many calls, and the flags they are among
NONE: Need = (0, frozenset())


def least_calls(table: Table, roots: Iterable[Literal], flags: frozenset[str]) -> int:
    """Return a number of ``flags`` that must be set for all ``roots`` to hold."""
    found = Counting(table, flags)
    return found.apart([found.need(clause) for clause in _clauses(table, roots)])[0]


def _clauses(table: Table, roots: Iterable[Literal]) -> Iterable[Literal]:
    for root in roots:
        yield from table.clauses(root)


class Counting:
    """Needs of the literals of a table, each computed once."""

    def __init__(self, table: Table, flags: frozenset[str]) -> None:
        self.table, self.flags = table, flags
        self._needs: dict[Literal, Need] = {}

    def need(self, literal: Literal) -> Need:
        """Return how many flags a literal needs set, and among which they are."""
        if literal not in self._needs:
            self._needs[literal] = self._made(literal)
        return self._needs[literal]

    def _made(self, literal: Literal) -> Need:
        match self.table.conditions[abs(literal)]:
            case Var(name) if literal > YES and name in self.flags:
                own = 1, frozenset((name,))
                also = self.table.implied.get(literal, frozenset())
                return self.apart([own, *(self._own(flag) for flag in also)])
            case All(parts) if literal > YES:
                return self.apart([self.need(part) for part in parts])
            case All(parts) if parts:
                needs = [self.need(-part) for part in parts]
                least = min(count for count, _ in needs)
                among = frozenset[str]().union(*(flags for _, flags in needs))
                return (least, among) if least else NONE
        return NONE

    def _own(self, flag: Literal) -> Need:
        condition = self.table.conditions[flag]
        assert isinstance(condition, Var)
        return 1, frozenset((condition.name,))

    def apart(self, needs: Iterable[Need]) -> Need:
        """Return what is needed together, of those that share no flag: dear first."""
        total, taken = 0, set[str]()
        for count, flags in sorted(needs, key=lambda need: -need[0]):
            if count and taken.isdisjoint(flags):
                total += count
                taken |= flags
        return total, frozenset(taken)
