"""A solver that is asked several questions, and what it may spend on one of them.

What is true of every record in scope is handed over once, as text; what one question
adds stands for a literal, or is put on top and taken off again.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import z3

from .decode import Model
from .smt import Text
from .terms import Term, evaluated, truth
from .ways import Way

RELATED = re.compile(r"(given\.\w+)\(([\d,]*)\)")
# What makes the search for a least record quicker; the record is the same without.
TUNED = {"smt.phase_selection": 5, "smt.arith.solver": 2}
SPENT = "rlimit count"  # what Z3 calls the work that it has done


class Session:
    """The solver of a `Text`, which may go on growing."""

    def __init__(self, text: Text, way: Way | None = None) -> None:
        """Take the text. There is no limit to what may be spent until one is set."""
        self.context = z3.Context()
        self.text, self._told = text, 0
        self.solver = z3.Solver(ctx=self.context)
        for name, value in TUNED.items():
            self.solver.set(name, value)
        if way and way.seed:
            self.solver.set("smt.random_seed", way.seed)
        self._parser = z3.ParserContext(self.context)  # it knows what was declared
        self.left: int | None = None
        self._spent = 0
        self._literals: dict[str, z3.BoolRef] = {}
        self._terms: dict[str, Term] = {}
        self.reason = ""  # why the solver gave up, if it did

    def tell(self, lines: Iterable[str]) -> None:
        """Hand over lines of a script, after what joined the text since last time."""
        new = self.text.lines[self._told :]
        self._told += len(new)
        for condition in self._parser.from_string("\n".join((*new, *lines))):
            self.solver.add(condition)

    def allow(self, budget: int) -> None:
        """Let so much be spent from now on."""
        self.left = budget

    def literal(self, condition: str) -> z3.BoolRef:
        """Return a variable that, where it is assumed, stands for a condition."""
        if condition not in self._literals:
            name = f"if {len(self._literals)}"
            declared = f"(declare-const |{name}| Bool)"
            self.tell([f"{declared}(assert (=> |{name}| {condition}))"])
            self._literals[condition] = z3.Bool(name, self.context)
        return self._literals[condition]

    def check(self, *assumed: z3.BoolRef) -> z3.CheckSatResult:
        """Return what the solver finds under assumptions, within what is left."""
        if self.left is not None:
            if self.left <= 0:
                self.reason = "the budget is spent"
                return z3.unknown
            self.solver.set("rlimit", self.left)
        found = self.solver.check(*assumed)
        if self.left is not None:
            spent = int(self.solver.statistics().get_key_value(SPENT))
            self.left, self._spent = self.left - (spent - self._spent), spent
        if found == z3.unknown:
            self.reason = self.solver.reason_unknown()
            if "interrupt" in self.reason:  # the solver took it for its own
                raise KeyboardInterrupt
        return found

    def core(self) -> set[int]:
        """Return the ids of assumptions that cannot hold together, after an unsat."""
        blamed: set[int] = set()
        for assumed in self.solver.unsat_core():
            assert isinstance(assumed, z3.ExprRef)
            blamed.add(assumed.get_id())
        return blamed

    @contextmanager
    def on_top(self, conditions: Iterable[str]) -> Iterator[z3.Solver]:
        """Yield the solver with these conditions, for as long as they are needed."""
        lines = [f"(assert {condition})" for condition in conditions]
        self.tell(())
        self.solver.push()
        try:
            self.tell(lines)
            yield self.solver
        finally:
            self.solver.pop()

    def term(self, name: str) -> Term | None:
        """Return the variable, or the atom of a relation; None if none is declared."""
        if name not in self._terms:
            term = self._term(name)
            if term is None:
                return None  # it may be declared later
            self._terms[name] = term
        return self._terms[name]

    def _term(self, name: str) -> Term | None:
        related = RELATED.fullmatch(name)
        if related:
            if f"|{related[1]}|" not in self.text.declared:
                return None
            ids = [z3.IntVal(int(i), self.context) for i in related[2].split(",")]
            sorts = [z3.IntSort(self.context)] * len(ids)
            holds = z3.Function(related[1], *sorts, z3.BoolSort(self.context))(*ids)
            return truth(holds)
        match self.text.declared.get(f"|{name}|"):
            case "Bool":
                return z3.Bool(name, self.context)
            case "Int":
                return z3.Int(name, self.context)
        return None

    def values(self, model: z3.ModelRef) -> Model:
        """Return what a model gives each variable: 0 to one not spoken of."""

        def value(name: str) -> int:
            term = self.term(name)
            return 0 if term is None else evaluated(model, term)

        return value
