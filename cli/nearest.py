"""The nearest record with another verdict, told beside an explanation."""

from collections.abc import Iterator
from typing import Any

from ..checker.differences import ADDED, LEFT_OUT, Difference
from ..checker.solver.scope import Scope
from ..checker.twins import NoTwin, Twin, twins
from ..model.document import Case
from ..model.judge import Judgement
from ..model.script_text import write
from ..spec.requests import Duty
from .output import wrapped

Answers = list[tuple[Duty, tuple[Twin | NoTwin, ...]]]
NOTHING = "nearest: every duty is established; --breaking asks what would break it"
KEPT = "roles, relations, declared entities, gaps, handoffs and the claim are kept"


def answers(case: Case, judgement: Judgement, breaking: bool, within: int) -> Answers:
    """Return the nearest records of the duties that do not hold; `breaking`: of all."""
    if judgement.broken is not None:
        return []
    return [
        (f.duty, twins(case.request, f.duty, case.record, within))
        for f in judgement.findings
        if breaking or f.verdict.name != "established"
    ]


def told(found: Answers, within: int) -> Iterator[str]:
    """Tell each nearest record by the events that differ."""
    for duty, several in found:
        for answer in several:
            yield from wrapped(
                f"nearest with {duty.name!r} {said(answer)}", "  ", "    "
            )
            for difference in answer.differences if isinstance(answer, Twin) else ():
                yield from changed(difference)
            for reason in answer.unanswered:
                yield from wrapped(f"? not answered: {reason}", "    ", "      ")
    if found:
        names = f"{Scope().entities} further entities of each sort"
        said_of = f"looked at: {events(within)} otherwise, {names}; {KEPT}"
        yield from wrapped(said_of, "  ", "    ")
    else:
        yield from wrapped(NOTHING, "  ", "    ")


def said(answer: Twin | NoTwin) -> str:
    """Return in words the verdict, and where the record differs that has it."""
    verdict = f"set off and {answer.verdict}" if answer.set_off else answer.verdict
    if isinstance(answer, NoTwin):
        none = "none found" if answer.unanswered else "none"
        return f"{verdict}: {none} with {events(answer.within)} otherwise"
    places = "; ".join(map(place, answer.differences))
    only = "only difference is" if len(answer.differences) == 1 else "differences are"
    nearer = "; there may be a nearer one" if answer.unanswered else ""
    return f"{verdict}: the {only} {places}{nearer}"


def events(many: int) -> str:
    """Return a number of events in words."""
    return "1 event" if many == 1 else f"at most {many} events"


def place(difference: Difference) -> str:
    """Return in words what is different about an event."""
    number, id = difference.number, difference.id
    if difference.kind == ADDED:
        return f"one more, after event {number}" if number else "one more, at the start"
    event = f"event {number}" if id == f"e{number}" else f"event {number} ({id})"
    if difference.kind == LEFT_OUT:
        return f"{event}, left out"
    if not difference.cells:
        return f"{event}, another in its place"
    return f"{event}, its {' and '.join(cell.name for cell in difference.cells)}"


def changed(difference: Difference) -> Iterator[str]:
    """Yield the lines of an event before and after."""
    for mark, line in (("-", difference.before), ("+", difference.after)):
        if line:
            yield f"      {mark} {line}"


def document(case: Case, found: Answers, within: int) -> dict[str, Any]:
    """Return the nearest records of each duty, and what was looked at, as JSON data."""
    return {
        "within": within,
        "entities": Scope().entities,
        "duties": {
            duty.name: [_answer(case, answer) for answer in several]
            for duty, several in found
        },
    }


def _answer(case: Case, answer: Twin | NoTwin) -> dict[str, Any]:
    told: dict[str, Any] = {
        "verdict": answer.verdict,
        "set_off": answer.set_off,
        "found": isinstance(answer, Twin),
        "unanswered": list(answer.unanswered),
    }
    if isinstance(answer, NoTwin):
        return told
    differences = [
        {
            "kind": d.kind,
            "event": d.number,
            "id": d.id,
            "before": d.before or None,
            "after": d.after or None,
            "cells": [cell.name for cell in d.cells],
            "size": d.size,
        }
        for d in answer.differences
    ]
    script = write(answer.record, case.request).splitlines()
    return {**told, "differences": differences, "record": script}


def unanswered(found: Answers) -> bool:
    """Whether the solver left anything open."""
    return any(answer.unanswered for _, several in found for answer in several)
