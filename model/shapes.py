"""Shapes: what a part of a document may be. Each reads, writes and publishes itself.

The shape of a class follows from its attrs fields and their types, so that no list
of them is kept beside the class; a `Grammar` says where a document departs from it.
What is empty and the default of its field is left out of a document.
"""

# ruff: noqa: D102  # the methods of a shape are documented once, in `Shape`

import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeAlias

import attrs

from ..spec.errors import CaseError, shown
from ..spec.sorts import EXACT
from .places import Place

Schema: TypeAlias = dict[str, Any]
Definitions: TypeAlias = dict[str, Schema]  # of a schema: the shapes that have a name
EMPTY: tuple[Any, ...] = ([], {}, "", None, {"and": []})


class Shape(Protocol):
    """A set of JSON values, each standing for one value of the program."""

    def read(self, value: Any, place: Place) -> Any:
        """Return what a JSON value stands for, or raise `CaseError` at its place."""

    def write(self, value: Any, place: Place) -> Any:
        """Return the JSON value: the inverse of `read`."""

    def schema(self, defs: Definitions) -> Schema:
        """Return the JSON Schema, putting what it refers to by name into ``defs``."""
        ...


class Plain:
    """What every shape does that holds its JSON value as it is."""

    def write(self, value: Any, place: Place) -> Any:
        return value


@attrs.frozen
class Text(Plain):
    """Text, all of which matches a pattern."""

    pattern: str = ""
    wanted: str = "text"

    def read(self, value: Any, place: Place) -> str:
        if not isinstance(value, str) or not re.search(self.pattern, value):
            raise place.wrong(value, f"write {self.wanted}")
        # `$` also stands before a last line feed, which a schema's does not.
        if self.pattern.endswith("$") and value.endswith("\n"):
            raise place.wrong(value, f"write {self.wanted}")
        return value

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "string"} | ({"pattern": self.pattern} if self.pattern else {})


@attrs.frozen
class Word(Plain):
    """One of a closed list of words."""

    words: tuple[str, ...]

    def read(self, value: Any, place: Place) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise place.wrong(value, f"write one of: {', '.join(self.words)}")
        return value

    def schema(self, defs: Definitions) -> Schema:
        return {"enum": list(self.words)}


@attrs.frozen
class Whole(Plain):
    """An integer that every reader keeps exactly."""

    least: int = -EXACT

    def read(self, value: Any, place: Place) -> int:
        if type(value) is not int or not self.least <= value <= EXACT:
            least = "-(2**53 - 1)" if self.least == -EXACT else self.least
            raise place.wrong(value, f"write an integer from {least} to 2**53 - 1")
        return value

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": EXACT}


@attrs.frozen
class Flag(Plain):
    """True or false."""

    def read(self, value: Any, place: Place) -> bool:
        if not isinstance(value, bool):
            raise place.wrong(value, "write true or false")
        return value

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "boolean"}


@attrs.frozen
class Cell:
    """A value of a sort that only the definitions tell; lists are tuples in memory."""

    def read(self, value: Any, place: Place) -> Any:
        match value:
            case list() | tuple():
                return tuple(self.read(v, place / i) for i, v in enumerate(value))
            case dict():
                return {k: self.read(v, place / k) for k, v in value.items()}
            case str() | bool():
                return value
            case int() if abs(value) <= EXACT:
                return value
        raise place.wrong(
            value, "write text, an exact integer, true, false, a list or an object"
        )

    def write(self, value: Any, place: Place) -> Any:
        match value:
            case list() | tuple():
                return [self.write(v, place / i) for i, v in enumerate(value)]
            case Mapping():
                return {k: self.write(v, place / k) for k, v in value.items()}
        return value

    def schema(self, defs: Definitions) -> Schema:
        again = {"$ref": "#/$defs/value"}
        scalars = [Text().schema(defs), Whole().schema(defs), Flag().schema(defs)]
        inner = [
            {"type": "array", "items": again},
            {"type": "object", "additionalProperties": again},
        ]
        defs["value"] = {"anyOf": [*scalars, *inner]}
        return again


@attrs.frozen
class Maybe:
    """A value, or null."""

    inner: Shape

    def read(self, value: Any, place: Place) -> Any:
        return None if value is None else self.inner.read(value, place)

    def write(self, value: Any, place: Place) -> Any:
        return None if value is None else self.inner.write(value, place)

    def schema(self, defs: Definitions) -> Schema:
        return {"anyOf": [self.inner.schema(defs), {"type": "null"}]}


@attrs.frozen
class Many:
    """A list of values, in order."""

    inner: Shape

    def read(self, value: Any, place: Place) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise place.wrong(value, "write a list")
        return tuple(self.inner.read(v, place / i) for i, v in enumerate(value))

    def write(self, value: Iterable[Any], place: Place) -> list[Any]:
        return [self.inner.write(v, place / i) for i, v in enumerate(value)]

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "array", "items": self.inner.schema(defs)}


@attrs.frozen
class Named:
    """An object whose keys are names given by the document."""

    inner: Shape

    def read(self, value: Any, place: Place) -> dict[str, Any]:
        found = an_object(value, place)
        return {k: self.inner.read(v, place / k) for k, v in found.items()}

    def write(self, value: Mapping[str, Any], place: Place) -> dict[str, Any]:
        return {k: self.inner.write(v, place / k) for k, v in value.items()}

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "object", "additionalProperties": self.inner.schema(defs)}


@attrs.frozen
class Member:
    """What an object has under one key: its shape, and its value if left out."""

    shape: Shape
    default: Any = attrs.field(factory=lambda: attrs.NOTHING)

    @property
    def needed(self) -> bool:
        """Whether it may not be left out."""
        return self.default is attrs.NOTHING

    def absent(self) -> Any:
        """Return the value that it has where it is left out."""
        made = self.default
        return made.factory() if isinstance(made, attrs.Factory) else made  # type: ignore[arg-type]  # Factory is a class at run time, a function to the checker


def fields(members: Mapping[str, Member], value: Any, place: Place) -> dict[str, Any]:
    """Return what an object holds under its known keys, and nothing else."""
    found = an_object(value, place)
    for key in found:
        if key not in members:
            raise CaseError(
                str(place), f"key={shown(key)}", f"the keys are: {', '.join(members)}"
            )
    for key, member in members.items():
        if key not in found and member.needed:
            needed = ", ".join(k for k, m in members.items() if m.needed)
            raise CaseError(str(place), f"lacks {key}", f"it must have: {needed}")
    return {
        key: member.shape.read(found[key], place / key)
        if key in found
        else member.absent()
        for key, member in members.items()
    }


def written(members: Mapping[str, Member], value: Any, place: Place) -> dict[str, Any]:
    """Return the object that holds the attributes of ``value``."""
    made = {}
    for key, member in members.items():
        held = getattr(value, key)
        shape = member.shape.write(held, place / key)
        if member.needed or shape not in EMPTY or held != member.absent():
            made[key] = shape
    return made


def closed(members: Mapping[str, Member], defs: Definitions) -> Schema:
    """Return the schema of an object with these keys and no other."""
    return {
        "type": "object",
        "properties": {k: m.shape.schema(defs) for k, m in members.items()},
        "required": [k for k, m in members.items() if m.needed],
        "additionalProperties": False,
    }


def an_object(value: Any, place: Place) -> dict[str, Any]:
    """Return ``value`` if it is a JSON object."""
    if not isinstance(value, dict):
        raise place.wrong(value, "write an object")
    for key in value:
        if not isinstance(key, str):
            raise place.wrong(key, "a key is text")
    return value
