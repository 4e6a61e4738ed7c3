"""A verifier as a long-lived process that speaks JSON lines.

One message is on its way at a time. What goes wrong with one that asks about several
cases is looked for by asking about each alone.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ...model.loader import parse
from ...spec.errors import CaseError, ObligatoError, shown
from . import messages
from .adapter import Adapter, answer
from .asked import Asked
from .declared import MOST, Declared
from .exchange import CHATTER, TWICE, Exchange, number
from .robustness import Noticed, Robustness
from .running import Fell, Running
from .subject import BOUNDS, Bounds
from .verdicts import Answer, Skipped, wrong

Ask: TypeAlias = tuple[int, Asked, bytes]  # its number, the case, how it is written
STRIDE = 7  # from a number to the next, so that who counts does not seem to echo
PATIENCE = 20  # processes in a row without a handshake, until no other is begun


class SubjectError(ObligatoError, RuntimeError):
    """What was to be tested did not even say what it is."""


class Lines:
    """A subject that is asked line by line; ``begin`` begins a process of it.

    Raises: `SubjectError` if it does not answer the handshake.
    """

    def __init__(
        self,
        begin: Callable[[], Running],
        adapter: Adapter | None = None,
        bounds: Bounds = BOUNDS,
    ) -> None:
        self.begin, self.adapter, self.bounds = begin, adapter, bounds
        self._running: Running | None = None
        self._late: dict[Noticed, None] = {}
        self._next, self._failures = STRIDE, 0
        try:
            self.declared = self._handshake()
        except Fell as fell:
            stderr = self._end()
            raise SubjectError(_unheard(fell.noticed, stderr)) from None
        except BaseException:
            self._end()
            raise

    def judge(self, cases: Sequence[Asked]) -> list[Answer]:
        """Return the answer to each case, in their order."""
        found: dict[int, Answer] = {}
        asks = list[Ask]()
        numbers = [self._next + STRIDE * n for n in range(len(cases))]
        self._next += STRIDE * len(cases)
        for seq, case in zip(numbers, cases, strict=True):
            written, refused = self._written(case)
            if refused is None:
                asks.append((seq, case, written))
            else:
                found[seq] = refused
        size = min(self.declared.limits.batch, MOST)
        for at in range(0, len(asks), size):
            found |= self._together(asks[at : at + size])
        return [found[seq] for seq in numbers]

    def close(self) -> tuple[Noticed, ...]:
        """Tell it to stop, and end all that it began."""
        if self._running is not None:
            self._remember(self._stopped(self._running))
            self._end()
        late, self._late = tuple(self._late), {}
        return late

    def _written(self, case: Asked) -> tuple[bytes, Answer | None]:
        """Return what to write of a case, or the answer, if it need not be asked."""
        lacking = self.declared.lacks(case.features)
        if case.kind not in self.declared.decides:
            lacking = case.kind
        if lacking:
            return b"", Answer(Skipped(lacking))
        try:
            written = self._adapted(case.document)
        except Exception as error:
            return b"", wrong(Noticed(Robustness.ADAPTER, _of(error)))
        most = self.declared.limits.bytes
        if most is not None and len(written) > most:
            return b"", Answer(Skipped(f"more than {most} bytes"))
        return written, None

    def _adapted(self, document: bytes) -> bytes:
        if self.adapter is None:
            return document
        return messages.line(self.adapter.to_input(parse(document)))[:-1]

    def _together(self, asks: Sequence[Ask]) -> dict[int, Answer]:
        """Ask in one message; if that goes wrong, each alone, to see at which."""
        answers: dict[int, Answer] = {}
        try:
            answers, beside = self._exchange(asks)
            noticed, stderr = tuple(dict.fromkeys(beside.stray)), ""
            if noticed:
                stderr = self._end() if beside.lost else self._started().stderr
        except Fell as fell:
            noticed, stderr = self._fallen(fell)
        except BaseException:  # what is on its way answers nothing that comes after
            self._end()
            raise
        if not noticed:
            return answers
        if len(asks) > 1:
            apart: dict[int, Answer] = {}
            for ask in asks:
                apart |= self._together([ask])
            if any(answer.noticed for answer in apart.values()):
                return apart
        after = self.bounds.deadline
        own = {seq: answers[seq].noticed if answers else () for seq, *_ in asks}
        return {
            seq: wrong(*more, *noticed, after=after, stderr=stderr)
            for seq, more in own.items()
        }

    def _exchange(self, asks: Sequence[Ask]) -> tuple[dict[int, Answer], Exchange]:
        """Return the answers, and what came beside them."""
        running, alone = self._started(), self.declared.limits.batch == 1
        until = time.monotonic() + self.bounds.deadline
        numbers = [seq for seq, *_ in asks]
        older = range(STRIDE, numbers[0], STRIDE)
        one = Exchange(lambda: running.line(until), numbers, older)
        cases = messages.run([(seq, text) for seq, _, text in asks], alone)
        running.send(cases + messages.run([]))
        try:
            said = one.said(alone)
            one.settle()
        finally:
            self._remember(one.late)
        answers = {
            seq: self._heard(each, case)
            for each, (seq, case, _) in zip(said, asks, strict=True)
        }
        return answers, one

    def _heard(self, said: Any, case: Asked) -> Answer:
        if self.adapter is None or number(said) is None:
            return messages.heard(said, case.kind, self.declared, messages.ANSWER)
        reply = {key: value for key, value in said.items() if key != "seq"}
        try:
            made = answer(self.adapter.to_verdict(reply))
        except Exception as error:
            return wrong(Noticed(Robustness.ADAPTER, _of(error)))
        return messages.heard(made, case.kind, self.declared)

    def _started(self) -> Running:
        """Return the process, which is begun anew if there is none."""
        if self._running is None:
            if self._failures >= PATIENCE:
                detail = f"gave no handshake {PATIENCE} times in a row; given up"
                raise Fell(Robustness.CRASHED, detail)
            if self._handshake() != self.declared:
                raise Fell(Robustness.UNSTABLE, "it declares something else now")
        assert self._running is not None
        return self._running

    def _handshake(self) -> Declared:
        """Begin a process and return what it says of itself."""
        self._running = self.begin()
        self._running.send(messages.start())
        until = time.monotonic() + self.bounds.start
        for _ in range(CHATTER):
            found = messages.read(self._running.line(until))
            if not isinstance(found, Noticed):
                return self._greeted(found)
            if found.code is not Robustness.NOISE:
                raise Fell(found.code, found.detail)
            self._remember([found])
        raise Fell(Robustness.TOO_LONG, f"{CHATTER} lines that are no handshake")

    def _greeted(self, found: dict[str, Any]) -> Declared:
        try:
            said = messages.declared(found)
        except CaseError as error:
            raise Fell(Robustness.NO_VERDICT, str(error)) from None
        self._failures = 0
        return said

    def _remember(self, noticed: Sequence[Noticed]) -> None:
        """Keep what belongs to no answer, until there is a lot of it."""
        for one in noticed:
            if len(self._late) < CHATTER:
                self._late[one] = None

    def _fallen(self, fell: Fell) -> tuple[tuple[Noticed, ...], str]:
        """End the process; return what was noticed of its end."""
        self._failures += 1
        left = [] if self._running is None else self._running.left()
        return (fell.noticed, *left), self._end()

    def _end(self) -> str:
        """Kill what runs; return what it had written on its standard error."""
        running, self._running = self._running, None
        if running is None:
            return ""
        running.kill()
        return running.stderr

    def _stopped(self, running: Running) -> list[Noticed]:
        """Tell it to stop; return what it did instead, or before."""
        running.send(messages.stop(), last=True)
        try:
            rest = running.rest(time.monotonic() + self.bounds.stop)
        except Fell as fell:
            return [Noticed(Robustness.NO_STOP, fell.noticed.detail)]
        found = [messages.read(line) for line in rest.split(b"\n")[:CHATTER] if line]
        late = [TWICE if isinstance(one, dict) else one for one in found]
        if running.code:
            late.append(Noticed(Robustness.NO_STOP, f"ended with {running.code}"))
        return late + running.left()


def _of(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _unheard(noticed: Noticed, stderr: str) -> str:
    said = f"; it wrote: {shown(stderr[-500:], 500)}" if stderr else ""
    return f"it did not answer the handshake: {noticed}{said}"
