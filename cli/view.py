"""``obligato view``: what a successor is shown, and whether that suffices."""

import os
from typing import TYPE_CHECKING

import click

from .exits import DONE, NOT_DONE, UNDECIDED, USAGE
from .limits import Limits, limited

if TYPE_CHECKING:
    from ..model.views.events import EventLog

FOUR = ("repository", "trace", "summary", "note")
MORE = ("full", "progress")
EXITS = """\b
Exit  0  shown; with --sufficient: each view suffices in the scope
      1  with --sufficient: a view loses something
      2  what was handed in cannot be read, or contradicts itself
      3  with --sufficient: a question was not answered
      5  there is no such handoff point
"""


@click.command("view", epilog=EXITS)
@click.argument("case", metavar="CASE")
@click.option("--request", metavar="MODULE:NAME", help="What the record is of.")
@click.option(
    "--view", "name", metavar="NAME", help=f"One of {', '.join((*FOUR, *MORE))}."
)
@click.option("--points", is_flag=True, help="List the handoff points instead.")
@click.option("--point", metavar="KIND", help="Show what is shown at this one.")
@click.option("--sufficient", is_flag=True, help="Ask whether it suffices.")
@click.option("--scope", metavar="events=3,…", default="", help="What is looked at.")
@limited
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(
    case: str,
    request: str | None,
    name: str | None,
    points: bool,
    point: str | None,
    sufficient: bool,
    scope: str,
    budget: int,
    memory: int,
    form: str,
) -> int:
    """Show what a successor of CASE is shown: in one view, or in the four.

    CASE is a record, as for check, or the event log of a repository. A record is
    shown as it was when the work last changed hands, else whole. A view suffices if
    no two records that look alike in it differ in the accepted bindings, the
    receipted effects, the ambiguous effects or what is owed: --sufficient looks for
    two that do, for the request of CASE.
    """
    from ..spec.errors import unknown
    from .output import say
    from .sources import cases

    log = read_as_log(case)
    known = FOUR if log is not None else (*FOUR, *MORE)
    if name is not None:
        name = short(name)
        if name not in known:
            raise unknown("view", name, known)
    names = FOUR if name is None else (name,)
    if log is not None:
        if sufficient or request is not None:
            said = "a log of a repository has no request: --sufficient is of records"
            say(f"error: {said}", err=True)
            return USAGE
        from .view_log import show as show_log

        return show_log(log, names, points, point, form)
    from .view_world import Asked, show, suffice

    found = cases(case, request)
    if len(found) != 1:
        problem = f"{case} has {len(found)} records; name one, as {case}[0]"
        say(f"error: {problem}", err=True)
        return USAGE
    if not sufficient:
        return show(found[0], names, points, point, form)
    limits = Limits(budget, memory)
    if limits.asks_nothing():
        return UNDECIDED
    asked = Asked(found[0].request, scope, limits, form)
    return suffice(asked, names)


def short(name: str) -> str:
    """Return the short name of a view; what the paper calls it is understood."""
    from ..model.views.events import view_named
    from ..spec.errors import UnknownNameError

    try:
        return view_named(name)
    except UnknownNameError:
        return name


def read_as_log(source: str) -> "EventLog | None":
    """Return the event log that a file holds, or None if it holds something else."""
    from ..model.views.event_document import is_log, read_log
    from .sources import read

    if not os.path.isfile(source):
        return None
    raw = read(source)
    if not is_log(raw.decode("utf-8", "replace")):
        return None
    return read_log(raw, source)


def exit_of(suffices: list[bool], loses: list[bool]) -> int:
    """Return the code of several views, the worst first: lost, open, sufficient."""
    if any(loses):
        return NOT_DONE
    return DONE if suffices and all(suffices) else UNDECIDED
