"""The JSON that logs are written in: strict, but for numbers with a point.

A log holds the prices that its tools replied, and nobody can write them anew. Such a
number becomes its own decimal text, which loses nothing and which a decimal reads.
"""

import re
from typing import Any

from .loader import decoded, parse

# A string, skipped whole even when it never ends, or a number.
TOKEN = re.compile(
    r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|-?[0-9]++(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?',
    re.DOTALL,
)


def parse_log(text: str | bytes, place: str = "log") -> Any:
    """Return the value of a JSON text, numbers with a point as decimal text.

    Raises: `CaseError`, as `parse` does for everything else.
    """
    return parse(TOKEN.sub(_quoted, decoded(text, place)), place)


def _quoted(found: re.Match[str]) -> str:
    token = found[0]
    whole = token[0] == '"' or token.lstrip("-").isdigit()
    return token if whole else f'"{token}"'
