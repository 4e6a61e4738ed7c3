"""Eq. 1 after a record as a ground table: each clause a condition on possible calls."""

from collections.abc import Iterable, Iterator, Sequence

from ...model.record import Record
from ...spec import syntax as s
from ...spec.correctness import Clause
from ...spec.requests import Request
from ...spec.resolution import conflicts, tellers
from ...spec.semantics import holds
from ..solver.scope import Names, Scope, constants
from ..solver.smt import compare, conj, neg
from ..solver.symbolic import resolved
from .calls import MOST, Candidate, Reach, candidates
from .orders import relaxed, unforced, without_idle, without_opposites
from .parsing import Reader
from .reading import GroundReading
from .record import GroundRecord, moment
from .table import Literal, Table, Var

COPIES, FEW = 3, 150  # copies of one call, as long as the table stays this small


def grounded(
    request: Request,
    prefix: Record,
    clauses: Sequence[Clause],
    further: int,
    copies: int | None = None,
) -> "Grounded":
    """Return the ground table, with so many copies of each call.

    Unless they are said, as many as keep the table small, up to a few.
    """
    owed = [duty.owed for duty in request.duties]
    times = copies or max(1, min(further, COPIES))
    while True:
        last = copies is not None or times == 1
        names, most = named(request, prefix, clauses), MOST if last else FEW
        calls, whole = candidates(request, names, prefix, owed, further, times, most)
        if whole or last:
            reach = Reach(further, len(calls), times, whole)
            return Grounded(request, prefix, clauses, names, calls, reach)
        times -= 1


def named(request: Request, prefix: Record, clauses: Sequence[Clause]) -> Names:
    """Return the names that a record and the formulas about it speak of."""
    names = Names(Scope())
    for c in constants(request, [clause.formula for clause in clauses]):
        if isinstance(c.value, str):
            names.id(c.sort, c.value)
    names.join(request, prefix)
    return names


class Grounded:
    """The ground table of a request after ``prefix``: its clauses as conditions.

    `named`: for each clause by its place the condition that it is met; under "" what
    every continuation meets. `free`: the orders that can always be had; `asked`: the
    conditions without those, which are all that the solver is asked; `useful`: the
    slots of the calls that they speak of, as no other is of any use.
    """

    def __init__(
        self,
        request: Request,
        prefix: Record,
        clauses: Sequence[Clause],
        names: Names,
        calls: list[Candidate],
        reach: Reach,
    ) -> None:
        self.request, self.prefix, self.clauses = request, prefix, tuple(clauses)
        self.reach = reach
        self.record = GroundRecord(request, names, prefix, calls)
        self.reading = resolved(self.record, GroundReading)
        self.table = Table()
        self.reader = Reader(self.record.text, self.table)
        for i in range(self.record.first, len(self.record.slots)):
            self.table.least[moment(i)] = self.record.begin
        against = [self._must(formula) for _, formula in conflicts(request.world)]
        wanted = [self._must(clause.formula) for clause in clauses]
        fixed = [self.reader.term(t) for t in (*self.record.frame(), *self._waiting())]
        self._imply()
        self.named = {
            f"clause {j}": without_opposites(self.table, self.reader.literal(term))
            for j, term in enumerate(wanted)
        }
        fixed += [-self.reader.literal(term) for term in against]
        self.named[""] = self.table.conj((*fixed, *self.reader.asserted))
        self.also(())

    def also(self, conditions: Iterable[Literal]) -> None:
        """Let every continuation meet these too."""
        self.named[""] = self.table.conj((self.named[""], *conditions), bare=True)
        self.free = unforced(self.table, *self.named.values())
        ordered = relaxed(self.table, self.named, self.free)
        self.asked = without_idle(self.table, ordered)
        self.useful = self._useful()

    def _must(self, formula: s.Formula) -> str:
        return holds(formula, self.reading, {}, sure=True)

    def _imply(self) -> None:
        """Tell the table which calls go without saying where others are made."""
        flags = {i: self.reader.term(self.record.made(i)) for i, _ in self.slots()}
        for i, needed in enumerate(self.record.needs(), self.record.first):
            direct = {flags[j] for j in needed}
            farther = (self.table.implied.get(flag, frozenset()) for flag in direct)
            self.table.implied[flags[i]] = frozenset(direct).union(*farther)

    def _useful(self) -> list[int]:
        asked = {
            condition.name
            for k in self.table.reached(self.asked.values())
            if isinstance(condition := self.table.conditions[k], Var)
        }
        return [i for i, _ in self.slots() if self.record.made(i) in asked]

    def _waiting(self) -> Iterator[str]:
        """Yield: a read that tells of an unanswered call waits until it cannot land.

        Only then does what it tells settle the outcome either way.
        """
        world, record = self.request.world, self.record
        answered = {r.call for r in self.prefix.ledger}
        for call in self.prefix.calls:
            maker = world.tool(call.tool)
            if call.id in answered or maker.settles is None:
                continue
            late = str(call.end + maker.settles)
            for made in maker.makes:
                readers = {tool.name for tool, _ in tellers(world, made.effect)}
                for i, candidate in self.slots():
                    if candidate.tool.name in readers:
                        waits = compare("<", late, moment(i))
                        yield neg(conj((record.made(i), neg(waits))))

    def root(self) -> Literal:
        """Return the condition that all clauses and all that is fixed hold."""
        return self.table.conj(self.named.values(), bare=True)

    def slots(self) -> Iterable[tuple[int, Candidate]]:
        """Return the possible calls with their slots."""
        return enumerate(self.record.calls, self.record.first)
