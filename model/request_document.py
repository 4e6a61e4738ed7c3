"""The request as a document: its world, its roles, and each duty, twice if it can be.

Effects are told once, by the world; what makes, ends or tells one names it.
"""

# ruff: noqa: D102  # the methods of a shape are documented once, in `Shape`

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import attrs

from ..spec import syntax as s
from ..spec.codes import Code
from ..spec.errors import CaseError, SpecError, unknown
from ..spec.fitting import Fitting
from ..spec.requests import Obligation, Request, Rule, World
from ..spec.sorts import Bool, Column, Sort
from ..spec.terms import Term
from ..spec.tools import Tool
from ..spec.worlds import Decision, Effect, Given, Instance
from . import formulas
from .formulas import IDENTIFIER
from .grammar import Grammar, Object
from .places import Place, placed
from .requirements import STATUSES, Requirement, Value, requirements
from .shapes import Maybe, Schema, Shape, Text, Whole, Word
from .sorting import well_sorted

D = TypeVar("D", Obligation, Rule)


@attrs.frozen
class WorldPart:
    """What a document says of a world."""

    name: str
    effects: tuple[Effect, ...] = ()
    tools: tuple[Tool, ...] = ()
    decisions: tuple[Decision, ...] = ()
    relations: tuple[Given, ...] = ()


@attrs.frozen
class DutyPart:
    """What a document says of a duty."""

    name: str
    formula: s.Formula
    guard: s.Formula = s.TRUE
    source: str = ""
    requirements: tuple[Requirement, ...] | None = None


@attrs.frozen
class RequestPart:
    """What a document says of a request."""

    goal: str
    world: WorldPart
    binds: tuple[Column, ...] = ()
    owes: tuple[DutyPart, ...] = ()
    keeps: tuple[DutyPart, ...] = ()


def read_request(value: Any, place: Place) -> Request:
    """Return the request that a document states, checked as if it were written here."""
    part: RequestPart = shape().read(value, place)
    told = part.world
    with placed(place / "world"):
        world = World(
            told.name, told.tools, decisions=told.decisions, relations=told.relations
        )
        used = {effect.name for effect in world.effects}
        for effect in told.effects:
            if effect.name not in used:
                raise SpecError(f"no tool makes, ends or tells effect={effect.name!r}")
    fitting = Fitting("", world, part.binds, {})
    for i, tool in enumerate(world.tools):
        with placed(place / "world" / "tools" / i):
            _own(tool, attrs.evolve(fitting, duty=tool.name))
    owes = _duties(Obligation, part.owes, fitting, place / "owes")
    keeps = _duties(Rule, part.keeps, fitting, place / "keeps")
    with placed(place):
        return Request(part.goal, world, part.binds, owes, keeps)


def write_request(request: Request, place: Place) -> Any:
    """Return the document of a request: the inverse of `read_request`."""
    world = request.world
    told = WorldPart(
        world.name,
        tuple(sorted(world.effects, key=lambda effect: effect.name)),
        world.tools,
        world.decisions,
        world.relations,
    )
    owes, keeps = (
        tuple(
            DutyPart(d.name, d.formula, d.guard, d.source, requirements(world, d))
            for d in duties
        )
        for duties in (request.owes, request.keeps)
    )
    part = RequestPart(request.goal, told, request.binds, owes, keeps)
    return shape().write(part, place)


def _duties(
    kind: type[D], told: Iterable[DutyPart], fitting: Fitting, place: Place
) -> list[D]:
    return [_duty(kind, part, fitting, place / i) for i, part in enumerate(told)]


