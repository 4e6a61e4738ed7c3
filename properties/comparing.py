"""Compare the readings of one record: `Explained` and `Compiled` against `Truth`."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import attrs

from ..model.compiled import Compiled
from ..model.explained import Explained
from ..model.judge import contradiction
from ..model.program import Program, translated
from ..model.record import Record
from ..model.settle import settle
from ..model.tables import Tables
from ..model.truth import Truth
from ..spec import syntax as s
from ..spec.errors import SpecError, TransformError
from ..spec.requests import Request
from ..spec.semantics import interpret
from .tally import Disagreement, Outcome, Tally

NOW, LATER, RAISED = "now", "in the open future", "raised"


@attrs.frozen
class Case:
    """A record with what `Truth` gives of each formula, None if it contradicts."""

    record: Record
    bits: tuple[Outcome, ...]
    contradicts: bool


class Comparison:
    """Formulas over the world of one request, compared on one record after another."""

    def __init__(
        self, request: Request, formulas: Sequence[s.Formula], tally: Tally
    ) -> None:
        self.request, self.formulas, self.tally = request, formulas, tally
        self._programs = [_program(f) for f in formulas]

    def compared(self, record: Record) -> Case:
        """Compare the readings of ``record``, now and later; return what is true."""
        tables = settle(self.request.world, record)
        contradicts = contradiction(tables) is not None
        bits = self._at(tables, NOW, contradicts)
        later = settle(self.request.world, record, future=True)
        self._at(later, LATER, contradicts)
        self.tally.cases += len(self.formulas)
        self.tally.contradicting += contradicts
        return Case(record, tuple(bits), contradicts)

    def _at(self, tables: Tables, asked: str, contradicts: bool) -> list[Outcome]:
        truth, trees = Truth(tables), Explained(tables)
        found = []
        for formula, program in zip(self.formulas, self._programs, strict=True):
            wanted = outcome(partial(interpret, formula, truth))
            lawful = contradicts or wanted != (True, False)
            sound = lawful and not str(wanted).startswith(RAISED)
            tell = partial(self.told, formula, tables.record, asked)
            tell("Truth", wanted if sound else "what the law allows", wanted)
            tell("Explained", wanted, outcome(partial(_held, formula, trees)))
            if program is None:
                self.tally.unfit("Compiled")
            else:
                tell("Compiled", wanted, outcome(partial(program.verdict, tables)))
            found.append(wanted)
        return found

    def told(
        self,
        formula: s.Formula,
        record: Record,
        asked: str,
        reading: str,
        wanted: Any,
        got: Any,
    ) -> None:
        """Count one comparison."""
        if wanted == got:
            self.tally.agreed(reading)
            return
        case = Disagreement(reading, self.request, formula, record, asked, wanted, got)
        self.tally.differed(case)


def _program(formula: s.Formula) -> Program | None:
    """Return a new program of ``formula``, or None if it nests too deep for one."""
    try:
        return translated(formula, Compiled())
    except SpecError:
        return None


def _held(formula: s.Formula, reading: Explained) -> tuple[bool, bool]:
    must, may = interpret(formula, reading)
    return must.held, may.held


def outcome(bits: Callable[[], tuple[bool, bool]]) -> Outcome:
    """Return the bits, or what was raised: readings agree in that too."""
    try:
        return bits()
    except TransformError as error:
        return str(error)
    except Exception as error:  # a reading that breaks down disagrees with all others
        return raised(error)


def raised(error: Exception) -> str:
    """Return in words what a reading broke down with."""
    return f"{RAISED} {type(error).__name__}: {error}"
