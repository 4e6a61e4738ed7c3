"""The translation `Compiled`: a formula as the Python source of its own loops.

It is a reading like any other, so what a formula means is not said again: its
truths and values are pieces of source. The program is independent of record and
world, and gives both bits of any record's tables at the speed of a loop by hand.
"""

import linecache
import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar, cast

import attrs

from ..spec import syntax as s
from ..spec.errors import SpecError
from ..spec.semantics import holds
from ..spec.values import UNKNOWN, Span
from .code import (
    All,
    Bag,
    Each,
    Exists,
    Lines,
    Loop,
    No,
    Scope,
    Test,
    Truth,
    Unit,
    Value,
    Var,
    When,
    gathered,
    rendered,
)
from .tables import OPEN, Tables, open_row
from .truth import applied

Y = TypeVar("Y")
Verdicts: TypeAlias = Callable[[Tables], tuple[bool, bool]]
WORLD = {  # all that the source may name beside its own variables
    **{kind.__name__: kind for kind in (s.Made, s.Ended, s.Entities, Fraction, Span)},
    **{"UNKNOWN": UNKNOWN, "applied": applied, "inf": math.inf, "open_row": open_row},
}


@attrs.frozen
class Program:
    """A formula as Python: its `source`, and the function that the source defines."""

    formula: s.Formula
    source: str
    verdict: Verdicts

    def must(self, tables: Tables) -> bool:
        """Whether the formula is true in every history that fits the record."""
        return self.verdict(tables)[0]

    def may(self, tables: Tables) -> bool:
        """Whether the formula is true in some history that fits the record."""
        return self.verdict(tables)[1]


@lru_cache(maxsize=256)
def compile_formula(formula: s.Formula) -> Program:
    """Return the program of a closed formula.

    Raises: `SpecError` if the formula is not closed, or nests deeper than Python
    nests loops (20).
    """
    return translated(formula, Compiled())


def translated(formula: s.Formula, reading: "Compiled") -> Program:
    """Return the program that ``reading`` makes of a closed formula."""
    if s.free(formula):
        raise SpecError(
            f"a formula with free variables, {', '.join(sorted(s.free(formula)))}, "
            "has no program; compile the closed formula around it"
        )
    sure = holds(formula, reading, {}, True).when(["return True, True"])
    possible = holds(formula, reading, {}, False).when(["return False, True"])
    body = [*reading.first(), *sure, *possible, "return False, False"]
    source = (
        "\n".join(rendered([*reading.fixed(), "def verdict(tables):", body])) + "\n"
    )
    name = f"<formula {zlib.crc32(source.encode()):08x}>"
    names: dict[str, Any] = dict(WORLD)
    try:
        exec(compile(source, name, "exec"), names)
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise SpecError(
            f"the formula nests too deep to be Python ({error}); split it"
        ) from None
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    return Program(formula, source, cast(Verdicts, names["verdict"]))


