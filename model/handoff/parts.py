"""Shapes of documents that are read in two steps, and the versions of documents."""

# ruff: noqa: D102  # the methods of a shape are documented once, in `Shape`

from collections.abc import Mapping
from typing import Any

import attrs

from ...spec.errors import CaseError, shown
from ..places import Place
from ..shapes import Member, Schema, Shape, closed, fields


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


def version(value: Any, place: Place, wanted: str) -> None:
    """See that a document says that it is of the form that is read here."""
    if not isinstance(value, dict):
        raise place.wrong(value, f"write an object, {wanted}")
    if value.get("schema") != wanted:
        found = shown(value.get("schema")) if "schema" in value else "missing"
        raise CaseError(
            str(place / "schema"),
            f"schema={found} is not read here",
            f"the version read is {wanted}",
        )
