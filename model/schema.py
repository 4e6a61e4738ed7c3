"""The published JSON Schema of a case, built from the classes that are read into.

It says what can be said without knowing the world of a case: keys, kinds of values,
closed lists of words. That names exist and values fit their sorts is checked by
`load` alone.
"""

from .document import VERSION, schema
from .shapes import Schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def case_schema() -> Schema:
    """Return the JSON Schema of a case document."""
    defs: dict[str, Schema] = {}
    body = schema(defs)
    return {
        "$schema": DIALECT,
        "$id": f"urn:{VERSION.replace('/', ':')}",
        "title": "A case of Obligato",
        **body,
        "$defs": dict(sorted(defs.items())),
    }
