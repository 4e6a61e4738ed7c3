"""The ground table as SMT-LIB text: one flag for each call, one number for its time."""

from collections.abc import Iterable, Iterator, Mapping

from ..solver.smt import number
from .table import NO, YES, All, AtMost, Literal, Sum, Table, Var


def script(table: Table, named: Mapping[str, Literal]) -> str:
    """Return declarations, and for each name: it implies its condition.

    A condition of the name "" is asserted. A name is a flag, for assumptions.
    """
    return "\n".join(Writer(table).lines(named))


class Writer:
    """Writes conditions; one that several others use gets a name of its own."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.terms: dict[Literal, str] = {YES: "true", NO: "false"}

    def lines(self, named: Mapping[str, Literal]) -> Iterator[str]:
        """Yield the lines of the script."""
        table, roots = self.table, list(named.values())
        reached = table.reached(roots)
        uses = self._uses(reached, roots)
        for name in numbers(table, reached):
            yield f"(declare-const {name} Int)"
            if name in table.least:
                yield f"(assert (<= {number(table.least[name])} {name}))"
        for k in reached:
            match table.conditions[k]:
                case Var(name):
                    yield f"(declare-const {name} Bool)"
                    self.terms[k], self.terms[-k] = name, f"(not {name})"
                case All(parts):
                    held = f"(and {' '.join(self.terms[p] for p in parts)})"
                    not_held = f"(or {' '.join(self.terms[-p] for p in parts)})"
                    if uses[k] > 1:
                        yield f"(define-fun c{k} () Bool {held})"
                        held, not_held = f"c{k}", f"(not c{k})"
                    self.terms[k], self.terms[-k] = held, not_held
                case AtMost(total):
                    held, not_held = self.compared(total)
                    self.terms[k], self.terms[-k] = held, not_held
        for name, literal in named.items():
            if name and literal != YES:
                yield f"(declare-const |{name}| Bool)"
                yield f"(assert (=> |{name}| {self.terms[literal]}))"
            elif not name:
                yield from self._asserted(literal)

    def _uses(self, reached: list[int], roots: list[Literal]) -> dict[int, int]:
        """Return how often each condition is used, but for once in one other."""
        uses = dict.fromkeys(reached, 0)
        for root in roots:
            uses[abs(root)] = uses.get(abs(root), 0) + 1
        for k in reached:
            for part in self.table.parts(k):
                if abs(part) > 1:
                    uses[abs(part)] += 1
        return uses

    def _asserted(self, literal: Literal) -> Iterator[str]:
        condition = self.table.conditions[abs(literal)]
        if literal > 1 and isinstance(condition, All):
            for part in condition.parts:
                yield f"(assert {self.terms[part]})"
        elif literal != YES:
            yield f"(assert {self.terms[literal]})"

    def compared(self, total: Sum) -> tuple[str, str]:
        """Return that a sum is at most 0, and that it is not."""
        if self.ordered(total):
            ((left, _), (right, _)) = self.ordered(total)
            if total.constant == 1:
                return f"(< {left} {right})", f"(<= {right} {left})"
            return f"(<= {left} {right})", f"(< {right} {left})"
        above = [self.part(*part) for part in total.parts if part[1] > 0]
        below = [self.part(name, -n) for name, n in total.parts if n < 0]
        (above if total.constant > 0 else below).append(number(abs(total.constant)))
        a, b = (
            parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})" if parts else "0"
            for parts in (above, below)
        )
        return f"(<= {a} {b})", f"(< {b} {a})"

    def ordered(self, total: Sum) -> list[tuple[str, int]]:
        """Return the two numbers that a sum orders, if that is all it does."""
        found = [(name, n) for (name, gate), n in total.parts if gate == YES and name]
        if len(total.parts) != 2 or len(found) != 2 or total.constant not in (0, 1):
            return []
        found.sort(key=lambda part: -part[1])
        return found if [n for _, n in found] == [1, -1] else []

    def part(self, part: tuple[str, Literal], times: int) -> str:
        """Return one part of a sum, with a factor above 0."""
        name, gate = part
        if not name:
            return f"(ite {self.terms[gate]} {times} 0)"
        term = name if times == 1 else f"(* {times} {name})"
        return term if gate == YES else f"(ite {self.terms[gate]} {term} 0)"


def numbers(table: Table, reached: Iterable[int]) -> list[str]:
    """Return the numbers that the conditions speak of."""
    found: dict[str, None] = {}
    for k in reached:
        condition = table.conditions[k]
        if isinstance(condition, AtMost):
            found |= {name: None for (name, _), _ in condition.sum.parts if name}
    return list(found)
