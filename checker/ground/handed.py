"""What a solver is given of a ground table: clauses if they say all, else SMT-LIB."""

from collections.abc import Mapping

import attrs

from .clauses import Clauses, clauses
from .table import YES, Literal, Table
from .text import script

EVERY = "every name"  # a flag that implies all names: an assumption is not free


@attrs.frozen(eq=False)
class Handed:
    """A text in which each name implies its condition.

    `names`: those that imply anything, of all that are `known`. `clauses`: what the
    flags and names are in clauses; None of SMT-LIB, where they are called as they are.
    """

    text: str
    known: frozenset[str]
    names: tuple[str, ...]
    clauses: Clauses | None


def handed(table: Table, named: Mapping[str, Literal]) -> Handed:
    """Return the text of a table; a condition of the name "" is asked for outright."""
    found = clauses(table, named, EVERY)
    text = script(table, named, EVERY) if found is None else found.text
    names = tuple(name for name, asked in named.items() if name and asked != YES)
    return Handed(text, frozenset(named), names, found)
