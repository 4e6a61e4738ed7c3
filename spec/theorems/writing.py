"""Formulas as a paper prints them: as text, which `notation` reads, and LaTeX."""

import attrs

from .formulas import (
    TRUE,
    All,
    And,
    Atom,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Same,
    Some,
    Var,
)

IFF, THEN, OR, AND, NOT = range(5)  # from loose to tight


@attrs.frozen
class Signs:
    """How the connectives, names and variables of one way of writing look."""

    no: str
    both: str
    either: str
    then: str
    iff: str
    every: str
    some: str
    same: str
    differ: str
    colon: str = ": "

    def name(self, name: str, after: bool) -> str:
        """Write the name of a relation."""
        return name + ("′" if after else "")

    def variable(self, variable: Var) -> str:
        """Write a variable; a parameter without the name of its step."""
        return variable.name.rpartition(".")[2]


class LatexSigns(Signs):
    """How they look in the math mode of LaTeX."""

    def name(self, name: str, after: bool) -> str:
        """Write the name of a relation."""
        written = name.replace("_", r"\_")
        return rf"\mathit{{{written}}}" + ("'" if after else "")

    def variable(self, variable: Var) -> str:
        """Write a variable; the digits that follow its letter stand below."""
        name = super().variable(variable)
        letter = name.rstrip("0123456789")
        number = name[len(letter) :]
        return letter + (f"_{{{number}}}" if number else "")


TEXT = Signs("¬", " ∧ ", " ∨ ", " → ", " ↔ ", "∀", "∃", " = ", " ≠ ")
LATEX = LatexSigns(
    r"\neg ",
    r" \land ",
    r" \lor ",
    r" \rightarrow ",
    r" \leftrightarrow ",
    r"\forall ",
    r"\exists ",
    " = ",
    r" \neq ",
    r"\colon ",
)


def text(formula: Formula, signs: Signs = TEXT) -> str:
    """Return ``formula`` in one line, without the ∀ that it stands under."""
    body = formula.body if isinstance(formula, All) else formula
    return _written(body, IFF, True, signs)


def latex(formula: Formula) -> str:
    """Return ``formula`` for the math mode of LaTeX, without its outermost ∀."""
    return text(formula, LATEX)


def _written(node: Formula, level: int, last: bool, y: Signs) -> str:
    """Return ``node`` where ``level`` or tighter is wanted.

    `last`: nothing follows, so that a quantifier needs no parentheses.
    """

    def chain(parts: tuple[Formula, ...], word: str, of: int) -> tuple[str, int]:
        ends = len(parts) - 1
        said = [_written(p, of + 1, last and i == ends, y) for i, p in enumerate(parts)]
        return word.join(said), of

    match node:
        case And(()) | Or(()):
            found, of = "true" if node == TRUE else "false", NOT
        case Atom(relation, terms, after):
            inner = ",".join(map(y.variable, terms))
            found, of = y.name(relation, after) + (f"({inner})" if terms else ""), NOT
        case Same(left, right):
            found, of = y.variable(left) + y.same + y.variable(right), NOT
        case Not(Same(left, right)):
            found, of = y.variable(left) + y.differ + y.variable(right), NOT
        case Not(Same() | Atom() as body):
            found, of = y.no + _written(body, NOT, last, y), NOT
        case Not(body):
            found, of = f"{y.no}({_written(body, IFF, True, y)})", NOT
        case And(parts):
            found, of = chain(parts, y.both, AND)
        case Or(parts):
            found, of = chain(parts, y.either, OR)
        case Implies(left, right):
            ends = _written(left, OR, False, y), _written(right, THEN, last, y)
            found, of = y.then.join(ends), THEN
        case Iff(left, right):
            found, of = chain((left, right), y.iff, IFF)
        case All(variables, body) | Some(variables, body):
            sign = y.every if isinstance(node, All) else y.some
            names = " ".join(map(y.variable, variables))
            inner = _written(body, IFF, True, y)
            found, of = sign + names + y.colon + inner, NOT if last else IFF - 1
    return found if of >= level else f"({found})"
