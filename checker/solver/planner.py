"""One solver for one ground table: which calls are made, and in which order.

The table is handed over once, as text; every further question is asked by assumptions.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import TypeAlias

import attrs
import z3

from ..ground.handed import EVERY, Handed
from .terms import truth
from .ways import Way

VALUE = re.compile(r"^(.+) -> (true|false|\d+|\(- \d+\))$", re.MULTILINE)
HELD = re.compile(r"^k!(\d+) -> true$", re.MULTILINE)


@attrs.frozen
class Chosen:
    """A model: the value of each variable; a flag that is not named is false.

    It is there until the solver is asked again.
    """

    read: Callable[[], Mapping[str, int]]

    @cached_property
    def values(self) -> Mapping[str, int]:
        """The values, read once somebody wants them: that takes longer than a check."""
        return self.read()


@attrs.frozen
class Excluded:
    """There is none."""


@attrs.frozen
class GaveUp:
    """The solver spent its budget, or could not say."""

    reason: str


Outcome: TypeAlias = Chosen | Excluded | GaveUp
Limit: TypeAlias = tuple[Sequence[str], int] | None  # at most so many of some flags


_ahead: list[z3.Solver] = []


def open_ahead() -> None:
    """Open the next solver before it is needed: a process forked from here has it.

    Each process forked has it as it is now, so that no answer hangs on another.
    """
    if not _ahead:
        _ahead.append(_opened())


def opened() -> z3.Solver:
    """Return a solver of which nothing was asked, in a context of its own."""
    return _ahead.pop() if _ahead else _opened()


def _opened() -> z3.Solver:
    context = z3.Context()
    z3.Z3_set_ast_print_mode(context.ref(), z3.Z3_PRINT_LOW_LEVEL)  # a line a value
    solver = z3.SimpleSolver(context)
    solver.from_string("")  # the first text has the parser opened
    return solver


class OrderSolver:
    """The solver of a table, handed to it once. `asked`: how many questions."""

    def __init__(self, handed: Handed, way: Way | None = None) -> None:
        self.handed, self._every = handed, frozenset(handed.names)
        self.way, self.asked = way or Way(), 0
        self.told: list[str] = []
        self._solver = opened()
        self.context = self._solver.ctx
        self._solver.set("rlimit", self.way.budget)
        self._solver.set("random_seed", self.way.seed)
        self._solver.from_string(handed.text)
        self._limits: dict[tuple[str, ...], int] = {}
        self._flags: dict[str, z3.BoolRef] = {}

    def ask(
        self,
        names: Iterable[str],
        most: Limit = None,
        without: Iterable[str] = (),
    ) -> Outcome:
        """Return whether all ``names`` can hold, and at most so many of some flags.

        `without`: flags that may not be set. A name that is none of the table's is a
        flag that must be set, or, after a -, must not.
        """
        wanted = set(names)
        others = sorted(wanted - self.handed.known)
        denied = (f"-{name}" for name in without)
        assumed = [self._flag(n) for n in (*self._among(wanted), *others, *denied)]
        if most is not None and most[0]:
            assumed.append(self._at_most(*most))
        self.asked += 1
        answer = self._solver.check(*assumed)
        if answer == z3.sat:
            return Chosen(partial(self._values, self.asked))
        if answer == z3.unsat:
            return Excluded()
        reason = self._solver.reason_unknown()
        if "interrupt" in reason:  # the solver took it for its own
            raise KeyboardInterrupt
        return GaveUp(f"the solver gave up: {reason}")

    def _among(self, wanted: set[str]) -> list[str]:
        """Return the names wanted, or the one that stands for all of them."""
        if wanted >= self._every:
            return [EVERY]
        return [name for name in self.handed.names if name in wanted]

    def _values(self, asked: int) -> Mapping[str, int]:
        """Return the values of the model of the last question, which was the n-th."""
        assert asked == self.asked, "the solver was asked again since"
        model = self._solver.model().sexpr()
        if self.handed.clauses is None:
            return values(model)
        held = map(int, HELD.findall(model))
        return dict.fromkeys(self.handed.clauses.flags(held), 1)

    def _flag(self, name: str) -> z3.BoolRef:
        if name not in self._flags:
            bare = name.removeprefix("-")
            number = self._number(bare)
            called = bare.strip("|") if number is None else number
            flag = z3.Bool(called, self.context)
            self._flags[name] = truth(z3.Not(flag)) if name != bare else flag
        return self._flags[name]

    def fresh(self) -> "OrderSolver":
        """Return a solver that was told the same, and asked nothing."""
        other = OrderSolver(self.handed, self.way)
        for term in self.told:
            other.tell(term)
        return other

    def _number(self, name: str) -> int | None:
        clauses = self.handed.clauses
        return None if clauses is None else clauses.number(name)

    def tell(self, term: str) -> None:
        """Assert one more condition on flags and times, for good."""
        self.told.append(term)
        names = dict.fromkeys(re.findall(r"\|[^|]*\|", term))
        known = {n: self._flag(n) for n in names if self._number(n) is not None}
        declared = "".join(
            f"(declare-const {name} {'Int' if name.startswith('|at ') else 'Bool'})"
            for name in names
            if name not in known
        )
        known = {name.strip("|"): flag for name, flag in known.items()}
        said = f"{declared}(assert {term})"
        self._solver.add(z3.parse_smt2_string(said, decls=known, ctx=self.context))

    def _at_most(self, flags: Sequence[str], limit: int) -> z3.BoolRef:
        name = f"at most {limit}"
        bound = z3.Bool(name, self.context)
        key = (*flags, name)
        if key not in self._limits:
            self._limits[key] = limit
            held = z3.AtMost(*map(self._flag, flags), limit)
            self._solver.add(z3.Implies(bound, held))
        return bound


def values(model: str) -> dict[str, int]:
    """Return the values of a model as Z3 prints it, a line each."""
    found: dict[str, int] = {}
    for bare, value in VALUE.findall(model):
        if value in ("true", "false"):
            found[f"|{bare}|"] = int(value == "true")
        else:
            found[f"|{bare}|"] = int(value.strip("()").replace(" ", ""))
    return found
