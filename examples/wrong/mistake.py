"""What a mistake is: a duty taken for another, and how that comes to light."""

from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

from obligato.spec import Request
from obligato.spec.requests import Duty


class Kind(StrEnum):
    """What goes wrong, whatever the trade."""

    ANSWER = "what the answer says is not asked"
    ATTEMPT = "tried and done mixed up"
    BINDING = "something left unnamed"
    CLAIM = "the claim is not asked"
    COUNT = "another number allowed"
    DUTY = "a rule owed, or an obligation kept"
    EVENTS = "events counted, not what differs in them"
    GUARD = "guard forgotten or misplaced"
    MEANS = "one thing taken for another"
    NOTHING = "met by nothing"
    ORDER = "order ignored"
    PART = "a part left out"
    QUANTIFIER = "wrong quantifier"
    SENSE = "turned into its opposite"
    SILENCE = "no answer read as failure"
    STANDING = "withdrawn and still counted"
    TIME = "wrong time or unit"


# How a mistake shows: the relation of what was written to what was meant, which
# compare tells, or the check of verify that what was written fails.
Shows: TypeAlias = Literal[
    "weaker", "stronger", "incomparable", "by nothing", "evidenced", "needed", "scoped"
]


class Mistake(NamedTuple):
    """A duty that its author took for another.

    `meant`: the duty of `request` that it was to be. `written`: what it is, its name
    saying what is wrong. `believed`: what its author believed. `shows`: how that
    comes to light, in a scope of so many `events` and `entities`.
    """

    request: Request
    meant: Duty
    kind: Kind
    written: Duty
    believed: str
    shows: Shows
    events: int = 4
    entities: int = 2
