"""One solver to which given records are pinned in turn.

What is true of every record in scope is handed over once; what pins one record is put
on top, and taken off again.
"""

from collections.abc import Sequence

import z3

from .session import Session
from .smt import Text


class Replay(Session):
    """The solver of a `Text`, which may go on growing."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.solver.set("ctrl_c", False)  # each question is short: Python is told
        self._bits: dict[str, z3.BoolRef] = {}

    def bit(self, term: str) -> z3.BoolRef:
        """Return the variable that stands for a Bool term of the text."""
        if term not in self._bits:
            name = f"bit {len(self._bits)}"
            self.tell([f"(declare-const |{name}| Bool)(assert (= |{name}| {term}))"])
            self._bits[term] = z3.Bool(name, self.context)
        return self._bits[term]


def decided(solver: z3.Solver, bits: Sequence[z3.BoolRef]) -> list[bool] | None:
    """Return the one value that each bit has, or None if the solver has no model.

    Raises: `AssertionError` if some bit might have the other value too.
    """
    answer = solver.check()
    if answer == z3.unsat:
        return None
    if answer == z3.unknown:
        reason = solver.reason_unknown()
        raise AssertionError(f"a fixed record is not decided: {reason}")
    model = solver.model()
    found = [z3.is_true(model.eval(bit, model_completion=True)) for bit in bits]
    others = [
        z3.Not(bit) if value else bit for bit, value in zip(bits, found, strict=True)
    ]
    answer = solver.check(z3.Or(*others)) if others else z3.unsat
    if answer != z3.unsat:
        raise AssertionError(f"a fixed record leaves a bit open: {answer}")
    return found
