"""Symbolic values and rows: what a term may be, and whether a row is there."""

from collections.abc import Mapping
from typing import TypeAlias

import attrs

from .order import ordered
from .scope import BIG
from .smt import FALSE, TRUE, compare, conj, disj, ite, neg, number


@attrs.frozen
class Name:
    """An entity's id (Int) or a flag (Bool), and whether it is known."""

    term: str
    known: str = TRUE


@attrs.frozen
class Num:
    """A number: the least and the greatest that it may be, as Int terms."""

    low: str
    high: str


Sym: TypeAlias = Name | Num
UNKNOWN_NAME, UNKNOWN_FLAG = Name("0", FALSE), Name(FALSE, FALSE)
UNKNOWN_NUM = Num(number(-BIG), number(BIG))


def num(term: str, known: str = TRUE) -> Num:
    """Return the number ``term``, or any number where it is not known."""
    return Num(ite(known, term, number(-BIG)), ite(known, term, number(BIG)))


def exact(value: int) -> Num:
    """Return a constant."""
    return Num(number(value), number(value))


@attrs.frozen
class Row:
    """A row that may be there: a slot of the record, or one derived from it.

    `possible`: it may be there; `sure`: it is. `open`: it stands for any number of
    rows. `key`: what tells it apart from others, as text or as symbolic values.
    """

    cells: Mapping[str, "Sym | list[Row]"]
    possible: str
    sure: str
    key: tuple[object, ...] = ()
    open: bool = False


def equal(a: Sym, b: Sym) -> str:
    """Return: the two are equal, whatever they may be."""
    if isinstance(a, Name) and isinstance(b, Name):
        return conj((a.known, b.known, compare("=", a.term, b.term)))
    assert isinstance(a, Num) and isinstance(b, Num), (a, b)
    if a.low == a.high and b.low == b.high:
        return compare("=", a.low, b.low)
    return conj((compare("<=", a.high, b.low), compare("<=", b.high, a.low)))


def differ(a: Sym, b: Sym) -> str:
    """Return: the two differ, whatever they may be."""
    if isinstance(a, Name) and isinstance(b, Name):
        return conj((a.known, b.known, neg(compare("=", a.term, b.term))))
    return disj((less(a, b), less(b, a)))


def less(a: Sym, b: Sym) -> str:
    """Return: the first is less, whatever they may be."""
    assert isinstance(a, Num) and isinstance(b, Num), (a, b)
    return ordered("<", a.high, b.low)


def at_most(a: Sym, b: Sym) -> str:
    """Return: the first is at most the second, whatever they may be."""
    assert isinstance(a, Num) and isinstance(b, Num), (a, b)
    return ordered("<=", a.high, b.low)


def known(a: Sym) -> str:
    """Return: there is one thing only that it may be."""
    return equal(a, a) if isinstance(a, Name) else compare("=", a.low, a.high)
