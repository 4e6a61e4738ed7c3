"""The campaigns of a release: run them, and write down what came of them.

    make release

They are tests marked ``release``, with fixed seeds and bounds, too long for each
change. What the last run found is in benchmarks/release.md, which this writes.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
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


def main() -> int:
    """Run the campaigns, write the page, and return the exit of pytest.

    Of a run that was broken off, or in which nothing ran, no page is written.
    """
    listener = Listener()
    code = int(pytest.main([*ARGUMENTS], plugins=[listener]))
    if code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) and listener.told:
        day = datetime.now(UTC).date().isoformat()
        PAGE.write_text("\n".join(page(listener.told, day, commit())) + "\n")
    return code


def page(told: Sequence[Told], day: str, made_of: str) -> Iterator[str]:
    """Yield the lines of the page: what was run, of what, and what came of it."""
    passed = sum(outcome == "passed" for _, outcome, _, _ in told)
    yield "# The last campaigns of a release"
    yield ""
    yield "Written by `make release`; the seeds are fixed, and stand beside the counts."
    yield ""
    yield f"{passed} of {len(told)} passed, on {day}, of {made_of}: {versions()}."
    for name, outcome, seconds, said in sorted(told):
        yield from ("", f"## {outcome}: {name}", "", f"{seconds:.0f} s")
        if said:
            yield from ("", "```text", said, "```")


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
    sys.exit(main())
