"""The four views of a repository log (Handoff Debt): what the successor reads.

Each is a function of the task and of the events up to the handoff point, and of no
more: not of what came later, nor of the point itself. The successor also gets the
repository as it stands there.
"""

from collections.abc import Iterable

from .events import (
    Checkpoint,
    EventLog,
    HandoffPackage,
    TaskSpec,
    TraceEvent,
    view_named,
)
from .packet import bullets, clipped, doings, last
from .points import until
from .structured import Note, Written, computed

TAKEOVER = """\
You take over work that somebody else began. The task may be solved, partly
solved or solved wrongly. Look before you edit. What was handed over tells what
happened and may be wrong; what is required is in the task alone. Check the
claims that matter. Keep work that suffices, and do not start again unless it is
clearly wrong.
"""


def package(
    log: EventLog, point: Checkpoint, view: str, written: Written | None = None
) -> HandoffPackage:
    """Return what is handed over at a point in one of the views.

    `written`: the written fields of a structured note, made before the takeover.
    Raises: `UnknownNameError` for a view that there is none of.
    """
    name = view_named(view)
    prompt = text(log.task, until(log.events, point), name, written)
    return HandoffPackage(log.task.task_id, point.checkpoint_id, name, prompt)


def text(
    task: TaskSpec,
    events: Iterable[TraceEvent],
    view: str,
    written: Written | None = None,
) -> str:
    """Return the text of a view of ``events``, which end at the handoff point."""
    found, parts = tuple(events), [TAKEOVER, f"The task:\n{task.issue_text}\n"]
    match view_named(view):
        case "trace":
            parts.append(f"The trace:\n{bullets(map(traced, filter(_says, found)))}\n")
        case "summary":
            done = bullets(map(clipped, doings(last(found))))
            parts.append(f"What was done:\n{done}\n")
        case "note":
            note = Note(computed(found), written or Written())
            parts.append(f"The note:\n{note}\n")
    return "\n".join(parts)


def _says(event: TraceEvent) -> bool:
    return bool(event.text.strip())


def traced(event: TraceEvent) -> str:
    """Return one event of the raw trace, its text whole."""
    who = f"{event.source or 'unknown'} | {event.event_type}"
    return f"step {event.step} | {who}: {event.text}"
