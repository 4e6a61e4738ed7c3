"""The structured note: seven fields that are computed, seven that somebody writes.

The computed ones are read off what the predecessor could see. The written ones may
come from a model; they are read strictly, and checked against the computed ones.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from ..places import Place
from ..shapes import Member, Text, fields
from .events import TraceEvent
from .packet import NONE, UNKNOWN, bare, clipped, validated
from .signals import (
    changed,
    files_of,
    is_output,
    is_source,
    result,
    snapshot,
)

OUTCOMES = ("none", "passed", "failed", "unknown")
LABELS = (
    "source-change-with-failing-validation",
    "source-change-validated-by-predecessor",
    "source-change-needs-verification",
    "no-source-change-work-observed",
    "no-source-change-observed",
)


@attrs.frozen
class Computed:
    """The deterministic fields of a note.

    `outcome`: how validation ended after the latest source change: none (it was not
    run), passed, failed, or unknown (it was run and nothing readable came).
    """

    change_state: str
    changed_sources: tuple[str, ...]
    artifacts: tuple[str, ...]
    outcome: str
    command: str
    evidence: str
    label: str


def computed(events: Iterable[TraceEvent]) -> Computed:
    """Return the deterministic fields at the end of ``events``."""
    files: Mapping[str, str] = {}
    seen: set[str] = set()
    outcome, command, evidence, pending, any_event = "none", NONE, NONE, False, False
    for event in events:
        any_event, now = True, snapshot(event)
        if changed(now, files):
            outcome, pending = "none", False
        files = now
        seen |= _touched(event)
        ran = validated(event)
        if ran is not None:
            command, pending = ran, True
            outcome = "unknown"
        found = result(event)
        if is_output(event) and (pending or found is not None):
            outcome, pending = found or "unknown", False
            evidence = clipped(_telling(bare(event.text))) or NONE
    sources = tuple(sorted(path for path in files if is_source(path)))
    return Computed(
        "source changes present" if sources else "no source changes observed",
        sources,
        tuple(sorted((seen | set(files)) - set(sources))),
        outcome,
        command,
        evidence,
        label(bool(sources), outcome, any_event),
    )


def label(changed: bool, outcome: str, any_event: bool) -> str:
    """Return the continuation label: it derives from what was observed alone."""
    if changed and outcome in ("failed", "passed"):
        return LABELS[0] if outcome == "failed" else LABELS[1]
    if changed:
        return LABELS[2]
    return LABELS[3] if any_event else LABELS[4]


def _touched(event: TraceEvent) -> set[str]:
    if event.git is None:
        return set()
    listed = (path for _, path in event.git.diff_name_status)
    return {*event.git.modified_files, *listed, *files_of(event.git.diff)}


ENDED = re.compile(r"failed|passed|error|traceback|\bok\b", re.I)


def _telling(text: str) -> str:
    """Return the line of an output that tells how it ended, or its last one."""
    lines = [line for line in text.splitlines() if line.strip()]
    told = [line for line in lines if ENDED.search(line)]
    return (told or lines or [""])[-1]


@attrs.frozen
class Written:
    """The written fields of a note; `UNKNOWN` where nothing supports them."""

    problem_understanding: str = UNKNOWN
    work_completed: str = UNKNOWN
    evidence_observed: str = UNKNOWN
    observed_failures_or_error_evidence: str = UNKNOWN
    remaining_uncertainty: str = UNKNOWN
    rollback_notes: str = UNKNOWN
    recommended_next_action: str = UNKNOWN


FIELDS: Mapping[str, Member] = {
    field.name: Member(Text(r"\S", "text, or UNKNOWN"))
    for field in attrs.fields(Written)
}


def read_written(value: Any, place: Place) -> Written:
    """Return the written fields that a JSON object states: these, and no other."""
    return Written(**fields(FIELDS, value, place))


@attrs.frozen
class Note:
    """A structured note."""

    computed: Computed
    written: Written = Written()

    def __str__(self) -> str:
        """Return the note as the successor reads it."""
        found = self.computed
        lines = [
            f"Repository change state: {found.change_state}",
            f"Changed source files: {', '.join(found.changed_sources) or NONE}",
            f"Non-source artifacts observed: {', '.join(found.artifacts) or NONE}",
            f"Validation after latest source change: {found.outcome}",
            f"Latest predecessor validation command: {found.command}",
            f"Latest predecessor validation evidence: {found.evidence}",
            f"Continuation state: {found.label}",
        ]
        for name, text in attrs.asdict(self.written).items():
            lines.append(f"{name.replace('_', ' ').capitalize()}: {clipped(text)}")
        return "\n".join(lines)


BARE = re.compile(
    r"(?:fixed|done|completed?|solved|unknown|none observed|[\s.,;:!])*", re.I
)
# What nobody knows who has not run the official validation.
OFFICIAL = (
    "official tests",
    "hidden tests",
    "benchmark passes",
    "issue is resolved",
    "fully solved",
)
NO_CHANGE = re.compile(
    r"\bno (?:source |code )?(?:changes?|edits?|modifications?)\b"
    r"|\b(?:nothing|not(?:hing)? yet) (?:was |has been )?(?:changed|edited|modified)\b",
    re.I,
)
CHANGE = re.compile(
    r"\b(?:changed|edited|modified|patched|fixed|implemented)"
    r" (?:the )?(?:source|code)\b",
    re.I,
)
PASSES = re.compile(r"\btests? (?:now )?pass(?:ed|es)?\b|\bvalidation passed\b", re.I)


def amiss(note: Note) -> tuple[str, ...]:
    """Return what is wrong with the written fields, each with the field it is in."""
    return tuple(_amiss(note))


def _amiss(note: Note) -> Iterator[str]:
    texts = attrs.asdict(note.written)
    for name, text in texts.items():
        if not text.strip():
            yield f"{name}: empty; write {UNKNOWN} or {NONE}"
    whole = " ".join(texts.values())
    claims = re.sub(f"{UNKNOWN}|{NONE}", "", whole)
    if claims.strip() and BARE.fullmatch(claims):
        yield "all fields: they only say that it is done, and not what"
    for name, text in texts.items():
        for phrase in OFFICIAL:
            if phrase in text.lower():
                yield f"{name}: says {phrase!r}, which the predecessor cannot know"
        if note.computed.changed_sources and NO_CHANGE.search(text):
            yield f"{name}: says that nothing changed, and sources did"
        if not note.computed.changed_sources and CHANGE.search(text):
            yield f"{name}: says that sources changed, and none did"
        if note.computed.outcome != "passed" and PASSES.search(text):
            yield f"{name}: says that tests pass, and no output of them does"
        if EDITED.search(text):
            yield f"{name}: holds a patch"


EDITED = re.compile(r"^(?:diff --git |@@ |\+\+\+ |--- )", re.M)
