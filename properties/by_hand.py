"""Verdicts worked out by hand: what `Truth` itself is held to.

The readings share the text of the definition, so a fault in it is one in which they
agree; these few cases, in which everything is small, are judged without it.
"""

from collections.abc import Callable, Iterable, Mapping

import attrs

from ..model.record import Record
from ..model.script import record
from ..spec import syntax as s
from ..spec.drafts import Line
from ..spec.requests import Request
from ..spec.terms import Formula

# The letters of verdicts; B: the record contradicts itself.
BITS = {"E": (True, True), "N": (False, True), "R": (False, False), "B": None}


@attrs.frozen
class Stated:
    """A record of a request, and of each formula the letter of its verdict."""

    request: Request
    label: str
    record: Record
    letters: tuple[tuple[s.Formula, str], ...]


def stating(
    request: Request,
    bound: Mapping[str, str],
    given: Mapping[str, Iterable[str]] | None = None,
) -> Callable[..., Stated]:
    """Return what states verdicts on records of ``request``.

    It takes a label, the lines of the record, and formulas by letter.
    """

    def say(label: str, *lines: Line, says: Mapping[str, Iterable[Formula]]) -> Stated:
        letters = tuple((f.node, letter) for letter, fs in says.items() for f in fs)
        made = record(request, *lines, bound=bound, given=given)
        return Stated(request, label, made, letters)

    return say
