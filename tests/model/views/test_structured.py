"""A note is computed from what was observed, and what is written is checked."""

from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from obligato.model.places import Place
from obligato.model.views.events import TraceEvent
from obligato.model.views.packet import NONE
from obligato.model.views.structured import (
    LABELS,
    OUTCOMES,
    Note,
    Written,
    amiss,
    computed,
    read_written,
)
from obligato.properties.plants import planted
from obligato.spec.errors import CaseError
from tests.model.views.logs import event, events, out, run

A, B = {"src/a.py": "x"}, {"src/a.py": "y"}

# What happens, how validation ended after the latest change, and the label.
CASES: dict[str, tuple[list[TraceEvent], str, str]] = {
    "nothing": ([], "none", LABELS[4]),
    "a look around": ([event(1, "hm")], "none", LABELS[3]),
    "an edit": ([event(1, files=A)], "none", LABELS[2]),
    "a test edit": ([event(1, files={"tests/test_a.py": "x"})], "none", LABELS[3]),
    "a failure": ([event(1, files=A), out(2, "1 failed", A)], "failed", LABELS[0]),
    "a pass": ([event(1, files=A), out(2, "1 passed", A)], "passed", LABELS[1]),
    "a pass, then an edit": (
        [event(1, files=A), out(2, "1 passed", A), event(3, files=B)],
        "none",
        LABELS[2],
    ),
    "a command without a result": (
        [event(1, files=A), run(2, "pytest", A)],
        "unknown",
        LABELS[2],
    ),
    "a command whose output says nothing": (
        [event(1, files=A), run(2, "pytest", A), out(3, "done?", A)],
        "unknown",
        LABELS[2],
    ),
    "a failure, then a pass": (
        [event(1, files=A), out(2, "1 failed", A), out(3, "1 passed", A)],
        "passed",
        LABELS[1],
    ),
    "an edit that was taken back": (
        [event(1, files=A), out(2, "1 failed", A), run(3, "git stash")],
        "failed",
        LABELS[3],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_outcome_and_the_label_are_those_observed(case: str) -> None:
    log, outcome, label = CASES[case]
    found = computed(log)

    assert (found.outcome, found.label) == (outcome, label)


@settings(max_examples=30)
@given(events())
def test_the_fields_are_total_and_of_their_words(log: tuple[TraceEvent, ...]) -> None:
    found = computed(log)

    assert found.outcome in OUTCOMES
    assert found.label in LABELS
    assert bool(found.changed_sources) == (found.label in LABELS[:3])
    assert not set(found.changed_sources) & set(found.artifacts)


def test_command_evidence_and_artifacts_are_the_last_ones_seen() -> None:
    log = [
        event(1, files={**A, "notes.md": "x"}),
        run(2, "pytest -q", A),
        out(3, "line\n1 failed in 2 s\nbye", A),
    ]
    found = computed(log)

    assert (found.command, found.evidence) == ("pytest -q", "1 failed in 2 s")
    assert (found.changed_sources, found.artifacts) == (("src/a.py",), ("notes.md",))
    assert computed(()).command == computed(()).evidence == NONE


PLANTS = [
    ('outcome, pending = "none", False\n        files', "pass\n        files"),
    ("outcome, pending = found or", 'outcome, pending = "passed" or'),
    ("if is_source(path)", "if path"),
    ('outcome = "unknown"', "pass"),
]


@pytest.mark.parametrize(("old", "new"), PLANTS)
def test_a_planted_bug_changes_a_note(old: str, new: str) -> None:
    with planted("obligato.model.views.structured", old, new):
        assert any(
            (computed(log).outcome, computed(log).label) != (outcome, label)
            for log, outcome, label in CASES.values()
        )


CHANGED = computed([event(1, files=A), out(2, "1 failed", A)])
PASSED = computed([event(1, files=A), out(2, "1 passed", A)])
UNCHANGED = computed([event(1, "hm")])

# A written field, beside which computed ones, and what is wrong with it.
WRONG = [
    (CHANGED, {"work_completed": "Done."}, "only say that it is done"),
    (CHANGED, {"work_completed": " "}, "work_completed: empty"),
    (
        CHANGED,
        {"work_completed": "No changes were made"},
        "nothing changed, and",
    ),
    (UNCHANGED, {"work_completed": "I edited the source"}, "sources changed, and none"),
    (CHANGED, {"evidence_observed": "All tests pass now"}, "no output of them does"),
    (CHANGED, {"remaining_uncertainty": "the issue is resolved"}, "cannot know"),
    (CHANGED, {"rollback_notes": "diff --git a/x b/x"}, "holds a patch"),
]
RIGHT = [
    (CHANGED, {}),
    (CHANGED, {"work_completed": "The parser keeps the last line; one test fails."}),
    (PASSED, {"evidence_observed": "All tests pass in the last run"}),
    (UNCHANGED, {"work_completed": "No source changes yet"}),
]


@pytest.mark.parametrize(("beside", "fields", "said"), WRONG)
def test_what_contradicts_the_computed_fields_is_told(
    beside: Any, fields: dict[str, str], said: str
) -> None:
    assert said in " ".join(amiss(Note(beside, Written(**fields))))


@pytest.mark.parametrize(("beside", "fields"), RIGHT)
def test_what_fits_them_is_let_through(beside: Any, fields: dict[str, str]) -> None:
    assert amiss(Note(beside, Written(**fields))) == ()


REFUSED = [
    ({}, "lacks problem_understanding"),
    ({**attrs.asdict(Written()), "mood": "good"}, "key='mood'"),
    ({**attrs.asdict(Written()), "rollback_notes": ""}, "rollback_notes"),
    ({**attrs.asdict(Written()), "rollback_notes": 3}, "rollback_notes"),
    ([], "write an object"),
]


@pytest.mark.parametrize(("value", "said"), REFUSED)
def test_written_fields_are_read_strictly(value: Any, said: str) -> None:
    with pytest.raises(CaseError, match=said):
        read_written(value, Place("note"))


def test_written_fields_are_read_back() -> None:
    written = Written(work_completed="half of it")

    assert read_written(attrs.asdict(written), Place("note")) == written
