"""What a line of a script may say, and what it refuses."""

from collections.abc import Callable

import pytest

from obligato.spec import SpecError, at
from obligato.spec.drafts import days, hours, minutes, seconds
from tests.lab import listing, look, touch

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "half a millisecond": (
        lambda: look(item="i1").took(1.5),  # type: ignore[arg-type]  # wrong on purpose
        "took(1.5) must be a number of ms, 0 or more",
    ),
    "a flag for a time": (lambda: look(item="i1").took(True), "took(True) must be"),
    "a unit that is none": (
        lambda: at(weeks=1),
        "no unit 'weeks'; there are: ms, seconds, minutes, hours, days",
    ),
    "a flag for hours": (lambda: hours(True), "hours=True must be an integer"),
    "a number for a list": (
        lambda: listing(item="i1").ok(lines=3),
        "response column of listing lines=3 must be a list of rows",
    ),
    "text for a row of two columns": (
        lambda: listing(item="i1").ok(lines=["d1"]),
        "lines: row='d1' must have doc, amount",
    ),
    "a column that a row has not": (
        lambda: listing(item="i1").ok(lines=[{"dog": "d1"}]),
        "no response column of listing lines, column 'dog'; there are: amount, doc",
    ),
}


@pytest.mark.parametrize("which", REFUSED)
def test_a_wrong_line_says_what_would_be_right(which: str) -> None:
    write, message = REFUSED[which]

    with pytest.raises(SpecError) as error:
        write()

    assert message in str(error.value)


def test_units_are_told_in_milliseconds() -> None:
    assert [unit(2) for unit in (seconds, minutes, hours, days)] == [
        2_000,
        120_000,
        7_200_000,
        172_800_000,
    ]
    assert at(5, seconds=1, days=1).ms == 86_401_005


def test_none_is_an_answer_that_never_came() -> None:
    assert look(item="i1").ok(here=None) == look(item="i1").ok()


def test_rows_of_one_column_may_be_written_without_its_name() -> None:
    named = touch(item="i1").ok(touched=[{"doc": "d1"}])

    assert touch(item="i1").ok(touched=["d1"]) == named
