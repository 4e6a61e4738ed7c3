"""The reading `Symbolic`: SMT-LIB terms over a bounded record not yet known."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeVar

import attrs

from ...spec import syntax as s
from ...spec.resolution import confirmed, denied
from ...spec.semantics import holds
from . import symbols as y
from .scope import BIG
from .smt import FALSE, TRUE, compare, conj, disj, ite, neg, number, plus
from .symbols import Name, Num, Row, Sym
from .unknown import SymbolicRecord, Unencodable

Y = TypeVar("Y")


@attrs.frozen
class Item:
    """A value that may be in a bag: under which condition, and under which it is."""

    value: Sym | None
    key: tuple[object, ...]
    may: str
    surely: str
    open: bool


Bag: TypeAlias = list[Item]


class Symbolic:
    """Truths are Bool terms, values are `Name` or `Num`, rows are slots."""

    def __init__(self, record: SymbolicRecord) -> None:
        self.record, self.text = record, record.text
        self.fits: tuple[str, ...] = ()  # what must be so for some history to fit
        self._memo: dict[object, object] = {}

    def constant(self, value: str | int | bool, sort: str) -> Sym:
        return self.record.constant(value, sort)

    def bound(self, role: str, sort: str) -> Sym:
        return self.record.named("bound", role, sort)

    def claim(self, slot: str, sort: str) -> Sym:
        return self.record.named("claim", slot, sort)

    def now(self) -> Sym:
        return self.record.now()

    def frontier(self) -> Sym:
        return self.record.frontier()

    def field(self, row: Row, name: str, sort: str) -> Sym:
        found = row.cells[name]
        assert not isinstance(found, list)
        return found

    def plus(self, left: Sym, right: Sym) -> Sym:
        assert isinstance(left, Num) and isinstance(right, Num)
        return Num(plus((left.low, right.low)), plus((left.high, right.high)))

    def minus(self, left: Sym, right: Sym) -> Sym:
        assert isinstance(left, Num) and isinstance(right, Num)
        return Num(f"(- {left.low} {right.high})", f"(- {left.high} {right.low})")

    def equal(self, left: Sym, right: Sym) -> str:
        return y.equal(left, right)

    def differ(self, left: Sym, right: Sym) -> str:
        return y.differ(left, right)

    def less(self, left: Sym, right: Sym) -> str:
        return y.less(left, right)

    def at_most(self, left: Sym, right: Sym) -> str:
        return y.at_most(left, right)

    def related(self, relation: str, values: list[Sym]) -> str:
        return conj((*map(y.known, values), self._given(relation, values)))

    def unrelated(self, relation: str, values: list[Sym]) -> str:
        given = self.record.var(f"given.{relation}?", "Bool")
        return conj((given, *map(y.known, values), neg(self._given(relation, values))))

    def no(self, body: str) -> str:
        return neg(body)

    def all(self, parts: Iterable[str]) -> str:
        return self.text.named(conj(parts), "Bool")

    def some(
        self, table: s.Table, outer: Row | None, sure: bool, body: Callable[[Row], str]
    ) -> str:
        found = disj(
            conj(lazily(row.sure if sure else row.possible, body, row))
            for row in self.record.rows(table, outer)
        )
        return self.text.named(found, "Bool")

    def each(
        self, table: s.Table, outer: Row | None, body: Callable[[Row], Bag]
    ) -> Bag:
        return [
            attrs.evolve(item, may=conj((row.possible, item.may)))
            for row in self.record.rows(table, outer)
            if row.possible != FALSE
            for item in body(row)
        ]

    def there(self, row: Row) -> str:
        return row.sure

    def unit(self, value: Sym | None, table: s.Table, row: Row, surely: str) -> Bag:
        return [Item(value, row.key, TRUE, surely, row.open)]

    def when(self, condition: str, body: Callable[[], Bag]) -> Bag:
        if condition == FALSE:
            return []
        return [attrs.evolve(i, may=conj((condition, i.may))) for i in body()]

    def count(self, bag: Bag, distinct: bool) -> Sym:
        least, greatest, endless = [], [], []
        for n, item in enumerate(bag):
            may, surely = item.may, item.surely
            if distinct:
                value = _valued(item)
                known, before = y.known(value), bag[:n]
                surely = conj((surely, known, self._new(value, before, "surely")))
                fresh = disj((neg(known), self._new(value, before, "may")))
                may = conj((may, fresh))
            least.append(ite(surely, "1", "0"))
            if item.open:
                endless.append(
                    conj((item.may, neg(y.known(item.value))))
                    if distinct and item.value
                    else item.may
                )
            greatest.append(ite(may, "1", "0"))
        low = self.text.named(plus(least), "Int")
        high = ite(disj(endless), number(BIG), plus(greatest))
        return Num(low, self.text.named(high, "Int"))

    def _new(self, value: Sym, before: Bag, which: str) -> str:
        """Return: no earlier item that counts has the same value."""
        return neg(
            disj(conj((getattr(i, which), y.equal(_valued(i), value))) for i in before)
        )

    def total(self, bag: Bag) -> Sym:
        exact, amounts = [], []
        for n, item in enumerate(bag):
            value, before = _valued(item), bag[:n]
            alike = [(other, _same_key(other, item)) for other in before]
            agree = conj(
                neg(conj((other.may, same, neg(y.equal(_valued(other), value)))))
                for other, same in alike
            )
            fine = conj((item.surely, y.known(value), _known_key(item), agree))
            exact.append(disj((neg(item.may), fine)))
            fresh = neg(disj(conj((other.may, same)) for other, same in alike))
            assert isinstance(value, Num)
            amounts.append(ite(conj((item.may, fresh)), value.low, "0"))
        known = self.text.named(conj(exact), "Bool")
        return y.num(self.text.named(plus(amounts), "Int"), known)

    def apply(self, name: str, arguments: list[Sym | Bag], sort: str) -> Sym:
        match name, arguments:
            case "absent", [list(items)]:
                known = conj(disj((neg(i.may), _certain(i))) for i in items)
                return Name(neg(disj(i.may for i in items)), known)
            case "compare", [Num() as left, Num() as right]:
                both = conj((y.known(left), y.known(right)))
                least = compare("<", left.low, right.low)
                same = compare("=", left.low, right.low)
                return y.num(ite(least, number(-1), ite(same, "0", "1")), both)
        raise Unencodable(f"the transform {name} has no encoding")

    def shared(
        self, node: s.Node, rows: Mapping[str, Row], sure: bool, make: Callable[[], Y]
    ) -> Y:
        key = (node, sure, *(id(rows[name]) for name in sorted(s.free(node))))
        if key not in self._memo:
            self._memo[key] = make()
        made: Y = self._memo[key]  # type: ignore[assignment]  # made by the same node
        return made

    def mark(
        self, node: s.Formula, rows: Mapping[str, Row], sure: bool, held: str
    ) -> str:
        return held

    def _given(self, relation: str, values: list[Sym]) -> str:
        columns = self.record.world.relation(relation).columns
        if any(c.sort.kind != "entity" for c in columns):
            raise Unencodable(f"the relation {relation} is not over entities alone")
        name = self.text.relation(f"given.{relation}", len(columns))
        return f"({name} {' '.join(v.term for v in values if isinstance(v, Name))})"


def resolved(
    record: SymbolicRecord, read: Callable[[SymbolicRecord], Symbolic] = Symbolic
) -> Symbolic:
    """Return the reading of ``record`` after later reads settled unknown outcomes."""
    text = record.text
    for rule, took in ((denied, False), (confirmed, True)):
        reading, settled = read(record), []
        for i in record.slots:
            if record.took[i].known == TRUE:
                settled.append(record.took[i])
                continue
            told = disj(
                conj(
                    (
                        row.sure,
                        holds(rule(record.world, tool), reading, {s.THIS: row}, True),
                    )
                )
                for tool in record.world.tools
                for row in record.rows(s.Calls(tool.name))
                if row.key == (i,)
            )
            was = record.took[i]
            now = text.named(conj((neg(was.known), told)), "Bool")
            term = disj((was.term, now)) if took else was.term
            settled.append(Name(term, text.named(disj((was.known, now)), "Bool")))
        record.settled(settled)
    return read(record)


def lazily(condition: str, body: Callable[[Row], str], row: Row) -> Iterable[str]:
    """Yield the condition, then what ``body`` makes of the row."""
    yield condition
    yield body(row)


def _both(term: str) -> Num:
    return Num(term, term)


def _certain(item: Item) -> str:
    """Return: the item is in its bag for sure, and its value is known."""
    return conj((item.surely, y.known(_valued(item))))


def _valued(item: Item) -> Sym:
    assert item.value is not None
    return item.value


def _known_key(item: Item) -> str:
    if item.open:
        return FALSE
    return conj(y.known(part) for part in item.key if isinstance(part, Name | Num))


def _same_key(a: Item, b: Item) -> str:
    """Return: two items are of rows with the same key."""
    if len(a.key) != len(b.key):
        return FALSE
    parts = []
    for left, right in zip(a.key, b.key, strict=True):
        if isinstance(left, Name | Num) and isinstance(right, Name | Num):
            parts.append(y.equal(left, right))
        elif left != right:
            return FALSE
    return conj(parts)
