"""How the JSON of a chat log fills the columns of a tool.

A column takes the value of its name. An entity is text, so any other JSON value
becomes its canonical text there; a number, a flag or rows are read by their sort.
"""

import re
from collections.abc import Mapping
from typing import Any

from ..spec.drafts import fill
from ..spec.errors import CaseError, SpecError
from ..spec.sorts import Column
from ..spec.tools import Tool
from .canonical import canonical
from .chat_json import parse_log


def identifier(name: str) -> str:
    """Return how the language spells a name of a log: ``get-user`` is ``get_user``."""
    spelled = re.sub(r"[^A-Za-z0-9_]", "_", name)
    return spelled if spelled[:1].isalpha() else f"x{spelled}"


def arguments(
    tool: Tool, given: Mapping[str, Any], whole: Column | None, place: str
) -> dict[str, Any]:
    """Return what a call's arguments say of the columns that ``tool`` takes.

    The column `whole` takes the argument object itself. A column that no argument
    is named after stays unknown, and so does one that is given null.
    """
    found: dict[str, Any] = {}
    for column in tool.takes:
        if column == whole:
            found[column.name] = given
        elif (name := _named_after(column, given)) is not None:
            found[column.name] = given[name]
    return _filled(found, tool.takes, f"argument of {tool.name}", place)


def answer(tool: Tool, text: str, place: str) -> dict[str, Any]:
    """Return what a reply says of the columns that ``tool`` returns.

    An object fills the columns of its names. Where it fills none, a tool that
    returns one column has the whole reply there: plain words only if that is text.
    """
    if not tool.returns:
        return {}
    found: dict[str, Any] = {}
    try:
        document = parse_log(text, place)
        worded = False
    except CaseError:  # a tool may reply in plain words
        document, worded = text, True
    if isinstance(document, Mapping):
        for column in tool.returns:
            if (name := _named_after(column, document)) is not None:
                found[column.name] = document[name]
    if not found and len(tool.returns) == 1:
        (only,) = tool.returns
        if only.sort.kind == "entity":
            found[only.name] = document if isinstance(document, str) else text
        elif not worded and not isinstance(document, Mapping):
            found[only.name] = document
    return _filled(found, tool.returns, f"answer of {tool.name}", place)


def _named_after(column: Column, given: Mapping[str, Any]) -> str | None:
    """Return the name in ``given`` that ``column`` is named after, if there is one.

    Names that the language keeps to itself, as ``start``, are columns with a
    trailing underscore: ``start_``.
    """
    if column.name in given:
        return column.name
    for name in given:
        if identifier(name) in (column.name, column.name.rstrip("_")):
            return name
    return None


def _filled(
    found: Mapping[str, Any], columns: tuple[Column, ...], what: str, place: str
) -> dict[str, Any]:
    by_name = {column.name: column for column in columns}
    try:
        return fill(
            {name: _fitted(value, by_name[name]) for name, value in found.items()},
            columns,
            what,
        )
    except (SpecError, CaseError) as error:
        raise CaseError(place, str(error)) from None


def _fitted(value: Any, column: Column) -> Any:
    """Return ``value`` with JSON as canonical text, and rows cut to their columns."""
    if column.columns and isinstance(value, list):
        return [_row(row, column) for row in value]
    if column.sort.kind == "entity" and not isinstance(value, str | None):
        return canonical(value).decode()
    return value


def _row(row: Any, column: Column) -> Any:
    if not isinstance(row, Mapping):
        return row
    names = {c.name: _named_after(c, row) for c in column.columns}
    return {
        c.name: _fitted(row[name], c)
        for c in column.columns
        if (name := names[c.name]) is not None
    }
