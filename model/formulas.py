"""Formulas, terms, bags, binds and tables as JSON: twin functions over one grammar.

    {"some": {"bind": {"var": "x0", "table": {"calls": "pay"}, "where": …}, "body": …}}

A constant is written as documents write values of its sort: decimals are text. What
a variable is called follows from the formula, so every formula has one document.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import attrs

from ..spec import syntax as s
from ..spec.errors import SpecError, shown
from ..spec.sorts import NAME, Sort
from ..spec.transforms import TRANSFORMS
from .cells import value_read
from .grammar import Grammar
from .places import Place
from .shapes import Shape, Text, Word

Argument: TypeAlias = s.Term | s.Bag
IDENTIFIER = Text(f"^{NAME.pattern.removesuffix(chr(92) + 'Z')}$", "an identifier")
VARIABLE = Text("^x(0|[1-9][0-9]{0,3})$", "a variable: x0, x1, …")
ROW = Text(
    r"^(x(0|[1-9][0-9]{0,3})|this(\.[A-Za-z_][A-Za-z0-9_]*)?)$",
    "a variable: x0, x1, …, or in what a tool says of itself: this",
)


def to_json(node: s.Node, place: str = "formula") -> Any:
    """Return a node of the syntax as JSON values."""
    return _shape(node).write(node, Place(place))


def from_json(value: Any, place: str | Place = "formula", kind: Any = None) -> Any:
    """Return the node that JSON values stand for: the inverse of `to_json`.

    `kind`: what may stand there, a class or a union of `syntax`; without it, any
    formula. Raises: `CaseError` with the place of what is ill-formed.
    """
    where = place if isinstance(place, Place) else Place(place)
    return FORMULAS.of(s.Formula if kind is None else kind).read(value, where)


def canonical(bind: s.Bind, *scope: s.Node) -> None:
    """See that ``bind`` names its variable after what stands below it."""
    right = f"x{max(map(s.height, (bind.where, *scope)))}"
    if bind.var != right:
        raise SpecError(
            f"var={shown(bind.var)} must be {right}: a variable is numbered by how "
            f"many are bound below it"
        )


def some(bind: s.Bind, body: s.Formula) -> s.Some:
    """Return ``∃ x ∈ ρ. φ`` if its variable is named as it must be."""
    canonical(bind, body)
    return s.Some(bind, body)


def bag(binds: tuple[s.Bind, ...], value: s.Term | None) -> s.Bag:
    """Return a bag over at least one table, its variables named as they must be."""
    if not binds:
        raise SpecError("binds=[] ranges over nothing: bind at least one variable")
    for i, bind in enumerate(binds):
        canonical(bind, s.Bag(binds[i + 1 :], value))
    return s.Bag(binds, value)


def const(value: Any, sort: str) -> s.Const:
    """Return a constant, its value read as one of its sort."""
    return s.Const(value_read(Sort(sort), value), sort)


def _written(node: s.Const) -> s.Const:
    return attrs.evolve(node, value=Sort(node.sort).write(node.value))


def _names() -> Mapping[Any, Shape]:
    """Return the identifiers of the syntax: every text in it that is none of these."""
    kinds = [k for u in UNIONS.values() for k in u.__args__] + [s.Bag, s.Bind]
    return {
        (kind, field.name): IDENTIFIER
        for kind in kinds
        for field in attrs.fields(kind)
        if field.type in (str, "str")
    }


UNIONS: Mapping[str, Any] = {
    "formula": s.Formula,
    "term": s.Term,
    "table": s.Table,
    "argument": Argument,
}
SHAPES: Mapping[Any, Shape] = {
    **_names(),
    (s.Bind, "var"): VARIABLE,
    (s.Get, "row"): ROW,
    (s.Inside, "row"): ROW,
    (s.Decided, "verdict"): Word(("given", "withdrawn")),
    (s.Apply, "transform"): Word(tuple(sorted(TRANSFORMS))),
}
MAKES: Mapping[type, Any] = {s.Some: some, s.Bag: bag, s.Const: const}
VIEWS: Mapping[type, Any] = {s.Const: _written}
FORMULAS = Grammar(SHAPES, MAKES, VIEWS, UNIONS)


def _shape(node: s.Node) -> Shape:
    for union in (s.Formula, s.Term, s.Table):
        if isinstance(node, union):
            return FORMULAS.of(union)
    assert isinstance(node, s.Bag | s.Bind), f"no syntax: {node!r}"
    return FORMULAS.of(type(node))
