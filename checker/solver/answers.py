"""What comes of a question: a record, none in the scope, or no answer."""

from typing import TYPE_CHECKING, TypeAlias

import attrs

from ...model.record import Record
from .scope import Scope

if TYPE_CHECKING:
    from .export import Query


class Disagreement(AssertionError):
    """The solver's model and `Truth` differ: a bug of this project."""


class Broken(Disagreement):
    """Two answers to one question exclude each other: a bug of ours or of a solver.

    `query`: what was asked, if it was kept.
    """

    def __init__(self, said: str, query: "Query | None" = None) -> None:
        super().__init__(said)
        self.query = query


@attrs.frozen
class Found:
    """A record of the verdict asked for. `events` is how many calls and decisions.

    `least`: it is proved that none comes before it: fewest events, then fewest
    names, then the least values in the order of `least`. `same`: of several seeds each
    gave this record, as they must where it is proved the least.
    """

    record: Record
    events: int
    least: bool = False
    same: bool | None = attrs.field(default=None, eq=False)


@attrs.frozen
class NoneInScope:
    """There is no such record in the scope."""

    scope: Scope


@attrs.frozen
class Unanswered:
    """The question was not answered, and why.

    The budget was spent, it has no encoding, or the solver's process ended.
    """

    reason: str


@attrs.frozen
class Beyond(Unanswered):
    """There is none in the scope, but one in a larger scope, so nothing is said.

    `witness`: the record.
    """

    witness: Found


def beyond(scope: Scope, larger: Scope, witness: Found) -> Beyond:
    """Return that there is none in the scope, but one in a larger one."""
    told, more = attrs.asdict(scope), attrs.asdict(larger)
    names = [name for name in told if told[name] != more[name]]
    here = ",".join(f"{name}={told[name]}" for name in names)
    there = ",".join(f"{name}={more[name]}" for name in names)
    return Beyond(f"none with {here}; with {there} there is one", witness)


Answer: TypeAlias = Found | NoneInScope | Unanswered
