"""Two records that look alike in one view and not in another, fewest events first.

Both are symbolic records in one text: of one request, judged at the same time, with
the same relations and entities, which everybody can see. Nothing is claimed in them,
and the work has not changed hands before.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import product

import attrs
import z3

from ...model.record import Record
from ...model.views.view import Item, Line, Seen, lines, stands
from ...model.views.view import View as Showing
from ...spec import syntax as s
from ...spec.requests import Duty, Request
from ...spec.verdicts import Standing
from .answers import NoneInScope, Unanswered
from .ask import Question
from .bounds import bounds
from .decode import decode
from .frugal import counted
from .least import Least
from .plain import TIDY, fresh, in_a_row, whole
from .scope import Scope
from .session import Session
from .smt import FALSE, TRUE, compare, conj, disj, ite, neg, number, plus
from .symbolic import Symbolic
from .symbols import Name, Row, Sym
from .unknown import SymbolicRecord, Unencodable
from .views import Later, View
from .ways import Way

SHARED = re.compile(r"given\..*|entities\..*|now")  # what both records have in common
SOON = 4  # so many events together are asked about before whether there is any pair


class Second(View):
    """The second record, whose variables have other names but for what is shared."""

    def said(self, name: str) -> str:
        """Return what the variable is called in the text."""
        return name if SHARED.fullmatch(name) else f"second {name}"


class SecondLater(Later, Second):
    """The second record, extended into an open future."""


class Unknowns:
    """A symbolic record as a `Look` of a view."""

    def __init__(self, question: Question, record: SymbolicRecord) -> None:
        self.question, self.record = question, record
        self.now: Symbolic = question.view(record)
        self._later: Symbolic | None = None

    @property
    def later(self) -> Symbolic:
        """The reading in the open future, made when it is asked for."""
        if self._later is None:
            kind = SecondLater if isinstance(self.record, Second) else Later
            self._later = self.question.view(kind(self.question.base))
        return self._later

    def rows(self, table: s.Table, outer: Row | None) -> Iterator[tuple[Row, str, str]]:
        """Yield the rows of a table that may be there."""
        for row in self.now.record.rows(table, outer):
            if row.possible != FALSE:
                yield row, row.possible, row.sure


@attrs.frozen
class Pair:
    """Two records, the one with fewer events first.

    `events`: of both together. `fewest`: whether it is proved that no pair has fewer.
    """

    first: Record
    second: Record
    events: int
    fewest: bool


Found = Pair | NoneInScope | Unanswered


class Pairs:
    """What is asked about pairs of records of one request in one scope."""

    def __init__(self, request: Request, scope: Scope, way: Way | None = None) -> None:
        self.question = Question(request, scope, way=way)
        base, text = self.question.base, self.question.base.text
        self.sides = (base, Second(base))
        for condition in bounds(self.sides[1]):
            text.add(condition)
        self.looks = tuple(Unknowns(self.question, side) for side in self.sides)
        for side, look in zip(self.sides, self.looks, strict=True):
            for condition in (*look.now.fits, *whole(side, 0), *fresh(side)):
                text.add(condition)
            text.add(neg(side.claimed))
            counted(side)
        self._warm: Session | None = None

    def find(self, alike: Showing, apart: Showing) -> Found:
        """Return two records that look alike in one view and not in the other."""
        try:
            same = conj(self.same(item) for item in alike.items)
            differ = neg(conj(self.same(item) for item in apart.items))
        except Unencodable as error:
            return Unanswered(str(error))
        return self._search([same, differ])

    def same(self, item: Item) -> str:
        """Return: the item shows the same of both records."""
        first, second = (list(lines(item, look)) for look in self.looks)
        return self.question.base.text.named(same_lines(item, first, second), "Bool")

    def _search(self, asked: list[str]) -> Found:
        """Look at pairs of few events first; all of the scope are looked at once."""
        if self._warm is None:
            self._warm = Session(self.question.base.text, self.question.way)
        session, most = self._warm, self.question.scope.events
        session.allow(self.question.way.budget)
        few, neat = {}, {}
        for sizes in splits(most):
            few[sizes] = [session.literal(self._only(k, sizes[k])) for k in (0, 1)]
            neat[sizes] = session.literal(self._neat(sizes))
        answer, asked_all, proved = z3.unknown, False, True
        with session.on_top(asked):
            for sizes in few:
                if sum(sizes) > SOON and not asked_all:
                    asked_all = True
                    if session.check() == z3.unsat:
                        return NoneInScope(self.question.scope)
                ways = (([*few[sizes], neat[sizes]], TIDY), (few[sizes], ()))
                for assumed, tidied in ways:
                    answer = session.check(*assumed)
                    if answer == z3.sat:
                        session.solver.add(*assumed)
                        return self._least(session, sizes, tidied, proved)
                proved = proved and answer == z3.unsat
        if proved:
            return NoneInScope(self.question.scope)
        return Unanswered(f"the solver gave up: {session.reason}")

    def _least(
        self,
        session: Session,
        sizes: tuple[int, int],
        tidied: Iterable[str],
        proved: bool,
    ) -> Pair:
        """Return the least pair of these sizes, the first record's values first."""
        settled = tuple(f"bound.{role.name}?" for role in self.question.request.binds)
        found = []
        for side, size in zip(self.sides, sizes, strict=True):
            session.check()  # what was found last is a model once more
            least = Least(session, side, size, (*tidied, *settled))
            found.append(decode(side, least.model()))
        return Pair(found[0], found[1], sum(sizes), proved)

    def _only(self, side: int, size: int) -> str:
        """Return: one of the records has no more than so many events."""
        if size == self.question.scope.events:
            return TRUE
        return compare("=", self.sides[side].source(size), "0")

    def _neat(self, sizes: tuple[int, int]) -> str:
        """Return: their events follow one another, and the judgement the last one."""
        rows = (
            condition
            for side, size in zip(self.sides, sizes, strict=True)
            for condition in in_a_row(side, 0, size, 0)
        )
        now = self.question.base.var("now")
        return conj((*rows, compare("=", now, number(max(sizes)))))


