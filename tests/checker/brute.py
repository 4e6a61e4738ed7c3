"""Brute force: every small record of a tiny world, written as a script and judged.

The second route to what `verify` and `compare` answer. It knows neither the solver
nor its symbolic tables: it writes each record down, and keeps those of which some
history is left. Of records that differ in nothing but the names of their entities
it writes one, for which no constant may name an entity.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, combinations, combinations_with_replacement, product
from typing import Any

import attrs

from obligato.model import Record, record
from obligato.spec import Decision, Obligation, Request, Tool, at, claim
from obligato.spec import syntax as s
from obligato.spec.drafts import Draft, Line
from obligato.spec.sorts import Column
from tests.checker.entry import Entry, orderly


@attrs.frozen(slots=False)
class Tiny:
    """A request in a tiny world, and how much of it is written down.

    `people`: whose the decisions may be, and the calls too with `callers`. `delays`:
    ms from one event to the next. `rows`: inside a field. `numbers`: in a column.
    `declares`: sorts of which entities are declared. `gives`: relations given.
    """

    request: Request
    people: tuple[str, ...] = ("agent",)
    callers: tuple[str, ...] = ("agent",)
    delays: tuple[int, ...] = (1,)
    rows: int = 2
    numbers: tuple[int, ...] = (0, 1)
    declares: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()

    @cached_property
    def slots(self) -> tuple[Column, ...]:
        """The slots of the answer."""
        return self.request.slots

    @cached_property
    def scribe(self) -> Request:
        """The request with one duty, that has the same slots: quick to write for."""
        slots = [s.Slot(c.name, c.sort.name) for c in self.slots]
        same = s.And(tuple(s.Equal(slot, slot) for slot in slots))
        return attrs.evolve(self.request, owes=[Obligation("said", same)], keeps=[])

    def drafts(self) -> list[Draft]:
        """Return each call and decision that can happen."""
        world = self.request.world
        found = [d for tool in world.tools for d in self._calls(tool)]
        found += [d for decision in world.decisions for d in self._decisions(decision)]
        return found

    def _calls(self, tool: Tool) -> Iterator[Draft]:
        for args, who in product(self._cells(tool.takes), self.callers):
            call = tool(**args).by(who)
            yield from (call.ok(**told) for told in self._cells(tool.returns))
            yield from (call.failed(), call)

    def _decisions(self, decision: Decision) -> Iterator[Draft]:
        for args, who in product(self._cells(decision.columns), self.people):
            given = decision(**args).by(who)
            yield from (given, given.declined(), given.revoked())

    def _cells(self, columns: tuple[Column, ...]) -> list[dict[str, Any]]:
        values = [list(self.values(column)) for column in columns]
        names = [column.name for column in columns]
        return [dict(zip(names, chosen, strict=True)) for chosen in product(*values)]

    def values(self, column: Column) -> Iterator[Any]:
        """Yield what a column may hold."""
        match column.sort.kind:
            case "Bool":
                yield from (False, True)
            case "entity":
                yield from self.pool(column.sort.name)
            case "Rows":
                rows = self._cells(column.columns)
                for size in range(self.rows + 1):
                    yield from map(list, combinations_with_replacement(rows, size))
            case _:
                yield from self.numbers

    def pool(self, sort: str) -> tuple[str, ...]:
        """Return the names of a sort: two."""
        if sort == "Party":
            return ("agent", "party-1")
        return (f"{sort.lower()}-1", f"{sort.lower()}-2")

    def frames(self) -> list[dict[str, Any]]:
        """Return each binding, with the entities declared and the relations given."""
        world, binds = self.request.world, self.request.binds
        entities = [_subsets(((n,) for n in self.pool(x)), True) for x in self.declares]
        related = [
            _subsets(product(*(self.values(c) for c in world.relation(name).columns)))
            for name in self.gives
        ]
        return [
            {
                "bound": bound,
                "entities": {
                    x: [name for (name,) in there]
                    for x, there in zip(self.declares, declared, strict=True)
                    if there is not None
                },
                "given": dict(zip(self.gives, given, strict=True)),
            }
            for bound in self._cells(binds)
            for declared in product(*entities)
            for given in product(*related)
        ]

    def claims(self) -> list[dict[str, Any] | None]:
        """Return each claim, with some slots left out, and None for no claim."""
        slots = self.slots
        chosen = chain.from_iterable(
            combinations(slots, n) for n in range(len(slots) + 1)
        )
        found = [cells for columns in chosen for cells in self._cells(columns)]
        return [None, *(found if slots else ())]

    def entries(self, events: int) -> Iterator[Entry]:
        """Yield the records with at most so many events, those with fewer first."""
        drafts, frames, claims = self.drafts(), self.frames(), self.claims()
        for size in range(events + 1):
            for chosen in product(drafts, repeat=size):
                delays = product(self.delays, repeat=size)
                for waits, frame, done in product(list(delays), frames, claims):
                    entry = Entry(self, self._record(chosen, waits, frame, done))
                    if orderly(entry.names) and entry.tables is not None:
                        yield entry

    def _record(
        self,
        chosen: tuple[Draft, ...],
        waits: tuple[int, ...],
        frame: dict[str, Any],
        done: dict[str, Any] | None,
    ) -> Record:
        clock = [sum(waits[:i]) for i in range(len(chosen))]
        final = sum(waits)
        lines: list[Line] = []
        for time, draft in zip(clock, chosen, strict=True):
            lines += [at(time), draft]
        if done is not None:
            lines += [at(final), claim(**done)]
        return record(self.scribe, *lines, **frame, now=final)


def _subsets(items: Iterable[Any], absent: bool = False) -> list[Any]:
    found = list(items)
    sizes = range(len(found) + 1)
    some = chain.from_iterable(combinations(found, n) for n in sizes)
    return [*([None] if absent else []), *map(list, some)]
