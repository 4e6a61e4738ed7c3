"""Handoff points are where the paper's code finds them, and stay where they are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obligato.model.views.events import Kind, TraceEvent
from obligato.model.views.points import points, preferred, until
from obligato.properties.plants import planted
from tests.model.views.logs import event, events, out, run

A, B, T = {"src/a.py": "x"}, {"src/a.py": "y"}, {"tests/test_a.py": "x"}
EDIT, CHECK, REPAIR = Kind

# What happens, and at which step each kind is found.
CASES: dict[str, tuple[list[TraceEvent], dict[Kind, int]]] = {
    "nothing": ([], {}),
    "an edit": ([event(1), event(2, files=A)], {EDIT: 2}),
    "an edit of a test is none": ([event(1, files=T)], {}),
    "a scratch file at the root is none": ([event(1, files={"repro_1.py": "x"})], {}),
    "a scratch name below the root is one": (
        [event(1, files={"src/debug.py": "x"})],
        {EDIT: 1},
    ),
    "a text file is none": ([event(1, files={"notes.md": "x"})], {}),
    "a result": (
        [event(1, files=A), run(2, "pytest", A), out(3, "1 passed", A)],
        {EDIT: 1, CHECK: 3},
    ),
    "a result before the edit is none": (
        [run(1, "pytest"), out(2, "1 failed"), event(3, files=A), event(4, files=B)],
        {EDIT: 3},
    ),
    "a pending command: any output is a result": (
        [event(1, files=A), run(2, "make test", A), out(3, "nothing", A)],
        {EDIT: 1, CHECK: 3},
    ),
    "no pending command: output must tell": (
        [event(1, files=A), run(2, "ls", A), out(3, "nothing", A)],
        {EDIT: 1},
    ),
    "a recognizable result without a command": (
        [event(1, files=A), out(2, "2 passed", A)],
        {EDIT: 1, CHECK: 2},
    ),
    "a command is not its result": (
        [event(1, files=A), run(2, "pytest", A)],
        {EDIT: 1},
    ),
    "a result answers its command once": (
        [run(1, "pytest", A), out(2, "ok", A), event(3, files=B)],
        {EDIT: 1, CHECK: 2},
    ),
    "text of the agent is no result": (
        [event(1, files=A), event(2, "3 passed", A)],
        {EDIT: 1},
    ),
    "a repair": (
        [event(1, files=A), out(2, "1 failed", A), event(3, files=B)],
        {EDIT: 1, CHECK: 2, REPAIR: 3},
    ),
    "failed and passed together is a failure": (
        [event(1, files=A), out(2, "1 failed, 3 passed", A), event(3, files=B)],
        {EDIT: 1, CHECK: 2, REPAIR: 3},
    ),
    "after a pass there is no repair": (
        [event(1, files=A), out(2, "3 passed", A), event(3, files=B)],
        {EDIT: 1, CHECK: 2},
    ),
    "the edit is tested before the validation of one event": (
        [event(1, files=A), out(2, "1 failed", B), out(3, "1 failed", B)],
        {EDIT: 1, CHECK: 2},
    ),
    "an edit and a result in one event": ([out(1, "1 passed", A)], {EDIT: 1, CHECK: 1}),
    "a stash pair is no repair": (
        [
            event(1, files=A),
            out(2, "1 failed", A),
            run(3, "git stash"),
            run(4, "git stash pop", A),
        ],
        {EDIT: 1, CHECK: 2},
    ),
    "a repair after a stash pair": (
        [
            event(1, files=A),
            out(2, "1 failed", A),
            run(3, "git stash"),
            run(4, "git stash pop", A),
            event(5, files=B),
        ],
        {EDIT: 1, CHECK: 2, REPAIR: 5},
    ),
    "a stash pop can be the first edit": ([run(1, "git stash pop", A)], {EDIT: 1}),
    "a file that vanishes is not changed": (
        [event(1, files=A), out(2, "1 failed", A), event(3)],
        {EDIT: 1, CHECK: 2},
    ),
    "a file that comes back is": (
        [event(1, files=A), out(2, "1 failed", A), event(3), event(4, files=A)],
        {EDIT: 1, CHECK: 2, REPAIR: 4},
    ),
    "the same file twice is one edit": (
        [event(1, files=A), event(2, files=A)],
        {EDIT: 1},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_points_are_those_of_the_algorithm(case: str) -> None:
    log, expected = CASES[case]

    assert {point.kind: point.step for point in points(log)} == expected


def test_the_order_is_that_of_the_kinds_and_the_last_is_preferred() -> None:
    log = [event(1, files=A), out(2, "1 failed", A), event(3, files=B)]
    found = points(log)

    assert [point.kind for point in found] == list(Kind)
    assert preferred(found) == found[2]
    assert found[1].validation_command is None
    assert found[2].modified_source_files == ("src/a.py",)


def test_a_point_names_the_last_command_before_it() -> None:
    log = [event(1, files=A), run(2, "pytest -q", A), out(3, "1 failed", A)]

    assert points(log)[1].validation_command == "pytest -q"


def prefix_stable(log: tuple[TraceEvent, ...], size: int) -> bool:
    """Whether the points of a prefix are those of the whole that lie in it."""
    prefix = log[:size]
    last = prefix[-1].step if prefix else -1
    return points(prefix) == tuple(p for p in points(log) if p.step <= last)


@settings(max_examples=30)
@given(events(), st.integers(0, 9))
def test_what_comes_after_a_point_never_changes_it(
    log: tuple[TraceEvent, ...], size: int
) -> None:
    assert prefix_stable(log, size)


@settings(max_examples=30)
@given(events())
def test_the_points_of_what_is_shown_at_a_point_are_the_same(
    log: tuple[TraceEvent, ...],
) -> None:
    for point in points(log):
        assert point in points(until(log, point))
        assert points(log) == points(log)


# A change to the detector, and a case that notices it.
PLANTS = [
    ("points", "and not manages_git(event)", "", "a stash pair"),
    ("points", "if kind not in self.points:", "if True:", "after a pass"),
    ("points", "(self.pending or found is not None)", "found is not None", "a pending"),
    ("points", "return  # before", "pass  # before", "a result before the edit"),
    ("signals", "if FAILED.search(event.text):", "if False:", "failed and passed"),
    ("signals", "if is_source(p) and before", "if before", "an edit of a test"),
    (
        "signals",
        'return event.source == "environment" and',
        "return",
        "a command is not",
    ),
    ("signals", 'return "/" not in plain and', "return", "a scratch name below"),
]


@pytest.mark.parametrize(("module", "old", "new", "case"), PLANTS)
def test_a_planted_bug_moves_a_point(
    module: str, old: str, new: str, case: str
) -> None:
    with planted(f"obligato.model.views.{module}", old, new):
        wrong = [
            name
            for name, (log, expected) in CASES.items()
            if {p.kind: p.step for p in points(log)} != expected
        ]

    assert any(name.startswith(case) for name in wrong), wrong


def test_a_detector_that_moves_a_point_is_not_prefix_stable() -> None:
    whole = (event(1, files=A), out(2, "1 failed", A), event(3, files=B))

    with planted(
        "obligato.model.views.points", "if kind not in self.points:", "if True:"
    ):
        assert not prefix_stable(whole, 2)
