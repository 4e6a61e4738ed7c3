"""The reading `Indexed`: compiled, with the rows of a loop looked up where they can be.

A loop over rows whose column equals something known before it begins ranges over the
rows with that value, and those of which the value is unknown. It tests what any loop
tests: an index leaves out only rows that no test lets through.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

import attrs

from ..spec import syntax as s
from ..spec.semantics import holds, value
from ..spec.sorts import EVENT, FLAGS
from .code import Loop, Value, Var, rendered
from .compiled import Compiled
from .program import WORLD
from .tables import Tables

Y = TypeVar("Y")
Must: TypeAlias = Callable[[Tables], bool]
TIMES = {*EVENT, *FLAGS}  # columns that no index is made of


class Indexed(Compiled):
    """The reading. One object for one program."""

    def __init__(self) -> None:
        super().__init__()
        self._binds: list[tuple[Iterator[s.Bind], Mapping[str, Var]]] = []

    def shared(
        self, node: s.Node, rows: Mapping[str, Var], sure: bool, make: Callable[[], Y]
    ) -> Y:
        """Remember, while it is made, over what ``node`` ranges."""
        binds = ranged(node)

        def made() -> Y:
            self._binds.append((iter(binds), rows))
            try:
                return make()
            finally:
                self._binds.pop()

        return super().shared(node, rows, sure, made)

    def _loop(self, table: s.Table, outer: Var | None) -> Loop:
        loop = super()._loop(table, outer)
        binds, rows = self._binds[-1]
        bind = next(binds)
        if isinstance(table, s.Inside | s.Entities):
            return loop
        key = self._key(bind, rows)
        if key is None:
            return loop
        column, found = key
        kept = repr(name_of(table, column))
        named = self.names.constant("table", repr(table))
        made = f"tables.index({kept}, {named}, {column!r})"
        source = f"tables.indexes.get({kept}) or {made}"
        index = self.names.local(column, source)
        return attrs.evolve(loop, rows=f"{index}.of({found.text})")

    def _key(self, bind: s.Bind, rows: Mapping[str, Var]) -> tuple[str, Value] | None:
        """Return a column of a range that equals what is known before the range."""
        for part in conjuncts(bind.where):
            match part:
                case s.Equal(s.Get(bind.var, column), other):
                    pass
                case s.Equal(other, s.Get(bind.var, column)):
                    pass
                case _:
                    continue
            if column in TIMES or s.free(other) - rows.keys():
                continue
            if isinstance(other, s.Get | s.Const | s.Role):
                found = value(other, self, rows)
                if not found.steps:
                    return column, found
        return None


def name_of(table: s.Table, column: str) -> str:
    """Return by what name an index is kept."""
    return f"{table} {column}"


def ranged(node: s.Node) -> list[s.Bind]:
    """Return over what a node itself ranges, in order."""
    match node:
        case s.Some(bind, _):
            return [bind]
        case s.Count(bag) | s.Total(bag):
            return list(bag.binds)
        case s.Apply(_, arguments):
            bags = [a for a in arguments if isinstance(a, s.Bag)]
            return [bind for bag in bags for bind in bag.binds]
    return []


def conjuncts(formula: s.Formula) -> Iterator[s.Formula]:
    """Yield the parts of a conjunction, those inside parts too."""
    if isinstance(formula, s.And):
        for part in formula.parts:
            yield from conjuncts(part)
    else:
        yield formula


@lru_cache(maxsize=256)
def must(formula: s.Formula) -> Must:
    """Return the function from tables to whether a closed formula must hold of them."""
    reading = Indexed()
    sure = holds(formula, reading, {}, True).when(["return True"])
    body = [*reading.first(), *sure, "return False"]
    lines = rendered([*reading.fixed(), "def must(tables):", body])
    names: dict[str, Any] = dict(WORLD) | {"Calls": s.Calls, "Decided": s.Decided}
    exec(compile("\n".join(lines) + "\n", "<must>", "exec"), names)
    found: Must = names["must"]
    return found
