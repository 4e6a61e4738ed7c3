"""What documents have in common: a version, a printed form, parts read later."""

# ruff: noqa: D102  # the methods of a shape are documented once, in `Shape`

import json
from collections.abc import Mapping
from typing import Any

import attrs

from ..spec.errors import CaseError, shown
from .canonical import canonical
from .loader import shallow
from .places import Place
from .shapes import Member, Schema, Shape, closed, fields


@attrs.frozen
class Later:
    """A part that is read by itself, later, since it depends on others."""

    inner: Shape

    def read(self, value: Any, place: Place) -> Any:
        return value

    def write(self, value: Any, place: Place) -> Any:
        return self.inner.write(value, place)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return self.inner.schema(defs)


@attrs.frozen
class Record:
    """An object with these keys, read as a dict."""

    members: Mapping[str, Member]

    def read(self, value: Any, place: Place) -> dict[str, Any]:
        return fields(self.members, value, place)

    def write(self, value: Any, place: Place) -> dict[str, Any]:
        return {
            key: member.shape.write(value[key], place / key)
            for key, member in self.members.items()
            if member.needed or value[key] != member.absent()
        }

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return closed(self.members, defs)


def version(value: Any, place: Place, wanted: str, what: str) -> None:
    """See that a document says that it is of the form that is read here.

    `what`: the thing that it states, with its article.
    """
    if not isinstance(value, dict):
        raise place.wrong(value, f"write an object, {what}")
    if value.get("schema") != wanted:
        found = shown(value.get("schema")) if "schema" in value else "missing"
        raise CaseError(
            str(place / "schema"),
            f"schema={found} is not read here",
            f"the version read is {wanted}",
        )


def printed(document: Any, what: str, indent: int | None) -> str:
    """Return a document as text: canonical, or for people, with an indent.

    Raises: `CaseError` if it is too deep to be read again.
    """
    exact = canonical(document).decode()
    shallow(exact, what)
    if indent is None:
        return exact + "\n"
    return json.dumps(document, indent=indent, ensure_ascii=False) + "\n"
