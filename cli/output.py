"""Writing to a terminal that may be narrow, colourless, or know no Unicode."""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import click

from ..model.plain import printable

# What a terminal without Unicode shows instead.
ASCII = str.maketrans(
    {
        "✓": "+",
        "✗": "x",
        "○": "o",
        "·": "-",
        "≠": "!=",
        "≤": "<=",
        "≥": ">=",
        "├": "|",
        "└": "`",
        "│": "|",
        "─": "-",
        "…": "...",
        "∧": "and",
        "∨": "or",
        "¬": "not ",
        "→": "->",
        "∃": "some",
        "∀": "every",
        "∈": "in",
        "Σ": "sum",
        "−": "-",
        "σ": "sigma",
        **{chr(0x2080 + n): str(n) for n in range(10)},  # ₀ to ₉
    }
)
T = TypeVar("T")
COLOURS = {"✓": "green", "✗": "red", "○": "yellow", "?": "yellow"}


def width() -> int:
    """Return the columns to write in: those of the terminal, 40 to 100."""
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, 100))


def say(text: str = "", err: bool = False) -> None:
    """Write lines, their marks coloured on a terminal that shows colours."""
    stream = sys.stderr if err else sys.stdout
    if "NO_COLOR" not in os.environ:
        text = "\n".join(map(_coloured, text.split("\n")))
    encoding = getattr(stream, "encoding", None) or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        known = text.translate(ASCII).encode(encoding, "backslashreplace")
        text = known.decode(encoding)
    click.echo(text, err=err)


def wrapped(text: str, indent: str = "", hang: str = "") -> list[str]:
    """Return ``text`` in lines that fit: ``indent`` the first, ``hang`` the rest."""
    return textwrap.wrap(
        printable(text),
        width(),
        initial_indent=indent,
        subsequent_indent=hang or indent,
        break_on_hyphens=False,
    )


def _coloured(text: str) -> str:
    """Colour the first mark of a line, if it leads it."""
    lead = text.lstrip(" │├└─")
    if lead[:1] in COLOURS and lead[1:2] == " ":
        mark = click.style(lead[0], fg=COLOURS[lead[0]])
        return text[: len(text) - len(lead)] + mark + lead[1:]
    return text


def progress(made: Iterable[T], words: Callable[[T], str]) -> Iterator[T]:
    """Yield things as they are made, saying on a terminal what was made last."""
    shown = sys.stderr.isatty()
    try:
        for thing in made:
            if shown:
                line = printable(words(thing))[: width() - 1]
                click.echo(f"\r\x1b[K{line}", nl=False, err=True)
            yield thing
    finally:
        if shown:
            click.echo("\r\x1b[K", nl=False, err=True)
