"""What was asked: obligations to bring about, rules never to break, a request.

An obligation must be brought about: nothing done does not meet it. A rule must
never be broken: nothing done keeps it. Either may have a guard, and speaks only
where its guard holds.
"""

from collections.abc import Iterable
from typing import TypeVar

import attrs

from . import syntax as s
from .errors import NothingAskedError, SpecError, shown, unknown
from .fitting import Fitting
from .sorts import Column, Party, Sort
from .terms import Formula, Matching, formula
from .tools import Tool
from .worlds import Decision, Effect, Given, columns_of, several, text

T = TypeVar("T", Tool, Decision, Effect, Given)


@attrs.frozen(init=False)
class Duty:
    """What an obligation and a rule have in common: a name, a formula, a guard."""

    name: str
    formula: s.Formula
    guard: s.Formula = s.TRUE
    source: str = ""

    def __init__(
        self,
        name: str,
        holds: "Formula | Matching | s.Formula",
        *,
        guard: "Formula | Matching | s.Formula" = s.TRUE,
        source: str = "",
    ) -> None:
        text(name, "name of a duty")
        text(source or "none", f"source of {name!r}")
        nodes = [
            f if isinstance(f, s.Formula) else formula(f).node for f in (holds, guard)
        ]
        for node in nodes:
            if s.THIS in s.free(node):
                raise SpecError(
                    f"{name!r} uses a field outside any row: write bound(field), "
                    "claim(field), or x.field of the x that a comprehension ranges over"
                )
            if s.free(node):
                raise SpecError(
                    f"{name!r} uses a row outside the comprehension that binds it; "
                    "every row belongs to a for x in tool.done(…)"
                )
        make = self.__attrs_init__  # pyright: ignore[reportAttributeAccessIssue]  # attrs
        make(name, nodes[0], nodes[1], source)

    @property
    def owed(self) -> s.Formula:
        """Return ``guard → formula``: what must hold at the claim."""
        if self.guard == s.TRUE:
            return self.formula
        return s.Not(s.And((self.guard, s.Not(self.formula))))


@attrs.frozen(init=False)
class Obligation(Duty):
    """Something that must be brought about before anybody may say done."""


@attrs.frozen(init=False)
class Rule(Duty):
    """Something that must never be broken: a prohibition, or whenever A, then B."""


def _tools(tools: Iterable[Tool]) -> tuple[Tool, ...]:
    return several(tools, Tool, "tools", "a Tool")


def _decisions(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    return several(decisions, Decision, "decisions", "a Decision")


def _relations(relations: Iterable[Given]) -> tuple[Given, ...]:
    return several(relations, Given, "relations", "a Given")


def _owes(duties: Iterable[Obligation]) -> tuple[Obligation, ...]:
    return several(duties, Obligation, "owes", "an Obligation; a Rule goes in keeps")


def _keeps(duties: Iterable[Rule]) -> tuple[Rule, ...]:
    return several(duties, Rule, "keeps", "a Rule; an Obligation goes in owes")


def _binds(fields: Iterable[object]) -> tuple[Column, ...]:
    return columns_of(fields, "binds")


@attrs.frozen(cache_hash=True)
class World:
    """The public interface: tools with their effects, decisions, given relations."""

    name: str
    tools: tuple[Tool, ...] = attrs.field(converter=_tools, default=())
    decisions: tuple[Decision, ...] = attrs.field(
        converter=_decisions, default=(), kw_only=True
    )
    relations: tuple[Given, ...] = attrs.field(
        converter=_relations, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        text(self.name, "world name")
        sources = [t.name for t in self.tools] + [d.name for d in self.decisions]
        relations = [r.name for r in self.relations]
        effects = [e.name for e in self.effects]
        for names in (sources, relations, effects):
            for name in names:
                if names.count(name) > 1:
                    raise SpecError(f"{name!r} means two things in world {self.name!r}")

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The effects that its tools make, end or tell, each once."""
        instances = (
            instance
            for tool in self.tools
            for instance in (*tool.makes, *tool.ends, *(t.instance for t in tool.tells))
        )
        return tuple(dict.fromkeys(instance.effect for instance in instances))

    def sorts(self) -> frozenset[str]:
        """Return the names of the sorts that anything in the world has."""
        every = (
            *(tool.columns for tool in self.tools),
            *(decision.columns for decision in self.decisions),
            *(given.columns for given in self.relations),
            *(effect.columns for effect in self.effects),
        )
        columns = [column for columns in every for column in columns]
        inner = [column for outer in columns for column in outer.columns]
        return frozenset({Party.name, *(c.sort.name for c in (*columns, *inner))})

    def tool(self, name: str) -> Tool:
        """Return the tool called ``name``."""
        return _thing("tool", name, self.tools)

    def decision(self, name: str) -> Decision:
        """Return the decision called ``name``."""
        return _thing("decision", name, self.decisions)

    def relation(self, name: str) -> Given:
        """Return the given relation called ``name``."""
        return _thing("relation", name, self.relations)

    def effect(self, name: str) -> Effect:
        """Return the effect called ``name``."""
        return _thing("effect", name, self.effects)


def _thing(what: str, name: str, things: "Iterable[T]") -> "T":
    found = {thing.name: thing for thing in things}
    if name not in found:
        raise unknown(what, name, found)
    return found[name]


@attrs.frozen
class Request:
    """What was asked of whoever does the work, and of whoever takes over.

    `binds`: the roles that accepted choices fix. `owes`: obligations.
    `keeps`: rules.
    """

    goal: str
    world: World
    binds: tuple[Column, ...] = attrs.field(converter=_binds, default=())
    owes: tuple[Obligation, ...] = attrs.field(converter=_owes, default=())
    keeps: tuple[Rule, ...] = attrs.field(converter=_keeps, default=())

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.world, World):
            raise SpecError(f"world={shown(self.world)} must be a World")
        text(self.goal, "goal")
        if not self.duties:
            raise NothingAskedError(
                f"request {self.goal!r} has neither obligation nor rule, so there is "
                "nothing to check: give owes=[…] or keeps=[…]"
            )
        names = [duty.name for duty in self.duties]
        for name in names:
            if names.count(name) > 1:
                raise SpecError(f"request {self.goal!r} has two duties called {name!r}")
        slots: dict[str, str] = {}
        for tool in self.world.tools:
            Fitting(tool.name, self.world, self.binds, slots).tool(tool)
        for duty in self.duties:
            fitting = Fitting(duty.name, self.world, self.binds, slots)
            fitting.check(duty.formula, {})
            fitting.check(duty.guard, {})

    @property
    def duties(self) -> tuple[Duty, ...]:
        """Return what is owed and what must be kept, in order."""
        return (*self.owes, *self.keeps)

    @property
    def slots(self) -> tuple[Column, ...]:
        """Return the slots of the answer that the duties speak of, by name."""
        found = {
            node.name: Column(node.name, Sort(node.sort))
            for duty in self.duties
            for part in (duty.formula, duty.guard)
            for node in s.walk(part)
            if isinstance(node, s.Slot)
        }
        return tuple(found[name] for name in sorted(found))
