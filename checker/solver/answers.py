"""What comes of a question: a record, none in the scope, or no answer."""

from typing import TypeAlias

import attrs

from ...model.record import Record
from .scope import Scope


class Disagreement(AssertionError):
    """The solver's model and `Truth` differ: a bug of this project."""


@attrs.frozen
class Found:
    """A record of the verdict asked for. `events` is how many calls and decisions.

    `least`: it is proved that none comes before it: fewest events, then fewest
    names, then the least values in the order of `least`.
    """

    record: Record
    events: int
    least: bool = False


@attrs.frozen
class NoneInScope:
    """There is no such record in the scope."""

    scope: Scope


@attrs.frozen
class Unanswered:
    """The question was not answered: the budget was spent, or it has no encoding."""

    reason: str


Answer: TypeAlias = Found | NoneInScope | Unanswered
