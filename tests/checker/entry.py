"""One record written down, and the records that differ from it in one thing."""

from collections.abc import Iterator
from functools import cache, cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from obligato.model import Record, compile_formula, settle
from obligato.model.judge import contradiction
from obligato.model.record import Call, Decided, Handoff, outcome
from obligato.model.tables import Tables
from obligato.spec import syntax as s
from obligato.spec.sorts import Column

if TYPE_CHECKING:  # which writes the records
    from tests.checker.brute import Tiny

Bits: TypeAlias = tuple[bool, bool]
Names: TypeAlias = tuple[tuple[str, str], ...]  # of entities, each with its sort
Rank: TypeAlias = tuple[Any, ...]

OUTCOMES = {"ok": 0, "failed": 1, "unknown": 2, "given": 0, "declined": 1, "revoked": 2}


class Entry:
    """One record, with what is derived from it when it is first asked for."""

    def __init__(self, tiny: "Tiny", made: Record) -> None:
        self.tiny, self.record = tiny, made
        self.request = tiny.request
        self.steps = [e for e in made.trajectory if isinstance(e, Call | Decided)]
        self.events = len(self.steps)
        self._twins: dict[object, Tables | None] = {}
        self._bits: dict[s.Formula, Bits] = {}

    @cached_property
    def tables(self) -> Tables | None:
        """The tables of the record, None if it contradicts itself."""
        return self.settled(self.record)

    @cached_property
    def neat(self) -> bool:
        """Whether the events follow at 1 ms, each an instant, all by agent."""
        return self.record.now == self.events and all(
            (e.start, e.end, e.by) == (i, i, "agent") for i, e in enumerate(self.steps)
        )

    @property
    def spaced(self) -> bool:
        """Whether the events are instants that follow as those written down do."""
        times = [*(step.start for step in self.steps), self.record.now]
        waits = [b - a for a, b in pairwise(times)] if self.steps else []
        return all(step.start == step.end for step in self.steps) and (
            set(waits) <= set(self.tiny.delays)
        )

    def bits(self, formula: s.Formula) -> Bits:
        """Return must and may."""
        if formula not in self._bits:
            assert self.tables is not None
            self._bits[formula] = judged(formula, self.tables)
        return self._bits[formula]

    def settled(self, made: Record, future: bool = False) -> Tables | None:
        """Return the tables of a record, None if it contradicts itself."""
        tables = settle(self.request.world, made, future)
        return None if contradiction(tables) else tables

    def twin(self, key: object, made: Record, future: bool = False) -> Tables | None:
        """Return the tables of another record, which ``key`` names."""
        if key not in self._twins:
            self._twins[key] = self.settled(made, future)
        return self._twins[key]

    def forgotten(self) -> Iterator[Tables | None]:
        """Yield the record without what came of one call, for each that was told."""
        for receipt in self.record.ledger:
            kept = tuple(r for r in self.record.ledger if r is not receipt)
            poorer = attrs.evolve(self.record, ledger=kept)
            yield self.twin(("forgotten", receipt.id), poorer)

    def without(self, source: str) -> Tables | None:
        """Return the record without what one tool did, or one kind of decision."""
        kept = [e for e in self.record.trajectory if source_of(e) != source]
        fewer = attrs.evolve(self.record, trajectory=tuple(kept))
        return self.twin(("without", source), fewer)

    def later(self) -> Tables | None:
        """Return the record extended into an open future."""
        return self.twin("later", self.record, future=True)

    def handed(self) -> tuple[Tables | None, Tables | None]:
        """Return the record before its last step and after, handed over in between."""
        *before, last = self.steps
        mark = Handoff("handoff", last.start, last.start)
        rest = self.record.trajectory[self.events :]
        earlier, after = (
            attrs.evolve(self.record, trajectory=(*before, mark, *step, *rest))
            for step in ((), (last,))
        )
        return self.twin("before", earlier), self.twin("after", after)

    @cached_property
    def rank(self) -> Rank:
        """Where the record stands among those with as many events: least is shown."""
        world, roles = self.request.world, self.request.binds
        sources = [t.name for t in world.tools] + [d.name for d in world.decisions]
        claimed = self.record.claim
        slots = {} if claimed is None else dict(claimed.slots)
        told = [
            (sources.index(source_of(step) or ""), *self._step(step))
            for step in self.steps
        ]
        open_logs = {gap.source for gap in self.record.gaps}
        return (
            len(set(self.names)),
            *told,
            tuple(self._ranks(roles, self.record.bound)),
            tuple(c.name in slots for c in self.tiny.slots),
            tuple(self._ranks(self.tiny.slots, slots)),
            tuple(source in open_logs for source in sources),
            claimed is not None,
        )

    def _step(self, step: Call | Decided) -> Iterator[Any]:
        world = self.request.world
        if isinstance(step, Decided):
            yield OUTCOMES[step.verdict]
            yield from self._ranks(world.decision(step.decision).columns, step.args)
        else:
            tool, receipt = world.tool(step.tool), self.record.receipt(step, world)
            yield OUTCOMES[outcome(tool, receipt)]
            values = {} if receipt is None else receipt.values
            yield from self._ranks(tool.columns, {**step.args, **values})
        yield place("Party", step.by)

    def _ranks(self, columns: tuple[Column, ...], cells: Any) -> Iterator[Any]:
        for column in columns:
            if column.name not in cells:
                continue
            value = cells[column.name]
            if column.columns:
                yield len(value)
                yield from (tuple(self._ranks(column.columns, row)) for row in value)
            else:
                entity = column.sort.kind == "entity"
                yield place(column.sort.name, value) if entity else value

    @property
    def names(self) -> Names:
        """The entities, each with its sort, in the order in which they occur."""
        return tuple(self._names())

    def _names(self) -> Iterator[tuple[str, str]]:
        world = self.request.world
        for step in self.steps:
            if isinstance(step, Decided):
                yield from _named(world.decision(step.decision).columns, step.args)
            else:
                tool, receipt = world.tool(step.tool), self.record.receipt(step, world)
                yield from _named(tool.takes, step.args)
                if receipt is not None:
                    yield from _named(tool.returns, receipt.values)
            yield ("Party", step.by)
        yield from _named(self.request.binds, self.record.bound)
        if self.record.claim is not None:
            yield from _named(self.request.slots, self.record.claim.slots)
        for sort, names in self.record.entities.items():
            yield from ((sort, name) for name in names)
        for name, tuples in self.record.given.items():
            columns = world.relation(name).columns
            for values in sorted(tuples):
                keyed = zip((c.name for c in columns), values, strict=True)
                yield from _named(columns, dict(keyed))


program = cache(compile_formula)


def judged(formula: s.Formula, tables: Tables) -> Bits:
    """Return must and may of a closed formula."""
    return program(formula).verdict(tables)


def place(sort: str, name: str) -> int:
    """Return where a name stands among those of its sort."""
    number = 0 if name == "agent" else int(name.rsplit("-", 1)[1])
    return number if sort == "Party" else number - 1


def _named(columns: tuple[Column, ...], cells: Any) -> Iterator[tuple[str, str]]:
    for column in columns:
        if column.name not in cells:
            continue
        if column.columns:
            for row in cells[column.name]:
                yield from _named(column.columns, row)
        elif column.sort.kind == "entity":
            yield (column.sort.name, cells[column.name])


def source_of(event: object) -> str | None:
    """Return the tool or the decision that an event is of."""
    match event:
        case Call(tool=source) | Decided(decision=source):
            return source
    return None


def orderly(names: Names) -> bool:
    """Whether names of a sort are first met in the order in which they stand in it."""
    met: dict[str, int] = {}
    for sort, name in names:
        known = met.setdefault(sort, 0)
        if place(sort, name) > known:
            return False
        met[sort] = max(known, place(sort, name) + 1)
    return True
