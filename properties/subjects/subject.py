"""What is under test: something that is asked about cases, and answers."""

from collections.abc import Sequence
from typing import Protocol

import attrs

from .asked import Asked
from .declared import Declared
from .robustness import Noticed
from .verdicts import Answer


class Subject(Protocol):
    """A verifier, in whatever language. Asking never raises, whatever it does."""

    @property
    def declared(self) -> Declared:
        """What it says of itself."""
        ...

    def judge(self, cases: Sequence[Asked]) -> list[Answer]:
        """Return the answer to each case, in their order."""
        ...

    def close(self) -> tuple[Noticed, ...]:
        """End all its processes; return what was noticed that belongs to no answer."""
        ...


@attrs.frozen
class Bounds:
    """What a subject may take.

    `deadline`: seconds for one message, be it a case or a batch; `start`: for the
    handshake; `stop`: for ending when told to. `memory`: MB, of all its processes.
    """

    deadline: float = 10
    start: float = 30
    stop: float = 2
    memory: int = 2048


BOUNDS = Bounds()
