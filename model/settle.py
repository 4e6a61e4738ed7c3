"""Make a record ready for judgement: its tables, resolved and free of conflict."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from ..spec.requests import World
from ..spec.resolution import confirmed, conflicts, denied
from ..spec.semantics import holds
from ..spec.syntax import THIS
from ..spec.values import UNKNOWN
from .record import Receipt, Record
from .tables import OPEN, Tables
from .truth import Truth


def settle(world: World, record: Record, future: bool = False) -> Tables:
    """Return the tables of ``record``, resolved: first denied, then confirmed."""
    return resolve(Tables(world, record, future))


def resolve(tables: Tables) -> Tables:
    """Settle in ``tables`` each unknown outcome that a read tells, and return them."""
    world = tables.world
    for rule, took in ((denied, False), (confirmed, True)):
        reading = Truth(tables)
        settled = [
            row
            for tool in world.tools
            for row in tables.calls[tool.name]
            if row["took"] is UNKNOWN
            and OPEN not in row
            and holds(rule(world, tool), reading, {THIS: row}, sure=True)
        ]
        for row in settled:
            row["took"] = took
        tables.settled()
    return tables


def conflict(tables: Tables) -> str | None:
    """Return how the record contradicts itself, or None if some history fits it."""
    reason = torn(tables.receipts)
    if reason is not None:
        return reason
    reading = Truth(tables)
    for reason, formula in conflicts(tables.world):
        if holds(formula, reading, {}, sure=True):
            return reason
    return None


def torn(receipts: Mapping[str, Sequence[Receipt]]) -> str | None:
    """Return which call has two answers, if one has. `receipts`: those of each call."""
    for call, found in receipts.items():
        if any(_differ(a, b) for a, b in combinations(found, 2)):
            return f"two receipts give {call} different answers"
    return None


def _differ(a: Receipt, b: Receipt) -> bool:
    """Whether two receipts of one call cannot both be right: it has one answer."""
    statuses = {a.status, b.status} - {"unknown"}
    both = a.values.keys() & b.values.keys()
    return len(statuses) > 1 or any(a.values[c] != b.values[c] for c in both)
