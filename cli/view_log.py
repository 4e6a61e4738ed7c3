"""What a successor is shown of the event log of a repository."""

from collections.abc import Sequence

from ..model.views.event_document import write
from ..model.views.events import Checkpoint, EventLog, kind_of
from ..model.views.points import points as found_in
from ..model.views.points import preferred
from ..model.views.repositories import package
from .exits import DONE, NOTHING
from .output import say, wrapped
from .report import dump


def show(
    log: EventLog, names: Sequence[str], listed: bool, kind: str | None, form: str
) -> int:
    """Print the handoff points, or the views at one of them."""
    found = found_in(log.events)
    if kind is not None:
        wanted = kind_of(kind)
        found = tuple(point for point in found if point.kind == wanted)
    at = preferred(found)
    if at is None:
        which = "handoff point" if kind is None else f"handoff point {kind_of(kind)!s}"
        say(f"error: the log has no {which}", err=True)
        return NOTHING
    if listed:
        if form == "json":
            say(dump({"points": [write(point) for point in found]}))
        else:
            say("\n".join(line for point in found for line in told(point)))
        return DONE
    packages = [package(log, at, name) for name in names]
    if form == "json":
        say(dump({"point": write(at), "views": [write(p) for p in packages]}))
        return DONE
    say(f"at step {at.step}, {at.kind}")
    for handed in packages:
        say(f"\n== {handed.view} ==\n{handed.prompt.rstrip()}")
    return DONE


def told(point: Checkpoint) -> list[str]:
    """Return a point in lines."""
    lines = [f"step {point.step}: {point.kind}"]
    lines += wrapped(f"sources: {', '.join(point.modified_source_files)}", "  ", "    ")
    if point.validation_command:
        lines += wrapped(f"validation: {point.validation_command}", "  ", "    ")
    return lines
