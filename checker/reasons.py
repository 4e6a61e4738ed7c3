"""Why there is no continuation: clauses that exclude each other, and repairs."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

import attrs

from ..model.judge import contradiction
from ..model.names import mentioned
from ..model.record import Call, Claim, Handoff, Receipt, Record
from ..model.settle import settle
from ..spec import syntax as s
from ..spec.correctness import Clause
from ..spec.requests import Request
from ..spec.tools import Tool
from .find import Finder
from .ground.calls import Reach, relevant
from .ground.grounding import grounded

TRIED = 24  # changes of the frontier that are looked at
TURNS = 40  # ways to meet some of the clauses, before a smallest set is given up


@attrs.frozen
class Nothing:
    """There is no continuation within reach.

    `clauses`: a set that excludes each other; without any one of them the rest can be
    met. `smallest`: whether no set of fewer does. `repairs`: single changes of the
    frontier that would leave a continuation. `after`: the answer of a read after which
    there is none, if that is where. `same`: whether each of several seeds gave it.
    """

    reach: Reach
    clauses: tuple[Clause, ...]
    smallest: bool
    repairs: tuple[str, ...]
    after: str = ""
    same: bool | None = attrs.field(default=None, eq=False)


def why_not(finder: Finder, after: str) -> Nothing:
    """Return why there is no continuation: clauses that exclude each other, repairs."""
    ground = finder.ground
    request, clauses, reach = ground.request, ground.clauses, ground.reach
    kept, smallest = reasons(finder, clauses)

    def mended(other: Record) -> bool:
        table = grounded(request, other, clauses, reach.further, reach.copies)
        return bool(Finder(table, finder.way).possible(clauses))

    repairs = [
        words
        for words, other in islice(changes(request, ground.prefix, kept), TRIED)
        if contradiction(settle(request.world, other)) is None and mended(other)
    ]
    return Nothing(reach, kept, smallest, tuple(repairs), after)


def reasons(
    finder: Finder, clauses: Sequence[Clause]
) -> tuple[tuple[Clause, ...], bool]:
    """Return a smallest set of clauses that cannot all be met, and whether it is.

    Each way to meet some leaves others out; a set that excludes itself has one of the
    left out of every such way. The smallest that has is tried, until none can be met.
    (An implicit hitting set: Ignatiev, Previti, Liffiton, Marques-Silva 2015.)
    """
    left_out: list[frozenset[Clause]] = []
    for _ in range(TURNS):
        tried = hitting(clauses, left_out)
        possible = finder.possible(tried)
        if possible is None:
            break
        if not possible:
            return tried, True
        left_out.append(frozenset(clauses) - frozenset(grown(finder, tried, clauses)))
    return shrunk(finder, clauses), False


def hitting(
    clauses: Sequence[Clause], sets: Sequence[frozenset[Clause]]
) -> tuple[Clause, ...]:
    """Return the fewest clauses that have one of each set."""
    mentioned_in = [c for c in clauses if any(c in found for found in sets)]
    return next(
        chosen
        for size in range(len(mentioned_in) + 1)
        for chosen in combinations(mentioned_in, size)
        if all(found.intersection(chosen) for found in sets)
    )


def grown(
    finder: Finder, met: Sequence[Clause], clauses: Sequence[Clause]
) -> tuple[Clause, ...]:
    """Return clauses that can be met together with ``met``, as many as fit in order."""
    kept = tuple(met)
    for clause in clauses:
        if clause not in kept and finder.possible((*kept, clause)):
            kept = (*kept, clause)
    return kept


def shrunk(finder: Finder, clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """Return clauses that cannot all be met, none of which can be done without."""
    kept = tuple(clauses)
    for clause in clauses:
        fewer = tuple(c for c in kept if c != clause)
        if finder.possible(fewer) is False:
            kept = fewer
    return kept


def changes(
    request: Request, prefix: Record, clauses: Sequence[Clause]
) -> Iterator[tuple[str, Record]]:
    """Yield single changes of a frontier, each in words, the smaller ones first.

    What a call without an answer came to; an event that had not happened; a tuple of a
    relation that were given too; another choice for a role. All of what ``clauses``
    speak of: other changes leave them excluding each other.
    """
    world, answered = request.world, {r.call for r in prefix.ledger}
    formulas = [clause.formula for clause in clauses]
    matter = {tool.name for tool in relevant(world, prefix, formulas)}
    events = [e for e in prefix.trajectory if not isinstance(e, Handoff | Claim)]
    for event in events:
        if isinstance(event, Call) and event.id not in answered:
            yield from _answers(world.tool(event.tool), event, prefix)
    for event in events:
        name = event.tool if isinstance(event, Call) else event.decision
        if isinstance(event, Call) and name not in matter:
            continue
        kept = tuple(e for e in prefix.trajectory if e != event)
        ledger = tuple(r for r in prefix.ledger if r.call != event.id)
        changed = attrs.evolve(prefix, trajectory=kept, ledger=ledger)
        yield f"if {name} {event.id} had not happened", changed
    yield from _given(request, prefix, formulas)
    yield from _bound(request, prefix)


def _answers(tool: Tool, call: Call, prefix: Record) -> Iterator[tuple[str, Record]]:
    answer = Receipt(
        f"r-{call.id}",
        call.id,
        tool.name,
        "failed",
        task=prefix.task,
        tenure=prefix.tenure,
    )
    failed = attrs.evolve(prefix, ledger=(*prefix.ledger, answer))
    yield f"if {tool.name} {call.id} had failed", failed
    if all(c.sort.kind == "entity" for c in tool.returns):
        values = {c.name: f"{c.name} of {call.id}" for c in tool.returns}
        ok = attrs.evolve(answer, status="ok", values=values)
        yield (
            f"if {tool.name} {call.id} had been answered",
            attrs.evolve(prefix, ledger=(*prefix.ledger, ok)),
        )


def _given(
    request: Request, prefix: Record, formulas: Sequence[s.Formula]
) -> Iterator[tuple[str, Record]]:
    names, world = mentioned(request, prefix), request.world
    required = (t.requires for t in relevant(world, prefix, formulas))
    nodes = (node for f in (*formulas, *required) for node in s.walk(f))
    spoken = {node.relation for node in nodes if isinstance(node, s.Given)}
    for relation in (r for r in world.relations if r.name in spoken):
        given = prefix.given.get(relation.name)
        sorts = [c.sort for c in relation.columns]
        if given is None or any(sort.kind != "entity" for sort in sorts):
            continue
        for values in product(*(names.get(sort.name, ()) for sort in sorts)):
            if values not in given:
                more = {**prefix.given, relation.name: given | {values}}
                told = ", ".join(values)
                yield (
                    f"if {relation.name}({told}) were given too",
                    attrs.evolve(prefix, given=more),
                )


def _bound(request: Request, prefix: Record) -> Iterator[tuple[str, Record]]:
    names = mentioned(request, prefix)
    for role in request.binds:
        for name in names.get(role.sort.name, ()):
            if prefix.bound.get(role.name) not in (None, name):
                bound = {**prefix.bound, role.name: name}
                yield (
                    f"if {role.name} were {name}",
                    attrs.evolve(prefix, bound=bound),
                )
