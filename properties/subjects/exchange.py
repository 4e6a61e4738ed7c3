"""One message to a verifier, and all that it answers to it.

Behind each message goes an empty batch. Answers keep the order of the messages, so what
arrives before that of the empty batch was caused by the message, and by nothing else.
"""

from collections.abc import Callable, Container, Sequence
from typing import Any

import attrs

from ...spec.errors import shown
from . import messages
from .robustness import Noticed, Robustness
from .running import Fell

CHATTER = 100  # lines beside the answer to one message
TWICE = Noticed(Robustness.ANSWERED_TWICE)
UNASKED = Noticed(Robustness.OUT_OF_ORDER, "it answered what was not asked yet")


@attrs.define
class Exchange:
    """What was asked in one message, under these numbers, and what came back.

    `line` returns the next line. `older`: numbers that were asked about before.
    `stray`: what was noticed beside the answer; `late`: what belongs to an older
    message, whose answer has been given.
    """

    line: Callable[[], bytes]
    numbers: Sequence[int]
    older: Container[int] = ()
    stray: list[Noticed] = attrs.field(factory=list)
    late: list[Noticed] = attrs.field(factory=list)

    def said(self, alone: bool) -> list[Any]:
        """Return what is said of each case; ``alone``: of the only one, unlisted."""
        reply = self._message()
        found = [reply] if alone else reply.get("batch")
        if not isinstance(found, list) or len(found) != len(self.numbers):
            detail = f"{len(self.numbers)} answers were asked for: {shown(reply)}"
            raise Fell(Robustness.NO_VERDICT, detail)
        for one, seq in zip(found, self.numbers, strict=True):
            told = number(one)
            if told not in (None, seq):
                raise Fell(Robustness.OUT_OF_ORDER, f"seq {told} in place of {seq}")
        return found

    def settle(self) -> None:
        """Hear all that comes before the answer to the empty batch."""
        while (found := self._message()) != {"batch": []}:
            told = _numbers(found)
            if not told:
                detail = f"of an empty batch: {shown(found)}"
                raise Fell(Robustness.NO_VERDICT, detail)
            nobody = [seq for seq in told if seq not in self.numbers]
            self._strays(UNASKED if nobody else TWICE)

    @property
    def lost(self) -> bool:
        """Whether it can no longer be told what its next message answers."""
        return any(one.code is not Robustness.NOISE for one in self.stray)

    def _message(self) -> dict[str, Any]:
        """Return the next message that does not answer an older one."""
        while True:
            found = messages.read(self.line())
            if not isinstance(found, Noticed):
                told = _numbers(found)
                if not told or any(seq not in self.older for seq in told):
                    return found
                self.late.append(TWICE)
            elif found.code is Robustness.NOISE:
                self._strays(found)
            else:
                raise Fell(found.code, found.detail)

    def _strays(self, noticed: Noticed) -> None:
        self.stray.append(noticed)
        if len(self.stray) > CHATTER:
            raise Fell(Robustness.TOO_LONG, f"{CHATTER} lines that are no answer")


def number(said: object) -> int | None:
    """Return the number under which something is said, if it has one."""
    found = said.get("seq") if isinstance(said, dict) else None
    return found if type(found) is int else None


def _numbers(message: dict[str, Any]) -> list[int]:
    """Return the numbers of the cases that a message answers."""
    batch = message.get("batch")
    parts = batch if isinstance(batch, list) else [message]
    return [seq for seq in map(number, parts) if seq is not None]
