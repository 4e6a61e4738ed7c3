"""Closed formulas over the world of any request, built from choices."""

from collections.abc import Callable, Sequence

from ..spec import syntax as s
from ..spec.fitting import Fitting
from ..spec.requests import Request
from ..spec.scoping import bag, nested
from ..spec.sorts import FLAGS, Bool, Column, Int, List, Ratio, Sort, Time
from ..spec.surface import Pattern
from ..spec.terms import TIMES, Formula, Row
from .choices import Pick, chance
from .pools import Pools

Rows = tuple[Row, ...]  # the rows in scope, outermost first
DEPTH = 2
WORDS = ("atom", "count", "some", "some", "none", "every", "and", "or", "not", "count")
ORDERED = (Int, Time)
COMPARISONS: tuple[Callable[[s.Term, s.Term], s.Formula], ...]
COMPARISONS = (s.Equal, s.AtMost, s.Less)


def draw_formula(
    request: Request, pick: Pick, depth: int = DEPTH, pools: Pools | None = None
) -> s.Formula:
    """Return a closed formula over the world of ``request``."""
    return Phrases(request, pick, pools or Pools(request)).formula((), depth)


class Phrases:
    """Formulas, terms and patterns over the rows in scope."""

    def __init__(self, request: Request, pick: Pick, pools: Pools) -> None:
        self.request, self.pick, self.pools = request, pick, pools
        world = request.world
        self._fitting = Fitting("drawn", world, request.binds, {})
        effects = sorted(e.name for e in world.effects)
        known = world.sorts() | {c.sort.name for c in request.binds}
        self._tables: list[s.Table] = [
            *(s.Calls(t.name) for t in world.tools),
            *(s.Made(e) for e in effects),
            *(s.Ended(e) for e in effects),
            *(
                s.Decided(d.name, verdict)
                for d in world.decisions
                for verdict in ("given", "withdrawn")
            ),
        ]
        lists = [s.Calls(t.name) for t in world.tools if any(map(_list, t.returns))]
        self._tables += [*self._tables, *lists, *lists, *lists]
        self._tables += [
            s.Entities(n) for n in sorted(known) if Sort(n).kind == "entity"
        ]

    def formula(self, rows: Rows, depth: int) -> s.Formula:
        """Return a formula about the rows in scope."""
        if depth == 0:
            return self.atom(rows)
        match self.pick(WORDS):
            case "atom":
                return self.atom(rows, depth)
            case "count":
                return self._counting(rows, depth)
            case "some":
                return self._quantified(rows, depth)
            case "none":
                return s.Not(self._quantified(rows, depth))
            case "every":
                return s.Not(self._quantified(rows, depth, negated=True))
            case "not":
                body = self.formula(rows, depth - 1)
                return s.Known(body) if chance(self.pick, 6) else s.Not(body)
            case word:
                both = [self.formula(rows, depth - 1) for _ in range(2)]
                if word == "and":
                    return s.And(tuple(both))
                return s.Not(s.And(tuple(s.Not(part) for part in both)))

    def _quantified(self, rows: Rows, depth: int, negated: bool = False) -> s.Formula:
        bind, row = self.bind(rows, depth)
        body = s.TRUE
        if negated or chance(self.pick, 2):
            body = self.formula((*rows, row), depth - 1)
        return nested([bind], s.Not(body) if negated else body)

    def atom(self, rows: Rows, depth: int = 0) -> s.Formula:
        """Return a comparison, or a given relation."""
        relations, ordered = self.request.world.relations, self._ordered(rows)
        kinds = ["==", "==", "<", "<=", *(["given"] if relations else [])]
        kind = self.pick(kinds)
        if kind == "given":
            relation = self.pick(relations)
            terms = (self.term(rows, c.sort, depth) for c in relation.columns)
            return s.Given(relation.name, tuple(terms))
        sort = self.pick(self._sorts(rows) if kind == "==" else ordered)
        left, right = (self.term(rows, sort, depth) for _ in range(2))
        if kind == "==":
            return s.Equal(left, right)
        return s.Less(left, right) if kind == "<" else s.AtMost(left, right)

    def _counting(self, rows: Rows, depth: int) -> s.Formula:
        """Return a comparison of what is counted or added up."""
        if chance(self.pick, 6):
            sort = self.pick((Bool, Bool, Ratio, List))
            applied = self._applied(rows, sort, depth) or self.term(rows, sort)
            return s.Equal(applied, self.term(rows, sort, depth))
        sort = self.pick([Int, Int, Int, *self._ordered(rows)])
        made = self._made(rows, sort, depth) or self.term(rows, sort)
        other = self.term(rows, sort, depth)
        compare: Callable[[s.Term, s.Term], s.Formula] = self.pick(COMPARISONS)
        return compare(*self.pick(((made, other), (other, made))))

    def _sorts(self, rows: Rows) -> Sequence[Sort]:
        """Return the sorts that something in scope has, oftener if more has it."""
        columns = [*self.request.binds, *self.request.slots]
        columns += [c for row in rows for c in row.columns if not c.columns]
        return [Int, *(c.sort for c in columns)]

    def _ordered(self, rows: Rows) -> Sequence[Sort]:
        return [*ORDERED, *(x for x in self._sorts(rows) if x.ordered)]

    def term(self, rows: Rows, sort: Sort, depth: int = 0) -> s.Term:
        """Return a term of a sort; with ``depth`` it may count and add."""
        fields = [
            *(t for row in rows for t in _fields(row, sort)),
            *(s.Role(c.name, sort.name) for c in _of(self.request.binds, sort)),
            *(s.Slot(c.name, sort.name) for c in _of(self.request.slots, sort)),
        ]
        if sort == Time:
            fields += [s.Now(), s.Frontier()]
        made = self._made(rows, sort, depth) if depth and chance(self.pick, 2) else None
        if made is not None:
            return made
        if not fields or chance(self.pick, 3):
            return s.Const(self.pick(self.pools.of(sort)), sort.name)
        return self.pick(fields)

    def _made(self, rows: Rows, sort: Sort, depth: int) -> s.Term | None:
        """Return a term that is made of others, if the sort has any."""
        if sort in (Ratio, List) or chance(self.pick, 12):
            return self._applied(rows, sort, depth)
        if sort == Time:
            left, right = self.term(rows, Time), self.term(rows, Int)
            return s.Plus(left, right) if chance(self.pick, 2) else s.Minus(left, right)
        if not sort.ordered:
            return None
        words = ["plus", "minus", "total", *(["count"] * 4 if sort == Int else [])]
        match self.pick(words):
            case "count":
                value = None if chance(self.pick, 2) else self.pick((Int, None, "own"))
                return s.Count(self.bag(rows, depth, value))
            case "total":
                return s.Total(self.bag(rows, depth, sort))
            case word:
                of = Time if word == "minus" and self._lapse(sort) else sort
                left, right = self.term(rows, of), self.term(rows, of)
                return s.Plus(left, right) if word == "plus" else s.Minus(left, right)

    def _lapse(self, sort: Sort) -> bool:
        """Whether a difference is that of two times."""
        return sort == Int and chance(self.pick, 2)

    def _applied(self, rows: Rows, sort: Sort, depth: int) -> s.Term | None:
        """Return a transform whose value is of a sort, if there is one."""

        def over(inner: Sort | str) -> s.Bag:
            return self.bag(rows, depth, inner)

        def number() -> s.Term:
            return self.term(rows, Int)

        match sort.kind:
            case "Bool":
                return s.Apply("absent", (over("own"),), sort.name)
            case "Int":
                word = self.pick(("compare", "compare", "most", "least"))
                both = (number(), number()) if word == "compare" else (over(Int),)
                return s.Apply(word, both, sort.name)
            case "Ratio":
                if chance(self.pick, 2):
                    return s.Apply("mean", (over(Int),), sort.name)
                ratio = s.Apply("ratio", (number(), number()), sort.name)
                return s.Apply("rounded", (ratio, s.Const(1, Int.name)), sort.name)
            case "List":
                word = self.pick(("first", "union", "common", "without", "joined"))
                if word == "first":
                    k = s.Const(self.pick((1, -1)), Int.name)
                    return s.Apply(word, (k, over(Int)), sort.name)
                return s.Apply(word, (over(Int), over(Int)), sort.name)
        return None

    def bag(self, rows: Rows, depth: int, value: "Sort | str | None") -> s.Bag:
        """Return a bag of values of a sort, or of any if it is ``own``."""
        binds: list[s.Bind] = []
        for _ in range(self.pick((1, 1, 2))):
            bind, row = self.bind(rows, depth - 1)
            binds.append(bind)
            rows = (*rows, row)
        if value is None:
            return bag(binds, None)
        sort = self.pick(self._sorts(rows)) if isinstance(value, str) else value
        return bag(binds, self.term(rows, sort))

    def bind(self, rows: Rows, depth: int) -> tuple[s.Bind, Row]:
        """Return a variable over the rows of a table that match, and its row."""
        table = self.pick([*self._tables, *_inside(rows) * 12])
        scope = {row.var: {c.name: c for c in row.columns} for row in rows}
        columns = self._fitting.columns(table, scope)
        event = not isinstance(table, s.Inside | s.Entities)
        own = tuple(c for c in columns.values() if not event or c not in TIMES)
        row = Row(f"?{len(rows)}", own, event)
        pattern = Pattern(table, tuple(c for c in own if c.name not in FLAGS), row)
        for _ in range(self.pick((0, 1, 1, 2))):
            pattern = self._narrowed(pattern, rows, max(0, depth))
        return s.Bind(row.var, table, pattern.where), row

    def _narrowed(self, pattern: Pattern, rows: Rows, depth: int) -> Pattern:
        """Keep fewer rows: by a column, a flag, a time, or what was undone since."""
        row, table = pattern.row, pattern.table
        events = [other for other in rows if _timed(other)]
        words = ["column", "column"]
        if isinstance(table, s.Calls | s.Made | s.Ended):
            words += ["took", "took", "unclear"]
        if isinstance(table, s.Made) or getattr(table, "verdict", "") == "given":
            words += ["standing", "standing"]
        if events and _timed(row):
            words += ["after", "before", "within", "standing at"]
        word = self.pick(words)
        if word == "standing at" and "standing" not in words:
            word = "after"
        match word:
            case "took" | "unclear":
                return pattern.marked(word)
            case "standing":
                return pattern.standing()
            case "standing at":
                return pattern.standing(self.pick(events))
            case "after":
                return pattern.after(self.pick(events))
            case "before":
                return pattern.before(self.pick(events))
            case "within":
                return pattern.within(self.pick((0, 2, 4)), of=self.pick(events))
        column = self.pick([c for c in row.columns if not c.columns])
        own = s.Get(row.var, _stored(column), column.sort.name)
        same: s.Formula = s.Equal(own, self.term(rows, column.sort))
        return pattern.such(Formula(s.Not(same) if chance(self.pick, 4) else same))


def _of(columns: Sequence[Column], sort: Sort) -> list[Column]:
    return [c for c in columns if c.sort == sort]


def _stored(column: Column) -> str:
    return "end" if column.name == "at" else column.name


def _fields(row: Row, sort: Sort) -> list[s.Term]:
    return [s.Get(row.var, _stored(c), sort.name) for c in _of(row.columns, sort)]


def _list(column: Column) -> bool:
    return bool(column.columns)


def _timed(row: Row) -> bool:
    return any(column.name == "start" for column in row.columns)


def _inside(rows: Rows) -> list[s.Table]:
    return [s.Inside(row.var, c.name) for row in rows for c in row.columns if c.columns]
