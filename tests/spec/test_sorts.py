"""A sort reads exactly its own values, and writes back what it read."""

from decimal import Decimal as Exact
from fractions import Fraction
from typing import Any

import pytest

from obligato.spec import Bool, Decimal, Int, Sort, SpecError, Time, UnknownNameError
from obligato.spec.errors import shown
from obligato.spec.sorts import List, Ratio, find

from .trade import amount, file

Name, Cents, Whole = Sort("Name"), Decimal(2), Decimal(0)

READ: list[tuple[Sort, Any, Any, Any]] = [  # the sort, a value, as held, as written
    (Name, "ann", "ann", "ann"),
    (Name, "", "", ""),
    (Name, "Zoë", "Zoë", "Zoë"),
    (Bool, True, True, True),
    (Int, -3, -3, -3),
    (Int, 2**53 - 1, 2**53 - 1, 2**53 - 1),
    (Time, 0, 0, 0),
    (Cents, "12.5", 1250, "12.50"),
    (Cents, "-0.01", -1, "-0.01"),
    (Cents, 3, 300, "3.00"),
    (Cents, Exact("1.10"), 110, "1.10"),
    (Cents, "1E+2", 10000, "100.00"),
    (Whole, "7", 7, "7"),
    (Ratio, "7/3", Fraction(7, 3), "7/3"),
    (Ratio, 2, Fraction(2), "2"),
    (List, ["a", 1], ("a", 1), ["a", 1]),
]
REFUSED: list[tuple[Sort, Any, str]] = [
    (Name, 3, "an entity is text"),
    (Name, None, "an entity is text"),
    (Name, "\ud800", "lone surrogate"),
    (Bool, 1, "a flag is true or false"),
    (Bool, "true", "a flag is true or false"),
    (Int, True, "a number is an integer"),
    (Int, 1.0, "a number is an integer"),
    (Int, "1", "a number is an integer"),
    (Int, 2**53, "beyond"),
    (Int, 10**5000, "too large to print"),
    (Time, 1.5, "a time is an integer of UTC milliseconds"),
    (Cents, 1.5, "a decimal is text"),
    (Cents, True, "a decimal is text"),
    (Cents, "1.005", "at most 2 places"),
    (Cents, "1." + "0" * 40 + "1", "at most 2 places"),
    (Cents, "NaN", "at most 2 places"),
    (Cents, "sNaN", "at most 2 places"),
    (Cents, "Infinity", "at most 2 places"),
    (Cents, "1e999999", "15 digits"),
    (Cents, "9" * 5000, "15 digits"),
    (Cents, "twelve", "at most 2 places"),
    (Ratio, "1/0", "a ratio is text"),
    (Ratio, 0.5, "a ratio is text"),
    (List, ["a", 1.5], "a list holds text or integers"),
    (List, [True], "a list holds text or integers"),
]


@pytest.mark.parametrize(("sort", "value", "held", "written"), READ)
def test_a_sort_reads_its_values(
    sort: Sort, value: Any, held: Any, written: Any
) -> None:
    assert (sort.read(value), type(sort.read(value))) == (held, type(held))
    assert sort.write(held) == written
    assert sort.read(written) == held


@pytest.mark.parametrize(
    ("sort", "value", "problem"), REFUSED, ids=lambda x: shown(x, 24)
)
def test_a_sort_refuses_all_else(sort: Sort, value: Any, problem: str) -> None:
    with pytest.raises(SpecError) as error:
        sort.read(value)

    assert problem in str(error.value)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("name", ["", "a b", "1a", "é", 3, None])
def test_a_sort_is_named_by_an_identifier(name: Any) -> None:
    with pytest.raises(SpecError, match="must be an identifier"):
        Sort(name)


@pytest.mark.parametrize(
    "name", ["by", "at", "start", "end", "before", "took", "answered", "self", "_x"]
)
def test_the_language_keeps_its_own_names(name: str) -> None:
    with pytest.raises(SpecError, match="taken by the language itself"):
        Name(name)


@pytest.mark.parametrize("places", [-1, 19, 1.0, True])
def test_a_decimal_has_0_to_18_places(places: Any) -> None:
    with pytest.raises(SpecError, match="must be an integer from 0 to 18"):
        Decimal(places)


def test_sorts_of_one_name_are_one_sort() -> None:
    assert (Sort("Name"), Sort("Decimal2")) == (Name, Cents)


def test_only_numbers_and_times_are_ordered() -> None:
    ordered = [s.name for s in (Name, Bool, Int, Time, Cents, Ratio, List) if s.ordered]

    assert ordered == ["Int", "Time", "Decimal2", "Ratio"]


def test_an_unknown_column_lists_the_known() -> None:
    columns = (amount.column, file.column)

    with pytest.raises(UnknownNameError, match="no slot 'x'; there are: amount, file"):
        find("x", columns, "slot")
