"""What an event of a repository log says: which sources changed, what was validated.

The rules are those of the paper's code (Handoff Debt, its signals): heuristics over
names and texts. They read one event at a time, and nothing that came later.
"""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from .events import TraceEvent

SUFFIXES = frozenset(
    (
        *(".py", ".js", ".jsx", ".ts", ".tsx", ".java", ".go", ".rs", ".c"),
        *(".cc", ".cpp", ".h", ".hpp", ".cs", ".rb", ".php", ".scala", ".kt"),
    )
)
SCRATCH = ("reproduce", "repro", "scratch", "tmp", "debug")
TESTS = re.compile(r"(^|/)(tests?|testing|specs?)[/_]|_(test|spec)\.")
GIT_STATE = re.compile(r"\bgit\s+(stash|restore|checkout|reset|clean)\b", re.I)
RUNNERS = (
    *("pytest", "tox", "nox", "unittest", "ruff", "mypy"),
    *("npm test", "pnpm test", "yarn test", "cargo test", "go test", "make test"),
    *("gradle test", "mvn test"),
)
SCRIPT = r"python3?\s+\S{0,200}?(?:repro|check|verify|validate|test)\S{0,200}?\.py"
VALIDATES = re.compile(
    r"\b(?:" + "|".join(r.replace(" ", r"\s+") for r in RUNNERS) + f"|{SCRIPT})\\b",
    re.I,
)
FAILED = re.compile(
    r"\b(?:assertionerror|traceback|failed|exception|fail:\s*true|pass:\s*false)\b"
    r"|\berror:",
    re.I,
)
PASSED = re.compile(
    r"\b(?:tests? pass(?:ed)?|passed\s+\d+|\d+\s+passed|ok|successfully fixed|verified"
    r"|pass:\s*true)\b",
    re.I,
)
Files = Mapping[str, str]  # path ↦ its part of a diff


def files_of(diff: str) -> dict[str, str]:
    """Return the part of a cumulative diff that is about each file, by its new path."""
    found: dict[str, list[str]] = {}
    here: list[str] | None = None
    for line in diff.splitlines(keepends=True):
        if line.startswith("diff --git "):
            path = new_path(line.removeprefix("diff --git ").rstrip("\r\n"))
            here = None if path is None else found.setdefault(path, [])
            if here is not None:
                here.clear()  # a file told twice is what was told last
        if here is not None:
            here.append(line)
    return {path: "".join(lines) for path, lines in found.items()}


def new_path(names: str) -> str | None:
    """Return the new path of ``a/OLD b/NEW``, also if there are spaces in it."""
    half = len(names) // 2
    if names[half : half + 1] == " " and names[2:half] == names[half + 3 :]:
        return names[half + 3 :] or None
    _, mark, path = names.replace('"', "").rpartition(" b/")
    return path if mark and path else None


def is_scratch(path: str) -> bool:
    """Whether a file lies at the root and is named as one that is thrown away."""
    plain = path.replace("\\", "/")
    return "/" not in plain and PurePosixPath(plain).stem.lower().startswith(SCRATCH)


def is_source(path: str) -> bool:
    """Whether a path is source code: no test, no scratch file, a known suffix."""
    plain = path.replace("\\", "/")
    if PurePosixPath(plain).suffix.lower() not in SUFFIXES or is_scratch(plain):
        return False
    return TESTS.search(plain) is None


def snapshot(event: TraceEvent) -> dict[str, str]:
    """Return the files that differ from the base after an event, as parts of a diff."""
    return files_of(event.git.diff) if event.git is not None else {}


def changed(now: Files, before: Files) -> list[str]:
    """Return the sources whose part of the diff is new; what vanished is no change."""
    return sorted(
        p for p, part in now.items() if is_source(p) and before.get(p) != part
    )


def modified(event: TraceEvent) -> list[str]:
    """Return the sources that the snapshot of an event lists as modified."""
    return sorted(filter(is_source, event.git.modified_files if event.git else ()))


def is_terminal(event: TraceEvent) -> bool:
    """Whether an event is of the terminal: a command, or what it printed."""
    called = event.raw.get("tool_call")
    name = called.get("name") if isinstance(called, Mapping) else ""
    tool = event.raw.get("tool_name") or name
    return tool == "terminal" or event.text.startswith("terminal")


def is_output(event: TraceEvent) -> bool:
    """Whether an event is what a command of the terminal printed."""
    return event.source == "environment" and is_terminal(event)


def command(event: TraceEvent) -> str:
    """Return the command that the log's own form of an event names, or nothing."""
    for part in ("action", "observation"):
        inner = event.raw.get(part)
        if isinstance(inner, Mapping) and inner.get("command"):
            return str(inner["command"])
    return ""


def validation(event: TraceEvent) -> str | None:
    """Return the line of a terminal event that validates, builds, lints or tests."""
    if not is_terminal(event):
        return None
    for text in (command(event), event.text):
        match = VALIDATES.search(text)
        if match:
            lines = (line for line in text.splitlines() if match[0] in line)
            return next(lines, text).strip()
    return None


def result(event: TraceEvent) -> str | None:
    """Return failed or passed, if output says so; what says both, failed."""
    if not is_output(event):
        return None
    if FAILED.search(event.text):
        return "failed"
    return "passed" if PASSED.search(event.text) else None


def manages_git(event: TraceEvent) -> bool:
    """Whether a terminal event puts the working tree back rather than repairs it."""
    said = command(event) or event.text
    return is_terminal(event) and GIT_STATE.search(said) is not None
