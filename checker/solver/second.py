"""A second opinion: cvc5 reads a question as it was exported, and answers by itself.

It shares nothing with Z3 but the text, so it finds a wrong answer of Z3, or text that
the two read differently. It does not find a question that was put wrongly: that is
what the replay of every record by `Truth` is for.
"""

from collections.abc import Iterable
from typing import Any

from ...spec.errors import ObligatoError
from .answers import Broken
from .export import SAT, UNKNOWN, UNSAT, Query

BUDGET = 3_000_000  # of cvc5's own units of work, for one question


class SecondMissingError(ObligatoError):
    """The second solver was asked for and is not installed."""


def version() -> str:
    """Return the version of cvc5.

    Raises: `SecondMissingError` if it is not installed.
    """
    return str(_cvc5().__version__)


def opinion(query: Query, budget: int = BUDGET) -> str:
    """Return what cvc5 says: sat, unsat, or unknown if the budget did not last.

    Raises: `Broken` if it says the opposite of what Z3 said, or cannot read it.
    """
    said = asked(query.script(), budget)
    if said not in (SAT, UNSAT, UNKNOWN):
        raise Broken(f"cvc5 cannot read the question: {said}", query)
    if {said, query.said} == {SAT, UNSAT}:
        raise Broken(f"z3 says {query.said}, cvc5 {version()} says {said}", query)
    return said


def asked(script: str, budget: int = BUDGET, options: Iterable[str] = ()) -> str:
    """Return what cvc5 prints for a script. `options`: those that are turned on.

    Raises: `SecondMissingError` if it is not installed.
    """
    cvc5 = _cvc5()
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("rlimit", str(budget))
    for option in options:
        solver.setOption(option, "true")
    symbols = cvc5.SymbolManager(solver.getTermManager())
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "the question")
    printed = ""
    try:
        while not (command := parser.nextCommand()).isNull():
            printed += command.invoke(solver, symbols)
    except RuntimeError as error:  # what cvc5 raises for all that it cannot read
        return str(error)
    return printed.strip()


def _cvc5() -> Any:
    try:
        import cvc5
    except ImportError:
        raise SecondMissingError(
            "a second opinion is asked of cvc5, which is not installed: "
            "pip install 'obligato[second]'"
        ) from None
    return cvc5
