"""``obligato doctor``: whether everything that is needed is here and works."""

import platform
import shutil
import sys
from importlib import metadata

import click

from .exits import DONE, NOT_DONE

FLOOR = (3, 11)


@click.command("doctor")
def command() -> int:
    """Say which versions are here, whether z3 solves, and what the terminal can do.

    Exit 0 if all is well, 1 if something is missing or does not work.
    """
    from .. import __version__
    from .output import say

    checks = [("python", platform.python_version(), sys.version_info >= FLOOR)]
    checks += [("obligato", __version__, True)]
    checks += [dependency(name) for name in dependencies()]
    checks.append(solver())
    for name, said, well in checks:
        say(f"{'✓' if well else '✗'} {name:<14} {said}")
    encoding = getattr(sys.stdout, "encoding", None) or "unknown"
    columns = shutil.get_terminal_size((80, 24)).columns
    say(f"· {'terminal':<14} {columns} columns, {encoding}")
    return DONE if all(well for *_, well in checks) else NOT_DONE


def dependencies() -> list[str]:
    """Return what obligato needs, from its own metadata, or from memory without it."""
    try:
        needed = metadata.requires("obligato") or []
    except metadata.PackageNotFoundError:
        return list(NEEDED)
    core = [text for text in needed if "extra ==" not in text]
    return sorted({_name(text) for text in core})


NEEDED = (
    "attrs",
    "click",
    "hypothesis",
    "networkx",
    "pytest",
    "rfc8785",
    "rich",
    "z3-solver",
)


def _name(requirement: str) -> str:
    end = next((i for i, c in enumerate(requirement) if c in " <>=!~;["), None)
    return requirement[:end]


def dependency(name: str) -> tuple[str, str, bool]:
    """Return the version of a distribution, and whether there is one."""
    try:
        return name, metadata.version(name), True
    except metadata.PackageNotFoundError:
        return name, f"not installed: pip install {name}", False


def solver() -> tuple[str, str, bool]:
    """Return whether z3 answers questions whose answers are known."""
    try:
        from ..checker.solver.alive import solves

        well = solves()
    except Exception as error:  # a broken solver library fails in ways of its own
        return "z3 solves", f"no: {type(error).__name__}: {error}", False
    said = "finds what lies between 1 and 3, and no other"
    return "z3 solves", said if well else "wrongly", well
