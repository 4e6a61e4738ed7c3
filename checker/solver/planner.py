"""One solver for one ground table: which calls are made, and in which order.

The table is handed over once, as text; every further question is asked by assumptions.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

import attrs
import z3

from ..ground.table import Literal, Table
from ..ground.text import script
from .terms import truth

VALUE = re.compile(
    r"\(define-fun (\|[^|]*\||\S+) \(\) (?:Bool|Int)\s+(\(- \d+\)|\w+)\)"
)


@attrs.frozen
class Chosen:
    """A model: the value of each variable; a flag that is not named is false."""

    values: Mapping[str, int]


@attrs.frozen
class Excluded:
    """There is none; `core` are assumptions that exclude each other."""

    core: tuple[str, ...]


@attrs.frozen
class GaveUp:
    """The solver spent its budget, or could not say."""

    reason: str


Outcome = Chosen | Excluded | GaveUp


class OrderSolver:
    """The solver of a table, in which each name of ``named`` implies its condition."""

    def __init__(
        self,
        table: Table,
        named: Mapping[str, Literal],
        rlimit: int,
        seed: int = 0,
    ) -> None:
        self.text = script(table, named)
        self.context = z3.Context()
        self._solver = z3.SimpleSolver(self.context)
        self._solver.set("rlimit", rlimit)
        self._solver.set("random_seed", seed)
        self._solver.from_string(self.text)
        self._limits: dict[tuple[str, ...], int] = {}

    def ask(
        self, names: Iterable[str], most: tuple[Sequence[str], int] | None = None
    ) -> Outcome:
        """Return whether all ``names`` can hold, and at most so many of some flags.

        A name after a - stands for a flag that is not set.
        """
        assumed = [self._assumption(name) for name in names]
        if most is not None and most[0]:
            assumed.append(self._at_most(*most))
        answer = self._solver.check(*assumed)
        if answer == z3.sat:
            return Chosen(values(self._solver.model().sexpr()))
        if answer == z3.unsat:
            core = [str(name).strip("|") for name in self._solver.unsat_core()]
            return Excluded(tuple(core))
        reason = self._solver.reason_unknown()
        if "interrupt" in reason:  # the solver took it for its own
            raise KeyboardInterrupt
        return GaveUp(f"the solver gave up: {reason}")

    def tell(self, term: str) -> None:
        """Assert one more condition on flags and times, for good."""
        names = dict.fromkeys(re.findall(r"\|[^|]*\|", term))
        sorts = ((n, "Int" if n.startswith("|at ") else "Bool") for n in names)
        declared = "".join(f"(declare-const {name} {sort})" for name, sort in sorts)
        said = f"{declared}(assert {term})"
        self._solver.add(z3.parse_smt2_string(said, ctx=self.context))

    def _assumption(self, name: str) -> z3.BoolRef:
        flag = z3.Bool(name.strip("-|"), self.context)
        return truth(z3.Not(flag)) if name.startswith("-") else flag

    def _at_most(self, flags: Sequence[str], limit: int) -> z3.BoolRef:
        name = f"at most {limit}"
        bound = z3.Bool(name, self.context)
        key = (*flags, name)
        if key not in self._limits:
            self._limits[key] = limit
            held = z3.AtMost(
                *[z3.Bool(f.strip("|"), self.context) for f in flags], limit
            )
            self._solver.add(z3.Implies(bound, held))
        return bound


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