def _duty(kind: type[D], told: DutyPart, fitting: Fitting, place: Place) -> D:
    with placed(place):
        duty = kind(told.name, told.formula, guard=told.guard, source=told.source)
        for part in (duty.formula, duty.guard):
            attrs.evolve(fitting, duty=duty.name).check(part, {})
            well_sorted(part)
    meant = requirements(fitting.world, duty)
    if told.requirements is not None and told.requirements != meant:
        raise CaseError(
            str(place / "requirements"),
            f"{Code.ORACLE_CONFLICT}: {Code.ORACLE_CONFLICT.meaning} Of "
            f"{told.name!r}, requirements={_listed(told.requirements)}",
            "the formula "
            + (
                "has no simple form, so leave them out"
                if meant is None
                else f"says {_listed(meant)}"
            ),
        )
    return duty


def _own(tool: Tool, fitting: Fitting) -> None:
    """See that what ``tool`` says of itself speaks of its columns as they are."""
    fitting.tool(tool)
    for node in tool.told:
        well_sorted(node)


@attrs.frozen
class Converted:
    """A value that is written as another: read through ``read``, told by ``told``."""

    inner: Shape
    made: Any
    told: Any

    def read(self, value: Any, place: Place) -> Any:
        found = self.inner.read(value, place)
        with placed(place):
            return self.made(found)

    def write(self, value: Any, place: Place) -> Any:
        return self.inner.write(self.told(value), place)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return self.inner.schema(defs)


def shape() -> Object:
    """Return the shape of one document's request: it learns effects as it reads."""
    effects: dict[str, Effect] = {}

    def effect(name: str, columns: tuple[Column, ...]) -> Effect:
        if name in effects:
            raise SpecError(f"effect={name!r} is there twice; name them apart")
        effects[name] = Effect(name, *columns)
        return effects[name]

    def known(name: str) -> Effect:
        if name not in effects:
            raise unknown("effect", name, effects)
        return effects[name]

    def instance(effect: Effect, terms: tuple[s.Term, ...]) -> Instance:
        for node in terms:
            if not isinstance(node, s.Get | s.Const):
                raise SpecError(f"{effect.name}(…) is named by fields and constants")
        return effect(*(Term(node, Sort(node.sort)) for node in terms))  # type: ignore[union-attr]  # seen just above

    named = Converted(IDENTIFIER, known, lambda found: found.name)
    return Object(
        RequestPart,
        Grammar(
            {**SHAPES, (Instance, "effect"): named},
            {**MAKES, Effect: effect, Instance: instance},
            formulas.VIEWS,
            {**formulas.UNIONS, "operand": Value},
        ),
    )


def _column(
    name: str, sort: Sort, columns: tuple[Column, ...], key: tuple[str, ...]
) -> Column:
    if (sort.kind == "Rows") != bool(columns):
        raise SpecError(f"{name}: exactly a field of sort Rows has columns")
    for part in key:
        if part not in [c.name for c in columns]:
            raise unknown(f"key column of {name}", part, (c.name for c in columns))
    return Column(name, sort, columns, key)


SHAPES: Mapping[Any, Shape | None] = {
    **formulas.SHAPES,
    **{(kind, "name"): IDENTIFIER for kind in (Column, Tool, Decision, Effect, Given)},
    Sort: Converted(IDENTIFIER, Sort, lambda sort: sort.name),
    (Instance, "inside"): None,
    (Tool, "repeat"): Word(("again", "same")),
    (Tool, "fails"): Word(("maybe", "clean")),
    (Tool, "settles"): Maybe(Whole(0)),
    (Tool, "error"): Maybe(
        Converted(IDENTIFIER, lambda name: Column(name, Bool), lambda c: c.name)
    ),
    (DutyPart, "name"): Text(r"\S", "what is owed"),
    (Requirement, "tool"): IDENTIFIER,
    (Requirement, "status"): Word(STATUSES),
    (Requirement, "at_least"): Whole(0),
    (Requirement, "at_most"): Maybe(Whole(0)),
}
MAKES: Mapping[type, Any] = {
    **formulas.MAKES,
    Column: _column,
    Decision: lambda name, columns: Decision(name, columns),
    Given: lambda name, columns: Given(name, *columns),
}


def _listed(found: tuple[Requirement, ...]) -> str:
    return f"[{'; '.join(map(str, found))}]"
