"""The reading `Shape`: what a bit of a formula hangs on, whatever the record.

A truth is a tree (`shaped`). Its leaves are *fixed*: they hang on the rows in scope,
the roles, the claim and the times alone, so they stay as they are if other events are
left out. The inner nodes say which rows there must be. Values are fixed, flags, or
counts; a sum or a transform is none of these, and no tree speaks for it.

Whether a call took effect is not fixed: later reads settle it. Its flag is the tree
of the formulas of `spec.resolution`, each read before its own rule is applied.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

import attrs

from ...spec import syntax as s
from ...spec.requests import World
from ...spec.resolution import confirmed, denied
from ...spec.semantics import holds
from ...spec.tools import Tool
from .ranges import Ranges
from .shaped import (
    FALSE,
    TRUE,
    Counted,
    Endless,
    Fixed,
    Flag,
    Item,
    Known,
    Other,
    Row,
    Tree,
    Unknown,
    Value,
    Var,
    chosen,
    conj,
    disj,
    neg,
)

Y = TypeVar("Y")
Bag: TypeAlias = list[Item]
FLAGS = ("took", "unclear", "answered")  # of a call, by what came of it


class Shape:
    """Truths are trees, rows are variables.

    `view`: what may be another look at the same events, as after an outcome was
    forgotten. `gaps`: logs may be incomplete; each then has a row that stands for any
    number. `rules`: how many rules of resolution have been applied: 0, 1 or 2.
    """

    def __init__(
        self, world: World, view: str = "", gaps: bool = False, rules: int = 2
    ) -> None:
        self.world, self.view, self.rules = world, view, rules
        self.ranges = Ranges(world, view, gaps)
        self._memo: dict[object, tuple[object, Any]] = {}

    @cached_property
    def before(self) -> "Shape":
        """The same record before the last rule of resolution was applied."""
        return Shape(self.world, self.view, rules=self.rules - 1, gaps=self.ranges.gaps)

    def constant(self, value: str | int | bool, sort: str) -> Value:
        return Known(("const", sort, value))

    def bound(self, role: str, sort: str) -> Value:
        return Known(("bound", role))

    def claim(self, slot: str, sort: str) -> Value:
        return Known(("claim", slot, self.view))

    def now(self) -> Value:
        return Known(("now", self.view))

    def frontier(self) -> Value:
        return Known(("frontier", self.view))

    def field(self, row: Row, name: str, sort: str) -> Value:
        if name not in FLAGS:
            return row.cells(name)
        if row.call is None or row.tool is None:
            return Flag(FALSE, FALSE)
        key = (row.call, name)
        if key not in self._memo:
            self._memo[key] = (row, self._flag(row.call, row.tool, name))
        made: Value = self._memo[key][1]
        return made

    def plus(self, left: Value, right: Value) -> Value:
        return _combined("+", left, right)

    def minus(self, left: Value, right: Value) -> Value:
        return _combined("-", left, right)

    def equal(self, left: Value, right: Value) -> Tree:
        match _counted_first(left, right):
            case Counted() as counted, Known() as n:
                k = _number(n)
                return conj((counted.least(k, True), neg(counted.least(_up(k), False))))
            case Flag(), Flag() | Known():
                (a, b), (c, d) = _flag(left), _flag(right)
                return disj((conj((a, c)), conj((b, d))))
        return _fixed("=", left, right)

    def differ(self, left: Value, right: Value) -> Tree:
        match _counted_first(left, right):
            case Counted() as counted, Known() as n:
                k = _number(n)
                return disj((neg(counted.least(k, False)), counted.least(_up(k), True)))
            case Flag(), Flag() | Known():
                (a, b), (c, d) = _flag(left), _flag(right)
                return disj((conj((a, d)), conj((b, c))))
        return _fixed("≠", left, right)

    def less(self, left: Value, right: Value) -> Tree:
        match left, right:
            case Counted(), Known():
                return neg(left.least(_number(right), False))
            case Known(), Counted():
                return right.least(_up(_number(left)), True)
        return _fixed("<", left, right)

    def at_most(self, left: Value, right: Value) -> Tree:
        match left, right:
            case Counted(), Known():
                return neg(left.least(_up(_number(right)), False))
            case Known(), Counted():
                return right.least(_number(left), True)
        return _fixed("≤", left, right)

    def related(self, relation: str, values: list[Value]) -> Tree:
        return _fixed(f"given {relation}", *values)

    def unrelated(self, relation: str, values: list[Value]) -> Tree:
        return _fixed(f"not given {relation}", *values)

    def no(self, body: Tree) -> Tree:
        return neg(body)

    def all(self, parts: Iterable[Tree]) -> Tree:
        return conj(parts)

    def some(
        self,
        table: s.Table,
        outer: Row | None,
        sure: bool,
        body: Callable[[Row], Tree],
    ) -> Tree:
        return disj(
            chosen(rows, conj(_lazily(row.there if sure else row.possible, body, row)))
            for rows, row in self.ranges.rows(table, outer)
        )

    def each(
        self, table: s.Table, outer: Row | None, body: Callable[[Row], Bag]
    ) -> Bag:
        return [
            attrs.evolve(
                item, rows=(*rows, *item.rows), may=conj((row.possible, item.may))
            )
            for rows, row in self.ranges.rows(table, outer)
            for item in body(row)
        ]

    def there(self, row: Row) -> Tree:
        return row.there

    def unit(self, value: Value | None, table: s.Table, row: Row, surely: Tree) -> Bag:
        return [Item((), TRUE, surely, value)]

    def when(self, condition: Tree, body: Callable[[], Bag]) -> Bag:
        if condition is FALSE:
            return []
        return [attrs.evolve(i, may=conj((condition, i.may))) for i in body()]

    def count(self, bag: Bag, distinct: bool) -> Value:
        values = [item.value for item in bag] if distinct else []
        if not all(isinstance(value, Known | Unknown) for value in values):
            return Other("it counts values that are counted themselves")
        return Counted(tuple(bag))

    def total(self, bag: Bag) -> Value:
        return Other("it adds up a total")

    def apply(self, name: str, arguments: list[Value | Bag], sort: str) -> Value:
        return Other(f"it uses {name}")

    def shared(
        self, node: s.Node, rows: Mapping[str, Row], sure: bool, make: Callable[[], Y]
    ) -> Y:
        key = (id(node), sure, *(id(rows[name]) for name in sorted(s.free(node))))
        if key not in self._memo:  # what the ids are of stays, so that they do
            self._memo[key] = ((node, dict(rows)), make())
        made: Y = self._memo[key][1]
        return made

    def mark(
        self, node: s.Formula, rows: Mapping[str, Row], sure: bool, held: Tree
    ) -> Tree:
        return held

    def _flag(self, call: Var, tool: Tool, name: str) -> Flag:
        """Return a flag of a call, settled by the rules that have been applied."""

        def status(what: str) -> Tree:
            return Fixed(("=", ("status", call, self.view), ("const", "", what)))

        if name != "took":
            held = status("ok" if name == "answered" else "unknown")
            return Flag(held, neg(held))
        if self.rules == 0:
            return Flag(
                status("ok"), status("failed") if tool.fails == "clean" else FALSE
            )
        was = self.before._flag(call, tool, name)
        rule = denied if self.rules == 1 else confirmed
        this = {s.THIS: self.ranges.call(call, tool)}
        told = holds(rule(self.world, tool), self.before, this, True)
        now = conj((neg(was.yes), neg(was.no), told))
        if self.rules == 1:
            return Flag(was.yes, disj((was.no, now)))
        return Flag(disj((was.yes, now)), was.no)


def _lazily(condition: Tree, body: Callable[[Row], Tree], row: Row) -> Iterator[Tree]:
    yield condition
    yield body(row)


def _combined(sign: str, left: Value, right: Value) -> Value:
    match left, right:
        case Known(a), Known(b):
            return Known((sign, a, b))
        case Known() | Unknown(), Known() | Unknown():
            return Unknown()
    return Other("it adds to what is counted")


def _fixed(what: str, *values: Value) -> Tree:
    """Return a comparison that hangs on nothing but its own rows."""
    if any(isinstance(value, Unknown) for value in values):
        return FALSE  # no comparison with it is sure, whatever the other may be
    for value in values:
        if isinstance(value, Other):
            return Endless(value.why)
        if isinstance(value, Flag | Counted):
            return Endless("it compares what is counted with what is counted")
    keys = tuple(value.key for value in values if isinstance(value, Known))
    if len(keys) == 2 and keys[0] == keys[1] and keys[0][0] == "const":
        return TRUE if what in ("=", "≤") else FALSE
    if what in ("=", "≠") and all(key[0] == "const" for key in keys):
        return FALSE if what == "=" else TRUE
    return Fixed((what, *keys))


def _counted_first(left: Value, right: Value) -> tuple[Value, Value]:
    first = isinstance(right, Counted | Flag) and not isinstance(left, Counted | Flag)
    return (right, left) if first else (left, right)


def _flag(value: Value) -> tuple[Tree, Tree]:
    """Return when a flag is surely set, and when it is surely not."""
    if isinstance(value, Flag):
        return value.yes, value.no
    yes, no = (_fixed("=", value, Known(("const", "Bool", b))) for b in (True, False))
    return yes, no


def _number(value: Value) -> int | None:
    """Return the number that a value is a constant of, if it is one."""
    if isinstance(value, Known) and value.key[0] == "const":
        return int(value.key[2])
    return None


def _up(number: int | None) -> int | None:
    return None if number is None else number + 1
