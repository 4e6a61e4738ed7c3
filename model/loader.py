"""Strict JSON: a text is one value that every reader reads alike, or it is refused.

Numbers are integers that a double keeps exactly, keys are there once, text is sound
Unicode, and size and depth have limits. Each refusal is a `CaseError` at a place.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import attrs

from ..spec.errors import CaseError, shown
from ..spec.sorts import EXACT
from .places import DEPTH, Place

SIZE = 64 * 2**20  # bytes
DIGITS = len(str(EXACT)) + 1  # of the longest integer that may be right, with its sign
# Strings are skipped whole, even when they never end: a pattern that could fail at a
# quote would be tried again at each later one, in time quadratic in the text.
BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[][{}]', re.DOTALL)
SURROGATE = re.compile("[\ud800-\udfff]")


@attrs.frozen
class Refused:
    """What stands in the tree for something that no document may hold."""

    text: str
    wanted: str


def parse(text: str | bytes, place: str = "document") -> Any:
    """Return the value that a JSON text holds: dict, list, str, int, bool or None.

    Raises: `CaseError` at a line and column if it is no JSON, else at a JSON pointer.
    """
    source = decoded(text, place)
    shallow(source, place)
    try:
        value = json.loads(
            source,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=lambda number: Refused(number, NO_FLOAT),
            parse_constant=lambda name: Refused(name, NO_CONSTANT),
        )
    except json.JSONDecodeError as error:
        raise _no_json(source, error, place) from None
    for where, found in refused(value, Place(place)):
        raise CaseError(str(where), f"value={_bare(found.text)}", found.wanted)
    return value


NO_FLOAT = "write an integer, or a decimal as text"
NO_CONSTANT = "JSON has no such number"
NO_EXACT = "write an integer within ±(2**53 - 1)"
NO_UNICODE = "text holds a lone surrogate; write whole characters"


def refused(value: Any, place: Place) -> Iterator[tuple[Place, Refused]]:
    """Yield what may not be there, with its place, in the order of the text."""
    match value:
        case Refused():
            yield place, value
        case str() if SURROGATE.search(value):
            yield place, Refused(shown(value), NO_UNICODE)
        case list():
            for i, item in enumerate(value):
                yield from refused(item, place / i)
        case dict():
            for key, item in value.items():
                if SURROGATE.search(key):
                    yield place, Refused(shown(key), NO_UNICODE)
                yield from refused(item, place / key)


def decoded(text: str | bytes, place: str) -> str:
    """Return a text of at most `SIZE` bytes, or raise `CaseError`."""
    size = len(text)
    if isinstance(text, str) and 4 * size > SIZE:
        size = len(text.encode("utf-8", "surrogatepass"))
    if size > SIZE:
        raise CaseError(place, f"size={size} bytes", f"at most {SIZE} are read")
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        wrong = text[error.start : error.start + 8]
        raise CaseError(
            f"{place} byte {error.start}", f"bytes={wrong!r}", "write UTF-8"
        ) from None


def shallow(text: str, place: str) -> None:
    """See that brackets lie at most `DEPTH` deep, before anything recurs into them."""
    depth = 0
    for found in BRACKET.finditer(text):
        match found[0]:
            case "[" | "{":
                depth += 1
            case "]" | "}":
                depth -= 1
        if depth > DEPTH:
            where = _line(text, found.start(), place)
            raise CaseError(
                where, f"lies deeper than {DEPTH} levels", "write it flatter"
            )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        made[key] = (
            Refused(shown(key), "this key is there twice; write each key once")
            if key in made
            else value
        )
    return made


def _integer(digits: str) -> int | Refused:
    # A long one is never converted: beyond 4,300 digits int() itself refuses it.
    exact = len(digits) <= DIGITS and abs(int(digits)) <= EXACT
    return int(digits) if exact else Refused(digits, NO_EXACT)


def _no_json(text: str, error: json.JSONDecodeError, place: str) -> CaseError:
    where = _line(text, error.pos, place)
    rest = text[error.pos : error.pos + 20]
    if error.msg == "Extra data":
        return CaseError(where, f"text={shown(rest)} follows", "write one JSON value")
    if not rest:
        return CaseError(where, "text='' ends too early", "write one whole JSON value")
    why = error.msg.lower().removesuffix(" at").removesuffix(" starting")
    return CaseError(where, f"text={shown(rest)} is no JSON", why)


def _line(text: str, at: int, place: str) -> str:
    before = text[:at]
    column = at - (before.rfind("\n") + 1) + 1
    return f"{place} line {before.count(chr(10)) + 1} column {column}"


def _bare(text: str, limit: int = 80) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
