"""The four outcomes of a subject on a case: decided, skipped, errored, hung.

Only the first can be *done*, and only with a word that says so. A word that nobody
knows is no verdict, so it is errored.
"""

from collections.abc import Mapping
from typing import TypeAlias

import attrs

from ...spec.codes import Code
from .robustness import Noticed, Robustness

PLAN, FINISH = "plan", "finish"
# kind of case ↦ the verdicts there are, first the one that says that it is done
WORDS: Mapping[str, tuple[str, ...]] = {
    PLAN: ("accept", "reject"),
    FINISH: ("complete", "continue", "bottom"),
}
DONE = frozenset(words[0] for words in WORDS.values())


@attrs.frozen
class Decided:
    """A verdict, in our words.

    `codes`: why, as far as its codes are known to us; `foreign`: its other ones.
    """

    word: str
    codes: tuple[Code, ...] = ()
    foreign: tuple[str, ...] = ()


@attrs.frozen
class Skipped:
    """The subject does not know what the case needs: a `feature`."""

    feature: str
    word = "skipped"


@attrs.frozen
class Errored:
    """There is no verdict, and why."""

    context: str
    word = "errored"


@attrs.frozen
class Hung:
    """There was no answer in so many seconds."""

    seconds: float
    word = "hung"


Outcome: TypeAlias = Decided | Skipped | Errored | Hung


@attrs.frozen
class Answer:
    """The outcome of one case, and what was noticed about the subject beside it.

    `stderr`: what it had lately written on its standard error, if something was wrong.
    """

    outcome: Outcome
    noticed: tuple[Noticed, ...] = ()
    stderr: str = attrs.field(default="", eq=False)

    def __attrs_post_init__(self) -> None:
        decided = isinstance(self.outcome, Decided)
        assert not (decided and self.noticed), "what misbehaves has decided nothing"

    @property
    def word(self) -> str:
        """The verdict, or ``skipped``, ``errored``, ``hung``."""
        return self.outcome.word

    @property
    def done(self) -> bool:
        """Whether it says that the work is done: complete, or accepted."""
        return isinstance(self.outcome, Decided) and self.outcome.word in DONE


def wrong(*noticed: Noticed, after: float = 0, stderr: str = "") -> Answer:
    """Return the answer to a case at which a subject misbehaved."""
    hung = any(one.code is Robustness.HUNG for one in noticed)
    context = "; ".join(map(str, noticed))
    return Answer(Hung(after) if hung else Errored(context), noticed, stderr)
