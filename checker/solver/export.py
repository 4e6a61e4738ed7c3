"""A question to the solver as a script of SMT-LIB 2.6 that stands by itself.

Every assertion has a name that says what it is; see `KINDS`. What only counts names,
for the sake of the least record, is left out, and what nothing needs is too.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import attrs
import z3

from ...model.plain import printable
from .answers import Answer, Found, NoneInScope
from .frugal import COUNT
from .smt import TRUE

if TYPE_CHECKING:
    from .search import Search

FITS = "fits"
SAT, UNSAT, UNKNOWN = "sat", "unsat", "unknown"
KINDS = {
    "bounds": "what is true of every record in the scope: order, times, ranges",
    FITS: "some history fits the record: it does not contradict itself",
    "plain": "an answer came whole or not at all; what nobody asks about is known",
    "given": "the record begins with what is given, and the rest comes after it",
    "asked": "the question itself",
    "size": "no more events than this are looked at",
    "table": "what a name stands for, and what every continuation meets",
    "meets": "what is to hold, by its name",
    "fewer": "no more calls than this are made",
}
NAME = re.compile(r"\|[^|]*\||\b[ct]\d+\b")  # what is declared or defined


@attrs.frozen
class Query:
    """What was asked, and what Z3 said of it.

    `size`: of what was looked at, as "at most 3 events". `legend`: what the numbers
    stand for. `lines`: of the script, without its head.
    """

    said: str
    size: str
    legend: tuple[str, ...]
    lines: tuple[str, ...]

    def script(self, about: Iterable[str] = ()) -> str:
        """Return the script. `about`: what is asked of what, as comments at its head.

        Numbers stand for the names of a sort, so integers are all that it takes.
        """
        related = any(line.startswith("(declare-fun") for line in self.lines)
        body = "\n".join(self.lines)
        used = [kind for kind in KINDS if f":named {kind}-" in body]
        head = [
            *about,
            f"{self.size}; z3 {z3.get_version_string()} said: {self.said}",
            *(f"{kind}-…: {KINDS[kind]}" for kind in used),
            *self.legend,
        ]
        comments = [f"; {printable(line)}" for line in head]
        info = "(set-info :smt-lib-version 2.6)"
        logic = f"(set-logic {'QF_UFLIA' if related else 'QF_LIA'})"
        return "\n".join((*comments, info, logic, body, "(check-sat)", "(exit)", ""))


def queries(search: "Search", answer: Answer) -> Iterator[Query]:
    """Yield what a search came down to: one look at records of so many events.

    Of a least record there are two: there is one as large, and none that is smaller.
    """
    match answer:
        case Found(events=events, least=least):
            yield query(search, SAT, events)
            if least and events > search.first:
                yield query(search, UNSAT, events - 1)
        case NoneInScope():
            yield query(search, UNSAT, search.scope.events)
        case _:
            yield query(search, UNKNOWN, search.scope.events)


def query(search: "Search", said: str, events: int) -> Query:
    """Return one look."""
    conditions = [*search.parts.items(), ("size", [search.only(events)])]
    text = search.question.base.text
    asserted = {f"(assert {formula})": kind for formula, kind in text.added.items()}
    lines: list[str] = []
    counts = dict.fromkeys(KINDS, 0)

    def named(kind: str, formula: str) -> str:
        counts[kind] += 1
        return f"(assert (! {formula} :named {kind}-{counts[kind]}))"

    for line in text.lines:
        kind = asserted.get(line)
        if kind is None:
            lines.append(line)
        elif kind != COUNT:
            lines.append(named(kind, line[len("(assert ") : -1]))
    for kind, formulas in conditions:
        lines += [named(kind, formula) for formula in formulas if formula != TRUE]
    size = f"at most {events} event{'' if events == 1 else 's'}"
    return Query(said, size, tuple(legend(search)), tuple(needed(lines)))


def legend(search: "Search") -> Iterator[str]:
    """Yield what the numbers stand for."""
    symbolic = search.symbolic
    sources = (f"{number} {name}" for name, number in symbolic.sources.items())
    yield f"source: 0 not used, {', '.join(sources)}"
    yield (
        "status: of a call 0 failed, 1 ok, 2 unknown; of a decision 0 given, "
        "1 declined, 2 revoked"
    )
    for sort in symbolic.names.sorts():
        ids = range(symbolic.names.size(sort))
        yield f"{sort}: {', '.join(f'{i} {symbolic.names.name(sort, i)}' for i in ids)}"


def needed(lines: list[str]) -> list[str]:
    """Return the lines without what declares or defines a name that is never used."""
    kept: list[str] = []
    used: set[str] = set()
    for line in reversed(lines):
        names = NAME.findall(line)
        if line.startswith("(assert") or names[0] in used:
            kept.append(line)
            used.update(names)
    return kept[::-1]
