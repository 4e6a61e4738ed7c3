"""A subject that is asked everything twice, the second time in the opposite order."""

from collections.abc import Sequence

import attrs

from .asked import Asked
from .declared import Declared
from .robustness import Noticed, Robustness
from .subject import Subject
from .verdicts import Answer, wrong


@attrs.frozen
class Twice:
    """A subject whose answers are those that it gives both times."""

    subject: Subject

    @property
    def declared(self) -> Declared:
        """What the subject says of itself."""
        return self.subject.declared

    def judge(self, cases: Sequence[Asked]) -> list[Answer]:
        """Return the answer to each case, or that there were two."""
        first = self.subject.judge(cases)
        again = self.subject.judge([*reversed(cases)])[::-1]
        return [_same(*pair) for pair in zip(first, again, strict=True)]

    def close(self) -> tuple[Noticed, ...]:
        """End all its processes."""
        return self.subject.close()


def _same(first: Answer, again: Answer) -> Answer:
    if first.outcome == again.outcome:
        return first
    if first.noticed or again.noticed:
        return first if first.noticed else again
    words = f"{_told(first)}, then {_told(again)}"
    return wrong(Noticed(Robustness.UNSTABLE, words))


def _told(answer: Answer) -> str:
    codes = getattr(answer.outcome, "codes", ())
    return " ".join((answer.word, *codes))
