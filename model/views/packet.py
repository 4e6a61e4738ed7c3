"""What may be told of the events before a handoff: the last ones, cut, without patches.

Texts of events may hold the change itself, word for word. Whoever is to be shown what
was found out, and not the answer, gets placeholders instead.
"""

import re
from collections.abc import Iterable, Iterator

from .events import TaskSpec, TraceEvent
from .signals import command, files_of, is_source, is_terminal, result, validation

EVENTS, CHARACTERS = 80, 1200  # the last so many events, so much of the text of each
UNKNOWN, NONE = "UNKNOWN", "NONE OBSERVED"  # not supported; did not occur
EDIT, CODE = "[an edit; its patch is left out]", "[code left out]"
ASSIGNED = "[assignment left out]"
EDITS = re.compile(
    r"str_replace|old_str|new_str|\"command\":\s*\"(?:edit|create|insert)\"|diff --git "
    r"|\*\*\* (?:begin|update|add) |^(?:@@ |\+\+\+ |--- )",
    re.I | re.M,
)
FENCED = re.compile(r"```.*?(?:```|\Z)", re.S)
# It begins where a name does, so that a long text is looked at once.
ASSIGNMENT = re.compile(
    r"(?<![\w.])[\w.]++(?:\[[^\n\]]{0,120}\])?\s*+(?<![!<>])=(?!=)[^\n]*"
)


def clipped(text: str, most: int = CHARACTERS) -> str:
    """Return a text in one line of at most so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def bare(text: str) -> str:
    """Return a text with placeholders for edits, blocks of code and assignments.

    A text that holds a piece of a patch is left out whole, as the rest may be of it.
    """
    if EDITS.search(text):
        return EDIT
    return ASSIGNMENT.sub(ASSIGNED, FENCED.sub(CODE, text))


def without_patches(text: str) -> str:
    """Return a text without patches, in one line that is not too long."""
    return clipped(bare(text))


def validated(event: TraceEvent) -> str | None:
    """Return the validation command of an event, but for patches, if it is one."""
    ran = validation(event)
    if ran is None:
        return None
    return EDIT if EDITS.search(event.text) else without_patches(ran)


def last(events: Iterable[TraceEvent]) -> tuple[TraceEvent, ...]:
    """Return the events that are looked at: the last `EVENTS` of them."""
    return tuple(events)[-EVENTS:]


def timeline(events: Iterable[TraceEvent]) -> Iterator[str]:
    """Yield what is told of each event: who, what kind, its text. Steps are not."""
    for event in last(events):
        text = without_patches(event.text)
        if text:
            yield f"{event.source or 'unknown'} | {event.event_type}: {text}"


def doings(events: Iterable[TraceEvent]) -> Iterator[str]:
    """Yield the kind and the subject of what was done, each once, in order."""
    told: set[str] = set()
    before: dict[str, str] = {}
    for event in events:
        now = files_of(event.git.diff) if event.git is not None else {}
        found = [
            f"{'source' if is_source(path) else 'file'} changed: {path}"
            for path, part in sorted(now.items())
            if before.get(path) != part
        ]
        before = now
        ran = validated(event)
        if ran is not None and event.source != "environment":
            found.append(f"validation run: {ran}")
        elif is_terminal(event) and event.source != "environment" and command(event):
            found.append(f"command run: {without_patches(command(event))}")
        ended = result(event)
        if ended is not None:
            found.append(f"validation {ended}")
        for line in found:
            if line not in told:
                told.add(line)
                yield line


def bullets(items: Iterable[str]) -> str:
    """Return items as a list, or that there is none."""
    found = list(items) or [NONE]
    return "\n".join(f"- {item}" for item in found)


def packet(task: TaskSpec, events: Iterable[TraceEvent]) -> str:
    """Return what a writer of a note is told: the task, and the events up to there.

    ``events`` end at the handoff point. Its kind, its step and why it is one are not
    told, nor any patch.
    """
    found = tuple(events)
    return (
        f"The task:\n{task.issue_text}\n\n"
        f"What was done before the handoff:\n{bullets(doings(found))}\n\n"
        f"The events before the handoff:\n{bullets(timeline(found))}\n"
    )
