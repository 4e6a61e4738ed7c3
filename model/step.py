"""The step: what one call that takes effect does to the state.

A state is a multiset of effects by business identity: name and arguments, never a
call id. There are no frame axioms: whether an effect stands at a moment is itself a
formula (made before, and not ended since), and the law in the tests says that the
fold of this step over a history gives what that formula says.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeAlias

from ..spec.tools import Tool
from ..spec.worlds import Instance
from .tables import OPEN, Row, Tables, brought_about

Identity: TypeAlias = tuple[Any, ...]  # the effect's name, then its arguments
State: TypeAlias = Counter[Identity]


def step(state: State, tool: Tool, call: Row) -> State:
    """Return the state after ``call`` of ``tool`` took effect in ``state``."""
    after = State(state)
    for gone in named(tool.ends, call):
        after.pop(gone, None)
    for made in named(tool.makes, call):
        after[made] = 1 if tool.repeat == "same" else after[made] + 1
    return after


def named(instances: Iterable[Instance], call: Row) -> Iterable[Identity]:
    """Yield the identity of each effect that ``call`` brings about by ``instances``."""
    for instance in instances:
        columns = [c.name for c in instance.effect.columns]
        for row in (r for r in brought_about(instance, call) if OPEN not in r):
            yield (instance.effect.name, *(row[name] for name in columns))


def reached(tables: Tables) -> State:
    """Return the state after all calls that surely took effect, by their end."""
    calls = [
        (row["end"], tool, row)
        for tool in tables.world.tools
        for row in tables.calls[tool.name]
        if row["took"] is True and OPEN not in row
    ]
    state = State()
    for _, tool, call in sorted(calls, key=lambda found: found[0]):
        state = step(state, tool, call)
    return state
