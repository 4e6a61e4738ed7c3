"""What a successor may be shown of the record of a tool world, as views.

Four are those of Handoff Debt, carried over to tools (this project's definition): what
is written there of files, commands and their output is said here of effects, calls
and answers. Two more are this project's: the whole trace, and the progress itself.
"""

import attrs

from ...spec import syntax as s
from ...spec.errors import unknown
from ...spec.requests import Request
from .fixed import aspects, bindings, made
from .logs import THIS, cells, events, sources
from .view import Column as Shown
from .view import Item, View
from .world_note import note


def views(request: Request) -> dict[str, View]:
    """Return the views of records of ``request``, by name."""
    return {
        view.name: view
        for view in (
            repository(request),
            trace(request),
            summary(request),
            note(request),
            full(request),
            progress(request),
        )
    }


def view_of(request: Request, name: str) -> View:
    """Return the view called ``name``, or raise `UnknownNameError`."""
    known = views(request)
    if name not in known:
        raise unknown("view", name, known)
    return known[name]


def repository(request: Request) -> View:
    """Return the state alone: what was surely made and stands, each effect once."""
    items = tuple(
        attrs.evolve(item, distinct=True) for item in made(request, sure=True)
    )
    return View("repository", "the state alone: each effect that surely stands", items)


def trace(request: Request) -> View:
    """Return the events in order. An answer without content has no text and is dropped.

    So a call of a tool that returns nothing looks the same whether it was answered
    well or not at all; a failure says something, and is shown.
    """
    items = (bindings(request), *events(request, whole=False))
    return View("trace", "the events in order, empty answers dropped", items)


def summary(request: Request) -> View:
    """Return kinds and subjects: what was done to what, not how often."""
    chosen: tuple[tuple[str, Shown], ...] = tuple(
        (role.name, s.Known(s.Equal(term, term)))
        for role in request.binds
        for term in (s.Role(role.name, role.sort.name),)
    )
    items = [Item("chosen", chosen)] if chosen else []
    for title, table, columns in sources(request):
        subject = tuple(c for c in columns if c.sort.kind == "entity")[:1]
        shown = cells(THIS, subject)
        items.append(Item(title, shown, (s.Bind(THIS, table, s.TRUE),), distinct=True))
    return View("summary", "kinds and subjects of what was done", tuple(items))


def full(request: Request) -> View:
    """Return the whole trace: with times, and with what came of each call."""
    items = (bindings(request), *events(request, whole=True))
    return View("full", "the whole trace, with times and outcomes", items)


def progress(request: Request) -> View:
    """Return what a view must determine: ``(F_t, O_t)`` and the ambiguous effects."""
    items = tuple(item for aspect in aspects(request) for item in aspect.items)
    return View("progress", "what is fixed, what is ambiguous, what is owed", items)
