"""A conversation with one process, every departure from the protocol told."""

import time
from collections.abc import Callable
from typing import Any

from ...spec.errors import shown
from . import messages
from .declared import Declared
from .robustness import Noticed
from .running import Running
from .samples import named
from .subject import Bounds
from .verdicts import Answer


class Unmet(Exception):
    """It answered otherwise than the protocol says."""


class Talk:
    """What is said to a process, one message after the other."""

    def __init__(self, begin: Callable[[], Running], bounds: Bounds) -> None:
        self.bounds, self.running = bounds, begin()
        self.declared = Declared()

    def greet(self) -> None:
        """Make the handshake."""
        self.say(messages.start())
        self.declared = messages.declared(self.heard(self.bounds.start))

    def say(self, line: bytes) -> None:
        """Write to it, be it a message or not."""
        self.running.send(line)

    def heard(self, seconds: float | None = None) -> dict[str, Any]:
        """Return the next message."""
        wait = self.bounds.deadline if seconds is None else seconds
        found = messages.read(self.running.line(time.monotonic() + wait))
        if isinstance(found, Noticed):
            raise Unmet(str(found))
        return found

    def kind(self, seq: int) -> str:
        """Return of which kind the case with this number is: they take turns."""
        return self.declared.decides[seq % len(self.declared.decides)]

    def case(self, seq: int, name: str = "to be tried") -> bytes:
        """Return the document of the case with this number, its goal ``name``."""
        return named(name, self.kind(seq)).document

    def asks(self, seq: int, name: str = "to be tried") -> None:
        """Ask about one case, and do not wait."""
        self.say(messages.run([(seq, self.case(seq, name))], alone=True))

    def ask(self, seq: int, name: str = "to be tried") -> Answer:
        """Ask about one case, and return the answer to it."""
        self.asks(seq, name)
        return self.answer(self.heard(), seq)

    def batch(self, numbers: list[int]) -> list[Answer]:
        """Ask about several cases in one message, and return their answers."""
        self.say(messages.run([(n, self.case(n, f"case {n}")) for n in numbers]))
        reply = self.heard()
        said = reply.get("batch")
        if not isinstance(said, list) or len(said) != len(numbers):
            raise Unmet(f"{len(numbers)} answers were asked for: {shown(reply)}")
        return [self.answer(one, n) for one, n in zip(said, numbers, strict=True)]

    def answer(self, said: Any, seq: int) -> Answer:
        """Return the answer to this case, which is well formed, that an object is."""
        answer = self.whatever(said, seq, self.kind(seq))
        if answer.noticed:
            raise Unmet(str(answer.noticed[0]))
        return answer

    def whatever(self, said: Any, seq: int, kind: str) -> Answer:
        """Return the answer to this case, whatever it is, as one of this kind."""
        if not isinstance(said, dict) or said.get("seq") != seq:
            raise Unmet(f"seq {seq} is not echoed: {shown(said)}")
        return messages.heard(said, kind, self.declared, messages.ANSWER)
