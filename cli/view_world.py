"""What a successor is shown of a record, and whether it suffices, as text and data."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any

import attrs

from ..model.document import Case
from ..model.judge import contradiction
from ..model.plain import printable
from ..model.record import Record
from ..model.script_text import write
from ..model.settle import settle
from ..model.views.view import Shown, View, shown
from ..model.views.wording import document, line, worded
from ..model.views.world_points import NAMES, at_handoff, kind_here, points, until
from ..model.views.worlds import view_of
from ..spec.errors import CaseError
from ..spec.requests import Request
from .exits import DONE, NOTHING
from .limits import INTERRUPTED, Limits
from .output import say, width, wrapped
from .report import assumed, dump

MARKS = "lines with -: of the left record alone; with +: of the right one alone"
EVENTS = "events=3,"  # of each record, unless the scope says otherwise


def show(
    case: Case, names: Sequence[str], listed: bool, kind: str | None, form: str
) -> int:
    """Print the handoff points of a record, or what its views show."""
    request, record = case.request, case.record
    broken = contradiction(settle(request.world, record))
    if broken is not None:
        raise CaseError("record", broken.reason, "mend the record: no history fits it")
    found = points(request, record)
    if kind is not None:
        wanted = kind_here(kind)
        found = tuple(point for point in found if point.kind == wanted)
    if (listed or kind is not None) and not found:
        which = "" if kind is None else f" {NAMES[kind_here(kind)]}"
        say(f"error: the record has no handoff point{which}", err=True)
        return NOTHING
    if listed:
        told = [
            {"kind": p.kind, "here": NAMES[p.kind], "events": p.events, "event": p.id}
            for p in found
        ]
        lines = [f"after event {p.events} ({p.id}): {NAMES[p.kind]}" for p in found]
        say(dump({"points": told}) if form == "json" else "\n".join(lines))
        return DONE
    seen = until(record, found[0]) if kind is not None else at_handoff(record)
    views = [view_of(request, name) for name in names]
    if form == "json":
        told = [document(v, shown(v, request, seen)) for v in views]
        say(dump({"goal": request.goal, "views": told}))
        return DONE
    say("\n".join(wrapped(f"asked: {request.goal}")))
    for view in views:
        say("\n".join(wrapped(f"{view.name}: {view.about}")))
        for text in worded(view, shown(view, request, seen)):
            say("\n".join(wrapped(text, "  ", "    ")))
    return DONE


@attrs.define
class Asked:
    """What is asked: whether views of the records of a request suffice."""

    request: Request
    scope: str
    limits: Limits
    form: str


def suffice(asked: Asked, names: Sequence[str]) -> int:
    """Print for each view whether it suffices, or the records that it takes for one."""
    from ..checker.apart import kept_apart, lost_apart
    from ..checker.solver import Way
    from ..checker.sufficiency import Sufficiency
    from .scopes import scope_of
    from .view import exit_of

    request, limits = asked.request, asked.limits
    scope, way = scope_of(EVENTS + asked.scope), Way(limits.budget)
    found = []
    for name in names:
        view = view_of(request, name)
        made = kept_apart(request, view, scope, way, limits.memory)
        answers = [*limits.made(made, aspect_of)]
        found.append(Sufficiency(view, scope, tuple(answers)))
        if limits.interrupted:
            break
        if asked.form == "text":
            say("\n".join(verdict(request, found[-1])))
    if limits.interrupted:
        return INTERRUPTED
    histories = lost_apart(request, scope, way, limits.memory)
    code = exit_of([f.suffices for f in found], [f.loses for f in found])
    if asked.form == "json":
        body = {"exit": code, "scope": str(scope), "limits": limits.told()}
        views = [data(request, one) for one in found]
        say(dump({**body, "views": views, "in_no_view": unseen(request, histories)}))
    else:
        say("\n".join(in_no_view(request, histories)))
        say("\n".join(wrapped(MARKS, "  ", "    ")))
        say("\n".join(wrapped(f"scope: of each record {scope}", "  ", "    ")))
        say("\n".join((f"  {limits}", *assumed())))
    return code


def aspect_of(answer: Any) -> str:
    """Return what an answer is about."""
    name: str = answer.aspect.name
    return name


def verdict(request: Request, found: Any) -> Iterator[str]:
    """Tell whether one view suffices."""
    from ..checker.solver import NoneInScope
    from ..checker.sufficiency import Loses

    if found.suffices:
        said = "suffices in the scope: no two records that look alike differ"
    elif found.loses:
        said = "does not suffice"
    else:
        said = "not decided"
    yield from wrapped(f"{found.view.name} {said} ({found.view.about})", "", "  ")
    for answer in found.answers:
        name = answer.aspect.name
        match answer.found:
            case Loses(pair, differs):
                fewest = ", no fewer" if pair.fewest else ", fewer are not excluded"
                yield f"  ✗ {name}: lost; {counted(pair.events)} in both{fewest}"
                yield from side_by_side(request, pair.first, pair.second)
                yield from differing(answer.aspect, differs)
            case NoneInScope():
                yield f"  ✓ {name}: kept, by all records of the scope"
            case _:
                yield from wrapped(f"? {name}: {answer.found.reason}", "  ", "    ")


def counted(events: int) -> str:
    """Return a number of events in words."""
    return "1 event" if events == 1 else f"{events} events"


def side_by_side(request: Request, first: Record, second: Record) -> Iterator[str]:
    """Yield two records as scripts, in two columns, a line for each line of either."""
    half = (width() - 9) // 2
    scripts = [write(r, request).splitlines() for r in (first, second)]
    for pair in zip_longest(
        *(s or ["(nothing happened)"] for s in scripts), fillvalue=""
    ):
        columns = (wrap(printable(text), half, break_on_hyphens=False) for text in pair)
        for left, right in zip_longest(*columns, fillvalue=""):
            yield f"      {left:<{half}} │ {right}".rstrip()


def differing(aspect: View, differs: Any) -> Iterator[str]:
    """Yield what the first record shows of what was lost, and what the second does."""
    items = {item.title: item for item in aspect.items}
    for title, sides in differs.items():
        for mark, side in zip("-+", sides, strict=True):
            for text in _lines(items[title], side):
                yield from wrapped(f"{mark} {text}", "      ", "        ")


def _lines(item: Any, side: Shown) -> list[str]:
    return sorted(line(item, told, n) for told, n in side.items())


def in_no_view(request: Request, found: Any) -> Iterator[str]:
    """Tell what no view shows, whatever it is of: what happened to a lost call."""
    from ..checker.solver import NoneInScope, Unanswered

    if isinstance(found, NoneInScope):
        return
    if isinstance(found, Unanswered):
        yield f"? in no view: {found.reason}"
        return
    said = f"in no view, the whole trace included: what happened to {found.call}"
    yield from wrapped(f"{said}; one record, two histories, two worlds", "", "  ")
    yield from side_by_side(request, *found.histories)
    for mark, state in zip("-+", found.worlds, strict=True):
        yield from wrapped(f"{mark} {world(state)}", "      ", "        ")


def world(state: Any) -> str:
    """Return the effects of a world in words."""
    told = [f"{name}({', '.join(map(str, args))})" for name, *args in sorted(state)]
    return ", ".join(told) or "no effect"


def data(request: Request, found: Any) -> dict[str, Any]:
    """Return whether a view suffices as data."""
    from ..checker.solver import NoneInScope
    from ..checker.sufficiency import Loses

    four = {}
    for answer in found.answers:
        match answer.found:
            case Loses(pair, differs):
                told: dict[str, Any] = {
                    "found": "lost",
                    "events": pair.events,
                    "fewest": pair.fewest,
                    "records": [
                        write(r, request).splitlines()
                        for r in (pair.first, pair.second)
                    ],
                    "differs": {
                        item.title: [_lines(item, side) for side in differs[item.title]]
                        for item in answer.aspect.items
                        if item.title in differs
                    },
                }
            case NoneInScope():
                told = {"found": "kept in the scope"}
            case _:
                told = {"found": "not answered", "reason": answer.found.reason}
        four[answer.aspect.name] = told
    return {"view": found.view.name, "suffices": found.suffices, "determines": four}


def unseen(request: Request, found: Any) -> dict[str, Any] | None:
    """Return what no view shows as data; None if nothing is found."""
    from ..checker.sufficiency import Histories

    if not isinstance(found, Histories):
        return None
    return {
        "call": found.call,
        "histories": [write(h, request).splitlines() for h in found.histories],
        "worlds": [world(state) for state in found.worlds],
    }
