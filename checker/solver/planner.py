"""One solver for one ground table: which calls are made, and in which order.

The table is handed over once, as text; every further question is asked by assumptions.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

import attrs
import z3

from ..ground.table import YES, Literal, Table
from ..ground.text import script
from .terms import truth
from .ways import Way

EVERY = "every name"  # implies all names
VALUE = re.compile(
    r"\(define-fun (\|[^|]*\||\S+) \(\) (?:Bool|Int)\s+(\(- \d+\)|\w+)\)"
)


@attrs.frozen
class Chosen:
    """A model: the value of each variable; a flag that is not named is false."""

    model: z3.ModelRef

    @cached_property
    def values(self) -> Mapping[str, int]:
        """The values, read once somebody wants them: that takes longer than a check."""
        return values(self.model.sexpr())


@attrs.frozen
class Excluded:
    """There is none; `core` are assumptions that exclude each other."""

    core: tuple[str, ...]


@attrs.frozen
class GaveUp:
    """The solver spent its budget, or could not say."""

    reason: str


Outcome: TypeAlias = Chosen | Excluded | GaveUp
Limit: TypeAlias = tuple[Sequence[str], int] | None  # at most so many of some flags


class OrderSolver:
    """The solver of a table, in which each name of ``named`` implies its condition."""

    def __init__(
        self, table: Table, named: Mapping[str, Literal], way: Way | None = None
    ) -> None:
        self.table, self.named, self.way = table, named, way or Way()
        self._names = [name for name, asked in named.items() if name and asked != YES]
        self._known = set(named)
        self.text = f"{script(table, named)}\n{together(self._names)}"
        self.context = z3.Context()
        self._solver = z3.SimpleSolver(self.context)
        self._solver.set("rlimit", self.way.budget)
        self._solver.set("random_seed", self.way.seed)
        self._solver.from_string(self.text)
        self.told: list[str] = []
        self.asked = 0  # questions
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
        self.asked += 1
        wanted, every = set(names), set(self._names)
        kept = [EVERY] if wanted >= every else [n for n in self._names if n in wanted]
        assumed = [self._flag(name) for name in (*kept, *sorted(wanted - self._known))]
        assumed += [truth(z3.Not(self._flag(name))) for name in without]
        if most is not None and most[0]:
            assumed.append(self._at_most(*most))
        answer = self._solver.check(*assumed)
        if answer == z3.sat:
            return Chosen(self._solver.model())
        if answer == z3.unsat:
            core = [str(name).strip("|") for name in self._solver.unsat_core()]
            return Excluded(tuple(self._names if EVERY in core else core))
        reason = self._solver.reason_unknown()
        if "interrupt" in reason:  # the solver took it for its own
            raise KeyboardInterrupt
        return GaveUp(f"the solver gave up: {reason}")

    def lines(self) -> list[str]:
        """Return all that holds whatever is asked, as lines of a script."""
        told = (f"(assert {term})" for term in self.told)
        return [*script(self.table, self.named).splitlines(), *told]

    def _flag(self, name: str) -> z3.BoolRef:
        if name not in self._flags:
            flag = z3.Bool(name.strip("-|"), self.context)
            self._flags[name] = truth(z3.Not(flag)) if name[0] == "-" else flag
        return self._flags[name]

    def fresh(self) -> "OrderSolver":
        """Return a solver that was told the same, and asked nothing."""
        other = OrderSolver(self.table, self.named, self.way)
        for term in self.told:
            other.tell(term)
        return other

    def tell(self, term: str) -> None:
        """Assert one more condition on flags and times, for good."""
        self.told.append(term)
        names = dict.fromkeys(re.findall(r"\|[^|]*\|", term))
        sorts = ((n, "Int" if n.startswith("|at ") else "Bool") for n in names)
        declared = "".join(f"(declare-const {name} {sort})" for name, sort in sorts)
        said = f"{declared}(assert {term})"
        self._solver.add(z3.parse_smt2_string(said, ctx=self.context))

    def _at_most(self, flags: Sequence[str], limit: int) -> z3.BoolRef:
        name = f"at most {limit}"
        bound = z3.Bool(name, self.context)
        key = (*flags, name)
        if key not in self._limits:
            self._limits[key] = limit
            held = z3.AtMost(*map(self._flag, flags), limit)
            self._solver.add(z3.Implies(bound, held))
        return bound


def together(names: Iterable[str]) -> str:
    """Return that one flag implies all ``names``: an assumption is not free."""
    each = " ".join(f"|{name}|" for name in names)
    return f"(declare-const |{EVERY}| Bool)(assert (=> |{EVERY}| (and true {each})))"


def values(model: str) -> dict[str, int]:
    """Return the values of a model as Z3 prints it."""
    found: dict[str, int] = {}
    for bare, value in VALUE.findall(model):
        name = f"|{bare.strip('|')}|"
        if value in ("true", "false"):
            found[name] = int(value == "true")
        else:
            found[name] = int(value.strip("()").replace(" ", ""))
    return found
