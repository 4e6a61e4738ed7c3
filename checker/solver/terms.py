"""Conditions on the terms of a session, built through Z3's own objects."""

from typing import TypeAlias

import z3

Term: TypeAlias = z3.BoolRef | z3.ArithRef


def has(term: Term, value: int) -> z3.BoolRef:
    """Return: the term has this value; a Bool has 0 or 1."""
    if isinstance(term, z3.BoolRef):
        return term if value else truth(z3.Not(term))
    return truth(term == value)


def within(term: Term, low: int, high: int) -> z3.BoolRef:
    """Return: a number lies from ``low`` to ``high``, both included."""
    assert isinstance(term, z3.ArithRef)
    return truth(z3.And(term >= low, term <= high))


def negative(term: z3.ArithRef) -> z3.ArithRef:
    """Return the number below 0 that is as far from it as this one, or the reverse."""
    made = -term
    assert isinstance(made, z3.ArithRef)
    return made


def truth(made: object) -> z3.BoolRef:
    """Return what Z3 made, which is a condition and no constant of Python."""
    assert isinstance(made, z3.BoolRef)
    return made


def evaluated(model: z3.ModelRef, term: Term) -> int:
    """Return the number that a model gives a term; a Bool is 0 or 1."""
    found = model.eval(term, model_completion=True)
    if isinstance(found, z3.IntNumRef):
        return int(found.as_long())
    return int(z3.is_true(found))
