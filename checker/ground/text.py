"""The ground table as SMT-LIB text: one flag for each call, one number for its time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from ..solver.smt import number
from .table import NO, YES, All, AtMost, Literal, Sum, Table, Var


def script(table: Table, named: Mapping[str, Literal], every: str) -> str:
    """Return declarations, and for each name: it implies its condition.

    A condition of the name "" is asserted. A name is a flag, for assumptions; ``every``
    is one that implies all names, as an assumption is not free.
    """
    names = " ".join(f"|{n}|" for n, asked in named.items() if n and asked != YES)
    together = (
        f"(declare-const |{every}| Bool)(assert (=> |{every}| (and true {names})))"
    )
    return "\n".join((*Writer(table).lines(named), together))


class Writer:
    """Writes conditions; a conjunction within another condition gets a name."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.terms: dict[Literal, str] = {YES: "true", NO: "false"}

    def lines(self, named: Mapping[str, Literal]) -> Iterator[str]:
        """Yield the lines: an assertion for each clause of each condition."""
        table = self.table
        clauses = {
            name: [alternatives(table, part) for part in table.clauses(literal)]
            for name, literal in named.items()
            if literal != YES
        }
        reached = table.reached(p for parts in clauses.values() for p in chain(*parts))
        yield from self._defined(reached)
        term = self.terms.__getitem__
        for name, parts in clauses.items():
            denied = ""
            if name:
                yield f"(declare-const |{name}| Bool)"
                denied = f"(not |{name}|) "
            for part in parts:
                if denied or len(part) > 1:
                    yield f"(assert (or {denied}{' '.join(map(term, part))}))"
                else:
                    yield f"(assert {term(part[0])})"

    def _defined(self, reached: list[int]) -> Iterator[str]:
        """Yield a name for each flag, number and conjunction, and keep all terms."""
        terms, conditions = self.terms, self.table.conditions
        for name in numbers(self.table, reached):
            yield f"(declare-const {name} Int)"
            if name in self.table.least:
                yield f"(assert (<= {number(self.table.least[name])} {name}))"
        for k in reached:
            match conditions[k]:
                case Var(name):
                    yield f"(declare-const {name} Bool)"
                    terms[k], terms[-k] = name, f"(not {name})"
                case All(parts):
                    held = " ".join(map(terms.__getitem__, parts))
                    yield f"(define-fun c{k} () Bool (and {held}))"
                    terms[k], terms[-k] = f"c{k}", f"(not c{k})"
                case AtMost(total):
                    terms[k], terms[-k] = self.compared(total)

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


def alternatives(table: Table, literal: Literal) -> Sequence[Literal]:
    """Return what ``literal`` is the disjunction of: itself, if of nothing else."""
    condition = table.conditions[abs(literal)]
    if literal < NO and isinstance(condition, All):
        return [-part for part in condition.parts]
    return (literal,)


def numbers(table: Table, reached: Iterable[int]) -> list[str]:
    """Return the numbers that the conditions speak of."""
    found: dict[str, None] = {}
    for k in reached:
        condition = table.conditions[k]
        if isinstance(condition, AtMost):
            found |= {name: None for (name, _), _ in condition.sum.parts if name}
    return list(found)
