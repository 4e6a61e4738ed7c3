"""What a duty can see of a record: its verdict hangs on nothing else.

A law of the language: an event that no pattern of a formula matches never changes its
value, unless it resolves an unknown outcome, or makes the record contradict itself.
Both go through effects that some read tells of.
"""

from collections.abc import Iterable

import attrs

from ..model.record import Call, Claim, Decided, Handoff, Record
from ..spec import syntax as s
from ..spec.requests import Duty, Obligation, Request, Rule, World
from ..spec.tools import Tool
from ..spec.worlds import Effect


def seen(request: Request, duty: Duty) -> Request:
    """Return the request for ``duty`` alone, in the part of its world that it sees.

    What the tools require is left out: no verdict on a duty hangs on it.
    """
    names = sources(request.world, (duty.formula, duty.guard))
    world = request.world
    tools = [
        attrs.evolve(tool, requires=s.TRUE)
        for tool in world.tools
        if tool.name in names
    ]
    nodes: list[s.Node] = [duty.formula, duty.guard]
    nodes += [node for tool in tools for node in tool.told]
    related = {n.relation for n in _walk(nodes) if isinstance(n, s.Given)}
    part = World(
        world.name,
        tools,
        decisions=[d for d in world.decisions if d.name in names],
        relations=[r for r in world.relations if r.name in related],
    )
    owes = [duty] if isinstance(duty, Obligation) else []
    keeps = [duty] if isinstance(duty, Rule) else []
    return attrs.evolve(request, world=part, owes=owes, keeps=keeps)


def seen_of(record: Record, part: Request) -> Record:
    """Return what ``part`` of its request can see of a record."""
    names = {tool.name for tool in part.world.tools}
    names |= {decision.name for decision in part.world.decisions}
    events = tuple(
        e
        for e in record.trajectory
        if isinstance(e, Claim | Handoff) or source_of(e) in names
    )
    relations = {r.name for r in part.world.relations}
    return attrs.evolve(
        record,
        trajectory=events,
        ledger=tuple(r for r in record.ledger if r.tool in names),
        given={k: v for k, v in record.given.items() if k in relations},
        gaps=tuple(gap for gap in record.gaps if gap.source in names),
    )


def source_of(event: Call | Decided) -> str:
    """Return the tool or the decision that an event is of."""
    return event.tool if isinstance(event, Call) else event.decision


def sources(world: World, formulas: Iterable[s.Formula]) -> frozenset[str]:
    """Return the tools and decisions that formulas speak of, or that bear on these."""
    names: set[str] = set()
    effects: set[str] = set()
    for node in _walk(formulas):
        match node:
            case s.Calls(name) | s.Decided(name):
                names.add(name)
            case s.Made(effect) | s.Ended(effect):
                effects.add(effect)
    told = {
        telling.instance.effect.name for tool in world.tools for telling in tool.tells
    }
    before = -1
    while before < len(names) + len(effects):
        before = len(names) + len(effects)
        for tool in world.tools:
            touched = {effect.name for effect in touches(tool)}
            if tool.name in names:
                effects |= touched & told
            if touched & effects:
                names.add(tool.name)
    return frozenset(names)


def touches(tool: Tool) -> set[Effect]:
    """Return the effects that a tool makes, ends or tells of."""
    telling = [told.instance for told in tool.tells]
    return {i.effect for i in (*tool.makes, *tool.ends, *telling)}


def _walk(nodes: Iterable[s.Node]) -> Iterable[s.Node]:
    return (part for node in nodes for part in s.walk(node))
