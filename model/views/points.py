"""Handoff points of a repository log: where work may change hands (Handoff Debt).

Three kinds, each once: after the first source edit; after the first validation result
that follows one; after the first source edit that follows a failed validation. The
algorithm is that of the paper's code. It reads the events in order and looks at none
ahead, so that what comes after a point never changes it.
"""

from collections.abc import Iterable

import attrs

from .events import Checkpoint, Kind, TraceEvent
from .signals import (
    Files,
    changed,
    is_output,
    manages_git,
    modified,
    result,
    snapshot,
    validation,
)

PRIORITY = {kind: n for n, kind in enumerate(Kind, 1)}


@attrs.define
class _Seen:
    """What was seen of a log so far."""

    files: Files = attrs.field(factory=dict)
    sources: set[str] = attrs.field(factory=set)
    edited: int | None = None  # the step of the first source edit
    failed: int | None = None  # that of the first failed validation
    command: str | None = None  # the last validation command
    pending: bool = False  # its result has not come
    points: dict[Kind, Checkpoint] = attrs.field(factory=dict)

    def event(self, event: TraceEvent) -> None:
        """Take one more event. The edit is looked at before the validation."""
        files = snapshot(event)
        sources = changed(files, self.files)
        self.files = files
        if sources:
            self.sources.update(modified(event) or sources)
            if self.edited is None:
                self.edited = event.step
            self.point(Kind.SOURCE_EDIT, event, "a source file differs")
            if self.failed is not None and not manages_git(event):
                why = f"a source file differs after the failure at step {self.failed}"
                self.point(Kind.POST_FAILURE, event, why, self.command)
        if self.edited is None:
            return  # before the first edit nothing is a validation of one
        command = validation(event)
        if command is not None:
            self.command, self.pending = command, True
        found = result(event)
        if is_output(event) and (self.pending or found is not None):
            why = f"a result after the edit at step {self.edited}"
            self.point(Kind.VALIDATION, event, why, self.command)
            self.pending = False
        if found == "failed" and self.failed is None:
            self.failed = event.step

    def point(
        self, kind: Kind, event: TraceEvent, why: str, command: str | None = None
    ) -> None:
        """Note the first point of a kind."""
        if kind not in self.points:
            self.points[kind] = Checkpoint(
                checkpoint_id=f"{kind.name.lower()}-{event.step}",
                kind=kind,
                step=event.step,
                reason=why,
                modified_source_files=tuple(sorted(self.sources)),
                validation_command=command,
                metadata={"selection_priority": PRIORITY[kind]},
            )


def points(events: Iterable[TraceEvent]) -> tuple[Checkpoint, ...]:
    """Return the handoff points of a log, in the order of their kinds."""
    seen = _Seen()
    for event in events:
        seen.event(event)
    return tuple(seen.points[kind] for kind in Kind if kind in seen.points)


def preferred(found: Iterable[Checkpoint]) -> Checkpoint | None:
    """Return the point to take where one is wanted: of the last kind there is."""
    return max(found, key=lambda point: PRIORITY[point.kind], default=None)


def until(events: Iterable[TraceEvent], point: Checkpoint) -> tuple[TraceEvent, ...]:
    """Return the events up to a point: all that anybody may be shown there."""
    return tuple(event for event in events if event.step <= point.step)
