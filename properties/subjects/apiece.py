"""A verifier as one process for each case: the document in, the answer out.

It is the fallback for a program that cannot be made to stay, and slow.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from ...model.loader import parse
from . import messages
from .adapter import Adapter, answer
from .asked import Asked
from .declared import VERSION, Declared
from .robustness import Noticed, Robustness
from .running import Fell, Running
from .subject import BOUNDS, Bounds
from .verdicts import Answer, Skipped, wrong


class Apiece:
    """A subject of which ``begin`` begins a process for each case.

    Its answer is that of the protocol, without a number. Whatever else it is, and how
    the process ended, an adapter makes an answer of.
    """

    def __init__(
        self,
        begin: Callable[[], Running],
        adapter: Adapter | None = None,
        bounds: Bounds = BOUNDS,
    ) -> None:
        self.begin, self.adapter, self.bounds = begin, adapter, bounds
        said: Any = getattr(adapter, "declared", {})
        told = isinstance(said, Declared)
        self.declared: Declared = (
            said if told else messages.declared({"version": VERSION, **said})
        )

    def judge(self, cases: Sequence[Asked]) -> list[Answer]:
        """Return the answer to each case, in their order."""
        return [self._judged(case) for case in cases]

    def close(self) -> tuple[Noticed, ...]:
        """End nothing: no process outlives its case."""
        return ()

    def _judged(self, case: Asked) -> Answer:
        lacking = self.declared.lacks(case.features)
        if lacking or case.kind not in self.declared.decides:
            return Answer(Skipped(lacking or case.kind))
        running: Running | None = None
        try:
            written = self._written(case.document)
            running = self.begin()
            running.send(written, last=True)
            out = running.rest(time.monotonic() + self.bounds.deadline)
            left = running.left()
            said = self._said(running, out)
            found = messages.heard(said, case.kind, self.declared)
            if left:
                return wrong(*found.noticed, *left, stderr=running.stderr)
            return found
        except Fell as fell:
            stderr = "" if running is None else running.stderr
            return wrong(fell.noticed, after=self.bounds.deadline, stderr=stderr)
        finally:
            if running is not None:
                running.kill()

    def _written(self, document: bytes) -> bytes:
        if self.adapter is None:
            return document + b"\n"
        with_adapter = _adapted(self.adapter.to_input, parse(document))
        return messages.line(with_adapter)

    def _said(self, running: Running, out: bytes) -> Any:
        code = running.code
        assert code is not None, "it has ended"
        if code < 0 or (code and self.adapter is None) or running.hungry:
            raise running.crash()
        if self.adapter is not None:
            text, error = out.decode("utf-8", "replace"), running.stderr
            reply = {"exit": code, "stdout": text, "stderr": error}
            return answer(_adapted(self.adapter.to_verdict, reply))
        first, _, rest = out.strip().partition(b"\n")
        if rest and isinstance(messages.read(first), dict):
            again = messages.read(rest)
            raise Fell(
                Robustness.ANSWERED_TWICE if isinstance(again, dict) else again.code
            )
        found = messages.read(out.strip())
        if isinstance(found, Noticed):
            raise Fell(found.code, found.detail)
        return found


def _adapted(adapt: Callable[[Any], Any], value: Any) -> Any:
    try:
        return adapt(value)
    except Exception as error:
        raise Fell(Robustness.ADAPTER, f"{type(error).__name__}: {error}") from None
