"""The page that shows every mistake with the record that exposes it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from examples.wrong.exposing import MISTAKES, RELATIONS, WORLDS, Exposure
from examples.wrong.mistake import Kind, Mistake
from obligato.model import unicode, write
from obligato.spec import Request
from obligato.spec.requests import Duty, Rule

HEAD = Path(__file__).with_name("head.md")
COLUMNS = ("what was written", "what its author believed", "what shows it", "record")


def page(rows: Iterable[str]) -> str:
    """Return the page, given the row of each mistake in order."""
    return "".join(f"{line}\n" for line in _lines(iter(rows)))


def row(mistake: Mistake, exposure: Exposure) -> str:
    """Return the row of a mistake in the table of its predicate."""
    command = "compare" if exposure.shown in RELATIONS else "verify"
    scope = f"({mistake.events}, {mistake.entities})"
    shown = f"`{command}`: {exposure.shown} {scope}"
    cells = (
        f"**{mistake.written.name}**<br>{mistake.kind}",
        mistake.believed,
        f"{shown}<br>written: {exposure.written}<br>meant: {exposure.meant}",
        "<br>".join(script(exposure, mistake.request)),
    )
    return _row(cells)


def script(exposure: Exposure, request: Request) -> list[str]:
    """Return the lines of the record as code spans."""
    if exposure.record is None:
        return ["none in scope"]
    lines = write(exposure.record, request).splitlines()
    return [f"`{line}`" for line in lines] or ["nothing happened"]


def _lines(rows: Iterator[str]) -> Iterator[str]:
    yield HEAD.read_text(encoding="utf-8")
    yield from _table(("kind", "how many below"))
    counts = Counter(mistake.kind for mistake in MISTAKES)
    yield from (_row((kind, str(counts[kind]))) for kind in Kind)
    for world in WORLDS:
        name = world.__name__.split(".")[-1]
        for meant, wrong in groupby(world.WRONG, key=_meant):
            kind = "a rule" if isinstance(meant, Rule) else "an obligation"
            place = f"examples/wrong/{name}.py"
            yield f"\n## {name.capitalize()}: {meant.name}\n"
            yield f"Meant, as {kind}: `{unicode(meant.owed)}`."
            yield f"Written: [{place}](../../{place}).\n"
            yield from _table(COLUMNS)
            yield from (next(rows) for _ in wrong)


def _meant(mistake: Mistake) -> Duty:
    return mistake.meant


def _table(columns: Iterable[str]) -> Iterator[str]:
    columns = tuple(columns)
    yield _row(columns)
    yield "|" + "---|" * len(columns)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
