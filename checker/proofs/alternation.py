"""The quantifier alternation graph: whether a question about a theory has an answer.

An edge S → T: to prove a condition, an element of T has to be found for every element
of S (an ∃ of T below a ∀ of S, as signs make them). There are no functions, so if no
edges form a cycle, finitely many elements are enough to refute, and a solver that goes
on for long enough always answers (EPR, with many sorts). With a cycle a proof is still
a proof; what may not come to an end is the search for a counterexample.
"""

from collections.abc import Iterator
from typing import TypeAlias

from ...spec.theorems.formulas import (
    All,
    Formula,
    Iff,
    Implies,
    Not,
    Some,
    Var,
    parts,
)
from ...spec.theorems.theory import Theory
from .induction import every_condition

Edge: TypeAlias = tuple[str, str]


def alternation(theory: Theory) -> set[Edge]:
    """Return the edges of all conditions of a theory together."""
    taken = [*theory.axioms.values(), *theory.invariant.values()]
    for condition in every_condition(theory):
        taken += [*condition.premises, Not(condition.goal)]
    return {edge for formula in taken for edge in edges(formula)}


def edges(
    formula: Formula, sign: bool = True, under: tuple[Var, ...] = ()
) -> Iterator[Edge]:
    """Yield the edges of a formula that is asserted, or with ``sign`` false, denied.

    `under`: the variables that are universal where it stands.
    """
    match formula:
        case Not(body):
            yield from edges(body, not sign, under)
        case Implies(left, right):
            yield from edges(left, not sign, under)
            yield from edges(right, sign, under)
        case Iff(left, right):
            for part in (left, right):
                yield from edges(part, True, under)
                yield from edges(part, False, under)
        case All(variables, body) | Some(variables, body):
            if isinstance(formula, All) == sign:
                yield from edges(body, sign, (*under, *variables))
            else:
                yield from ((u.sort, v.sort) for u in under for v in variables)
                yield from edges(body, sign, under)
        case _:
            for part in parts(formula):
                yield from edges(part, sign, under)


def cycles(theory: Theory) -> list[list[str]]:
    """Return the sorts that lead back to themselves, together with each other."""
    import networkx as nx

    graph = nx.DiGraph(sorted(alternation(theory)))
    return sorted(
        sorted(group)
        for group in nx.strongly_connected_components(graph)
        if len(group) > 1 or any(graph.has_edge(sort, sort) for sort in group)
    )
