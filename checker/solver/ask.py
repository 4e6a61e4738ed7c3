"""Ask whether some record in a scope gives a formula a certain verdict.

Every model that the solver finds is decoded and judged by `Truth` before anybody
sees it; a mismatch is this project's bug, never an answer.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

import attrs
import z3

from ...model.record import Record
from ...model.settle import conflict, settle
from ...model.truth import Truth
from ...spec import syntax as s
from ...spec.errors import unknown
from ...spec.requests import Request
from ...spec.resolution import conflicts
from ...spec.semantics import holds, interpret
from .answers import Answer, Broken, Disagreement, Found, NoneInScope, Unanswered
from .decode import decode
from .export import FITS, queries
from .frugal import counted
from .pin import pinned
from .replay import Replay, decided
from .scope import Names, Scope, constants
from .search import Confirm, Search
from .seeds import agreed
from .session import Session
from .smt import conj, neg
from .symbolic import Symbolic, resolved
from .unknown import SymbolicRecord, Unencodable
from .views import Until, View
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
        self.base = self.symbolic = SymbolicRecord(request, scope, names)
        self.reading: Symbolic = self.view(self.symbolic)
        for condition in self.reading.fits:
            self.base.text.add(condition, FITS)
        self.warm: Session | None = None
        self._within: dict[Scope, Question] = {scope: self}

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
        self,
        wanted: str,
        confirm: Confirm,
        handed: bool = False,
        rough: bool = False,
    ) -> Answer:
        """Return a record that meets an SMT condition, the least there is.

        `confirm` judges each model by other means and raises `Disagreement`.
        `handed`: whether ``wanted`` itself says if and when the work changed hands.
        `rough`: any record with the fewest events will do, as nobody is shown it.
        A question for which the budget did not last is asked once more, of a solver
        that was told nothing for the sake of the questions before it. Under several
        seeds each has a solver of its own; see `seeds.agreed`.
        """
        counted(self.base)
        search = Search(self, wanted, handed or self.of_frontier, rough)
        seeds = range(self.way.seed, self.way.seed + self.way.seeds)
        answers = {seed: self._answer(search, seed, confirm) for seed in seeds}
        try:
            answer = agreed(answers)
        except Broken as error:
            seen = next(a for a in answers.values() if isinstance(a, Found))
            error.query = next(queries(search, seen))
            raise
        if self.way.heard is not None:
            self.way.heard.extend(queries(search, answer))
        return answer

    def _answer(self, search: Search, seed: int, confirm: Confirm) -> Answer:
        """Return the answer under a seed; the kept solver is asked if there is one."""
        if self.warm is not None and self.way.seeds == 1:
            answer = search.on(self.warm, confirm)
            if isinstance(answer, NoneInScope) or (
                isinstance(answer, Found) and (answer.least or search.rough)
            ):
                return answer
        way = attrs.evolve(self.way, seed=seed)
        return search.on(Session(self.base.text, way), confirm)

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
        looked = reading or self.reading
        terms = [t for formula in formulas for t in interpret(formula, looked)]
        same = [*pinned(self.symbolic, record), *more, *looked.fits]
        bits = list(map(self.replay.bit, terms))
        with self.replay.on_top(same) as solver:
            try:
                found = decided(solver, bits)
            except AssertionError as error:
                raise Disagreement(str(error)) from None
        return None if found is None else list(batched(found))

    def replayed(self, record: Record) -> Record | None:
        """Return ``record`` as the solver gives it back, or None if no history fits."""
        with self.replay.on_top(pinned(self.symbolic, record)) as solver:
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
        """Return the reading of another look at the record.

        What its `fits` says must be so for some history to fit what is looked at.
        """
        reading = resolved(look)
        reading.fits = tuple(
            neg(holds(formula, reading, {}, sure=True))
            for _, formula in conflicts(self.request.world)
        )
        return reading

    @cached_property
    def befores(self) -> list[Symbolic]:
        """The readings of the first 0, 1, 2, … events of the record."""
        return [self.view(Until(self.symbolic, n)) for n in self.symbolic.slots]

    def shared(self) -> "Question":
        """Return this question, for which from now on one solver is kept."""
        self.warm = Session(self.base.text, self.way)
        return self

    def within(self, scope: Scope) -> "Question":
        """Return the question about smaller records, to be put to the same solver.

        Of the scope only `events`, which may be less, and `gaps` may differ.
        """
        if scope not in self._within:
            smaller = Question.__new__(Question)
            smaller.__dict__ |= {**self.__dict__, "scope": scope}
            smaller.__dict__.pop("befores", None)
            smaller.symbolic = View(self.base, scope)
            if scope.events < self.base.scope.events:
                smaller.reading = resolved(smaller.symbolic)
            self._within[scope] = smaller
        return self._within[scope]


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
