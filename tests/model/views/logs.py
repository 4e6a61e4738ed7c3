"""Event logs of a repository in a few words, and strategies for more of them."""

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from obligato.model.views.events import EventLog, GitSnapshot, TaskSpec, TraceEvent

TASK = TaskSpec("t-1", "org/repo", "abc", "the parser drops the last line")


def part(path: str, text: str) -> str:
    """Return the part of a diff that is about one file."""
    return f"diff --git a/{path} b/{path}\n@@ -1 +1 @@\n-old\n+{text}\n"


def event(
    step: int,
    text: str = "",
    files: Mapping[str, str] | None = None,
    source: str = "agent",
    raw: Mapping[str, Any] | None = None,
) -> TraceEvent:
    """Return an event after which these files differ from the base."""
    diff = "".join(part(path, change) for path, change in (files or {}).items())
    named = tuple(files or {})
    status = tuple(("M", path) for path in named)
    git = GitSnapshot(step, "/w", None, "", diff, named, status)
    return TraceEvent(step, "message", source, text, raw or {}, git)


def run(step: int, command: str, files: Mapping[str, str] | None = None) -> TraceEvent:
    """Return a command that the agent gives the terminal."""
    raw = {"tool_name": "terminal", "action": {"command": command}}
    return event(step, f"terminal: {command}", files, raw=raw)


def out(step: int, text: str, files: Mapping[str, str] | None = None) -> TraceEvent:
    """Return what the terminal printed."""
    raw = {"tool_name": "terminal"}
    return event(step, text, files, "environment", raw)


FILES: tuple[Mapping[str, str], ...] = (
    *({}, {"src/a.py": "x"}, {"src/a.py": "y"}, {"src/a.py": "x", "src/b.py": "x"}),
    *({"tests/test_a.py": "x"}, {"repro.py": "x"}, {"notes.md": "x", "src/b.py": "y"}),
)
COMMANDS = ("pytest -q", "git stash", "git stash pop", "ls", "old_str\npytest SECRET")
OUTPUTS = (
    *("1 passed", "1 failed", "1 failed, 3 passed", "nothing", "Traceback", ""),
    *("@@ -1 +1 @@\n+SECRET failed", "```\nSECRET failed\n```"),
)
TEXTS = ("I look around", "", "```\nx = SECRET\n```", "value = SECRET", "@@ -1 +1 @@")

MADE: tuple[tuple[Callable[..., TraceEvent], str], ...] = (
    *((event, text) for text in TEXTS),
    *((run, command) for command in COMMANDS),
    *((out, text) for text in OUTPUTS),
)


@st.composite
def events(draw: st.DrawFn, most: int = 9) -> tuple[TraceEvent, ...]:
    """Return the events of a log, their steps going up."""
    found, step = [], 0
    for _ in range(draw(st.integers(0, most))):
        step += draw(st.sampled_from((1, 3)))
        make, text = draw(st.sampled_from(MADE))
        found.append(make(step, text, draw(st.sampled_from(FILES))))
    return tuple(found)


logs = st.builds(EventLog, st.just(TASK), events())
