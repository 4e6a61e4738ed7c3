"""The solver: formulas over bounded records as SMT-LIB, decoded and replayed."""

from .answers import Answer, Beyond, Found, NoneInScope, Unanswered
from .ask import Question
from .scope import Scope
from .ways import Way

__all__ = [
    "Answer",
    "Beyond",
    "Found",
    "NoneInScope",
    "Question",
    "Scope",
    "Unanswered",
    "Way",
]
