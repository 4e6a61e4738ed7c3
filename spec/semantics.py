"""What a formula means: the one place that says so.

    must   φ is true in every history that fits the record     φ established
    may    φ is true in some history that fits the record      else φ refuted

A reading supplies a two-valued algebra and the rows of a table; this file supplies
the two bits. They differ at three points alone: a comparison is sure if it is true
of all values its terms may have, and possible if its opposite is not sure; a row
that may be missing counts only for the possible; a negation swaps the two.

The bits are sound, not complete: ``p ∨ ¬p`` is not established while ``p`` is
unknown, because each side is judged alone. Precedent: three-valued monitoring
under lost messages (Basin, Klaedtke, Zălinescu 2017).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeVar

from . import syntax as s

T = TypeVar("T")  # a truth value
V = TypeVar("V")  # a value, which may be known in part
X = TypeVar("X")  # a row
B = TypeVar("B")  # a bag of values, each with whether it is surely in it
Y = TypeVar("Y")


class Reading(Protocol[T, V, X, B]):
    """The algebra that `interpret` runs over. All its truths are two-valued."""

    def constant(self, value: str | int | bool, sort: str) -> V: ...
    def bound(self, role: str, sort: str) -> V: ...
    def claim(self, slot: str, sort: str) -> V: ...
    def now(self) -> V: ...
    def frontier(self) -> V: ...
    def field(self, row: X, name: str, sort: str) -> V: ...
    def plus(self, left: V, right: V) -> V: ...
    def minus(self, left: V, right: V) -> V: ...

    # Each asks whether it is true of all values that its terms may have.
    def equal(self, left: V, right: V) -> T: ...
    def differ(self, left: V, right: V) -> T: ...
    def less(self, left: V, right: V) -> T: ...
    def at_most(self, left: V, right: V) -> T: ...
    def related(self, relation: str, values: list[V]) -> T: ...
    def unrelated(self, relation: str, values: list[V]) -> T: ...

    def no(self, body: T) -> T: ...
    def all(self, parts: Iterable[T]) -> T: ...

    # The rows of a table; `outer` is the row that holds those of `Inside`. Surely
    # there are the rows for which `there`; without `sure`, the others come too.
    def some(
        self, table: s.Table, outer: X | None, sure: bool, body: Callable[[X], T]
    ) -> T: ...
    def each(self, table: s.Table, outer: X | None, body: Callable[[X], B]) -> B: ...
    def there(self, row: X) -> T: ...

    def unit(self, value: V | None, table: s.Table, row: X, surely: T) -> B: ...
    def when(self, condition: T, body: Callable[[], B]) -> B: ...
    def count(self, bag: B, distinct: bool) -> V: ...
    def total(self, bag: B) -> V: ...
    def apply(self, name: str, arguments: list[V | B], sort: str) -> V: ...

    # Two hooks: `shared` may remember what it made, `mark` may note what held.
    def shared(
        self, node: s.Node, rows: Mapping[str, X], sure: bool, make: Callable[[], Y]
    ) -> Y: ...
    def mark(
        self, node: s.Formula, rows: Mapping[str, X], sure: bool, held: T
    ) -> T: ...


def interpret(
    formula: s.Formula,
    reading: Reading[T, V, X, B],
    rows: Mapping[str, X] | None = None,
) -> tuple[T, T]:
    """Return whether ``formula`` must, and whether it may, be true of the record.

    `rows` gives its free variables; a closed formula needs none.
    """
    rows = rows or {}
    return holds(formula, reading, rows, True), holds(formula, reading, rows, False)


def holds(
    formula: s.Formula, r: Reading[T, V, X, B], rows: Mapping[str, X], sure: bool
) -> T:
    """Return one bit: true of every history if ``sure``, else of some."""

    def term(t: s.Term) -> V:
        return value(t, r, rows)

    def bit(φ: s.Formula) -> T:
        return holds(φ, r, rows, sure)

    match formula:
        case s.Equal(t, u) if sure:
            held = r.equal(term(t), term(u))
        case s.Equal(t, u):
            held = r.no(r.differ(term(t), term(u)))
        case s.Less(t, u) if sure:
            held = r.less(term(t), term(u))
        case s.Less(t, u):
            held = r.no(r.at_most(term(u), term(t)))
        case s.AtMost(t, u) if sure:
            held = r.at_most(term(t), term(u))
        case s.AtMost(t, u):
            held = r.no(r.less(term(u), term(t)))
        case s.Given(relation, ts) if sure:
            held = r.related(relation, [term(t) for t in ts])
        case s.Given(relation, ts):
            held = r.no(r.unrelated(relation, [term(t) for t in ts]))
        case s.Not(φ):
            held = r.no(holds(φ, r, rows, not sure))
        case s.And(parts):
            held = r.all(bit(φ) for φ in parts)
        case s.Known(φ):
            held = holds(φ, r, rows, True)
        case s.Some(x, φ):

            def match(row: X) -> T:
                inner = {**rows, x.var: row}
                return r.all(holds(ψ, r, inner, sure) for ψ in (x.where, φ))

            held = r.shared(
                formula,
                rows,
                sure,
                lambda: r.some(x.table, outer(x, rows), sure, match),
            )
    return r.mark(formula, rows, sure, held)


def value(t: s.Term, r: Reading[T, V, X, B], rows: Mapping[str, X]) -> V:
    """Return the value of a term, which may be known in part."""
    match t:
        case s.Const(constant, sort):
            return r.constant(constant, sort)
        case s.Role(role, sort):
            return r.bound(role, sort)
        case s.Slot(slot, sort):
            return r.claim(slot, sort)
        case s.Now():
            return r.now()
        case s.Frontier():
            return r.frontier()
        case s.Get(x, field, sort):
            return r.field(rows[x], field, sort)
        case s.Plus(u, w):
            return r.plus(value(u, r, rows), value(w, r, rows))
        case s.Minus(u, w):
            return r.minus(value(u, r, rows), value(w, r, rows))
        case s.Count(ts):
            distinct = ts.value is not None
            return r.shared(t, rows, True, lambda: r.count(bag(ts, r, rows), distinct))
        case s.Total(ts):
            return r.shared(t, rows, True, lambda: r.total(bag(ts, r, rows)))
        case s.Apply(transform, us, sort):

            def argument(u: s.Term | s.Bag) -> V | B:
                return bag(u, r, rows) if isinstance(u, s.Bag) else value(u, r, rows)

            return r.shared(
                t,
                rows,
                True,
                lambda: r.apply(transform, [argument(u) for u in us], sort),
            )


def bag(ts: s.Bag, r: Reading[T, V, X, B], rows: Mapping[str, X]) -> B:
    """Return a value for each choice of rows that may match, and whether they must."""

    def choose(i: int, rows: Mapping[str, X], surely: T) -> B:
        x, last = ts.binds[i], i + 1 == len(ts.binds)

        def matched(row: X) -> B:
            inner = {**rows, x.var: row}

            def add() -> B:
                sure = r.all(
                    iter((surely, r.there(row), holds(x.where, r, inner, True)))
                )
                if not last:
                    return choose(i + 1, inner, sure)
                found = None if ts.value is None else value(ts.value, r, inner)
                return r.unit(found, x.table, row, sure)

            return r.when(holds(x.where, r, inner, False), add)

        return r.each(x.table, outer(x, rows), matched)

    return choose(0, rows, r.all(()))


def outer(x: s.Bind, rows: Mapping[str, X]) -> X | None:
    """Return the row inside which ``x`` ranges, if it ranges inside one."""
    return rows[x.table.row] if isinstance(x.table, s.Inside) else None
