"""First-order formulas over relations, in which the theorems are stated.

    x  a variable of a sort     r  a relation     φ, ψ  formulas

    φ ::= r(x …) | r′(x …) | x = y | ¬φ | φ ∧ φ | φ ∨ φ | φ → φ | φ ↔ φ | ∀x: φ | ∃x: φ

``r′`` is what holds of r after a step. The language of obligations (`spec.syntax`)
ranges over the rows of one finite record; a theorem speaks of any number of actions,
effects and receipts, so it has a language of its own, and nothing in it but relations.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import TypeAlias

import attrs


@attrs.frozen(cache_hash=True)
class Var:
    """A variable, or a parameter of a step."""

    name: str
    sort: str


@attrs.frozen(cache_hash=True)
class Atom:
    """``r(x …)``, or with `after` ``r′(x …)``. Of no terms: a flag, or a switch."""

    relation: str
    terms: tuple[Var, ...] = ()
    after: bool = False


@attrs.frozen(cache_hash=True)
class Same:
    """``x = y``."""

    left: Var
    right: Var


@attrs.frozen(cache_hash=True)
class Not:
    """``¬φ``."""

    body: "Formula"


@attrs.frozen(cache_hash=True)
class And:
    """``φ ∧ …``; of nothing, true."""

    parts: tuple["Formula", ...]


@attrs.frozen(cache_hash=True)
class Or:
    """``φ ∨ …``; of nothing, false."""

    parts: tuple["Formula", ...]


@attrs.frozen(cache_hash=True)
class Implies:
    """``φ → ψ``."""

    left: "Formula"
    right: "Formula"


@attrs.frozen(cache_hash=True)
class Iff:
    """``φ ↔ ψ``."""

    left: "Formula"
    right: "Formula"


@attrs.frozen(cache_hash=True)
class All:
    """``∀x …: φ``."""

    variables: tuple[Var, ...]
    body: "Formula"


@attrs.frozen(cache_hash=True)
class Some:
    """``∃x …: φ``."""

    variables: tuple[Var, ...]
    body: "Formula"


Formula: TypeAlias = Atom | Same | Not | And | Or | Implies | Iff | All | Some

TRUE, FALSE = And(()), Or(())


def no(formula: Formula) -> Formula:
    """Return ``¬φ``."""
    if formula in (TRUE, FALSE):
        return FALSE if formula == TRUE else TRUE
    return Not(formula)


def conj(*parts: Formula) -> Formula:
    """Return the conjunction, flat, and without what is plainly true or false."""
    flat = [q for p in parts for q in (p.parts if isinstance(p, And) else (p,))]
    if FALSE in flat:
        return FALSE
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def disj(*parts: Formula) -> Formula:
    """Return the disjunction, flat, and without what is plainly true or false."""
    flat = [q for p in parts for q in (p.parts if isinstance(p, Or) else (p,))]
    if TRUE in flat:
        return TRUE
    return flat[0] if len(flat) == 1 else Or(tuple(flat))


def parts(formula: Formula) -> tuple[Formula, ...]:
    """Return the formulas that stand directly in ``formula``."""
    match formula:
        case Not(body) | All(_, body) | Some(_, body):
            return (body,)
        case And(inner) | Or(inner):
            return inner
        case Implies(left, right) | Iff(left, right):
            return left, right
    return ()


def walk(formula: Formula) -> Iterator[Formula]:
    """Yield ``formula`` and all that stands in it."""
    yield formula
    for part in parts(formula):
        yield from walk(part)


def mapped(formula: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """Return ``formula`` with each part that stands directly in it changed."""
    match formula:
        case Not(body):
            return Not(change(body))
        case And(inner):
            return And(tuple(map(change, inner)))
        case Or(inner):
            return Or(tuple(map(change, inner)))
        case Implies(left, right):
            return Implies(change(left), change(right))
        case Iff(left, right):
            return Iff(change(left), change(right))
        case All(variables, body):
            return All(variables, change(body))
        case Some(variables, body):
            return Some(variables, change(body))
    return formula


def free(formula: Formula) -> tuple[Var, ...]:
    """Return the free variables, in the order in which they first stand there."""
    match formula:
        case Atom(_, terms):
            found = terms
        case Same(left, right):
            found = (left, right)
        case All(variables, body) | Some(variables, body):
            found = tuple(v for v in free(body) if v not in variables)
        case _:
            found = tuple(v for part in parts(formula) for v in free(part))
    return tuple(dict.fromkeys(found))


def closed(formula: Formula, open_: tuple[Var, ...] = ()) -> Formula:
    """Return ``∀x …: φ`` for the free variables, except those of ``open_``."""
    left = tuple(v for v in free(formula) if v not in open_)
    return All(left, formula) if left else formula


def relations(formula: Formula) -> set[str]:
    """Return the relations that ``formula`` reads."""
    return {node.relation for node in walk(formula) if isinstance(node, Atom)}


def put(formula: Formula, terms: Mapping[Var, Var]) -> Formula:
    """Return ``formula`` with terms in the place of its free variables.

    A bound variable that a term would be caught by gets another name.
    """
    match formula:
        case Atom(relation, inner, after):
            return Atom(relation, tuple(terms.get(t, t) for t in inner), after)
        case Same(left, right):
            return Same(terms.get(left, left), terms.get(right, right))
        case All(variables, body) | Some(variables, body):
            here = {v: t for v, t in terms.items() if v not in variables}
            reached = {here.get(v, v) for v in free(formula)}
            names = {v: _apart(v, reached) for v in variables if v in reached}
            bound = tuple(names.get(v, v) for v in variables)
            return type(formula)(bound, put(body, {**here, **names}))
    return mapped(formula, lambda part: put(part, terms))


def _apart(variable: Var, taken: set[Var]) -> Var:
    names = (Var(f"{variable.name}{n}", variable.sort) for n in count(1))
    return next(name for name in names if name not in taken)
