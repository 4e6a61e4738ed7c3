"""Of all shortest continuations the one that comes first, whoever asked what before.

The calls come first that come first in the ground table: those whose arguments are
known before those that wait for an answer, then by the order of the tools in their
world, then by the order in which the record names things. The order in which they are
made, and what else they choose, is what a solver says that was asked nothing else and
whose seed is 0.
"""

import attrs

from .find import Continued, Finder, Search
from .ground.plans import Values
from .ground.record import made
from .solver.planner import Chosen, Excluded, OrderSolver


def foremost(finder: Finder) -> Search:
    """Return the first of the shortest continuations, or that there is none.

    If fewer calls are not excluded, or the solver gives up on the way, it is the one
    that was found.
    """
    found = finder.shortest()
    if not isinstance(found, Continued) or not found.shortest:
        return found
    chosen = first_calls(finder, found)
    plan = None if chosen is None else in_order(finder, chosen)
    if plan is None:
        return found
    return attrs.evolve(finder.built(*plan, shortest=True), first=True)


def first_calls(finder: Finder, found: Continued) -> list[int] | None:
    """Return the slots that come first of all that suffice; None if it gave up."""
    names = [name for name in finder.ground.asked if name]
    limit, slots = (finder.flags, found.calls), set(found.slots)
    chosen: list[int] = []
    for i in finder.ground.useful:
        while i not in slots and len(chosen) < found.calls:
            wanted = (made(j) for j in (*chosen, i))
            outcome = finder.ask((*names, *wanted), limit)
            if isinstance(outcome, Excluded):
                break
            if not isinstance(outcome, Chosen):
                return None
            plan = finder.order(outcome.values)
            slots = slots if plan is None else set(plan[0])
        if i in slots:
            chosen.append(i)
    return chosen


def in_order(finder: Finder, chosen: list[int]) -> tuple[list[int], Values] | None:
    """Return these calls in an order, with values that hold; None if it gave up."""
    names = [name for name in finder.ground.asked if name]
    way = attrs.evolve(finder.way, seed=0)
    warm = finder.solver
    finder.solver = OrderSolver(warm.handed, way)
    limit = (finder.flags, len(chosen))
    try:
        while True:
            outcome = finder.ask((*names, *map(made, chosen)), limit)
            if not isinstance(outcome, Chosen):
                return None
            plan = finder.order(outcome.values)
            if plan is not None:
                return plan
    finally:
        finder.solver = warm
