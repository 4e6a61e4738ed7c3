"""The event log of a repository, and what is made of it, as Handoff Debt keeps them.

Five records: a task, a snapshot of the working tree, an event, a checkpoint (which is a
handoff point) and what is handed over. Kinds and views have the paper's names; those
of its code are read as well.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import attrs

from ...spec.errors import unknown


class Kind(StrEnum):
    """A kind of handoff point, in the order in which they are looked for."""

    SOURCE_EDIT = "after first source edit"
    VALIDATION = "after first validation result"
    POST_FAILURE = "after first post-failure edit"


# What the paper's code calls them; it prefers the greatest where only one is wanted.
CODE_KINDS: Mapping[str, Kind] = {
    "first_meaningful_modification": Kind.SOURCE_EDIT,
    "post_first_validation_result": Kind.VALIDATION,
    "post_failed_repair_edit": Kind.POST_FAILURE,
}
VIEWS = ("repository", "trace", "summary", "note")
# What the paper and its code call the views.
OTHER_VIEWS: Mapping[str, str] = {
    "repository only": "repository",
    "repo only": "repository",
    "raw trace": "trace",
    "summary notes": "summary",
    "structured notes": "note",
    "structured note": "note",
}


def kind_of(name: str) -> Kind:
    """Return the kind called ``name`` in the paper or in its code."""
    known: dict[str, Kind] = {kind.value: kind for kind in Kind}
    known |= {_plain(other): kind for other, kind in CODE_KINDS.items()}
    known |= {_plain(kind.value): kind for kind in Kind}
    found = known.get(_plain(name)) if isinstance(name, str) else None
    if found is None:
        raise unknown("kind of handoff point", name, [*Kind, *CODE_KINDS])
    return found


def view_named(name: str) -> str:
    """Return the short name of a view that the paper or its code calls ``name``."""
    plain = _plain(name) if isinstance(name, str) else ""
    if plain in VIEWS:
        return plain
    if plain not in OTHER_VIEWS:
        raise unknown("view", name, [*VIEWS, *OTHER_VIEWS])
    return OTHER_VIEWS[plain]


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").replace("-", " ").lower().split())


@attrs.frozen
class TaskSpec:
    """What was asked: the issue of a repository at a commit."""

    task_id: str
    repo: str
    base_commit: str
    issue_text: str
    test_command: str | None = None
    environment_image: str | None = None
    metadata: Mapping[str, Any] = attrs.field(factory=dict)


@attrs.frozen
class GitSnapshot:
    """The working tree after an event: its whole diff against the base commit.

    `diff_name_status`: pairs of git's letter and a path.
    """

    step: int
    workspace: str
    head: str | None
    status_short: str
    diff: str
    modified_files: tuple[str, ...]
    diff_name_status: tuple[tuple[str, str], ...]


@attrs.frozen
class TraceEvent:
    """One event: who it is from, what kind it is, its text, the log's own form of it.

    `git` is missing where the log has no snapshot, and then nothing has changed.
    """

    step: int
    event_type: str
    source: str | None
    text: str
    raw: Mapping[str, Any] = attrs.field(factory=dict)
    git: GitSnapshot | None = None


@attrs.frozen
class Checkpoint:
    """A handoff point: work may change hands after the event of ``step``."""

    checkpoint_id: str
    kind: Kind
    step: int
    reason: str
    modified_source_files: tuple[str, ...]
    validation_command: str | None = None
    workspace_snapshot: str | None = None
    metadata: Mapping[str, Any] = attrs.field(factory=dict)


@attrs.frozen
class HandoffPackage:
    """What the successor is handed at a checkpoint."""

    task_id: str
    checkpoint_id: str
    view: str
    prompt: str
    workspace_path: str | None = None


@attrs.frozen
class EventLog:
    """A task and its events, in the order of their steps."""

    task: TaskSpec
    events: tuple[TraceEvent, ...]
