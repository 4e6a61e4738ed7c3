"""What done means: ``Exec(σ, s) ∧ Preserve(σ, F) ∧ Complete(σ, O)`` (CFRC Eq. 1).

    σ   the continuation: what starts at the frontier or later
    F   fixed progress: the accepted bindings, and the effects that must (K) or
        may (U) have been made; an effect made in σ is fixed from there on
    O   what is owed: obligations and rules, judged at the claim

Each conjunct is a few clauses, and each clause one formula of the language. The
paper gives the three predicates in words; these formulas are this project's.
"""

from collections.abc import Iterator
from functools import lru_cache

import attrs

from . import syntax as s
from .codes import Code
from .requests import Request, World
from .sorts import Column
from .substitution import put, rebind, rename
from .surface import Pattern, count, every, frontier, none, some
from .terms import Formula, Row, Term
from .tools import Tool
from .worlds import Effect


@attrs.frozen
class Clause:
    """One named part of Eq. 1, with the codes of its failure.

    `conjunct`: Exec, Preserve or Complete. `refuted`: the code if it is false in
    every history that fits the record. `unclear`: the code if it is false in some.
    """

    conjunct: str
    name: str
    formula: s.Formula
    refuted: Code
    unclear: Code


@lru_cache(maxsize=64)
def eq1(request: Request) -> tuple[Clause, ...]:
    """Return the clauses of Exec, Preserve and Complete for ``request``."""
    return (*execute(request.world), *preserve(request), *complete(request))


def execute(world: World) -> Iterator[Clause]:
    """Exec(σ, s): whatever a tool requires held when each of its calls started."""
    for tool in world.tools:
        if tool.requires != s.TRUE:
            could = every(required(tool, call) for call in suffix(tool.tried()))
            yield Clause(
                "Exec",
                f"{tool.name} could run",
                could.node,
                Code.PRECONDITION,
                Code.OPEN_CALL,
            )


def preserve(request: Request) -> Iterator[Clause]:
    """Preserve(σ, F): nothing fixed is replaced, repeated or undone."""
    changed, made = Code.BINDING_CHANGED, Code.DUPLICATE_EFFECT
    ended = Code.EFFECT_ENDED
    for role in request.binds:
        for what, choices in choosers(request.world, role):
            stays = every(kept(role, choice) for choice in suffix(choices))
            yield Clause(
                "Preserve", f"{what} keeps {role.name}", stays.node, changed, changed
            )
    for effect in request.world.effects:
        once = none(
            repeated(effect, call) for call in suffix(effect.made()).marked("again")
        )
        yield Clause(
            "Preserve", f"{effect.name} once", once.node, made, Code.AMBIGUOUS_OUTCOME
        )
        lasts = none(
            some(effect.made(**same(effect, ending)).standing(ending))
            for ending in suffix(effect.ended())
        )
        yield Clause("Preserve", f"{effect.name} stays", lasts.node, ended, ended)


def complete(request: Request) -> Iterator[Clause]:
    """Complete(σ, O): each duty holds at the claim, or its guard does not."""
    for duty in request.duties:
        yield Clause(
            "Complete",
            duty.name,
            duty.owed,
            Code.UNCOVERED_OBLIGATION,
            Code.RECEIPT_UNCLEAR,
        )


def suffix(pattern: Pattern) -> Pattern:
    """Keep what belongs to σ: it started at the frontier or later."""
    return pattern.such(pattern.row.start >= frontier)


def required(tool: Tool, call: Row) -> Formula:
    """Return what ``tool`` requires when ``call`` starts, of what had ended by then."""

    def earlier(bind: s.Bind) -> s.Bind:
        if isinstance(bind.table, s.Inside | s.Entities):
            return bind
        past = s.Less(s.Get(bind.var, "end", "Time"), call.start.node)
        return attrs.evolve(bind, where=s.And((bind.where, past)))

    of_call = rename(tool.requires, {s.THIS: call.var})
    then = put(of_call, s.Now(), call.start.node)
    assert isinstance(then, s.Formula)
    return Formula(rebind(then, earlier))


def choosers(world: World, role: Column) -> Iterator[tuple[str, Pattern]]:
    """Yield what gives ``role`` a value: decisions, and writes that take it."""
    for decision in world.decisions:
        if role in decision.columns:
            yield decision.name, decision.given()
    for tool in world.tools:
        if tool.writes and role in tool.takes:
            yield tool.name, tool.done()


def kept(role: Column, choice: Row) -> Formula:
    """Return: if ``role`` was bound, ``choice`` gives it the value it had."""
    accepted = s.Role(role.name, role.sort.name)
    was_bound = Formula(s.Known(s.Equal(accepted, accepted)))
    return was_bound.implies(getattr(choice, role.name) == Term(accepted, role.sort))


def repeated(effect: Effect, call: Row) -> Formula:
    """Return: ``call`` makes an effect that stands already, or that another makes."""
    alike = effect.made(**same(effect, call))
    ended = effect.ended(**same(effect, call)).between(alike.row, call)
    return count(alike.such(~call.before(alike.row) & none(ended))) > 1


def same(effect: Effect, row: Row) -> dict[str, Term]:
    """Return the arguments by which ``row`` names ``effect``."""
    return {c.name: getattr(row, c.name) for c in effect.columns}
