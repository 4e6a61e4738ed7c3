"""Which assumptions of T1 a history breaks, read off the history, not off its faults.

T1 says of a tenure what is true of the world as long as these hold. Where one does not,
anything may follow, and this says which one it was. Names as in the statement of T1.
"""

from collections.abc import Iterator

from ...spec import syntax as s
from ...spec.semantics import interpret
from ...spec.tools import Tool
from ..record import Record, outcome
from ..step import State, named, step
from ..tables import Row
from ..truth import Truth
from .history import Happened, History


def broken(history: History, record: Record) -> set[str]:
    """Return the assumptions that a history breaks; `record`: what is known of it."""
    return set(_broken(history, record))


def _broken(history: History, record: Record) -> Iterator[str]:
    world = history.world
    receipts = record.receipts(world)
    for happened in history.happened:
        call = happened.call
        tool = world.tool(call.tool)
        said = {outcome(tool, r) for r in receipts.get(call.id, ())}
        if happened.took and tool.writes:
            if not happened.ours:
                yield "quiet"  # nobody else acts
            if call.id.endswith(" again") and tool.repeat == "again":
                yield "once"  # a call takes effect once
            if "failed" in said and tool.fails == "clean":
                yield "fails_clean"  # failed means that nothing happened
            if tool.settles is not None and happened.lands > call.end + tool.settles:
                yield "settles"  # later it cannot take effect
        if not happened.took and "ok" in said:
            yield "authentic"  # a receipt comes from a call that took effect
    yield from ("tools_tell" for _ in _lies(history))


def _lies(history: History) -> Iterator[Happened]:
    """Yield the reads that told what was not so when they were asked."""
    world, state = history.world, State()
    truth = Truth(history.tables())
    for happened in sorted(history.landed, key=lambda h: h.lands):
        tool, row = world.tool(happened.call.tool), happened.row(world)
        if tool.tells and not so(tool, row, state, truth):
            yield happened
        state = step(state, tool, row)


def so(tool: Tool, row: Row, state: State, truth: Truth) -> bool:
    """Whether all that an answer tells of effects is so in a state."""
    return all(
        interpret(told.when, truth, {s.THIS: row})[0]
        == any(state[name] > 0 for name in named((told.instance,), row))
        for told in tool.tells
    )
