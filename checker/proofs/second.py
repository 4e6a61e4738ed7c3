"""A second opinion on the conditions: cvc5 reads the same text and answers by itself.

Of each condition that Z3 proved it is asked whether it follows from those switches and
conjuncts alone which Z3 says it needed, so both the proof and its premises are checked.
"""

from collections.abc import Iterable, Iterator

from ...spec.theorems.theory import Theory
from ..solver.answers import Broken
from ..solver.second import BUDGET, SecondMissingError, asked, version
from .asking import background, conjuncts, question
from .induction import Shown
from .text import symbol

__all__ = ["SecondMissingError", "opinion", "opinions", "version"]

# Without it cvc5 gives up where it has instantiated what it saw and found no model.
OPTIONS = ("finite-model-find",)
ANSWERS = ("sat", "unsat", "unknown")


def opinions(theory: Theory, shown: Iterable[Shown]) -> Iterator[str]:
    """Yield what cvc5 says of each condition that was proved.

    Raises: `Broken` if it finds one refuted that Z3 proved.
    """
    known = "\n".join(background(theory))
    for one in shown:
        yield opinion(theory, known, one)


def opinion(theory: Theory, known: str, shown: Shown, budget: int = BUDGET) -> str:
    """Return what cvc5 says: unsat, or unknown if it did not decide it.

    `known`: the text of what is true of the theory whatever is asked.
    """
    core = shown.answered.core
    premises = (f"(assert {symbol(name)})" for name in sorted(core))
    taken = (*conjuncts(theory, core), *premises, *question(shown.condition))
    lines = ("(set-logic UF)", known, *taken, "(check-sat)")
    printed = asked("\n".join(lines), budget, OPTIONS)
    said = (printed.split() or [""])[0]  # `unknown (INCOMPLETE)` is unknown
    if said not in ANSWERS:
        raise Broken(f"cvc5 cannot read {shown.condition}: {printed}")
    if said == "sat" and shown.answered.proved:
        raise Broken(f"z3 proves {shown.condition}, cvc5 {version()} refutes it")
    return said
