"""Formulas with parts put for parts: other variables, binds or terms."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import attrs

from .syntax import And, Bind, Node, Table, free

N = TypeVar("N", bound=Node)


def rename(node: N, names: Mapping[str, str]) -> N:
    """Put other variables for free ones. The caller sees to it that none is caught."""

    def changed(part: Any, field: str) -> Any:
        if field in ("row", "var"):
            return names.get(part, part)
        return rename(part, names) if attrs.has(type(part)) else part

    if not (free(node) & names.keys()):
        return node
    return rebuilt(node, changed)


def rebind(node: N, change: Callable[[Bind], Any]) -> N:
    """Put ``change(bind)`` for every bind in ``node``, innermost first."""

    def changed(part: Any, field: str) -> Any:
        return rebind(part, change) if attrs.has(type(part)) else part

    made: Any = rebuilt(node, changed)
    new: N = change(made) if type(made) is Bind else made
    return new


def put(node: Node, old: Node, new: Node) -> Node:
    """Put ``new`` for each ``old`` in ``node``, whose variables stay as they are."""
    if node == old:
        return new

    def changed(part: Any, field: str) -> Any:
        return put(part, old, new) if attrs.has(type(part)) else part

    return rebuilt(node, changed)


def rebuilt(node: N, change: Callable[[Any, str], Any]) -> N:
    """Return ``node`` with ``change(part, field)`` for each part of each field."""
    parts: dict[str, Any] = {}
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        parts[field.name] = (
            tuple(change(part, field.name) for part in value)
            if isinstance(value, tuple)
            else change(value, field.name)
        )
    made: Any = type(node)
    new: N = made(**parts)
    return new


def shortened(
    node: N, scope: Mapping[str, Table] = MappingProxyType({})
) -> Iterator[tuple[Node, Mapping[str, Table], N]]:
    """Yield each conjunct at any depth, the tables of its rows, and the node without.

    `scope`: the tables of the rows that ``node`` itself is about.
    """
    if isinstance(node, And):
        for i, part in enumerate(node.parts):
            rest = node.parts[:i] + node.parts[i + 1 :]
            shorter: Any = rest[0] if len(rest) == 1 else And(rest)
            yield part, scope, shorter
    inner = dict(scope)
    if isinstance(node, Bind):
        inner[node.var] = node.table
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        parts = value if isinstance(value, tuple) else (value,)
        for i, part in enumerate(parts):
            for dropped, around, kept in (
                shortened(part, inner) if attrs.has(type(part)) else ()
            ):
                new: Any = (*parts[:i], kept, *parts[i + 1 :])
                changed = new if isinstance(value, tuple) else kept
                yield dropped, around, attrs.evolve(node, **{field.name: changed})
            if isinstance(part, Bind):
                inner[part.var] = part.table
