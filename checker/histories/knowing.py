"""What is known of one kept row by itself, and which truths that decides."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeAlias

from .shaped import All, Exists, Fixed, Key, Least, Not, Tree, Var

Fact: TypeAlias = tuple[Key, bool]  # a fixed truth about the row, and its value
IT = "it"  # the row in question


class Facts:
    """Fixed truths about one row, each with its value."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self.facts = dict(facts)

    def __and__(self, other: "Facts") -> "Facts":
        """Return what both say."""
        return Facts(self.facts.items() & other.facts.items())

    def value(self, key: Key) -> bool | None:
        """Return the value of a fixed truth, if it follows from what is known."""
        if key in self.facts:
            return self.facts[key]
        what, *values = key
        if what not in ("=", "≠") or len(values) != 2:
            return None
        if self.facts.get((("≠" if what == "=" else "="), *values)):
            return False  # what is surely equal is not surely different
        left, right = values
        constant = right[0] == "const" and self._constant(left)
        if not constant:
            return None
        same = constant == right
        return same if what == "=" else not same

    def _constant(self, value: Key) -> Key | None:
        """Return the constant to which a value is known to be equal."""
        for (what, *pair), held in self.facts.items():
            if held and what in ("=", "≠") and pair[0] == value:
                other: Key = pair[1]
                if what == "=" and other[0] == "const":
                    return other
                if what == "≠" and other[:2] == ("const", "Bool"):
                    return ("const", "Bool", not other[2])
        return None


class Kept(Protocol):
    """A row of which something may be known, for each thing that it may be of."""

    of: dict[str, Facts]


def about(tree: Tree, row: Var) -> Iterator[Fact]:
    """Yield what a tree that holds says about ``row`` alone."""
    match tree:
        case Fixed(key) if tree.vars == {row}:
            yield _own(key, row), True
        case Not(Fixed(key) as fixed) if fixed.vars == {row}:
            yield _own(key, row), False
        case All(parts):
            for part in parts:
                yield from about(part, row)
        case Exists(_, body):
            yield from about(body, row)
        case Least(number) if number:
            yield from about(tree.body, row)


def decided(tree: Tree, env: Mapping[Var, Kept]) -> bool | None:
    """Return the value of a tree, if what is known of the rows decides it."""
    match tree:
        case Fixed(key):
            if len(tree.vars) != 1:
                return None
            (row,) = tree.vars
            kept = env.get(row)
            return None if kept is None else kept.of[row.of].value(_own(key, row))
        case Not(body):
            value = decided(body, env)
            return None if value is None else not value
        case All(parts):
            values = [decided(part, env) for part in parts]
            if False in values:
                return False
            return None if None in values else True
        case Exists(_, body):
            return False if decided(body, env) is False else None
        case Least(number) if number is not None:
            return False if decided(tree.body, env) is False else None
    return None


def _own(key: Key, row: Var) -> Key:
    """Return a key as it reads of any row: constants last, the row named `IT`."""
    what, *values = (_named(part, row) for part in key)
    if what in ("=", "≠") and len(values) == 2:
        values.sort(key=lambda value: (value[0] == "const", str(value)))
    return (what, *values)


def _named(part: Any, row: Var) -> Any:
    if isinstance(part, tuple):
        return tuple(_named(inner, row) for inner in part)
    return IT if part is row else part
