"""The least witness: of all models with so many events, the first in a stated order.

Event by event: what it is of (in the order of the world), what came of it (ok before
failed before unanswered), its columns, who did it; then the roles, the claim, the
gaps, the times. A name is less if it comes earlier among the names of its sort, a
number if it is nearer to 0 from above, a flag if it is false. Numbers beyond a few,
and given relations, are left as found.
"""

from collections.abc import Iterator

import z3

from ...spec.sorts import Column
from .decode import Model
from .unknown import FAILED, OK, UNKNOWN, SymbolicRecord

TIMES = (".start", ".end", "now", "handoff")  # what the names of times end with
NEAR = 9  # a number above this is taken as the solver gives it
STATUSES = (int(OK), int(FAILED), int(UNKNOWN))


def variables(symbolic: SymbolicRecord, events: int, model: Model) -> Iterator[str]:
    """Yield the variables in the order in which they are made least.

    `model` is asked anew each time, so it may change as the variables are fixed.
    """
    world = symbolic.world
    columns = {t.name: t.columns for t in world.tools}
    columns |= {d.name: d.columns for d in world.decisions}
    for i in range(events):
        yield from (f"e{i}.source", f"e{i}.status")
        for name, number in symbolic.sources.items():
            if int(number) == model(f"e{i}.source"):
                yield from _cells(f"e{i}.{name}", columns[name], model)
        yield f"e{i}.by"
    request = symbolic.request
    for kind, roles in (("bound", request.binds), ("claim", request.slots)):
        for role in roles:
            yield f"{kind}.{role.name}?"
        yield from _cells(kind, roles, model)
    yield from (f"gap.{source}" for source in symbolic.sources)
    for i in range(events):
        yield from (f"e{i}.start", f"e{i}.end")
    yield from ("claimed", "handoff?", "handoff", "now")


def _cells(prefix: str, columns: tuple[Column, ...], model: Model) -> Iterator[str]:
    for column in columns:
        name = f"{prefix}.{column.name}"
        if column.columns:
            yield f"{name}#"
            for k in range(model(f"{name}#")):
                yield from _cells(f"{name}.{k}", column.columns, model)
        else:
            yield name


def lesser(name: str, declared: str | None, value: int) -> Iterator[int]:
    """Yield the values to try before ``value``, least first."""
    if declared == "Bool":
        yield from (0,) if value else ()
    elif name.endswith(TIMES):
        return
    elif name.endswith(".status"):
        yield from STATUSES[: STATUSES.index(value)]
    elif declared == "Int":
        yield from range(min(value, NEAR + 1)) if value >= 0 else range(NEAR + 1)


def fixed(name: str, kind: str | None, value: int, context: z3.Context) -> z3.BoolRef:
    """Return: the variable has this value."""
    if kind == "Bool":
        same = z3.Bool(name, context) == z3.BoolVal(bool(value), context)
    else:
        same = z3.Int(name, context) == value
    assert isinstance(same, z3.BoolRef)
    return same
