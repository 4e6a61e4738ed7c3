"""A verifier as a long-lived process that speaks JSON lines.

One message is on its way at a time, and after the last one of a call an empty batch
is sent: what arrives before its answer was caused by what was asked before.
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
from .robustness import Noticed, Robustness
from .running import Fell, Running
from .subject import BOUNDS, Bounds
from .verdicts import Answer, Skipped, wrong

Ask: TypeAlias = tuple[int, Asked, bytes]  # its number, the case, how it is written
CHATTER = 100  # lines beside its answer to one message
PATIENCE = 20  # processes in a row that answer nothing, until no other is begun


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
        self._late: list[Noticed] = []
        self._asked, self._failures = 0, 0
        self._extra: dict[int, list[Noticed]] = {}
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
        numbers = range(self._asked, self._asked + len(cases))
        self._asked += len(cases)
        for seq, case in zip(numbers, cases, strict=True):
            written, refused = self._written(case)
            if refused is None:
                asks.append((seq, case, written))
            else:
                found[seq] = refused
        size = min(self.declared.limits.batch, MOST)
        for at in range(0, len(asks), size):
            found |= self._together(asks[at : at + size])
        self._settle()
        answers = [self._with_extra(seq, found[seq]) for seq in numbers]
        self._extra.clear()
        return answers

    def close(self) -> tuple[Noticed, ...]:
        """Tell it to stop, and end all that it began."""
        if self._running is not None:
            self._late += self._stopped(self._running)
            self._end()
        late, self._late = tuple(dict.fromkeys(self._late)), []
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
        try:
            return self._exchange(asks)
        except Fell as fell:
            noticed, stderr = self._fallen(fell)
        if len(asks) > 1:
            apart: dict[int, Answer] = {}
            for ask in asks:
                apart |= self._together([ask])
            if any(answer.noticed for answer in apart.values()):
                return apart
        after = self.bounds.deadline
        return {seq: wrong(*noticed, after=after, stderr=stderr) for seq, *_ in asks}

    def _exchange(self, asks: Sequence[Ask]) -> dict[int, Answer]:
        running = self._started()
        first, alone = asks[0][0], self.declared.limits.batch == 1
        running.send(messages.run([(seq, text) for seq, _, text in asks], alone))
        reply = self._reply(first, time.monotonic() + self.bounds.deadline)
        said = [reply] if alone else reply.get("batch")
        if not isinstance(said, list) or len(said) != len(asks):
            detail = f"{len(asks)} answers were asked for: {shown(reply)}"
            raise Fell(Robustness.NO_VERDICT, detail)
        for one, (seq, _, _) in zip(said, asks, strict=True):
            told = one.get("seq") if isinstance(one, dict) else None
            if type(told) is int and told != seq:
                raise Fell(Robustness.OUT_OF_ORDER, f"seq {told} in place of {seq}")
        self._failures = 0
        return {
            seq: self._heard(one, case)
            for one, (seq, case, _) in zip(said, asks, strict=True)
        }

    def _heard(self, said: Any, case: Asked) -> Answer:
        if self.adapter is None or not isinstance(said, dict):
            return messages.heard(said, case.kind, self.declared, messages.ANSWER)
        reply = {key: value for key, value in said.items() if key != "seq"}
        try:
            made = answer(self.adapter.to_verdict(reply))
        except Exception as error:
            return wrong(Noticed(Robustness.ADAPTER, _of(error)))
        return messages.heard(made, case.kind, self.declared)

    def _reply(self, first: int, until: float) -> dict[str, Any]:
        """Return the next message that answers nothing older than ``first``."""
        assert self._running is not None
        for _ in range(CHATTER):
            found = messages.read(self._running.line(until))
            if isinstance(found, Noticed):
                if found.code is not Robustness.NOISE:
                    raise Fell(found.code, found.detail)
                self._extra.setdefault(first, []).append(found)
                continue
            older = [seq for seq in _numbers(found) if seq < first]
            if not older:
                return found
            for seq in older:
                twice = Noticed(Robustness.ANSWERED_TWICE)
                self._extra.setdefault(seq, []).append(twice)
        raise Fell(Robustness.TOO_LONG, f"{CHATTER} lines that are no answer")

    def _settle(self) -> None:
        """See to it that all has arrived that was caused by what was asked."""
        if self._running is None:
            return
        try:
            self._running.send(messages.run([]))
            reply = self._reply(self._asked, time.monotonic() + self.bounds.deadline)
            if reply != {"batch": []}:
                raise Fell(Robustness.NO_VERDICT, f"of an empty batch: {shown(reply)}")
        except Fell as fell:
            self._late += self._fallen(fell)[0]

    def _with_extra(self, seq: int, found: Answer) -> Answer:
        extra = tuple(dict.fromkeys(self._extra.pop(seq, ())))
        return wrong(*found.noticed, *extra, stderr=found.stderr) if extra else found

    def _started(self) -> Running:
        """Return the process, which is begun anew if there is none."""
        if self._running is None:
            if self._failures >= PATIENCE:
                raise Fell(Robustness.CRASHED, f"{PATIENCE} times in a row; given up")
            if self._handshake() != self.declared:
                raise Fell(Robustness.UNSTABLE, "it declares something else now")
        assert self._running is not None
        return self._running

    def _handshake(self) -> Declared:
        """Begin a process and return what it says of itself."""
        self._running = self.begin()
        self._running.send(messages.start())
        until = time.monotonic() + self.bounds.start
        while True:
            found = messages.read(self._running.line(until))
            if not isinstance(found, Noticed):
                break
            if found.code is not Robustness.NOISE:
                raise Fell(found.code, found.detail)
            self._late.append(found)
        try:
            return messages.declared(found)
        except CaseError as error:
            raise Fell(Robustness.NO_VERDICT, str(error)) from None

    def _fallen(self, fell: Fell) -> tuple[list[Noticed], str]:
        """End the process; return what was noticed of its end."""
        self._failures += 1
        left = [] if self._running is None else self._running.left()
        return [fell.noticed, *left], self._end()

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
        found = [messages.read(line) for line in rest.split(b"\n") if line]
        twice = Noticed(Robustness.ANSWERED_TWICE, "when it was told to stop")
        late = [twice if isinstance(one, dict) else one for one in found]
        if running.code:
            late.append(Noticed(Robustness.NO_STOP, f"ended with {running.code}"))
        return late + running.left()


def _numbers(message: dict[str, Any]) -> list[int]:
    """Return the numbers of the cases that a message answers."""
    batch = message.get("batch")
    parts = batch if isinstance(batch, list) else [message]
    found = [part.get("seq") for part in parts if isinstance(part, dict)]
    return [seq for seq in found if type(seq) is int]


def _of(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _unheard(noticed: Noticed, stderr: str) -> str:
    said = f"; it wrote: {shown(stderr[-500:], 500)}" if stderr else ""
    return f"it did not answer the handshake: {noticed}{said}"
