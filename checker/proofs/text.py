"""Formulas of a theorem as SMT-LIB text, quantifiers and all.

Both solvers are told the same text. Only here do quantifiers reach a solver: the
formulas are in EPR (see `alternation`), where a question has an answer.
"""

from collections.abc import Iterable, Iterator

from ...spec.theorems.formulas import (
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
from ...spec.theorems.theory import Theory


def written(formula: Formula) -> str:
    """Return a formula that speaks of one moment as an SMT-LIB term."""
    match formula:
        case Atom(relation, terms, after):
            assert not after, "of two moments only what `after` makes of it is asked"
            return _applied(symbol(relation), map(_variable, terms))
        case Same(left, right):
            return _applied("=", (_variable(left), _variable(right)))
        case Not(body):
            return _applied("not", [written(body)])
        case And(parts):
            return _applied("and", map(written, parts)) if parts else "true"
        case Or(parts):
            return _applied("or", map(written, parts)) if parts else "false"
        case Implies(left, right):
            return _applied("=>", (written(left), written(right)))
        case Iff(left, right):
            return _applied("=", (written(left), written(right)))
        case All(variables, body):
            return _bound("forall", variables, body)
        case Some(variables, body):
            return _bound("exists", variables, body)


def declarations(theory: Theory) -> Iterator[str]:
    """Yield the sorts, the relations and the switches of a theory."""
    for sort in sorts(theory):
        yield f"(declare-sort |{sort}| 0)"
    for name, relation in theory.relations.items():
        terms = " ".join(f"|{sort}|" for sort in relation.sorts)
        yield f"(declare-fun {symbol(name)} ({terms}) Bool)"
    for name in theory.switches:
        yield f"(declare-const {symbol(name)} Bool)"


def parameters(variables: Iterable[Var]) -> Iterator[str]:
    """Yield the declarations of the parameters of a step."""
    for variable in variables:
        yield f"(declare-const {_variable(variable)} |{variable.sort}|)"


def sorts(theory: Theory) -> list[str]:
    """Return the sorts of a theory, each once."""
    return list(dict.fromkeys(theory.letters.values()))


def symbol(name: str) -> str:
    """Return the name of a relation, a switch or a conjunct; none is a word."""
    return f"|!{name}|"


def _variable(variable: Var) -> str:
    return f"|{variable.name}|"


def _applied(name: str, terms: Iterable[str]) -> str:
    inner = " ".join(terms)
    return f"({name} {inner})" if inner else name


def _bound(quantifier: str, variables: tuple[Var, ...], body: Formula) -> str:
    names = " ".join(f"({_variable(v)} |{v.sort}|)" for v in variables)
    return f"({quantifier} ({names}) {written(body)})"
