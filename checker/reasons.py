"""Why there is no continuation: clauses that exclude each other, and repairs."""

from collections.abc import Iterator

import attrs

from ..model.judge import contradiction
from ..model.record import Call, Claim, Handoff, Receipt, Record
from ..model.settle import settle
from ..spec.correctness import Clause, eq1
from ..spec.requests import Request
from .solver.ask import Found, NoneInScope
from .solver.continuation import next_after
from .solver.pin import slots_of
from .solver.scope import Scope


@attrs.frozen
class Nothing:
    """There is no continuation in scope.

    `clauses`: a smallest set that excludes each other; without any one of them the
    rest can be met. `repairs`: single changes of the frontier that would leave one.
    `after`: the answer of a read after which there is none, if that is where.
    """

    scope: Scope
    clauses: tuple[Clause, ...]
    repairs: tuple[str, ...]
    after: str = ""


def why_not(request: Request, prefix: Record, further: int, after: str) -> Nothing:
    """Return why there is no continuation: clauses that exclude each other, repairs."""
    clauses = eq1(request)
    kept = clauses
    for clause in clauses:
        fewer = tuple(c for c in kept if c != clause)
        if isinstance(next_after(request, prefix, fewer, further), NoneInScope):
            kept = fewer
    found = [
        words
        for words, other in changes(prefix)
        if contradiction(settle(request.world, other)) is None
        and isinstance(next_after(request, other, clauses, further), Found)
    ]
    scope = Scope(events=len(slots_of(prefix)) + further, entities=max(1, further))
    return Nothing(scope, kept, tuple(found), after)


def changes(prefix: Record) -> Iterator[tuple[str, Record]]:
    """Yield single changes of a frontier, each in words."""
    answered = {r.call for r in prefix.ledger}
    for event in prefix.trajectory:
        if isinstance(event, Handoff | Claim):
            continue
        name = event.tool if isinstance(event, Call) else event.decision
        if isinstance(event, Call) and event.id not in answered:
            failed = Receipt(f"r-{event.id}", event.id, event.tool, "failed")
            ledger = (*prefix.ledger, failed)
            yield (
                f"if {name} {event.id} had failed",
                attrs.evolve(prefix, ledger=ledger),
            )
        events = tuple(e for e in prefix.trajectory if e != event)
        ledger = tuple(r for r in prefix.ledger if r.call != event.id)
        yield (
            f"if {name} {event.id} had not happened",
            attrs.evolve(prefix, trajectory=events, ledger=ledger),
        )
