"""The ground table: what a formula asks of possible calls, as numbered conditions.

A literal is a condition's number, negative where it must not hold; 1 is true. A
condition is a variable, a conjunction of literals, or a sum that is at most 0. The
solver, its peers, the exploration and the check of a plan all read this table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import attrs

from ..solver.scope import EXACT

Literal: TypeAlias = int
YES, NO = 1, -1
Value: TypeAlias = int  # of a variable; a flag is 0 or 1


@attrs.frozen
class Var:
    """A flag: whether a call is made, or what an answer tells."""

    name: str


@attrs.frozen
class All:
    """A conjunction, of two literals or more."""

    parts: tuple[Literal, ...]


@attrs.frozen
class Sum:
    """``constant + Σ times·part``: a part is a number, or 0 unless a literal holds.

    The name of a number is "" where the part is the literal itself, 0 or 1.
    """

    constant: int = 0
    parts: tuple[tuple[tuple[str, Literal], int], ...] = ()

    def plus(self, other: "Sum", times: int = 1) -> "Sum":
        """Return this and ``times`` the other."""
        parts = dict(self.parts)
        for part, n in other.parts:
            parts[part] = parts.get(part, 0) + n * times
        return Sum(
            self.constant + other.constant * times,
            tuple(sorted((part, n) for part, n in parts.items() if n)),
        )

    def where(self, literal: Literal) -> "Sum":
        """Return the parts where ``literal``, no part of it yet, holds, else 0."""
        own = ((("", literal), self.constant),) if self.constant else ()
        gated = []
        for (name, gate), n in self.parts:
            assert gate == YES, "a part has one gate"
            gated.append(((name, literal), n))
        return Sum(0, tuple(sorted((*own, *gated))))


@attrs.frozen
class AtMost:
    """A sum that is at most 0."""

    sum: Sum


Condition: TypeAlias = Var | All | AtMost


class Table:
    """Conditions by number, each made of earlier ones; equal conditions are one.

    `flags`: the number of each flag. `least`: the least value of each number, where
    there is one. `implied`: what goes without saying where a flag is set, which
    conditions made from then on leave out.
    """

    def __init__(self) -> None:
        self.conditions: list[Condition] = [All(()), All(())]  # 0 is none, 1 is true
        self.flags: dict[str, Literal] = {}
        self.least: dict[str, int] = {}
        self.implied: dict[Literal, frozenset[Literal]] = {}
        self._numbers: dict[Condition, int] = {}
        self._sums: set[int] = set()

    def variable(self, name: str) -> Literal:
        """Return the flag of this name."""
        if name not in self.flags:
            self.flags[name] = self._number(Var(name))
        return self.flags[name]

    def conj(self, parts: Iterable[Literal], bare: bool = False) -> Literal:
        """Return the conjunction. `bare`: what goes without saying is kept."""
        kept: set[Literal] = set()
        for part in parts:
            found = self.conditions[part] if part > 1 else None
            for p in found.parts if isinstance(found, All) else (part,):
                if p == NO or -p in kept:
                    return NO
                if p != YES:
                    kept.add(p)
        for part in [] if bare else [p for p in kept if p in self.implied]:
            kept -= self.implied[part]
            if any(-p in kept for p in self.implied[part]):
                return NO
        for part in [p for p in kept if abs(p) in self._sums]:
            known = self._known(part, kept)
            if known != part:
                return self.conj((*(kept - {part}), known))
        if len(kept) < 2:
            return next(iter(kept), YES)
        return self._number(All(tuple(sorted(kept))))

    def _known(self, part: Literal, beside: set[Literal]) -> Literal:
        """Return a comparison with what stands beside it put in, or the part itself."""
        condition = self.conditions[abs(part)]
        assert isinstance(condition, AtMost)
        constant, left = condition.sum.constant, []
        for (name, gate), n in condition.sum.parts:
            if gate in beside and gate != YES:
                if name:
                    left.append(((name, YES), n))
                else:
                    constant += n
            elif -gate not in beside:
                left.append(((name, gate), n))
        found = self.at_most(Sum(constant, tuple(left)), Sum())
        return found if part > 0 else -found

    def disj(self, parts: Iterable[Literal]) -> Literal:
        """Return the disjunction."""
        return -self.conj(-part for part in parts)

    def at_most(self, left: Sum, right: Sum) -> Literal:
        """Return: the left is at most the right."""
        gap = left.plus(right, -1)
        low, high = self._bounds(gap)
        if high is not None and high <= 0:
            return YES
        if low is not None and low > 0:
            return NO
        return self._counted(gap) or self._number(AtMost(gap))

    def _counted(self, gap: Sum) -> Literal:
        """Return: at most, or at least, so many literals, where that is none or all.

        0 where it is neither.
        """
        literals = [gate for (name, gate), _ in gap.parts if not name]
        signs = {n for _, n in gap.parts}
        if len(literals) < len(gap.parts) or signs not in ({1}, {-1}):
            return 0
        if signs == {-1}:  # at least so many hold: at most so many do not
            literals = [-literal for literal in literals]
            most = len(literals) - gap.constant
        else:
            most = -gap.constant
        if most == 0:
            return self.conj(-literal for literal in literals)
        return self.disj(-lit for lit in literals) if most == len(literals) - 1 else 0

    def _bounds(self, total: Sum) -> tuple[int | None, int | None]:
        """Return the least and the greatest value of a sum, None where there is none.

        A number that has a least value is a time, and at most `EXACT`.
        """
        low = high = total.constant
        for (name, gate), n in total.parts:
            least = self.least.get(name) if name else 1
            if least is None:
                return None, None
            ends = n * least, n * (EXACT if name else least)
            below, above = min(ends), max(ends)
            low += below if gate == YES else min(0, below)
            high += above if gate == YES else max(0, above)
        return low, high

    def _number(self, condition: Condition) -> int:
        if condition not in self._numbers:
            self._numbers[condition] = len(self.conditions)
            if isinstance(condition, AtMost):
                self._sums.add(len(self.conditions))
            self.conditions.append(condition)
        return self._numbers[condition]

    def truths(
        self,
        values: Mapping[str, Value],
        free: Mapping[int, bool] | None = None,
        among: Iterable[int] | None = None,
    ) -> list[bool]:
        """Return whether each literal holds, by its number; a flag not named is false.

        A number not named has its least value, or 0. `free`: conditions that are taken
        to hold, or not, whatever the values. `among`: the conditions wanted, in order,
        with all they are made of; what is said of any other means nothing.
        """
        taken, conditions = free or {}, self.conditions
        held = [True] * (2 * len(conditions))  # -k counts from the end
        held[NO], of = False, held.__getitem__
        for k in range(2, len(conditions)) if among is None else among:
            condition = conditions[k]
            if isinstance(condition, All):
                holds = True
                for part in condition.parts:
                    if not held[part]:
                        holds = False
                        break
            elif isinstance(condition, Var):
                holds = bool(values.get(condition.name, 0))
            elif k in taken:
                holds = taken[k]
            else:
                holds = self._total(condition.sum, values, of) <= 0
            held[k], held[-k] = holds, not holds
        return held

    def _total(
        self, total: Sum, values: Mapping[str, Value], of: Callable[[Literal], bool]
    ) -> int:
        """Return what a sum comes to."""
        found = total.constant
        for (name, gate), n in total.parts:
            if of(gate):
                least = self.least.get(name, 0)
                found += n * (values.get(name, least) if name else 1)
        return found

    def reached(self, roots: Iterable[Literal]) -> list[int]:
        """Return the numbers of the conditions that ``roots`` are made of, in order."""
        met = [False] * (2 * len(self.conditions))  # -k counts from the end
        last = 1
        for root in roots:
            met[root], last = True, max(last, abs(root))
        for k in range(last, 1, -1):  # each is made of earlier ones
            if met[k] or met[-k]:
                for part in self.parts(k):
                    met[part] = True
        return [k for k in range(2, last + 1) if met[k] or met[-k]]

    def clauses(self, literal: Literal) -> tuple[Literal, ...]:
        """Return what ``literal`` is the conjunction of: itself, if of nothing else."""
        condition = self.conditions[abs(literal)]
        if literal > YES and isinstance(condition, All):
            return condition.parts
        return (literal,)

    def parts(self, number: int) -> Sequence[Literal]:
        """Return the literals that a condition is made of."""
        condition = self.conditions[number]
        if isinstance(condition, All):
            return condition.parts
        if isinstance(condition, AtMost):
            return [gate for (_, gate), _ in condition.sum.parts if gate != YES]
        return ()
