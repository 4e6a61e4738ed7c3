"""What must hold: the language, its one meaning, worlds, requests, Eq. 1. Pure."""

from .codes import Code
from .drafts import Line, at, claim, days, gap, handoff, hours, minutes, seconds
from .errors import CaseError, ObligatoError, SpecError, UnknownNameError
from .patterns import (
    absent,
    after_last,
    at_least,
    at_most,
    exactly,
    never_after,
    precedes,
    responds,
)
from .requests import Obligation, Request, Rule, World
from .sorts import Bool, Decimal, Int, Party, Sort, Time
from .sorts import Bool as Flag
from .surface import bound, count, every, frontier, none, now, some, total
from .tools import Tool
from .verdicts import (
    Broken,
    Established,
    NotEstablished,
    Refuted,
    Standing,
    Verdict,
    all_of,
    any_of,
)
from .worlds import Decision, Effect, Given, Rows

__all__ = [
    "Bool",
    "Broken",
    "CaseError",
    "Code",
    "Decimal",
    "Decision",
    "Effect",
    "Established",
    "Flag",
    "Given",
    "Int",
    "Line",
    "NotEstablished",
    "Obligation",
    "ObligatoError",
    "Party",
    "Refuted",
    "Request",
    "Rows",
    "Rule",
    "Sort",
    "SpecError",
    "Standing",
    "Time",
    "Tool",
    "UnknownNameError",
    "Verdict",
    "World",
    "absent",
    "after_last",
    "all_of",
    "any_of",
    "at",
    "at_least",
    "at_most",
    "bound",
    "claim",
    "count",
    "days",
    "every",
    "exactly",
    "frontier",
    "gap",
    "handoff",
    "hours",
    "minutes",
    "never_after",
    "none",
    "now",
    "precedes",
    "responds",
    "seconds",
    "some",
    "total",
]
