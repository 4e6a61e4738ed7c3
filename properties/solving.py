"""Compare what the solver says of records with `Truth`: pinned, decoded, and chosen."""

from collections.abc import Sequence
from typing import Any

from ..checker.solver.ask import Found, Question, Unanswered
from ..checker.solver.pin import DoesNotFit, slots_of
from ..checker.solver.scope import Scope
from ..checker.solver.symbolic import Symbolic
from ..checker.solver.unknown import Unencodable
from ..model.record import Call, Record, outcome
from ..spec import syntax as s
from ..spec.semantics import interpret
from .comparing import NOW, Case, Comparison, raised
from .tally import Outcome

EVENTS = 4  # of a record that is pinned, at the most
CHOSEN = 3  # of a record that the solver chooses


class Solving:
    """One question, about formulas of a comparison, put for one record after another.

    `asked`: those of the formulas that have an encoding, as their numbers.
    """

    def __init__(self, comparison: Comparison, records: Sequence[Record]) -> None:
        self.comparison, self.tally = comparison, comparison.tally
        self.question: Question | None = None
        self.asked: list[int] = []
        formulas = comparison.formulas
        try:
            scope = Scope(events=EVENTS, entities=1)
            self.question = Question(comparison.request, scope, formulas, records)
            self.asked = [i for i, f in enumerate(formulas) if self._encoded(f)]
        except Unencodable:
            pass  # the request itself has something that the solver knows nothing of

    def _encoded(self, formula: s.Formula) -> bool:
        assert self.question is not None
        try:
            interpret(formula, self.question.reading)
        except Unencodable:
            return False
        return True

    def bits(self, case: Case) -> None:
        """Compare the bits of a record, and the record that the solver gives back."""
        self.tally.unfit("Symbolic", len(self.comparison.formulas) - len(self.asked))
        if self.question is None:
            self.tally.unfit("Decoded")
            return
        bits = [None if case.contradicts else case.bits[i] for i in self.asked]
        self.compared("Symbolic", NOW, case.record, bits)
        self._decoded(self.question, case)

    def compared(
        self,
        reading: str,
        asked: str,
        record: Record,
        wanted: Sequence[Outcome],
        look: Symbolic | None = None,
        more: Sequence[str] = (),
    ) -> None:
        """Compare what the solver says of each formula with what is wanted."""
        assert self.question is not None
        formulas = [self.comparison.formulas[i] for i in self.asked]
        found: Sequence[Outcome]
        try:
            bits = self.question.every_bits(formulas, record, look, more)
            found = [None] * len(formulas) if bits is None else bits
        except DoesNotFit:
            self.tally.unfit(reading, len(formulas))
            return
        except Exception as error:  # a reading that breaks down disagrees
            found = [raised(error)] * len(formulas)
        for formula, want, got in zip(formulas, wanted, found, strict=True):
            self.comparison.told(formula, record, asked, reading, want, got)

    def _decoded(self, question: Question, case: Case) -> None:
        wanted: Any = None
        try:
            wanted = None if case.contradicts else seen(case.record, question)
            back = question.replayed(case.record)
            found = None if back is None else seen(back, question)
        except DoesNotFit:
            self.tally.unfit("Decoded")
            return
        except Exception as error:  # so does a decoder
            found = raised(error)
        self.comparison.told(s.TRUE, case.record, NOW, "Decoded", wanted, found)


def seen(record: Record, question: Question) -> Any:
    """Return what the solver is told of a record: not its ids, nor what came late."""
    world = question.request.world
    receipts = record.receipts(world)
    events: list[Any] = []
    for event in slots_of(record):
        about = (event.args, event.start, event.end, event.by)
        if isinstance(event, Call):
            tool = world.tool(event.tool)
            receipt = next(iter(receipts.get(event.id, ())), None)
            values = {} if receipt is None else receipt.values
            events.append((event.tool, *about, outcome(tool, receipt), values))
        else:
            events.append((event.decision, *about, event.verdict))
    claim = record.claim
    ended = None if claim is None else (claim.start, claim.slots)
    now = record.now if claim is None else min(record.now, claim.start)
    gaps = sorted(record.gaps, key=repr)
    entities = {sort: set(names) for sort, names in record.entities.items()}
    frame = (record.bound, record.given, entities)
    return [events, ended, now, record.frontier, gaps, *frame]


def chosen(
    comparison: Comparison, formula: s.Formula, verdict: str, gaps: bool
) -> Record | None:
    """Return a record of which the solver says that ``formula`` has ``verdict``.

    `Truth` has confirmed it: if it did not, that is a disagreement.
    """
    request, tally = comparison.request, comparison.tally
    empty = Record()
    try:
        question = Question(request, Scope(events=CHOSEN, gaps=gaps), [formula])
        answer = question.find(formula, verdict)
    except Unencodable:
        tally.unfit("Found")
        return None
    except Exception as error:  # not confirmed by `Truth`, or no record at all
        comparison.told(formula, empty, NOW, "Found", verdict, raised(error))
        return None
    if isinstance(answer, Unanswered):
        tally.unfit("Found")
    elif isinstance(answer, Found):
        tally.agreed("Found")
        return answer.record
    return None
