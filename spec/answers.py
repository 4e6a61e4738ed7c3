"""The surface of the closed transforms: terms over comprehensions.

``claim(average) == mean(line.amount for p in pages for line in p.lines)``. `count`
and `total` are terms of the language itself; what each means is in `transforms`.
"""

from collections.abc import Generator

from . import syntax as s
from .sorts import Bool, Int, List, Ratio
from .surface import collection, numbers
from .terms import Formula, Operand, Term, term

Terms = Generator[Term, None, None]


def mean(values: Terms) -> Term:
    """Return the exact mean over different keys."""
    bag, _ = numbers(values, "mean")
    return Term(s.Apply("mean", (bag,), Ratio.name), Ratio)


def least(values: Terms) -> Term:
    """Return the least value."""
    return _extreme("least", values)


def most(values: Terms) -> Term:
    """Return the greatest value."""
    return _extreme("most", values)


def first(k: int, values: Terms) -> Term:
    """Return the keys of the ``k`` greatest values (k < 0: of the least), in order."""
    bag, _ = collection(values, "first", ordered=True)
    return Term(s.Apply("first", (term(k, Int).node, bag), List.name), List)


def union(left: Terms, right: Terms) -> Term:
    """Return the values in either, sorted."""
    return _sets("union", left, right)


def common(left: Terms, right: Terms) -> Term:
    """Return the values in both, sorted."""
    return _sets("common", left, right)


def without(left: Terms, right: Terms) -> Term:
    """Return the values in ``left`` and not in ``right``, sorted."""
    return _sets("without", left, right)


def joined(left: Terms, right: Terms) -> Term:
    """Return the values on the right whose key is a value on the left, sorted."""
    return _sets("joined", left, right)


def ratio(left: Term, right: Operand) -> Term:
    """Return ``left / right``, an exact rational."""
    return Term(
        s.Apply("ratio", (left.node, term(right, left.sort).node), Ratio.name), Ratio
    )


def rounded(value: Term, places: int) -> Term:
    """Return ``value`` rounded to ``places`` decimals, half to even."""
    return Term(
        s.Apply("rounded", (value.node, term(places, Int).node), Ratio.name), Ratio
    )


def compare(left: Term, right: Operand) -> Term:
    """Return -1, 0 or 1: ``left`` is less than, equal to or greater than ``right``."""
    both = (left.ordered().node, term(right, left.sort).node)
    return Term(s.Apply("compare", both, Int.name), Int)


def nothing(values: Terms) -> Formula:
    """Whether the search came back complete and empty: ECT's `absent`."""
    bag, _ = collection(values, "nothing")
    return Formula(
        s.Equal(s.Apply("absent", (bag,), Bool.name), s.Const(True, Bool.name))
    )


def _extreme(name: str, values: Terms) -> Term:
    bag, sort = collection(values, name, ordered=True)
    return Term(s.Apply(name, (bag,), sort.name), sort)


def _sets(name: str, left: Terms, right: Terms) -> Term:
    bags = (collection(left, name)[0], collection(right, name)[0])
    return Term(s.Apply(name, bags, List.name), List)
