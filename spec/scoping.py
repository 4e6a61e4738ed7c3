"""How a comprehension binds: the variables open right now, and how they close.

A pattern that is iterated opens one variable and yields one row. The quantifier
around it takes the body that the comprehension makes of that row, takes the
variables opened meanwhile, and gives them their canonical names. Then it lets the
iterations end: one that ends untaken ran in a list, a ``sum`` or a loop. Whatever
goes wrong inside, no variable stays open.
"""

import itertools
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import GeneratorType

import attrs

from .errors import SpecError, shown
from .substitution import rename
from .syntax import Bag, Bind, Formula, Node, Not, Some, Term, height

_numbers = itertools.count()
_open = threading.local()
END = object()


def fresh() -> str:
    """Return a variable that no formula has yet."""
    return f"?{next(_numbers)}"


@attrs.define(eq=False)
class Opening:
    """A variable that an iteration has opened, and whether the iteration has ended."""

    bind: Bind
    ended: bool = False


def opened() -> list[Opening]:
    """Return the variables open in this thread, outermost first."""
    if not hasattr(_open, "stack"):
        _open.stack = []
    stack: list[Opening] = _open.stack
    return stack


@contextmanager
def opening(bind: Bind) -> Iterator[None]:
    """Hold ``bind`` open until the quantifier around it takes it."""
    stack, mine = opened(), Opening(bind)
    stack.append(mine)
    try:
        yield
        if mine in stack:
            raise SpecError(
                "an iteration over a pattern stands in some, every, none, count or "
                "total, and has no Python collection within: no list, no sum, no loop"
            )
    finally:
        mine.ended = True
        if mine in stack:
            stack.remove(mine)


def comprehension(body: object, word: str) -> tuple[list[Bind], object]:
    """Run a comprehension once; return the variables it bound and what it made."""
    if not isinstance(body, GeneratorType):
        raise SpecError(
            f"{word}(…) takes a pattern or a comprehension, {word}(… for x in "
            f"tool.done(…)), not the {type(body).__name__} {shown(body, 40)}"
        )
    stack = opened()
    # Not by number: an iteration left hanging by an error may end, and leave the
    # stack, at any time, even while this one runs.
    outer = tuple(stack)
    try:
        made = next(body, END)
        taken = [opening for opening in stack if opening not in outer]
        if not taken:
            raise SpecError(
                f"{word}(…) ranges over nothing: write for x in tool.done(…)"
            )
        stack[:] = [opening for opening in stack if opening in outer]
        if next(body, END) is not END:
            raise SpecError(
                f"{word}(…) ranges over a Python collection too; only patterns, rows "
                "and sorts are ranged over: combine the others with & and |"
            )
        if not all(opening.ended for opening in taken):
            raise SpecError(
                f"{word}(…) holds a row of an iteration that is not its own; every "
                "row belongs to a for x in tool.done(…)"
            )
        if made is None:
            raise SpecError(
                f"{word}(…) got None: does a function in it lack its return?"
            )
        return [opening.bind for opening in taken], made
    finally:
        body.close()
        stack[:] = [opening for opening in stack if opening in outer]


def nested(binds: Iterable[Bind], body: Formula) -> Formula:
    """Return ``∃ x ∈ ρ, y ∈ ρ′ … . body`` with canonical variables."""
    for bind in reversed(list(binds)):
        canonical, inner = _named(bind, body)
        assert isinstance(inner, Formula)
        body = Some(canonical, inner)
    return body


def bag(binds: Iterable[Bind], value: Term | None) -> Bag:
    """Return the bag ``value for x in ρ for y in ρ′ …`` with canonical variables."""
    made = Bag((), value)
    for bind in reversed(list(binds)):
        canonical, inner = _named(bind, made)
        assert isinstance(inner, Bag)
        made = Bag((canonical, *inner.binds), inner.value)
    return made


def _named(bind: Bind, scope: Node) -> tuple[Bind, Node]:
    """Name the variable of ``bind`` after what stands below it: nothing is caught."""
    name = f"x{max(height(bind.where), height(scope))}"
    where = rename(bind.where, {bind.var: name})
    assert isinstance(where, Formula)
    return Bind(name, bind.table, where), rename(scope, {bind.var: name})


def negated(body: Formula) -> Formula:
    """Return ``¬body``, without doubling a negation."""
    return body.body if isinstance(body, Not) else Not(body)
