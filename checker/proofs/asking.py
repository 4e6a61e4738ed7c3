"""Z3 is asked whether a condition follows, and which premises it needed for that."""

import re
from collections.abc import Container, Iterable, Iterator

import attrs
import z3

from ...spec.theorems.formulas import Not
from ...spec.theorems.theory import Theory
from .conditions import Condition
from .text import declarations, parameters, symbol, written

BUDGET = 500_000  # units of Z3 for one condition; the costliest takes a thirtieth
RLIMIT = re.compile(r"\(:rlimit (\d+)\)")
UNSAT = "unsat"


@attrs.frozen
class Answered:
    """What the solver said. `core`: the switches and conjuncts that were needed."""

    said: str
    core: frozenset[str]
    rlimit: int

    @property
    def proved(self) -> bool:
        """Whether the condition follows; `unknown` never says so."""
        return self.said == UNSAT


class Asking:
    """One solver for the conditions of one theory."""

    def __init__(self, theory: Theory, budget: int = BUDGET) -> None:
        self.theory = theory
        self.context, self.budget = z3.Context(), budget
        self._run("(set-option :produce-unsat-cores true)")
        self._run("\n".join(background(theory)))
        self._run("\n".join(conjuncts(theory, {*map(known, theory.invariant)})))
        self.spent = self._rlimit(self._run("(get-info :rlimit)"))

    def ask(self, condition: Condition, given: Iterable[str]) -> Answered:
        """Ask whether the condition follows from these switches and conjuncts."""
        taken = [symbol(name) for name in given]
        said = self._run(
            "\n".join(
                (
                    "(push 1)",
                    *question(condition),
                    f"(set-option :rlimit {self.budget})",
                    f"(check-sat-assuming ({' '.join(taken)}))",
                    "(set-option :rlimit 0)",  # else it is spent by what is not asked
                    "(get-info :rlimit)",
                )
            )
        )
        spent, self.spent = self.spent, self._rlimit(said)
        verdict = said.split()[0]
        core = self._run("(get-unsat-core)") if verdict == UNSAT else ""
        self._run("(pop 1)")
        found = frozenset(re.findall(r"!([^\s()|]+)", core))
        return Answered(verdict, found, self.spent - spent)

    def _rlimit(self, said: str) -> int:
        found = RLIMIT.search(said)
        assert found is not None, f"Z3 does not say what it spent: {said}"
        return int(found[1])

    def _run(self, text: str) -> str:
        said = str(z3.Z3_eval_smtlib2_string(self.context.ref(), text))
        assert "error" not in said, f"Z3 cannot read a condition: {said}"
        return said


def background(theory: Theory) -> list[str]:
    """Return the declarations and the axioms, as SMT-LIB commands."""
    axioms = (f"(assert {written(axiom)})" for axiom in theory.axioms.values())
    return [*declarations(theory), *axioms]


def conjuncts(theory: Theory, wanted: Container[str]) -> Iterator[str]:
    """Yield those conjuncts that are wanted, each to be taken or left by its name."""
    for name, conjunct in theory.invariant.items():
        if known(name) in wanted:
            yield f"(declare-const {symbol(known(name))} Bool)"
            yield f"(assert (=> {symbol(known(name))} {written(conjunct)}))"


def known(conjunct: str) -> str:
    """Return the name under which a conjunct is taken as known."""
    return f"known.{conjunct}"


def question(condition: Condition) -> list[str]:
    """Return what is to be found impossible, as SMT-LIB commands."""
    step = condition.step
    wrong = (*condition.premises, Not(condition.goal))
    return [
        *(parameters(step.parameters) if step else ()),
        *(f"(assert {written(formula)})" for formula in wrong),
    ]
