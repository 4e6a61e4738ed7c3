"""The state of a repository at a handoff, and whether a takeover kept what was done.

The paper names three states; its code has five classes, told in a fixed order from the
official validation, which no view may show.
"""

import re
from collections.abc import Iterable
from enum import StrEnum

import attrs

from .signals import TESTS, files_of, is_source


class State(StrEnum):
    """The state that a successor finds, as the paper names it."""

    COMPLETION = "needs completion"
    PRESERVE = "already solved; preserve"
    BROKEN = "existing behavior broken"


class PointClass(StrEnum):
    """The class of a handoff point, as the paper's code names it."""

    INVALID = "invalid"
    PRESERVATION = "preservation_candidate"
    HANDOFF = "handoff_candidate"
    REGRESSION = "regression_candidate"
    DIAGNOSTIC = "diagnostic_candidate"


STATES = {
    PointClass.HANDOFF: State.COMPLETION,
    PointClass.PRESERVATION: State.PRESERVE,
    PointClass.REGRESSION: State.BROKEN,
}


@attrs.frozen
class Validation:
    """What official validation found: tests to be made to pass, and to be kept so."""

    applied: bool
    passed: bool
    still_failing: tuple[str, ...] = ()
    newly_failing: tuple[str, ...] = ()


def classify(validation: Validation, diff: str) -> PointClass:
    """Return the class of a point, in the order in which the code asks."""
    if not validation.applied or not only_sources(diff):
        return PointClass.INVALID
    if validation.passed:
        return PointClass.PRESERVATION
    if validation.still_failing:
        return PointClass.HANDOFF
    if validation.newly_failing:
        return PointClass.REGRESSION
    return PointClass.DIAGNOSTIC


def state_of(found: PointClass) -> State | None:
    """Return the paper's state of a class; it has none for the others."""
    return STATES.get(found)


SETUP = re.compile(
    r"(?:^|/)(?:setup\.(?:py|cfg)|pyproject\.toml|package(?:-lock)?\.json|tox\.ini|"
    r"noxfile\.py|conftest\.py|makefile|dockerfile|requirements[\w.-]*\.txt|cargo\.toml|"
    r"go\.mod|pom\.xml|build\.gradle)\Z",
    re.I,
)


def file_class(path: str) -> str:
    """Return whether a file is setup, test, source or other."""
    plain = path.replace("\\", "/")
    if SETUP.search(plain):
        return "setup"
    if TESTS.search(plain):
        return "test"
    return "source" if is_source(plain) else "other"


def only_sources(diff: str) -> bool:
    """Whether a diff changes something, and sources alone."""
    return _sources(files_of(diff))


def _sources(paths: Iterable[str]) -> bool:
    found = {file_class(path) for path in paths}
    return found == {"source"}


def clean_continuation(passed: bool, final: str, checkpoint: str) -> bool:
    """Whether a takeover kept solved work: it passes, and nothing else was changed.

    `final`, `checkpoint`: the diffs at the end and at the handoff.
    """
    return passed and final == checkpoint and only_sources(final)
