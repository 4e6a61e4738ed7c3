"""Resolution: what later reads settle about calls whose outcome is unknown.

A call that was not answered, or that failed where a failure may have done something,
may have taken effect. A read that tells one of its effects absent, once the call can
no longer land, settles that it did not; a read that tells it present, when no other
call can have made it, settles that it did. Nothing else does.

Assumption: nobody but the logged calls makes or ends these effects. Every formula
here is read for what is known (must alone). Definitions of this project.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import TypeAlias

import attrs

from . import syntax as s
from .requests import World
from .sorts import find
from .substitution import rename
from .surface import Pattern, count, none, some
from .terms import Formula, Row, Term, conjunction, ranged
from .tools import Tool
from .worlds import Effect, Instance, Telling

Shown: TypeAlias = Callable[[Tool, Telling, Instance], Formula]  # of `this` call


@lru_cache(maxsize=256)
def denied(world: World, tool: Tool) -> s.Formula:
    """Return: some read tells that `this` call of ``tool`` took no effect."""
    call, settles = Row(s.THIS, tool.columns), tool.settles
    if settles is None:
        return NEVER

    def shown(reader: Tool, told: Telling, made: Instance) -> Formula:
        return some(
            _absent(told, read)
            & _same(made, told, read)
            & (call.end + settles < read.start)
            & none(_between(call, ended(made), read))
            for read in answers(reader)
        )

    return _any_made(world, tool, shown)


@lru_cache(maxsize=256)
def confirmed(world: World, tool: Tool) -> s.Formula:
    """Return: some read tells an effect that only `this` call can have made."""
    call = Row(s.THIS, tool.columns)

    def shown(reader: Tool, told: Telling, made: Instance) -> Formula:
        return some(
            _present(told, read)
            & _same(made, told, read)
            & ~read.before(call)
            & (count(_until(_matching(made.effect.made(), made), read)) <= 1)
            for read in answers(reader)
        )

    return _any_made(world, tool, shown)


@lru_cache(maxsize=64)
def conflicts(world: World) -> tuple[tuple[str, s.Formula], ...]:
    """Return each way in which a record can contradict itself, with its formula."""
    return tuple(_conflicts(world))


def _conflicts(world: World) -> Iterator[tuple[str, s.Formula]]:
    for effect in world.effects:
        readers = list(tellers(world, effect))
        for reader, told in readers:
            name = f"{reader.name} tells {effect.name}"
            yield (
                f"{name} absent, after a call that made it, and nothing ended it",
                some(
                    _absent(told, read)
                    & none(_between(call, _ended_as(call, effect), read))
                    for read in answers(reader)
                    for call in _told(effect.made(), told, read).before(read)
                ).node,
            )
            yield (
                f"{name} present, and no call can have made it",
                some(
                    _present(told, read)
                    & none(
                        none(_ended_as(call, effect).between(call, read))
                        for call in _until(_told(effect.made(), told, read), read)
                    )
                    for read in answers(reader)
                ).node,
            )
        for (first, seen), (then, gone) in ((a, b) for a in readers for b in readers):
            yield (
                f"{first.name} tells {effect.name} present, then {then.name} absent, "
                "with nothing that ended it",
                some(
                    _present(seen, a)
                    & _absent(gone, b)
                    & _alike(seen, a, gone, b)
                    & none(_between(a, _told(effect.ended(), gone, b), b))
                    for a in answers(first)
                    for b in answers(then).after(a)
                ).node,
            )


def tellers(world: World, effect: Effect) -> Iterator[tuple[Tool, Telling]]:
    """Yield the tools whose answers tell of ``effect``, with what they tell."""
    for tool in world.tools:
        for told in tool.tells:
            if told.instance.effect == effect and not told.instance.inside:
                yield tool, told


def answers(reader: Tool) -> Pattern:
    """Range over the calls of ``reader`` that were answered."""
    return reader.tried().marked("answered")


def ended(made: Instance) -> Pattern:
    """Range over the calls that ended the effect of one instance."""
    return _matching(made.effect.ended(), made)


NEVER: s.Formula = s.Not(s.TRUE)


def _any_made(world: World, tool: Tool, shown: Shown) -> s.Formula:
    """Return: one of the effects of `this` call of ``tool`` is ``shown`` by a read."""
    nodes = tuple(
        (~_of_a_row(tool, made, partial(shown, reader, told))).node
        for made in tool.makes
        for reader, told in tellers(world, made.effect)
    )
    return s.Not(s.And(nodes)) if nodes else NEVER


def _of_a_row(
    tool: Tool, made: Instance, holds: Callable[[Instance], Formula]
) -> Formula:
    """Return ``holds`` of an effect, or of that of some row of the field it is in."""
    if not made.inside:
        return holds(made)
    field = find(made.inside, tool.columns, "field")

    def of(row: Row) -> Formula:
        names = {f"{s.THIS}.{made.inside}": row.var}
        return holds(
            attrs.evolve(made, terms=tuple(rename(t, names) for t in made.terms))
        )

    inside = s.Inside(s.THIS, made.inside)
    return some(of(row) for row in ranged(inside, field.columns, s.TRUE))


def _at(node: s.Term, read: Row) -> s.Term:
    moved = rename(node, {s.THIS: read.var})
    assert isinstance(moved, s.Term)
    return moved


def _present(told: Telling, read: Row) -> Formula:
    moved = rename(told.when, {s.THIS: read.var})
    assert isinstance(moved, s.Formula)
    return Formula(moved)


def _absent(told: Telling, read: Row) -> Formula:
    return ~_present(told, read)


def _pairs(left: list[s.Term], right: list[s.Term]) -> Formula:
    return conjunction(
        *(Formula(s.Equal(a, b)) for a, b in zip(left, right, strict=True))
    )


def _same(made: Instance, told: Telling, read: Row) -> Formula:
    return _pairs(list(made.terms), [_at(t, read) for t in told.instance.terms])


def _alike(seen: Telling, a: Row, gone: Telling, b: Row) -> Formula:
    left, right = (
        [_at(t, row) for t in x.instance.terms] for x, row in ((seen, a), (gone, b))
    )
    return _pairs(left, right)


def _matching(pattern: Pattern, made: Instance, read: Row | None = None) -> Pattern:
    nodes = [t if read is None else _at(t, read) for t in made.terms]
    terms = [
        Term(node, c.sort) for node, c in zip(nodes, made.effect.columns, strict=True)
    ]
    return pattern.matching(
        **{c.name: t for c, t in zip(made.effect.columns, terms, strict=True)}
    )


def _told(pattern: Pattern, told: Telling, read: Row) -> Pattern:
    return _matching(pattern, told.instance, read)


def _ended_as(call: Row, effect: Effect) -> Pattern:
    return effect.ended(**{c.name: getattr(call, c.name) for c in effect.columns})


def _until(pattern: Pattern, read: Row) -> Pattern:
    """Keep what may have landed when ``read`` looked: all that it does not precede."""
    return pattern.such(~read.before(pattern.row))


def _between(first: Row, pattern: Pattern, last: Row) -> Pattern:
    """Keep what may have landed after ``first`` began and before ``last`` ended."""
    return pattern.such(~pattern.row.before(first) & ~last.before(pattern.row))
