"""The solver: formulas over bounded records as SMT-LIB, decoded and replayed."""

from .ask import Answer, Found, NoneInScope, Question, Unanswered
from .scope import Scope

__all__ = ["Answer", "Found", "NoneInScope", "Question", "Scope", "Unanswered"]
