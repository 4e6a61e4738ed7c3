"""Reading and writing the records of Handoff Debt: strict, each error with its place.

A log is an object with a task and its events, a list of events, or one event a line.
Every key is known and every value of its kind; steps go up. Numbers with a point, as
logs have them, are read as text.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import attrs

from ...spec.errors import CaseError, UnknownNameError
from ..chat_json import parse_log
from ..loader import decoded
from ..places import Place
from ..shapes import (
    Definitions,
    Many,
    Maybe,
    Member,
    Schema,
    Text,
    Whole,
    an_object,
    fields,
    written,
)
from .events import (
    Checkpoint,
    EventLog,
    GitSnapshot,
    HandoffPackage,
    Kind,
    TaskSpec,
    TraceEvent,
    kind_of,
    view_named,
)

NO_TASK = TaskSpec("", "", "", "")  # of a log that is events alone


@attrs.frozen
class By:
    """A shape by its two functions; these records have no published schema."""

    made: Callable[[Any, Place], Any]
    told: Callable[[Any, Place], Any]

    def read(self, value: Any, place: Place) -> Any:
        """Return what a JSON value stands for."""
        return self.made(value, place)

    def write(self, value: Any, place: Place) -> Any:
        """Return the JSON value."""
        return self.told(value, place)

    def schema(self, defs: Definitions) -> Schema:
        """Return a schema that allows anything."""
        return {}


def _own(value: Any, place: Place) -> Mapping[str, Any]:
    """Return an object of the log's own, kept as it is; null is an empty one."""
    return {} if value is None else an_object(value, place)


def _pair(value: Any, place: Place) -> tuple[str, str]:
    match value:
        case [str(letter), str(path)]:
            return letter, path
    raise place.wrong(value, 'write a letter and a path, as ["M", "src/a.py"]')


def _kind(value: Any, place: Place) -> Kind:
    with called(place):
        return kind_of(value)


def _view(value: Any, place: Place) -> str:
    with called(place):
        return view_named(value)


@contextmanager
def called(place: Place) -> Iterator[None]:
    """Say of a name that is not known where the document has it."""
    try:
        yield
    except UnknownNameError as error:
        raise CaseError(str(place), str(error)) from None


def _git(value: Any, place: Place) -> GitSnapshot | None:
    return GitSnapshot(**fields(GIT, value, place)) if value else None


def _task(value: Any, place: Place) -> TaskSpec:
    return TaskSpec(**fields(TASK, value, place))


def same(value: Any, place: Place) -> Any:
    """Return a value as it is."""
    return value


def of(members: str) -> Callable[[Any, Place], Any]:
    """Return what writes a record inside another, or nothing where there is none."""

    def told(value: Any, place: Place) -> Any:
        return None if value is None else written(globals()[members], value, place)

    return told


TEXT, MAYBE, STEP = Member(Text()), Member(Maybe(Text()), None), Member(Whole(0))
PATHS = Member(Many(Text()))
OWN = Member(By(_own, lambda value, _: dict(value)), attrs.Factory(dict))
TASK: Mapping[str, Member] = {
    "task_id": TEXT,
    "repo": TEXT,
    "base_commit": TEXT,
    "issue_text": TEXT,
    "test_command": MAYBE,
    "environment_image": MAYBE,
    "metadata": OWN,
}
GIT: Mapping[str, Member] = {
    "step": STEP,
    "workspace": TEXT,
    "head": MAYBE,
    "status_short": TEXT,
    "diff": TEXT,
    "modified_files": PATHS,
    "diff_name_status": Member(Many(By(_pair, lambda value, _: list(value)))),
}
EVENT: Mapping[str, Member] = {
    "step": STEP,
    "event_type": TEXT,
    "source": MAYBE,
    "text": TEXT,
    "raw": OWN,
    "git": Member(By(_git, of("GIT")), None),
}
CHECKPOINT: Mapping[str, Member] = {
    "checkpoint_id": TEXT,
    "kind": Member(By(_kind, lambda value, _: str(value))),
    "step": STEP,
    "reason": TEXT,
    "modified_source_files": PATHS,
    "validation_command": MAYBE,
    "workspace_snapshot": MAYBE,
    "metadata": OWN,
}
PACKAGE: Mapping[str, Member] = {
    "task_id": TEXT,
    "checkpoint_id": TEXT,
    "view": Member(By(_view, same)),
    "prompt": TEXT,
    "workspace_path": MAYBE,
}
# Each record with the keys of its document.
RECORDS: Mapping[type[Any], Mapping[str, Member]] = {
    TaskSpec: TASK,
    GitSnapshot: GIT,
    TraceEvent: EVENT,
    Checkpoint: CHECKPOINT,
    HandoffPackage: PACKAGE,
}


def read(kind: type[Any], value: Any, place: Place) -> Any:
    """Return the record of a kind that a JSON value states, or raise `CaseError`."""
    return kind(**fields(RECORDS[kind], value, place))


def write(record: Any, place: Place | None = None) -> dict[str, Any]:
    """Return the JSON value of a record: the inverse of `read`."""
    members = RECORDS[type(record)]
    return written(members, record, place or Place(type(record).__name__))


def read_log(text: str | bytes, place: str = "log") -> EventLog:
    """Return the log that a text holds.

    Raises: `CaseError` with the place of the first thing that is wrong.
    """
    source, here = decoded(text, place), Place(place)
    task, found = NO_TASK, _values(source, place)
    if isinstance(found, dict):
        parts = fields(LOG, found, here)
        task, found, here = parts["task"], parts["events"], here / "events"
    if not isinstance(found, list):
        raise here.wrong(found, 'write a list of events, or {"task": …, "events": […]}')
    events = tuple(read(TraceEvent, v, here / i) for i, v in enumerate(found))
    for i, (earlier, event) in enumerate(pairwise(events), 1):
        if event.step <= earlier.step:
            raise CaseError(
                str(here / i / "step"),
                f"step={event.step} follows step={earlier.step}",
                "steps go up by 1 or more",
            )
    return EventLog(task, events)


LOG: Mapping[str, Member] = {
    "task": Member(By(_task, of("TASK"))),
    "events": Member(By(same, same)),
}


def _values(source: str, place: str) -> Any:
    """Return the JSON value of a text, or the list of those of its lines."""
    lines = [(n, line) for n, line in enumerate(source.splitlines(), 1) if line.strip()]
    if len(lines) < 2 or not all(one.lstrip().startswith("{") for _, one in lines):
        return parse_log(source, place)
    return [parse_log(line, f"{place} line {n}") for n, line in lines]


def is_log(source: str) -> bool:
    """Whether a text looks like an event log rather than a case document."""
    head = source.lstrip()[:1]
    return head in ("{", "[") and '"event_type"' in source
