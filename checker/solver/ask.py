"""Ask whether some record in a scope gives a formula a certain verdict.

Every model that the solver finds is decoded and judged by `Truth` before anybody
sees it; a mismatch is this project's bug, never an answer.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

import z3

from ...model.record import Record
from ...model.settle import conflict, settle
from ...model.truth import Truth
from ...spec import syntax as s
from ...spec.errors import unknown
from ...spec.requests import Request
from ...spec.resolution import conflicts
from ...spec.semantics import holds, interpret
from .answers import Answer, Disagreement, Found, NoneInScope, Unanswered
from .decode import decode
from .frugal import counted
from .least import Least
from .pin import pinned, slots_of
from .plain import continued, fresh, tidy, whole
from .replay import Replay, decided
from .scope import Names, Scope, constants
from .session import Session
from .smt import compare, conj, neg
from .symbolic import Symbolic, resolved
from .unknown import SymbolicRecord, Unencodable
from .ways import Way

__all__ = ["Answer", "Disagreement", "Found", "NoneInScope", "Question", "Unanswered"]

VERDICTS = ("established", "refuted", "not established")


class Question:
    """Questions about the records of one request within one scope.

    `prefix`: what the record begins with; after it come the free slots. `names`: the
    entities of a prefix or of a record to pin join those of the request. `way`: how
    the solver is asked.
    """

    def __init__(
        self,
        request: Request,
        scope: Scope,
        formulas: Iterable[s.Formula] = (),
        known: Iterable[Record] = (),
        prefix: Record | None = None,
        way: Way | None = None,
    ) -> None:
        self.request, self.scope, self.prefix = request, scope, prefix
        self.way = way or Way()
        names = Names(scope)
        formulas = [
            *formulas,
            *(f for d in request.duties for f in (d.formula, d.guard)),
        ]
        nodes = (node for formula in formulas for node in s.walk(formula))
        self.of_frontier = any(isinstance(node, s.Frontier) for node in nodes)
        for c in constants(request, formulas):
            if isinstance(c.value, str):
                names.id(c.sort, c.value)
        for record in known if prefix is None else (*known, prefix):
            names.join(request, record)
        names.close(request)
        self.symbolic = SymbolicRecord(request, scope, names)
        self.reading: Symbolic = self.view(self.symbolic)

    @cached_property
    def replay(self) -> Replay:
        """The solver to which given records are pinned."""
        return Replay(self.symbolic.text)

    def find(self, formula: s.Formula, verdict: str) -> Answer:
        """Return a record of which ``formula`` has ``verdict``, fewest events first."""
        try:
            wanted = wish(*interpret(formula, self.reading), verdict)
        except Unencodable as error:
            return Unanswered(str(error))
        return self.search(
            wanted, lambda record: self._confirm(formula, verdict, record)
        )

    def search(
        self, wanted: str, confirm: Callable[[Record], None], handed: bool = False
    ) -> Answer:
        """Return a record that meets an SMT condition, the least there is.

        `confirm` judges each model by other means and raises `Disagreement`.
        `handed`: whether ``wanted`` itself says if and when the work changed hands.
        """
        first = 0 if self.prefix is None else len(slots_of(self.prefix))
        begin = 0 if self.prefix is None else self.prefix.now + 1
        sizes = range(first, self.scope.events + 1)
        counted(self.symbolic)
        free = list(self._free(first, handed or self.of_frontier))
        neat = {n: conj(tidy(self.symbolic, first, n, begin)) for n in sizes}
        script = [f"(assert {c})" for c in (*free, wanted)]
        for n in sizes:
            script.append(implied(f"neat {n}", neat[n]))
            if n < self.scope.events:
                empty = compare("=", self.symbolic.source(n), "0")
                script.append(implied(f"only {n}", empty))
        session = Session(self.symbolic.text, self.way)
        session.tell(script)
        answer, proved = z3.unsat, True
        for n in sizes:
            bound = [f"only {n}"] if n < self.scope.events else []
            for assumptions in ([f"neat {n}", *bound], bound):
                assumed = [z3.Bool(name, session.context) for name in assumptions]
                answer = session.check(*assumed)
                if answer == z3.sat:
                    return self._least(session, assumed, n, proved, confirm)
                proved = proved and answer == z3.unsat
        if answer == z3.unsat:  # of the last look, at all records of the scope
            return NoneInScope(self.scope)
        return Unanswered(f"the solver gave up: {session.reason}")

    def _least(
        self,
        session: Session,
        assumed: list[z3.BoolRef],
        events: int,
        proved: bool,
        confirm: Callable[[Record], None],
    ) -> Found:
        """Return the least record of those of which the session has found one."""
        least = Least(session, self.symbolic, events)
        session.solver.add(*assumed)
        record = decode(self.symbolic, least.model())
        confirm(record)
        return Found(record, events, proved and least.proved)

    def bits(
        self, formula: s.Formula, record: Record, reading: Symbolic | None = None
    ) -> tuple[bool, bool] | None:
        """Return must and may of ``formula`` on one given record, by the solver.

        None if the record contradicts itself. `reading`: that of another look at it.
        Raises: `DoesNotFit` if it is larger than the scope.
        """
        found = self.every_bits([formula], record, reading)
        return None if found is None else found[0]

    def every_bits(
        self,
        formulas: Iterable[s.Formula],
        record: Record,
        reading: Symbolic | None = None,
        more: Iterable[str] = (),
    ) -> list[tuple[bool, bool]] | None:
        """Return what `bits` does of several formulas at once.

        `more`: what else is fixed, of a `reading` that has variables of its own.
        """
        terms = [
            term
            for formula in formulas
            for term in interpret(formula, reading or self.reading)
        ]
        same = [*pinned(self.symbolic, record), *more]
        bits = list(map(self.replay.bit, terms))
        with self.replay.pinned(same) as solver:
            try:
                found = decided(solver, bits)
            except AssertionError as error:
                raise Disagreement(str(error)) from None
        return None if found is None else list(batched(found))

    def replayed(self, record: Record) -> Record | None:
        """Return ``record`` as the solver gives it back, or None if no history fits."""
        with self.replay.pinned(pinned(self.symbolic, record)) as solver:
            if solver.check() != z3.sat:
                return None
            return decode(self.symbolic, self.replay.values(solver.model()))

    def _confirm(self, formula: s.Formula, verdict: str, record: Record) -> None:
        tables = settle(self.request.world, record)
        must, may = interpret(formula, Truth(tables))
        found = VERDICTS[0] if must else VERDICTS[2] if may else VERDICTS[1]
        if found != verdict or conflict(tables) is not None:
            raise Disagreement(
                f"the solver says {verdict}, Truth says {found}: {record}"
            )

    def view(self, look: SymbolicRecord) -> Symbolic:
        """Return the reading of another look at the record, which some history fits."""
        reading = resolved(look)
        for _, formula in conflicts(self.request.world):
            self.symbolic.text.add(neg(holds(formula, reading, {}, sure=True)))
        return reading

    def _free(self, first: int, handed: bool) -> Iterator[str]:
        yield from whole(self.symbolic, first)
        if self.prefix is None:
            yield from fresh(self.symbolic, handed)
        else:
            yield from continued(self.symbolic, self.prefix, first)


def implied(name: str, condition: str) -> str:
    """Return the declaration of an assumption that stands for ``condition``."""
    return f"(declare-const |{name}| Bool)(assert (=> |{name}| {condition}))"


def batched(bits: list[bool]) -> Iterator[tuple[bool, bool]]:
    """Yield must and may of each formula."""
    yield from zip(bits[::2], bits[1::2], strict=True)


def wish(must: str, may: str, verdict: str) -> str:
    """Return the condition that the two bits give this verdict."""
    match verdict:
        case "established":
            return must
        case "refuted":
            return neg(may)
        case "not established":
            return conj((neg(must), may))
    raise unknown("verdict", verdict, VERDICTS)
