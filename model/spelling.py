"""How names are spelt in a script: as they are, unless Python or a script has them.

Such a name gets one more underscore, ``return_(order="o1")`` for the tool ``return``;
so does one that ends in underscores after such a word, and no two names collide.
"""

from keyword import iskeyword

HEAD = ("run", "bound", "given", "entities")  # what is said of the whole record
LINES = ("at", "gap", "named", "receipt", "claim", "handoff")


def spelt(name: str, source: bool = False) -> str:
    """Return ``name`` as a script spells it; a `source` is a tool or a decision."""
    return f"{name}_" if _taken(name, source) else name


def meant(name: str, source: bool = False) -> str:
    """Return the name that is spelt so: the inverse of `spelt`."""
    return name[:-1] if name.endswith("_") and _taken(name, source) else name


def _taken(name: str, source: bool) -> bool:
    word = name.rstrip("_")
    return iskeyword(word) or (source and word in (*HEAD, *LINES))
