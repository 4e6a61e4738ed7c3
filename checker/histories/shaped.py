"""What the reading `Shape` is made of: trees for truths, values, and rows.

A tree is in terms of variables for the rows that a history may keep: an event of a
tool or of a decision, a row inside a field of one, or an entity.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeAlias

import attrs

from ...spec.sorts import Column
from ...spec.tools import Tool

Key: TypeAlias = tuple[Any, ...]  # what is compared, with the variables in it


@attrs.frozen(eq=False)
class Var:
    """A row that may be kept.

    `kind`: what it is of: an ``event``, an ``entity``, or a ``row`` of a field.
    `of`: the tool, the decision and its verdict, the sort, or the field. `outer`: of
    what a row is a row. `columns`: what it has, without the time and the person.
    """

    kind: str
    of: str
    columns: tuple[Column, ...] = ()
    outer: "Var | None" = None


@attrs.frozen(eq=False, slots=False)
class Fixed:
    """A truth that hangs on its rows alone. `key`: what is asked, to know it again."""

    key: Key

    @cached_property
    def vars(self) -> frozenset[Var]:
        """The rows it hangs on."""
        return frozenset(_vars(self.key))


@attrs.frozen(eq=False, slots=False)
class Not:
    """The opposite."""

    body: "Tree"

    @cached_property
    def vars(self) -> frozenset[Var]:
        """The rows it hangs on."""
        return self.body.vars


@attrs.frozen(eq=False, slots=False)
class All:
    """All of some truths."""

    parts: tuple["Tree", ...]

    @cached_property
    def vars(self) -> frozenset[Var]:
        """The rows it hangs on."""
        return frozenset().union(*(part.vars for part in self.parts))


@attrs.frozen(eq=False, slots=False)
class Exists:
    """There is a row of which something holds."""

    row: Var
    body: "Tree"

    @cached_property
    def vars(self) -> frozenset[Var]:
        """The rows it hangs on, beside the one that it asks for."""
        outer = frozenset(() if self.row.outer is None else (self.row.outer,))
        return (self.body.vars - {self.row}) | outer


@attrs.frozen(eq=False, slots=False)
class Least:
    """There are ``number`` choices of rows for which something holds.

    `number`: None is as many as some value says, which no number bounds. `ways`: what
    is chosen, one after the other, and what must hold of it.
    """

    number: int | None
    ways: tuple[tuple[tuple[Var, ...], "Tree"], ...]

    @cached_property
    def body(self) -> "Tree":
        """There is one."""
        return disj(chosen(rows, held) for rows, held in self.ways)

    @property
    def vars(self) -> frozenset[Var]:
        """The rows it hangs on."""
        return self.body.vars


@attrs.frozen(eq=False, slots=False)
class Endless:
    """A truth of which nothing is known once any row is left out, and why."""

    why: str
    vars: frozenset[Var] = frozenset()


Tree: TypeAlias = Fixed | Not | All | Exists | Least | Endless
TRUE: Tree = All(())
FALSE: Tree = Not(TRUE)


@attrs.frozen
class Known:
    """A value that hangs on its rows alone."""

    key: Key


@attrs.frozen
class Unknown:
    """A value of which nothing is known, so that no comparison with it is sure."""


@attrs.frozen
class Flag:
    """A flag: when it is surely set, and when it is surely not."""

    yes: Tree
    no: Tree


@attrs.frozen
class Item:
    """What a choice of rows adds to a bag: its value, if it may and if it must be."""

    rows: tuple[Var, ...]
    may: Tree
    surely: Tree
    value: "Value | None"


@attrs.frozen
class Counted:
    """How many items there are, or how many values they have."""

    items: tuple[Item, ...]

    def least(self, number: int | None, surely: bool) -> Tree:
        """Return: so many are there, surely or maybe."""
        found = Least(
            number,
            tuple((i.rows, i.surely if surely else i.may) for i in self.items),
        )
        if number is None:  # it may be 0, so that nothing is enough
            return found
        return TRUE if number <= 0 else FALSE if found.body is FALSE else found


@attrs.frozen
class Other:
    """A value that may change if any row is left out: a sum, a transform."""

    why: str


Value: TypeAlias = Known | Unknown | Flag | Counted | Other


@attrs.frozen(eq=False)
class Row:
    """A row in scope, made from the rows that may be kept.

    `call`, `tool`: of which call it tells, if it is not open. `cells`: its values.
    `lists`: for each of its fields of rows, the variable of the row that has it.
    `possible`, `there`: when it may be there, and when it surely is. An open row, which
    stands for any number that nobody knows, never is.
    """

    cells: Callable[[str], Value]
    call: Var | None = None
    tool: Tool | None = None
    lists: Mapping[str, tuple[Var, Column]] = attrs.field(factory=dict)
    possible: Tree = TRUE
    there: Tree = TRUE


def neg(body: Tree) -> Tree:
    """Return the opposite, without doubling it."""
    if isinstance(body, Not):
        return body.body
    return FALSE if body is TRUE else Not(body)


def conj(parts: Iterable[Tree]) -> Tree:
    """Return the conjunction; it stops reading at the first part that is false."""
    kept: dict[Tree, None] = {}
    for part in parts:
        if part is FALSE:
            return FALSE
        if part is not TRUE:
            kept[part] = None
    if not kept:
        return TRUE
    return next(iter(kept)) if len(kept) == 1 else All(tuple(kept))


def disj(parts: Iterable[Tree]) -> Tree:
    """Return the disjunction."""
    return neg(conj(neg(part) for part in parts))


def chosen(rows: tuple[Var, ...], body: Tree) -> Tree:
    """Return: there are such rows, chosen one after the other."""
    for row in reversed(rows):
        body = body if body is FALSE else Exists(row, body)
    return body


def _vars(key: Key) -> Iterable[Var]:
    for part in key:
        if isinstance(part, Var):
            yield part
        elif isinstance(part, tuple):
            yield from _vars(part)
