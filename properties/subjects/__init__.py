"""Subjects: verifiers under test, in whatever language, and what they answer."""

from .adapter import Adapter
from .apiece import Apiece
from .asked import Asked
from .called import called
from .declared import Declared, Limits
from .lines import Lines, SubjectError
from .robustness import Noticed, Robustness
from .running import Running, command
from .steady import Twice
from .subject import Bounds, Subject
from .verdicts import Answer, Decided, Errored, Hung, Skipped

__all__ = [
    "Adapter",
    "Answer",
    "Apiece",
    "Asked",
    "Bounds",
    "Decided",
    "Declared",
    "Errored",
    "Hung",
    "Limits",
    "Lines",
    "Noticed",
    "Robustness",
    "Running",
    "Skipped",
    "Subject",
    "SubjectError",
    "Twice",
    "called",
    "command",
]