def splits(most: int) -> Iterator[tuple[int, int]]:
    """Yield how many events two records may have, few together first, then alike."""
    for total in range(2 * most + 1):
        for fewer in range(total // 2, max(0, total - most) - 1, -1):
            yield fewer, total - fewer


Shown = Line[str, Sym]


def same_lines(item: Item, first: list[Shown], second: list[Shown]) -> str:
    """Return: each line that one record shows, the other shows as often."""
    conditions = []
    for one, other in ((first, second), (second, first)):
        for line in one:
            here, there = ([like(line, b) for b in side] for side in (one, other))
            if item.distinct:
                shown = disj(there)
            else:
                shown = compare("=", _many(here), _many(there))
            conditions.append(disj((neg(line.may), shown)))
    return conj(conditions)


def _many(conditions: list[str]) -> str:
    return plus(ite(condition, "1", "0") for condition in conditions)


def like(a: Shown, b: Shown) -> str:
    """Return: the second line is there, and shows what the first shows."""
    cells = zip(a.cells, b.cells, strict=True)
    alike = conj(same_cell(x, y) for x, y in cells)
    return conj((b.may, compare("=", a.must, b.must), alike))


def same_cell(a: Seen[str, Sym], b: Seen[str, Sym]) -> str:
    """Return: two cells show the same."""
    if isinstance(a.column, Duty):
        return disj(conj((standing(a, st), standing(b, st))) for st in Standing)
    if a.bits:
        return conj(compare("=", x, y) for x, y in zip(a.bits, b.bits, strict=True))
    x, y = a.value, b.value
    if isinstance(x, Name) and isinstance(y, Name):
        same = disj((neg(x.known), compare("=", x.term, y.term)))
        return conj((compare("=", x.known, y.known), same))
    assert x is not None and y is not None
    assert not isinstance(x, Name) and not isinstance(y, Name)
    return conj((compare("=", x.low, y.low), compare("=", x.high, y.high)))


def standing(cell: Seen[str, Sym], wanted: Standing) -> str:
    """Return: the bits of a duty give this standing, by the function that judges."""

    def given(values: tuple[bool, ...]) -> str:
        pairs = zip(cell.bits, values, strict=True)
        return conj(bit if value else neg(bit) for bit, value in pairs)

    every = product((False, True), repeat=len(cell.bits))
    return disj(given(values) for values in every if stands(values) == wanted)
