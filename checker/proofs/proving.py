"""A theory proved: what was asked, of which solvers, and at what cost."""

from collections import Counter
from collections.abc import Mapping

import attrs
import z3

from ...spec.theorems.runs import Run
from ...spec.theorems.theory import Theory
from .alternation import cycles
from .deciding import Deciding
from .results import Answer, Open
from .second import SecondMissingError, opinions
from .second import version as second_version


@attrs.frozen
class Proof:
    """What came of a theory with all its switches on.

    `answers`: by the name of the conclusion. `asked`, `same`: how many conditions were
    asked, and how many have their goal among their premises. `rlimit`, `costliest`:
    what Z3 spent on all of them and on one. `second`: what cvc5 said of how many, None
    if it is not installed. `cycles`: sorts that quantifiers lead back to. `example`: a
    run that meets every premise.
    """

    theory: Theory
    answers: Mapping[str, Answer]
    asked: int
    same: int
    rlimit: int
    costliest: int
    second: Mapping[str, int] | None
    cycles: tuple[tuple[str, ...], ...]
    example: Run | Open

    @property
    def agreed(self) -> bool:
        """Whether cvc5 confirmed every condition."""
        return self.second is not None and self.second.get("unsat") == self.asked


def proof(deciding: Deciding) -> Proof:
    """Prove a theory, and ask for a second opinion if there is a second solver.

    Raises: `Broken` if the solvers exclude each other.
    """
    theory, induction = deciding.theory, deciding.induction
    answers = deciding.decide()
    return Proof(
        theory=theory,
        answers=answers,
        asked=len(induction.shown),
        same=induction.same,
        rlimit=induction.rlimit,
        costliest=max(shown.answered.rlimit for shown in induction.shown),
        second=_second(deciding),
        cycles=tuple(map(tuple, cycles(theory))),
        example=deciding.example,
    )


def _second(deciding: Deciding) -> Mapping[str, int] | None:
    shown = [one for one in deciding.induction.shown if one.answered.proved]
    try:
        return Counter(opinions(deciding.theory, shown))
    except SecondMissingError:
        return None


def solvers() -> dict[str, str | None]:
    """Return the versions of the solvers; None of one that is not installed."""
    try:
        other: str | None = second_version()
    except SecondMissingError:
        other = None
    return {"z3": z3.get_version_string(), "cvc5": other}