class Compiled:
    """The reading whose truths and values are source. One object for one program."""

    def __init__(self) -> None:
        self.scope = self.root = Scope()
        self._constants: dict[str, str] = {}
        self._locals: dict[str, str] = {}
        self._names = 0

    def fixed(self) -> Lines:
        """Return the lines before the function."""
        return [f"{name} = {text}" for text, name in self._constants.items()]

    def first(self) -> Lines:
        """Return the lines that the function begins with."""
        given = [f"{name} = {text}" for text, name in self._locals.items()]
        return [*given, *self.root.head()]

    # ---- values ------------------------------------------------------------------
    def constant(self, value: str | int | bool, sort: str) -> Value:
        if type(value) is int:
            return Value(repr(value), (), sort, 0, repr(value), repr(value))
        if isinstance(value, str | bool):
            return Value(repr(value), (), sort)
        return Value(self._constant("constant", repr(value)), (), sort)

    def bound(self, role: str, sort: str) -> Value:
        text = f"tables.record.bound.get({role!r}, UNKNOWN)"
        return Value(self._local(role, text), (), sort)

    def claim(self, slot: str, sort: str) -> Value:
        text = f"tables.slots.get({slot!r}, UNKNOWN)"
        return Value(self._local(slot, text), (), sort)

    def now(self) -> Value:
        return Value(self._local("now", "tables.now"))

    def frontier(self) -> Value:
        return Value(self._local("frontier", "tables.frontier"))

    def field(self, row: Var, name: str, sort: str) -> Value:
        text = f"{row.name}[{name!r}]"
        return self._early(name, Value(text, (), sort, row.scope.depth))

    def plus(self, left: Value, right: Value) -> Value:
        return self._sum("+", left, right)

    def minus(self, left: Value, right: Value) -> Value:
        return self._sum("-", left, right)

    # ---- comparisons ---------------------------------------------------------------
    def equal(self, left: Value, right: Value) -> Truth:
        if ranges(left, right):
            return self._test(
                " == ".join({x: x for v in (left, right) for x in (v.low, v.high)}),
                left,
                right,
            )
        return self._flag(left, right, True) or self._compared("==", left, right)

    def differ(self, left: Value, right: Value) -> Truth:
        if ranges(left, right):
            return self._test(
                f"({left.high} < {right.low} or {left.low} > {right.high})", left, right
            )
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
        given = self._local(relation, f"tables.record.given.get({relation!r}, ())")
        return self._test(f"{tuple_of(values)} in {given}", *values)

    def unrelated(self, relation: str, values: list[Value]) -> Truth:
        given = self._local(relation, f"tables.record.given.get({relation!r})")
        known = "".join(f"{v.text} == {v.text} and " for v in values)
        return self._test(
            f"({given} is not None and {known}{tuple_of(values)} not in {given})",
            *values,
        )

    # ---- connectives and ranges --------------------------------------------------
    def no(self, body: Truth) -> Truth:
        match body:
            case Test():
                return attrs.evolve(body, text=body.opposite, opposite=body.text)
            case No():
                return body.body
        return No(body, self.scope)

    def all(self, parts: Iterable[Truth]) -> Truth:
        flat: list[Truth] = []
        for part in parts:
            kept = part if part.scope is self.scope else self._kept(part)
            for piece in kept.parts if isinstance(kept, All) else (kept,):
                if flat and isinstance(piece, Test) and not piece.steps:
                    joined = self._both(flat[-1], piece)
                    flat[-1:] = [joined] if joined else [flat[-1], piece]
                else:
                    flat.append(piece)
        if len(flat) == 1:
            return flat[0]
        return All(tuple(flat), self._name("ok"), self.scope) if flat else self._true()

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
        return Exists(loop, found, self._name("found"), self.scope)

    def each(
        self, table: s.Table, outer: Var | None, body: Callable[[Var], Bag]
    ) -> Bag:
        loop = self._loop(table, outer)
        with self._within(loop.var.scope):
            return Each(loop, body(loop.var))

    def there(self, row: Var) -> Truth:
        text = f"{OPEN!r} not in {row.name}"
        return Test(text, f"{OPEN!r} in {row.name}", self.scope)

    # ---- bags ----------------------------------------------------------------------
    def unit(self, value: Value | None, table: s.Table, row: Var, surely: Truth) -> Bag:
        name = "self" if isinstance(table, s.Entities) else "id"
        return Unit(value, f"{row.name}[{name!r}]", row, surely)

    def when(self, condition: Truth, body: Callable[[], Bag]) -> Bag:
        return When(condition, body())

    def count(self, bag: Bag, distinct: bool) -> Value:
        low, high = self._name("low"), self._name("high")
        if distinct:
            steps = self._different(bag, low, high)
        else:

            def tally(unit: Unit) -> Lines:
                more = f"{high} += inf if {OPEN!r} in {unit.var.name} else 1"
                return [more, *unit.surely.when([f"{low} += 1"])]

            steps = [f"{low} = {high} = 0", *gathered(bag, tally)]
        text = f"({low} if {low} == {high} else Span({low}, {high}))"
        return Value(text, steps, "Int", 0, low, high)

    def _different(self, bag: Bag, low: str, high: str) -> Lines:
        sure, others, found = (self._name(n) for n in ("sure", "others", "value"))

        def tally(unit: Unit) -> Lines:
            assert unit.value is not None
            more = f"{high} += inf if {OPEN!r} in {unit.var.name} else 1"
            steps, flag = unit.surely.value()
            put = [*steps, f"({sure} if {flag} else {others}).add({found})"]
            have = [*unit.value.steps, f"{found} = {unit.value.text}"]
            return [*have, f"if {found} == {found}:", put, "else:", [more]]

        return [
            f"{sure}, {others}, {high} = set(), set(), 0",
            *gathered(bag, tally),
            f"{low} = len({sure})",
            f"{high} += len({sure} | {others}) if {others} else {low}",
        ]

    def total(self, bag: Bag) -> Value:
        total, amounts, whole = (self._name(n) for n in ("total", "amounts", "whole"))
        value, key = self._name("value"), self._name("key")

        def add(unit: Unit) -> Lines:
            assert unit.value is not None
            steps, flag = unit.surely.value()
            known = f"{flag} and {value} == {value} and {key} == {key}"
            same = f"{amounts}.setdefault({key}, {value}) != {value}"
            return [
                *steps,
                *unit.value.steps,
                f"{value}, {key} = {unit.value.text}, {unit.key}",
                f"if not ({known}) or {same}:",
                [f"{whole} = False"],
            ]

        steps: Lines = [
            f"{amounts}, {whole} = {{}}, True",
            *gathered(bag, add),
            f"{total} = sum({amounts}.values()) if {whole} else UNKNOWN",
        ]
        return Value(total, steps)

    def apply(self, transform: str, arguments: list[Value | Bag], sort: str) -> Value:
        result, lines, texts = self._name(transform), list[str | Lines](), []
        for argument in arguments:
            if isinstance(argument, Value):
                lines.extend(argument.steps)
                texts.append(argument.text)
            else:
                texts.append(self._name("items"))
                lines += [f"{texts[-1]} = []", *gathered(argument, item(texts[-1]))]
        lines.append(f"{result} = applied({transform!r}, [{', '.join(texts)}])")
        return Value(result, lines, sort)

    # ---- computed once -------------------------------------------------------------
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
        if isinstance(made, Test):
            made = attrs.evolve(made, scope=self.scope)
        return cast(Y, made)

    def mark(
        self, node: s.Formula, rows: Mapping[str, Var], sure: bool, held: Truth
    ) -> Truth:
        return held

    def _cell(self, home: Scope, made: Truth | Value) -> Test | Value:
        """Return what is computed where it is first needed, and then remembered."""
        if isinstance(made, Value) and made.low:
            home.cells.append(made.low)
            return attrs.evolve(made, steps=[f"if {made.low} is None:", made.steps])
        cell = self._name("kept")
        home.cells.append(cell)
        if isinstance(made, Value):
            fill: Lines = [*made.steps, f"{cell} = {made.text}"]
            return Value(cell, [f"if {cell} is None:", fill], made.sort, home.depth)
        steps, text = made.value()
        fill = [*steps, f"{cell} = {text}"]
        return Test(cell, f"not {cell}", home, [f"if {cell} is None:", fill])

    def _kept(self, part: Truth) -> Truth:
        """Return a truth of an outer loop as it is used in this one."""
        if isinstance(part, Test) and part.text in ("True", "False"):
            return attrs.evolve(part, scope=self.scope)
        cell = self._cell(part.scope, part)
        assert isinstance(cell, Test)
        return attrs.evolve(cell, scope=self.scope)

    # ---- small things --------------------------------------------------------------
    def _true(self) -> Test:
        return Test("True", "False", self.scope)

    def _sum(self, sign: str, left: Value, right: Value) -> Value:
        steps, depth = (*left.steps, *right.steps), max(left.depth, right.depth)
        made = Value(f"({left.text} {sign} {right.text})", steps, "", depth)
        return self._early("sum", made)

    def _early(self, hint: str, value: Value) -> Value:
        """Return a value that an outer loop decides as it is set before this one."""
        if value.steps or not 0 < value.depth < self.scope.depth:
            return value
        before = self.scope.before
        name = before.setdefault(value.text, before.get(value.text) or self._name(hint))
        return attrs.evolve(value, text=name)

    def _test(self, text: str, *values: Value) -> Test:
        steps = [line for v in values for line in v.steps]
        return Test(text, f"not {text}", self.scope, steps)

    def _compared(self, sign: str, left: Value, right: Value) -> Test:
        text = f"{left.text} {sign} {right.text}"
        steps = [*left.steps, *right.steps]
        return Test(text, f"not ({text})", self.scope, steps)

    def _flag(self, left: Value, right: Value, same: bool) -> Test | None:
        """Return how a flag is compared to a constant: flags are the two bools."""
        if left.sort != "Bool" or right.text not in ("True", "False"):
            return None
        wanted = right.text if same else str(right.text == "False")
        texts = f"{left.text} is {wanted}", f"{left.text} is not {wanted}"
        return Test(*texts, self.scope, left.steps)

    def _both(self, left: Truth, right: Test) -> Test | None:
        if not isinstance(left, Test):
            return None
        if right.text == "True" or (left.text == "True" and not left.steps):
            return left if right.text == "True" else right
        text = f"{left.text} and {right.text}"
        return Test(text, f"not ({text})", self.scope, left.steps)

    def _surely(self, row: Var, found: Truth) -> Truth:
        """Return ``found``, of a row that is surely there; it is asked for late."""
        first, *rest = found.parts if isinstance(found, All) else (found,)
        if isinstance(first, Test) and not first.steps:
            return self.all(iter((first, self.there(row), *rest)))
        return self.all(iter((self.there(row), found)))

    def _loop(self, table: s.Table, outer: Var | None) -> Loop:
        match table:
            case s.Calls(tool):
                hint, rows = tool, self._local(tool, f"tables.calls[{tool!r}]")
            case s.Decided(hint, verdict):
                rows = self._local(hint, f"tables.decided[{hint!r}, {verdict!r}]")
            case s.Inside(field=hint) if outer is not None:
                inside = self._name(hint)
                rows = f"{inside} if isinstance({inside}, list) else [open_row({outer.name})]"
                steps = [f"{inside} = {outer.name}.get({hint!r})"]
                return Loop(Var(self._name(hint), Scope(self.scope)), rows, steps)
            case s.Made(hint) | s.Ended(hint) | s.Entities(hint):
                named = self._constant(hint, repr(table))
                rows = self._local(hint, f"tables.rows({named})")
            case _:
                raise AssertionError(f"no loop over {table!r}")
        return Loop(Var(self._name(hint), Scope(self.scope)), rows)

    @contextmanager
    def _within(self, scope: Scope) -> Iterator[None]:
        before, self.scope = self.scope, scope
        try:
            yield
        finally:
            self.scope = before

    def _constant(self, hint: str, text: str) -> str:
        if text not in self._constants:
            self._constants[text] = self._name(hint)
        return self._constants[text]

    def _local(self, hint: str, text: str) -> str:
        if text not in self._locals:
            self._locals[text] = self._name(hint)
        return self._locals[text]

    def _name(self, hint: str) -> str:
        self._names += 1
        safe = "".join(c for c in hint if c.isascii() and (c.isalnum() or c == "_"))
        return (
            f"{safe or 'x'}_{self._names}" if safe[:1].isalpha() else f"x_{self._names}"
        )


def ranges(left: Value, right: Value) -> bool:
    """Whether both are numbers between two plain numbers."""
    return bool(left.low and right.low)


def tuple_of(values: list[Value]) -> str:
    """Return the source of the tuple of some values."""
    return f"({''.join(f'{v.text}, ' for v in values).rstrip()})"


def item(name: str) -> Callable[[Unit], Lines]:
    """Return what puts a value of a bag into the list ``name``, as `Truth` has it."""

    def put(unit: Unit) -> Lines:
        assert unit.value is not None
        steps, flag = unit.surely.value()
        row = f"{OPEN!r} in {unit.var.name}"
        made = f"({unit.value.text}, {unit.key}, {flag}, {row})"
        return [*steps, *unit.value.steps, f"{name}.append({made})"]

    return put
