"""Formulas that say less: some conjuncts are left out, where that makes them weaker."""

from collections.abc import Collection, Iterator
from typing import TypeAlias

import attrs

from ...spec import syntax as s

Path: TypeAlias = tuple[int, ...]  # which part of which part, from the whole down


def conjuncts(formula: s.Formula) -> Iterator[Path]:
    """Yield where the conjuncts are whose absence makes ``formula`` weaker.

    The outer ones come first.
    """
    yield from sorted(_conjuncts(formula, True, ()), key=len)


def without(formula: s.Formula, dropped: Collection[Path]) -> s.Formula:
    """Return ``formula`` without the conjuncts at these places."""
    return _without(formula, True, (), dropped)


def _conjuncts(formula: s.Formula, positive: bool, path: Path) -> Iterator[Path]:
    if isinstance(formula, s.And) and positive:
        yield from ((*path, i) for i in range(len(formula.parts)))
    for i, part in enumerate(_parts(formula)):
        same = positive != isinstance(formula, s.Not)
        yield from _conjuncts(part, same, (*path, i))


def _without(
    formula: s.Formula, positive: bool, path: Path, dropped: Collection[Path]
) -> s.Formula:
    same = positive != isinstance(formula, s.Not)
    parts = [
        _without(part, same, (*path, i), dropped)
        for i, part in enumerate(_parts(formula))
        if not (isinstance(formula, s.And) and positive and (*path, i) in dropped)
    ]
    match formula:
        case s.And():
            return s.And(tuple(parts))
        case s.Not():
            return s.Not(*parts)
        case s.Some(bind):
            where, body = parts
            return s.Some(attrs.evolve(bind, where=where), body)
    return formula


def _parts(formula: s.Formula) -> tuple[s.Formula, ...]:
    match formula:
        case s.And(parts):
            return parts
        case s.Not(body):
            return (body,)
        case s.Some(bind, body):
            return bind.where, body
    return ()
