"""The campaigns of a release: run them, and write down what came of them.

    make release
    python -m benchmarks.release WORDS     those alone that pytest -k WORDS selects

They are tests marked ``release``, with fixed seeds and bounds, too long for each
change. What the last run of each found is in benchmarks/release.md, which this writes.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

import pytest

from obligato.cli.agree import versions

PAGE = Path(__file__).with_suffix(".md")
ARGUMENTS = ("-n", "2", "--dist", "worksteal", "-m", "release")
Told: TypeAlias = tuple[str, str, float, str]  # test, outcome, seconds, what it printed


class Listener:
    """What pytest reports of each campaign."""

    def __init__(self) -> None:
        self.told: list[Told] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take down a campaign that was run, or that failed before or after."""
        if report.when == "call" or not report.passed:
            name, said = report.nodeid, report.capstdout.strip()
            self.told.append((name, report.outcome, report.duration, said))


def main(words: str = "") -> int:
    """Run the campaigns, write the page, and return the exit of pytest.

    `words`: which of them, as ``pytest -k`` takes it; the others stay on the page as
    they were. Of a run that was broken off, or in which nothing ran, none is written.
    """
    listener, some = Listener(), ("-k", words) if words else ()
    code = int(pytest.main([*ARGUMENTS, *some], plugins=[listener]))
    if code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) and listener.told:
        day = datetime.now(UTC).date().isoformat()
        known = sections(PAGE.read_text()) if words and PAGE.exists() else {}
        found = known | dict(section(one, day, commit()) for one in listener.told)
        PAGE.write_text("\n".join(page(found)) + "\n")
    return code


def page(found: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of the page: each campaign, of what it was run, what came of it.

    `found`: test ↦ its section.
    """
    passed = sum(text.startswith("## passed") for text in found.values())
    yield "# The last campaigns of a release"
    yield ""
    yield "Written by `make release`; the seeds are fixed, and stand beside the counts."
    yield ""
    yield f"{passed} of {len(found)} passed."
    for _, text in sorted(found.items()):
        yield from ("", text)


def section(told: Told, day: str, made_of: str) -> tuple[str, str]:
    """Return a test, and what is said of it."""
    name, outcome, seconds, said = told
    lines = [f"## {outcome}: {name}", ""]
    lines.append(f"{seconds:.0f} s, on {day}, of {made_of}: {versions()}.")
    if said:
        lines += ["", "```text", said, "```"]
    return name, "\n".join(lines)


def sections(text: str) -> dict[str, str]:
    """Return the sections of a page, by the tests that they are about."""
    _, *found = re.split(r"^(?=## )", text, flags=re.M)
    return {one.split("\n")[0].split(": ", 1)[1]: one.strip() for one in found}


def commit() -> str:
    """Return which commit is run, and whether anything was changed since."""

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=PAGE.parent, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    try:
        changed = " with changes" if git("status", "--porcelain") else ""
        return f"commit {git('rev-parse', '--short', 'HEAD')}{changed}"
    except (OSError, subprocess.CalledProcessError):
        return "a copy without its history"


if __name__ == "__main__":
    sys.exit(main(" ".join(sys.argv[1:])))
