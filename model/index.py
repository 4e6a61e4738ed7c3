"""An index: the rows of a table by the value of one column."""

from collections.abc import Hashable, Iterable
from typing import Any

import attrs


@attrs.define(eq=False)  # many are made, and what is frozen takes twice the time
class Index:
    """Rows: all of them, those by their value, and those whose value is not known."""

    every: list[dict[str, Any]]
    by: dict[Any, list[dict[str, Any]]]
    others: list[dict[str, Any]]

    def of(self, value: Hashable) -> list[dict[str, Any]]:
        """Return the rows whose column may have this value."""
        if not value == value:  # noqa: SIM201  # it is not known itself
            return self.every
        rows = self.by.get(value)
        if rows is None:
            return self.others
        return rows + self.others if self.others else rows


def indexed(rows: Iterable[dict[str, Any]], column: str, mark: str) -> Index:
    """Return the index of rows by a column; one with ``mark`` may have any value."""
    every, others = list(rows), list[dict[str, Any]]()
    by: dict[Any, list[dict[str, Any]]] = {}
    for row in every:
        value = row[column]
        if mark in row or not value == value:  # noqa: SIM201  # not known
            others.append(row)
        elif value in by:
            by[value].append(row)
        else:
            by[value] = [row]
    return Index(every, by, others)
