"""The reading `Truth`: Python bools, over the tables of one record."""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from ..spec import syntax as s
from ..spec.transforms import BY_KEY, transform
from ..spec.values import UNKNOWN, between, known
from .tables import KEY, OPEN, Row, Tables

Y = TypeVar("Y")
Item: TypeAlias = tuple[Any, Any, bool, bool]  # value, key, surely there, open
Bag: TypeAlias = list[Item]


class Truth:
    """The verdict on one record: must and may as bools."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._memo: dict[object, tuple[s.Node, Any]] = {}

    def constant(self, value: str | int | bool, sort: str) -> Any:
        return value

    def bound(self, role: str, sort: str) -> Any:
        return self.tables.record.bound.get(role, UNKNOWN)

    def claim(self, slot: str, sort: str) -> Any:
        return self.tables.slots.get(slot, UNKNOWN)

    def now(self) -> Any:
        return self.tables.now

    def frontier(self) -> Any:
        return self.tables.frontier

    def field(self, row: Row, name: str, sort: str) -> Any:
        return row[name]

    def plus(self, left: Any, right: Any) -> Any:
        return left + right

    def minus(self, left: Any, right: Any) -> Any:
        return left - right

    def equal(self, left: Any, right: Any) -> bool:
        return bool(left == right)

    def differ(self, left: Any, right: Any) -> bool:
        return bool(left != right)

    def less(self, left: Any, right: Any) -> bool:
        return bool(left < right)

    def at_most(self, left: Any, right: Any) -> bool:
        return bool(left <= right)

    def related(self, relation: str, values: list[Any]) -> bool:
        return tuple(values) in self.tables.record.given.get(relation, frozenset())

    def unrelated(self, relation: str, values: list[Any]) -> bool:
        given = self.tables.record.given.get(relation)
        return (
            given is not None and all(map(known, values)) and tuple(values) not in given
        )

    def no(self, body: bool) -> bool:
        return not body

    def all(self, parts: Iterable[bool]) -> bool:
        return all(parts)

    def some(
        self, table: s.Table, outer: Row | None, sure: bool, body: Callable[[Row], bool]
    ) -> bool:
        rows = self.tables.rows(table, outer)
        return any(body(row) for row in rows if not (sure and OPEN in row))

    def each(
        self, table: s.Table, outer: Row | None, body: Callable[[Row], Bag]
    ) -> Bag:
        return [item for row in self.tables.rows(table, outer) for item in body(row)]

    def there(self, row: Row) -> bool:
        return OPEN not in row

    def unit(self, value: Any, table: s.Table, row: Row, surely: bool) -> Bag:
        return [(value, row.get(KEY, row.get("self")), surely, OPEN in row)]

    def when(self, condition: bool, body: Callable[[], Bag]) -> Bag:
        return body() if condition else []

    def count(self, bag: Bag, distinct: bool) -> Any:
        if not distinct:
            least = sum(surely for _, _, surely, _ in bag)
            return between(least, math.inf if any(o for *_, o in bag) else len(bag))
        sure = {value for value, _, surely, _ in bag if surely and known(value)}
        values = {value for value, *_ in bag if known(value)}
        others = [is_open for value, _, _, is_open in bag if not known(value)]
        return between(
            len(sure), math.inf if any(others) else len(values) + len(others)
        )

    def total(self, bag: Bag) -> Any:
        amounts: dict[Any, Any] = {}
        for value, key, surely, _ in bag:
            if not (surely and known(value) and known(key)):
                return UNKNOWN
            if amounts.setdefault(key, value) != value:
                return UNKNOWN
        return sum(amounts.values())

    def apply(self, name: str, arguments: list[Any], sort: str) -> Any:
        return applied(name, arguments)

    def shared(
        self, node: s.Node, rows: Mapping[str, Row], sure: bool, make: Callable[[], Y]
    ) -> Y:
        key = (id(node), sure, *(id(rows[name]) for name in sorted(s.free(node))))
        if key not in self._memo:
            self._memo[key] = (node, make())  # the node stays, so that its id does
        made: Y = self._memo[key][1]
        return made

    def mark(
        self, node: s.Formula, rows: Mapping[str, Row], sure: bool, held: bool
    ) -> bool:
        return held


def applied(name: str, arguments: list[Any]) -> Any:
    """Return the value of a transform, unknown if anything it is applied to is.

    A row whose key is unknown may be another row, reported twice.
    """
    found: list[Any] = []
    for argument in arguments:
        if isinstance(argument, list):
            if not all(
                surely and known(value) and (known(key) or name not in BY_KEY)
                for value, key, surely, _ in argument
            ):
                return UNKNOWN
            found.append(tuple((key, value) for value, key, *_ in argument))
        elif not known(argument):
            return UNKNOWN
        else:
            found.append(argument)
    return transform(name, found)
