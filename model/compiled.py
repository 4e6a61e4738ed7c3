"""The reading `Compiled`: its truths and values are pieces of Python source.

So what a formula means is not said again. What the row of an outer loop decides is
computed once for that row: terms before the inner loop begins, counts and ranges
where they are first needed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar, cast

import attrs

from ..spec import syntax as s
from .code import (
    All,
    Bag,
    Condition,
    Each,
    Exists,
    Lines,
    Loop,
    Names,
    No,
    Scope,
    Truth,
    Unit,
    Value,
    Var,
    When,
    assigned,
    both,
    ranges,
    steps_of,
    tuple_of,
)
from .tables import KEY, OPEN
from .tallies import counted, different, totalled, transformed

Y = TypeVar("Y")


class Compiled:
    """The reading whose truths and values are source. One object for one program."""

    def __init__(self) -> None:
        self.scope = self.root = Scope()
        self.names = Names()

    def fixed(self) -> Lines:
        """Return the lines before the function."""
        return assigned(self.names.constants)

    def first(self) -> Lines:
        """Return the lines that the function begins with."""
        return [*assigned(self.names.locals), *self.root.head()]

    def constant(self, value: str | int | bool, sort: str) -> Value:
        if type(value) is int:
            return Value(repr(value), (), sort, 0, repr(value), repr(value))
        if isinstance(value, str | bool):
            return Value(repr(value), (), sort)
        return Value(self.names.constant("constant", repr(value)), (), sort)

    def bound(self, role: str, sort: str) -> Value:
        text = f"tables.record.bound.get({role!r}, UNKNOWN)"
        return Value(self.names.local(role, text), (), sort)

    def claim(self, slot: str, sort: str) -> Value:
        text = f"tables.slots.get({slot!r}, UNKNOWN)"
        return Value(self.names.local(slot, text), (), sort)

    def now(self) -> Value:
        return Value(self.names.local("now", "tables.now"))

    def frontier(self) -> Value:
        return Value(self.names.local("frontier", "tables.frontier"))

    def field(self, row: Var, name: str, sort: str) -> Value:
        text = f"{row.name}[{name!r}]"
        return self._early(name, Value(text, (), sort, row.scope.depth))

    def plus(self, left: Value, right: Value) -> Value:
        return self._sum("+", left, right)

    def minus(self, left: Value, right: Value) -> Value:
        return self._sum("-", left, right)

    def equal(self, left: Value, right: Value) -> Truth:
        if ranges(left, right):
            text = f"{left.low} == {left.high} == {right.low} == {right.high}"
            return self._test(text, left, right)
        return self._flag(left, right, True) or self._compared("==", left, right)

    def differ(self, left: Value, right: Value) -> Truth:
        if ranges(left, right):
            text = f"({left.high} < {right.low} or {left.low} > {right.high})"
            return self._test(text, left, right)
        return self._flag(left, right, False) or self._compared("!=", left, right)

    def less(self, left: Value, right: Value) -> Truth:
        if ranges(left, right):
            return self._test(f"{left.high} < {right.low}", left, right)
        return self._compared("<", left, right)

    def at_most(self, left: Value, right: Value) -> Truth:
        if ranges(left, right):
            return self._test(f"{left.high} <= {right.low}", left, right)
        return self._compared("<=", left, right)

    def related(self, relation: str, values: list[Value]) -> Truth:
        given = self.names.local(relation, f"tables.record.given.get({relation!r}, ())")
        return self._test(f"{tuple_of(values)} in {given}", *values)

    def unrelated(self, relation: str, values: list[Value]) -> Truth:
        given = self.names.local(relation, f"tables.record.given.get({relation!r})")
        known = "".join(f"{v.text} == {v.text} and " for v in values)
        return self._test(
            f"({given} is not None and {known}{tuple_of(values)} not in {given})",
            *values,
        )

    def no(self, body: Truth) -> Truth:
        match body:
            case Condition():
                return attrs.evolve(body, text=body.opposite, opposite=body.text)
            case No():
                return body.body
        return No(body, self.scope)

    def all(self, parts: Iterable[Truth]) -> Truth:
        flat: list[Truth] = []
        for part in parts:
            kept = part if part.scope is self.scope else self._kept(part)
            for piece in kept.parts if isinstance(kept, All) else (kept,):
                if flat and isinstance(piece, Condition) and not piece.steps:
                    joined = both(flat[-1], piece)
                    flat[-1:] = [joined] if joined else [flat[-1], piece]
                else:
                    flat.append(piece)
        if len(flat) > 1:
            return All(tuple(flat), self.names.new("ok"), self.scope)
        return flat[0] if flat else Condition("True", "False", self.scope)

    def some(
        self,
        table: s.Table,
        outer: Var | None,
        sure: bool,
        body: Callable[[Var], Truth],
    ) -> Truth:
        loop = self._loop(table, outer)
        with self._within(loop.var.scope):
            found = body(loop.var)
            if sure:
                found = self._surely(loop.var, found)
        return Exists(loop, found, self.names.new("found"), self.scope)

    def each(
        self, table: s.Table, outer: Var | None, body: Callable[[Var], Bag]
    ) -> Bag:
        loop = self._loop(table, outer)
        with self._within(loop.var.scope):
            return Each(loop, body(loop.var))

    def there(self, row: Var) -> Truth:
        text = f"{OPEN!r} not in {row.name}"
        return Condition(text, f"{OPEN!r} in {row.name}", self.scope)

    def unit(self, value: Value | None, table: s.Table, row: Var, surely: Truth) -> Bag:
        name = "self" if isinstance(table, s.Entities) else KEY
        found = Value("None") if value is None else value
        return Unit(found, f"{row.name}[{name!r}]", row, surely)

    def when(self, condition: Truth, body: Callable[[], Bag]) -> Bag:
        return When(condition, body())

    def count(self, bag: Bag, distinct: bool) -> Value:
        return (different if distinct else counted)(bag, self.names.new)

    def total(self, bag: Bag) -> Value:
        return totalled(bag, self.names.new)

    def apply(self, name: str, arguments: list[Value | Bag], sort: str) -> Value:
        return transformed(name, arguments, self.names.new, sort)

    def shared(
        self, node: s.Node, rows: Mapping[str, Var], sure: bool, make: Callable[[], Y]
    ) -> Y:
        """Keep what the rows of an outer loop decide where that loop begins."""
        home, names = self.root, sorted(s.free(node))
        for name in names:
            if rows[name].scope.depth > home.depth:
                home = rows[name].scope
        if isinstance(node, s.Some) and home is self.scope:
            return make()
        key = (node, sure, *(rows[name].name for name in names))
        if key not in home.made:
            with self._within(home):
                home.made[key] = self._cell(home, cast(Truth | Value, make()))
        made = home.made[key]
        if isinstance(made, Condition):
            made = attrs.evolve(made, scope=self.scope)
        return cast(Y, made)

    def mark(
        self, node: s.Formula, rows: Mapping[str, Var], sure: bool, held: Truth
    ) -> Truth:
        return held

    def _cell(self, home: Scope, made: Truth | Value) -> Condition | Value:
        """Return what is computed where it is first needed, and then remembered."""
        if isinstance(made, Value) and made.low:
            home.cells.append(made.low)
            return attrs.evolve(made, steps=[f"if {made.low} is None:", made.steps])
        cell = self.names.new("kept")
        home.cells.append(cell)
        if isinstance(made, Value):
            fill: Lines = [*made.steps, f"{cell} = {made.text}"]
            return Value(cell, [f"if {cell} is None:", fill], made.sort, home.depth)
        steps, text = made.value()
        fill = [*steps, f"{cell} = {text}"]
        return Condition(cell, f"not {cell}", home, [f"if {cell} is None:", fill])

    def _kept(self, part: Truth) -> Truth:
        """Return a truth of an outer loop as it is used in this one."""
        if isinstance(part, Condition) and part.text in ("True", "False"):
            return attrs.evolve(part, scope=self.scope)
        cell = self._cell(part.scope, part)
        assert isinstance(cell, Condition)
        return attrs.evolve(cell, scope=self.scope)

    def _sum(self, sign: str, left: Value, right: Value) -> Value:
        steps, depth = steps_of((left, right)), max(left.depth, right.depth)
        made = Value(f"({left.text} {sign} {right.text})", steps, "", depth)
        return self._early("sum", made)

    def _early(self, hint: str, value: Value) -> Value:
        """Return a value that an outer loop decides as it is set before this one."""
        if value.steps or not 0 < value.depth < self.scope.depth:
            return value
        before = self.scope.before
        if value.text not in before:
            before[value.text] = self.names.new(hint)
        return attrs.evolve(value, text=before[value.text])

    def _test(self, text: str, *values: Value) -> Condition:
        return Condition(text, f"not {text}", self.scope, steps_of(values))

    def _compared(self, sign: str, left: Value, right: Value) -> Condition:
        text = f"{left.text} {sign} {right.text}"
        return Condition(text, f"not ({text})", self.scope, steps_of((left, right)))

    def _flag(self, left: Value, right: Value, same: bool) -> Condition | None:
        """Return how a flag is compared to a constant: flags are the two bools."""
        if left.sort != "Bool" or right.text not in ("True", "False"):
            return None
        wanted = right.text if same else str(right.text == "False")
        texts = f"{left.text} is {wanted}", f"{left.text} is not {wanted}"
        return Condition(*texts, self.scope, left.steps)

    def _surely(self, row: Var, found: Truth) -> Truth:
        """Return ``found``, of a row that is surely there; it is asked for late."""
        first, *rest = found.parts if isinstance(found, All) else (found,)
        if isinstance(first, Condition) and not first.steps:
            return self.all(iter((first, self.there(row), *rest)))
        return self.all(iter((self.there(row), found)))

    def _loop(self, table: s.Table, outer: Var | None) -> Loop:
        match table:
            case s.Calls(tool):
                hint, rows = tool, self.names.local(tool, f"tables.calls[{tool!r}]")
            case s.Decided(hint, verdict):
                rows = self.names.local(hint, f"tables.decided[{hint!r}, {verdict!r}]")
            case s.Inside(field=hint) if outer is not None:
                inside = self.names.new(hint)
                unread = f"[open_row({outer.name})]"
                rows = f"{inside} if isinstance({inside}, list) else {unread}"
                steps = [f"{inside} = {outer.name}.get({hint!r})"]
                return Loop(Var(self.names.new(hint), Scope(self.scope)), rows, steps)
            case s.Made(hint) | s.Ended(hint) | s.Entities(hint):
                named = self.names.constant(hint, repr(table))
                rows = self.names.local(hint, f"tables.rows({named})")
            case _:
                raise AssertionError(f"no loop over {table!r}")
        return Loop(Var(self.names.new(hint), Scope(self.scope)), rows)

    @contextmanager
    def _within(self, scope: Scope) -> Iterator[None]:
        before, self.scope = self.scope, scope
        try:
            yield
        finally:
            self.scope = before
