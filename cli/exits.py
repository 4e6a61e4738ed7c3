"""What the exit codes mean, and which one several results give together."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..model.judge import Judgement

DONE = 0  # all discharged or void
NOT_DONE = 1  # something lost or breached, or done was claimed too early
USAGE = 2  # what was handed in cannot be read, or contradicts itself
UNDECIDED = 3  # something open or unclear, or perhaps breached
OURS = 4  # an error of our own
NOTHING = 5  # there was nothing to check

WORST_FIRST = (OURS, USAGE, NOT_DONE, UNDECIDED, NOTHING, DONE)


def worst(codes: Iterable[int]) -> int:
    """Return the worst of these codes; of none, that there was nothing to check."""
    return min(codes, key=WORST_FIRST.index, default=NOTHING)


def exit_of(judgement: "Judgement") -> int:
    """Return the code of one judgement."""
    from ..spec.verdicts import Standing

    found = {finding.standing for finding in judgement.findings}
    if judgement.broken is not None:
        return USAGE
    if not found:
        return NOTHING
    broken = any(breach.verdict.name == "refuted" for breach in judgement.breaches)
    if Standing.LOST in found or judgement.claimed_early or broken:
        return NOT_DONE
    return DONE if judgement else UNDECIDED


def exit_of_error(error: Exception) -> int:
    """Return the code of an expected failure: malformed, or with nothing to check."""
    from ..spec.errors import NothingAskedError

    # A document's error says where in it; what it was about is the error behind it.
    found = (error, error.__context__)
    return NOTHING if any(isinstance(e, NothingAskedError) for e in found) else USAGE
