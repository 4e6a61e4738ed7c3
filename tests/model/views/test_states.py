"""The class of a handoff point, its state, and what a clean continuation is."""

import pytest

from obligato.model.views.states import (
    PointClass,
    State,
    Validation,
    classify,
    clean_continuation,
    file_class,
    state_of,
)
from obligato.properties.plants import planted
from tests.model.views.logs import part

SOURCE, TEST = part("src/a.py", "x"), part("tests/test_a.py", "x")
SETUP, OTHER = part("setup.py", "x"), part("notes.md", "x")
OPEN, WORSE = ("t1",), ("t2",)

CLASSES = {
    "the patch does not apply": (Validation(False, True), SOURCE, "invalid"),
    "a test changed": (Validation(True, True), SOURCE + TEST, "invalid"),
    "setup changed": (Validation(True, True), SETUP, "invalid"),
    "another file changed": (Validation(True, True), SOURCE + OTHER, "invalid"),
    "nothing changed": (Validation(True, True), "", "invalid"),
    "passed": (Validation(True, True), SOURCE, "preservation_candidate"),
    "passed before all else": (
        Validation(True, True, OPEN, WORSE),
        SOURCE,
        "preservation_candidate",
    ),
    "failing": (Validation(True, False, OPEN), SOURCE, "handoff_candidate"),
    "failing and worse": (
        Validation(True, False, OPEN, WORSE),
        SOURCE,
        "handoff_candidate",
    ),
    "worse": (Validation(True, False, (), WORSE), SOURCE, "regression_candidate"),
    "neither": (Validation(True, False), SOURCE, "diagnostic_candidate"),
}


@pytest.mark.parametrize("case", CLASSES)
def test_the_class_is_the_first_that_fits(case: str) -> None:
    validation, diff, expected = CLASSES[case]

    assert classify(validation, diff) == expected


def test_three_classes_have_the_states_of_the_paper() -> None:
    assert [state_of(c) for c in PointClass] == [
        None,
        State.PRESERVE,
        State.COMPLETION,
        State.BROKEN,
        None,
    ]


FILES = {
    "src/a.py": "source",
    "src/test/a.java": "test",
    "a_test.go": "test",
    "tests/conftest.py": "setup",
    "pyproject.toml": "setup",
    "requirements-dev.txt": "setup",
    "docs/a.md": "other",
    "scratch.py": "other",
}


@pytest.mark.parametrize("path", FILES)
def test_a_file_has_one_class(path: str) -> None:
    assert file_class(path) == FILES[path]


CLEAN = [
    (True, SOURCE, SOURCE, True),
    (False, SOURCE, SOURCE, False),
    (True, SOURCE + part("src/b.py", "y"), SOURCE, False),
    (True, SOURCE + TEST, SOURCE + TEST, False),
    (True, "", "", False),
]


@pytest.mark.parametrize(("passed", "final", "checkpoint", "clean"), CLEAN)
def test_a_clean_continuation_passes_and_leaves_the_diff_of_sources(
    passed: bool, final: str, checkpoint: str, clean: bool
) -> None:
    assert clean_continuation(passed, final, checkpoint) is clean


PLANTS = [
    ("passed and final == checkpoint and", "final == checkpoint and"),
    ("and final == checkpoint and", "and"),
    ("and only_sources(final)", ""),
]


@pytest.mark.parametrize(("old", "new"), PLANTS)
def test_each_part_of_it_is_needed(old: str, new: str) -> None:
    with planted("obligato.model.views.states", old, new):
        assert any(clean_continuation(*case[:3]) is not case[3] for case in CLEAN)
