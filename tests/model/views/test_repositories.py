"""Views of a repository log show what the predecessor could see, and nothing else."""

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obligato.model.views.events import (
    CODE_KINDS,
    VIEWS,
    EventLog,
    Kind,
    TraceEvent,
    kind_of,
    view_named,
)
from obligato.model.views.packet import CHARACTERS, EDIT, EVENTS, NONE, packet, timeline
from obligato.model.views.points import points, until
from obligato.model.views.repositories import TAKEOVER, package, text
from obligato.model.views.structured import Written
from obligato.properties.plants import planted
from obligato.spec.errors import UnknownNameError
from tests.model.views.logs import TASK, event, events, logs, out, run

A = {"src/a.py": "SECRET"}
LOG = EventLog(
    TASK,
    (
        event(1, "I read the parser"),
        run(2, "edit it", A),
        event(3, "", A),
        out(4, "1 failed", A),
        event(5, "afterwards", {"src/a.py": "later"}),
    ),
)
MARKED = ("SECRET", "diff --git", "@@ ")


def test_every_view_begins_with_the_takeover_and_the_task() -> None:
    for view in VIEWS:
        prompt = package(LOG, points(LOG.events)[1], view).prompt
        assert prompt.startswith(TAKEOVER)
        assert TASK.issue_text in prompt


def test_repository_only_shows_nothing_else() -> None:
    assert text(TASK, LOG.events, "repository only") == text(TASK, (), "repository")


def test_the_trace_drops_events_without_text_and_keeps_the_others_whole() -> None:
    long = event(9, "w " * 2000)
    shown = text(TASK, (*LOG.events[:4], long), "raw trace")

    assert "step 1 | agent | message: I read the parser" in shown
    assert "step 3" not in shown
    assert long.text in shown


def test_the_summary_tells_kinds_and_subjects_once() -> None:
    twice = (*LOG.events[:4], out(6, "1 failed", A))
    shown = text(TASK, twice, "summary").split("What was done:\n")[1]

    assert shown == (
        "- source changed: src/a.py\n- command run: edit it\n- validation failed\n"
    )


def test_a_note_has_its_fourteen_fields_and_the_null_tokens() -> None:
    note = text(TASK, (), "note").split("The note:\n")[1].splitlines()

    assert len(note) == 14
    assert f"Changed source files: {NONE}" in note
    assert "Problem understanding: UNKNOWN" in note


def test_a_note_that_was_written_is_handed_over() -> None:
    handed = package(LOG, points(LOG.events)[0], "note", Written(rollback_notes="none"))

    assert "Rollback notes: none" in handed.prompt
    assert (handed.view, handed.task_id) == ("note", TASK.task_id)


# ---- leakage


def seen_by_nobody(log: EventLog, later: tuple[TraceEvent, ...]) -> bool:
    """Whether no view of ``log``, at any of its points, changes with what follows."""
    for point in points(log.events):
        shown = until(log.events, point)
        step = shown[-1].step
        moved = tuple(
            attrs.evolve(e, step=step + n + 1, text=f"{e.text} 1 failed")
            for n, e in enumerate(later)
        )
        other = EventLog(log.task, (*shown, *moved))
        for view in VIEWS:
            if package(log, point, view) != package(other, point, view):
                return False
    return True


@settings(max_examples=25)
@given(logs, events(3))
def test_nothing_after_the_point_is_shown(
    log: EventLog, later: tuple[TraceEvent, ...]
) -> None:
    assert seen_by_nobody(log, later)


def test_a_view_of_what_comes_later_is_noticed() -> None:
    with planted("obligato.model.views.points", "event.step <= point.step", "True"):
        assert not seen_by_nobody(LOG, (event(1, "x"),))


def leaks(log: EventLog) -> list[str]:
    """Return the marks of a patch in what may hold none."""
    told = [text(log.task, log.events, view) for view in ("summary", "note")]
    return [
        mark
        for mark in MARKED
        for one in (*told, packet(log.task, log.events))
        if mark in one
    ]


@settings(max_examples=25)
@given(logs)
def test_no_patch_stands_in_summary_note_or_packet(log: EventLog) -> None:
    assert leaks(log) == []


PATCHES = [
    "```\nreturn SECRET\n```",
    "```python\nSECRET",
    "x = SECRET",
    "rows[0] = SECRET",
    "str_replace old_str: SECRET",
    "diff --git a/x b/x\n+SECRET",
    "*** Begin Patch\n+SECRET",
]


@pytest.mark.parametrize("said", PATCHES)
def test_each_form_of_a_patch_is_left_out(said: str) -> None:
    log = EventLog(TASK, (event(1, said), run(2, said), out(3, f"{said}\n1 failed")))

    assert leaks(log) == []


FORMS = [
    ("FENCED.sub(CODE, text)", "text", PATCHES[0]),
    (
        "ASSIGNMENT.sub(ASSIGNED, FENCED.sub(CODE, text))",
        "FENCED.sub(CODE, text)",
        PATCHES[2],
    ),
    ("if EDITS.search(text):", "if False:", PATCHES[5]),
]


@pytest.mark.parametrize(("old", "new", "said"), FORMS)
def test_a_form_that_is_let_through_is_noticed(old: str, new: str, said: str) -> None:
    log = EventLog(TASK, (event(1, said),))

    with planted("obligato.model.views.packet", old, new):
        assert leaks(log)


@settings(max_examples=25)
@given(logs, st.sampled_from(("summary", "note")))
def test_neither_the_kind_nor_the_step_of_the_point_is_told(
    log: EventLog, view: str
) -> None:
    log = attrs.evolve(log, events=(*log.events, event(4_711, "the last", A)))
    told = [text(log.task, log.events, view), packet(log.task, log.events)]

    for one in told:
        assert not any(kind in one for kind in (*Kind, *CODE_KINDS))
        assert "4711" not in one


def test_the_packet_holds_the_last_events_and_cuts_their_texts() -> None:
    many = [event(n, f"number {n} " + "w" * 2000) for n in range(1, EVENTS + 9)]
    lines = list(timeline(many))

    assert len(lines) == EVENTS
    assert "number 9 " in lines[0]
    assert all(len(line.split(": ", 1)[1]) == CHARACTERS for line in lines)


def test_an_edit_leaves_its_place_in_the_packet() -> None:
    assert EDIT in packet(TASK, (event(1, "old_str"),))


# ---- names

NAMES = [
    ("after first validation result", Kind.VALIDATION),
    ("after_first_validation_result", Kind.VALIDATION),
    ("After-First-Source-Edit", Kind.SOURCE_EDIT),
    *CODE_KINDS.items(),
]


@pytest.mark.parametrize(("name", "kind"), NAMES)
def test_a_kind_is_known_by_all_its_names(name: str, kind: Kind) -> None:
    assert kind_of(name) == kind


@pytest.mark.parametrize(
    ("name", "view"),
    [
        ("repo_only", "repository"),
        ("raw_trace", "trace"),
        ("summary notes", "summary"),
        ("Structured-Notes", "note"),
    ],
)
def test_a_view_is_known_by_all_its_names(name: str, view: str) -> None:
    assert view_named(name) == view


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="there are: after first post-failure"):
        kind_of("first edit")
    with pytest.raises(UnknownNameError, match="raw trace"):
        view_named("diary")
