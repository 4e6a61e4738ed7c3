"""The language as plain data: what a formula *is*. What it means is in `semantics`.

    x  a variable, bound to a row     φ, ψ  formulas     t, u  terms     ρ  a table

Two formulas are equal exactly if they have the same shape: bound variables are
named by how many quantifiers stand below them, so names never tell them apart.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import attrs

THIS = "this"  # the free variable of a tool's own formulas: the call in question


@attrs.frozen(cache_hash=True)
class Const:
    """A value of a sort: entities as text, flags as bools, numbers as ints."""

    value: str | int | bool
    sort: str


@attrs.frozen(cache_hash=True)
class Role:
    """The value that the accepted binding gives a role: ``bound(invoice)``."""

    name: str
    sort: str


@attrs.frozen(cache_hash=True)
class Slot:
    """The value that the claim gives a slot of the answer: ``claim(spend)``."""

    name: str
    sort: str


@attrs.frozen(cache_hash=True)
class Now:
    """The time of the judgement."""


@attrs.frozen(cache_hash=True)
class Frontier:
    """The time of the handoff: what starts then or later is the continuation."""


@attrs.frozen(cache_hash=True)
class Get:
    """A field of a row: ``x.field``."""

    row: str
    field: str
    sort: str


@attrs.frozen(cache_hash=True)
class Plus:
    """``t + u``."""

    left: "Term"
    right: "Term"


@attrs.frozen(cache_hash=True)
class Minus:
    """``t − u``."""

    left: "Term"
    right: "Term"


@attrs.frozen(cache_hash=True)
class Bag:
    """``t for x in ρ for y in ρ′ …``: a value for each way to choose the rows."""

    binds: tuple["Bind", ...]
    value: "Term | None"


@attrs.frozen(cache_hash=True)
class Count:
    """How many rows, or, if the bag has a value, how many different values."""

    of: Bag


@attrs.frozen(cache_hash=True)
class Total:
    """The sum of the values over different keys of the last row chosen."""

    of: Bag


@attrs.frozen(cache_hash=True)
class Apply:
    """A closed transform of `transforms`, applied to terms and bags."""

    transform: str
    arguments: tuple["Term | Bag", ...]
    sort: str


Term: TypeAlias = (
    Const | Role | Slot | Now | Frontier | Get | Plus | Minus | Count | Total | Apply
)


@attrs.frozen(cache_hash=True)
class Calls:
    """Every call of a tool, whatever came of it."""

    tool: str


@attrs.frozen(cache_hash=True)
class Decided:
    """Every ``given`` or ``withdrawn`` decision of a kind."""

    decision: str
    verdict: str


@attrs.frozen(cache_hash=True)
class Made:
    """Every effect of a name, one row for each call that may have made it."""

    effect: str


@attrs.frozen(cache_hash=True)
class Ended:
    """Every ending of an effect of a name."""

    effect: str


@attrs.frozen(cache_hash=True)
class Inside:
    """The rows inside a field of a row."""

    row: str
    field: str


@attrs.frozen(cache_hash=True)
class Entities:
    """The entities that the record declares for a sort."""

    sort: str


Table: TypeAlias = Calls | Decided | Made | Ended | Inside | Entities


@attrs.frozen(cache_hash=True)
class Bind:
    """``x in ρ``: a variable, the table it ranges over, and which rows count."""

    var: str
    table: Table
    where: "Formula"


@attrs.frozen(cache_hash=True)
class Equal:
    """``t = u``."""

    left: Term
    right: Term


@attrs.frozen(cache_hash=True)
class Less:
    """``t < u``."""

    left: Term
    right: Term


@attrs.frozen(cache_hash=True)
class AtMost:
    """``t ≤ u``."""

    left: Term
    right: Term


@attrs.frozen(cache_hash=True)
class Given:
    """A relation that the record gives: ``protected(path)``."""

    relation: str
    terms: tuple[Term, ...]


@attrs.frozen(cache_hash=True)
class Not:
    """``¬φ``."""

    body: "Formula"


@attrs.frozen(cache_hash=True)
class And:
    """``φ ∧ ψ ∧ …``; of nothing, it is true."""

    parts: tuple["Formula", ...]


@attrs.frozen(cache_hash=True)
class Some:
    """``∃ x ∈ ρ. φ``."""

    bind: Bind
    body: "Formula"


@attrs.frozen(cache_hash=True)
class Known:
    """``φ`` is established: an atom about the record, used by Preserve alone."""

    body: "Formula"


Formula: TypeAlias = Equal | Less | AtMost | Given | Not | And | Some | Known
Node: TypeAlias = Term | Formula | Bag | Bind | Table

TRUE: Formula = And(())


def children(node: Node) -> Iterator[Node]:
    """Yield the nodes right below ``node``, in the order of its fields."""
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if attrs.has(type(part)):
                yield part


def walk(node: Node) -> Iterator[Node]:
    """Yield ``node`` and all nodes below it."""
    yield node
    for child in children(node):
        yield from walk(child)


@lru_cache(maxsize=65536)
def free(node: Node) -> frozenset[str]:
    """Return the variables that ``node`` speaks of and does not bind."""
    match node:
        case Get(row=row) | Inside(row=row):
            return frozenset((row,))
        case Bind(var, table, where):
            return free(table) | (free(where) - {var})
        case Some(bind, body):
            return free(bind) | (free(body) - {bind.var})
        case Bag(binds, value):
            names = free(value) if value is not None else frozenset[str]()
            for bind in reversed(binds):
                names = free(bind) | (names - {bind.var})
            return names
    return frozenset[str]().union(*map(free, children(node)))


@lru_cache(maxsize=65536)
def height(node: Node) -> int:
    """Return the least n such that no variable bound in ``node`` is xₙ or later."""
    below = max(map(height, children(node)), default=0)
    return max(below, int(node.var[1:]) + 1) if isinstance(node, Bind) else below
