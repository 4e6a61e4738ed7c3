"""The closed transforms by which an answer may be derived: pure, exact, total.

This project's definition of ECT's list: exact rationals; an explicit rounding rule;
a tie across k is an error; what is unknown makes the answer unknown. A collection
is a tuple of pairs (key, value); rows of equal key are one row.

    identity select count sum        terms of the language itself
    mean least most                  of a collection: Ratio, or the sort of its values
    first                            the keys of the k greatest (k > 0) or least (k < 0)
    ratio compare rounded            of two numbers; `rounded` to places, half to even
    union common without joined      of two collections: their values, sorted
    absent                           whether a collection is empty
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from .errors import TieError, TransformError, unknown

Collection: TypeAlias = tuple[tuple[Any, Any], ...]


def transform(name: str, arguments: Sequence[Any]) -> Any:
    """Return the value of a transform, or raise `TransformError` if it has none."""
    if name not in TRANSFORMS:
        raise unknown("transform", name, TRANSFORMS)
    return TRANSFORMS[name](*arguments)


def rows(collection: Collection) -> dict[Any, Any]:
    """Return the value of each key; two values for one key are an error."""
    found: dict[Any, Any] = {}
    for key, value in collection:
        if found.setdefault(key, value) != value:
            raise TransformError(
                f"key={key!r} has two values, {found[key]!r} and {value!r}"
            )
    return found


def mean(collection: Collection) -> Fraction:
    """Return the sum of the values over their number."""
    values = list(rows(collection).values())
    if not values:
        raise TransformError("the mean of nothing")
    return Fraction(sum(values), len(values))


def least(collection: Collection) -> Any:
    """Return the least value."""
    return min(_some(collection, "least"))


def most(collection: Collection) -> Any:
    """Return the greatest value."""
    return max(_some(collection, "most"))


def first(k: int, collection: Collection) -> tuple[Any, ...]:
    """Return the keys of the ``k`` greatest values, greatest first; k < 0: least."""
    if k == 0:
        raise TransformError("k=0 must be greater (the greatest) or less (the least)")
    found = rows(collection)
    ranked = sorted(found, key=lambda key: found[key], reverse=k > 0)
    for i in range(min(abs(k), len(ranked) - 1)):
        if found[ranked[i]] == found[ranked[i + 1]]:
            raise TieError(
                f"a tie at {found[ranked[i]]!r}: which is among the first {abs(k)}?"
            )
    return tuple(ranked[: abs(k)])


def ratio(left: Any, right: Any) -> Fraction:
    """Return ``left / right``, exactly."""
    if right == 0:
        raise TransformError("the ratio to 0")
    return Fraction(left) / Fraction(right)


def rounded(value: Any, places: int) -> Fraction:
    """Return ``value`` rounded to ``places`` decimals, half to even."""
    scale = Fraction(10) ** places
    return round(Fraction(value) * scale) / scale


def compare(left: Any, right: Any) -> int:
    """Return -1, 0 or 1: less, equal, greater."""
    return bool(left > right) - bool(left < right)


def union(left: Collection, right: Collection) -> tuple[Any, ...]:
    """Return the values in either."""
    return _sorted({v for _, v in left} | {v for _, v in right})


def common(left: Collection, right: Collection) -> tuple[Any, ...]:
    """Return the values in both."""
    return _sorted({v for _, v in left} & {v for _, v in right})


def without(left: Collection, right: Collection) -> tuple[Any, ...]:
    """Return the values in the first and not in the second."""
    return _sorted({v for _, v in left} - {v for _, v in right})


def joined(left: Collection, right: Collection) -> tuple[Any, ...]:
    """Return the right values whose key is a value of the left."""
    keys = {v for _, v in left}
    return _sorted({v for k, v in right if k in keys})


def absent(collection: Collection) -> bool:
    """Whether there is nothing."""
    return not collection


def _some(collection: Collection, name: str) -> list[Any]:
    if not collection:
        raise TransformError(f"the {name} of nothing")
    return [value for _, value in collection]


def _sorted(values: set[Any]) -> tuple[Any, ...]:
    return tuple(sorted(values, key=lambda v: (isinstance(v, str), v)))


TRANSFORMS: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        mean,
        least,
        most,
        first,
        ratio,
        rounded,
        compare,
        union,
        common,
        without,
        joined,
        absent,
    )
}

BY_KEY = frozenset({"mean", "first", "joined"})  # those that ask which rows are one
