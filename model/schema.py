"""The published JSON Schema of a case, built from the classes that are read into.

It says what can be said without knowing the world of a case: keys, kinds of values,
closed lists of words. That names exist and values fit their sorts is checked by
`load` alone.
"""

from collections.abc import Callable

from .document import VERSION, schema
from .shapes import Schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def case_schema() -> Schema:
    """Return the JSON Schema of a case document."""
    return published("A case of Obligato", VERSION, schema)


def published(
    title: str, version: str, body: Callable[[dict[str, Schema]], Schema]
) -> Schema:
    """Return the schema of a document of this version; ``body`` fills in its parts."""
    defs: dict[str, Schema] = {}
    whole = body(defs)
    return {
        "$schema": DIALECT,
        "$id": f"urn:{version.replace('/', ':')}",
        "title": title,
        **whole,
        "$defs": dict(sorted(defs.items())),
    }
