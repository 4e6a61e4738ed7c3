"""The closed transforms are exact, and say when they have no value."""

from fractions import Fraction
from typing import Any

import pytest

from obligato.spec import UnknownNameError
from obligato.spec.errors import TransformError
from obligato.spec.transforms import TRANSFORMS, transform

ABC = (("a", 3), ("b", 1), ("c", 2))

VALUES: list[tuple[str, tuple[Any, ...], Any]] = [
    ("mean", (ABC,), Fraction(2)),
    ("mean", ((("a", 1), ("b", 2)),), Fraction(3, 2)),
    ("mean", ((("a", 1), ("b", 2), ("b", 2)),), Fraction(3, 2)),
    ("least", (ABC,), 1),
    ("most", (ABC,), 3),
    ("first", (2, ABC), ("a", "c")),
    ("first", (-2, ABC), ("b", "c")),
    ("first", (9, ABC), ("a", "c", "b")),
    ("first", (1, (("a", 2), ("b", 1), ("c", 1))), ("a",)),
    ("first", (3, (("a", 2), ("b", 1), ("a", 2))), ("a", "b")),
    ("ratio", (1, 3), Fraction(1, 3)),
    ("compare", (1, 2), -1),
    ("compare", (2, 2), 0),
    ("compare", (Fraction(5, 2), 2), 1),
    ("rounded", (Fraction(5, 2), 0), Fraction(2)),
    ("rounded", (Fraction(7, 2), 0), Fraction(4)),
    ("rounded", (Fraction(-5, 2), 0), Fraction(-2)),
    ("rounded", (Fraction(1, 3), 2), Fraction(33, 100)),
    ("rounded", (Fraction(15), -1), Fraction(20)),
    ("union", (ABC, (("d", 2), ("e", 9))), (1, 2, 3, 9)),
    ("common", (ABC, (("d", 2), ("e", 9))), (2,)),
    ("without", (ABC, (("d", 2), ("e", 9))), (1, 3)),
    ("joined", ((("x", "a"), ("y", "c")), ABC), (2, 3)),
    ("absent", ((),), True),
    ("absent", (ABC,), False),
]
NONE: list[tuple[str, tuple[Any, ...], str]] = [
    ("mean", ((),), "the mean of nothing"),
    ("least", ((),), "the least of nothing"),
    ("most", ((),), "the most of nothing"),
    ("mean", ((("a", 1), ("a", 2)),), "key='a' has two values, 1 and 2"),
    ("first", (0, ABC), "k=0 must be greater"),
    ("first", (1, (("a", 2), ("b", 2))), "a tie at 2"),
    ("first", (2, (("a", 3), ("b", 2), ("c", 2))), "among the first 2"),
    ("ratio", (1, 0), "the ratio to 0"),
]


@pytest.mark.parametrize(("name", "arguments", "value"), VALUES)
def test_a_transform_has_its_value(
    name: str, arguments: tuple[Any, ...], value: Any
) -> None:
    assert transform(name, arguments) == value


@pytest.mark.parametrize(("name", "arguments", "problem"), NONE)
def test_a_transform_without_a_value_says_why(
    name: str, arguments: tuple[Any, ...], problem: str
) -> None:
    with pytest.raises(TransformError, match=problem):
        transform(name, arguments)


def test_every_transform_has_a_row() -> None:
    assert {name for name, *_ in VALUES} == TRANSFORMS.keys()


def test_an_unknown_transform_lists_the_known() -> None:
    with pytest.raises(UnknownNameError, match="no transform 'median'; there are: abs"):
        transform("median", (ABC,))


@pytest.mark.parametrize("name", ["mean", "least", "most", "union", "absent"])
def test_the_order_of_rows_changes_nothing(name: str) -> None:
    more = (ABC,) if name == "union" else ()

    assert transform(name, (ABC, *more)) == transform(name, (ABC[::-1], *more))
