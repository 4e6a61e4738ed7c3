"""Records of any request, built from choices: everything that a record may lack.

Calls are answered, failed, lost, dropped or pending, and some answers lack a column;
events overlap; logs have gaps; work changes hands; a claim may come too early; roles,
relations and entities may be missing, and receipts may stand apart, contradict one
another, or be no evidence at all.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from ..model.record import Record
from ..model.script import record, sorts
from ..spec.drafts import (
    Claimed,
    Draft,
    HandedOver,
    Line,
    at,
    claim,
    gap,
    handoff,
    receipt,
)
from ..spec.requests import Request
from ..spec.sorts import Column, Party, Sort
from ..spec.tools import Tool
from ..spec.worlds import Decision
from .choices import Pick, chance
from .pools import Pools

OUTCOMES = ("ok", "ok", "ok", "ok", "failed", "lost", "dropped", "pending")
VERDICTS = ("given", "given", "declined", "revoked")
LASTING = (0, 0, 2)
WITNESSES = ("tool", "tool", "tool", "model")  # whose word a receipt apart is
AFTER = 9  # ms to the judgement, now and then


def draw_record(
    request: Request, pick: Pick, events: int = 5, pools: Pools | None = None
) -> Record:
    """Return a record of ``request`` with at most so many events before the claim."""
    return _Drawing(request, pick, pools or Pools(request)).record(events)


class _Drawing:
    """One record in the making."""

    def __init__(self, request: Request, pick: Pick, pools: Pools) -> None:
        self.request, self.pick, self.pools = request, pick, pools
        world = request.world
        self.sources: list[Tool | Decision] = [*world.tools, *world.decisions]
        self.lines: list[Line] = []
        self.clock = self.last = self.number = 0  # `last`: when all events have ended

    def record(self, events: int) -> Record:
        """Return the record."""
        pick = self.pick
        for _ in range(pick(range(events + 1)) if self.sources else 0):
            self.clock += pick(self.pools.steps)
            self._event()
            if chance(pick, 8):
                self._put(handoff().took(pick(LASTING)))
        self.clock = max(self.clock, self.last) + pick((0, 1, 1, AFTER))
        if chance(pick, 3):
            slots = self._some_of(self.request.slots, 4)
            self._put(claim(**slots).took(pick(LASTING)))
            if self.sources and chance(pick, 2):
                self.clock += pick((0, 4))
                self._event()
        if self.sources and chance(pick, 5):
            self.lines += [self._gap() for _ in range(pick((1, 1, 1, 2)))]
        return record(
            self.request,
            *self.lines,
            bound=self._some_of(self.request.binds, 4),
            given=dict(self._given()),
            entities=dict(self._entities()),
            now=self.clock if chance(pick, 16) else max(self.clock, self.last),
        )

    def _put(self, line: Draft | Claimed | HandedOver) -> None:
        self.lines += [at(self.clock), line]
        self.last = max(self.last, self.clock + line.lasting)
        self.number += 1

    def _event(self) -> None:
        source, pick = self.pick(self.sources), self.pick
        columns = source.columns if isinstance(source, Decision) else source.takes
        drafted = source(**{c.name: self._cell(c) for c in columns})
        drafted = drafted.took(pick(LASTING))
        if isinstance(source, Decision) or chance(pick, 6):
            drafted = drafted.by(pick(self.pools.of(Party)))
        if isinstance(source, Decision):
            self._put(_became(drafted, pick(VERDICTS)))
            return
        outcome = pick(OUTCOMES)
        rare = {"ok": 8, "failed": 2}.get(outcome)
        answer = self._some_of(source.returns, rare) if rare else {}
        made = _became(drafted, outcome, **answer)
        if rare and chance(pick, 16):
            made = made.receipt(complete=False)
        self._put(made)
        if chance(pick, 16):
            self.lines += [self._apart(source) for _ in range(pick((1, 2)))]

    def _apart(self, tool: Tool) -> Line:
        """Return a receipt, on a line of its own, of the last event."""
        return receipt(
            tool,
            of=self.number,
            status=self.pick(("ok", "failed", "unknown")),
            values=self._some_of(tool.returns, 2),
            issuer=self.pick(WITNESSES),
        )

    def _gap(self) -> Line:
        source = self.pick(self.sources)
        return gap(source, self.pick((None, 2)), self.pick((None, 4)))

    def _some_of(self, columns: Iterable[Column], rare: int) -> dict[str, Any]:
        """Return a value for most columns: each is missing once in so many times."""
        return {c.name: self._cell(c) for c in columns if not chance(self.pick, rare)}

    def _cell(self, column: Column) -> Any:
        """Return a value of a column, as a script writes it."""
        if column.sort.kind != "Rows":
            return column.sort.write(self.pick(self.pools.of(column.sort)))
        rare = 12 if len(column.columns) > 1 else 64
        return [
            self._some_of(column.columns, rare) for _ in range(self.pick((1, 0, 2, 2)))
        ]

    def _given(self) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
        for relation in self.request.world.relations:
            if not chance(self.pick, 4):
                yield (
                    relation.name,
                    [
                        tuple(self._cell(c) for c in relation.columns)
                        for _ in range(self.pick((1, 0, 2)))
                    ],
                )

    def _entities(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for name in sorted(sorts(self.request)):
            pool = self.pools.of(Sort(name))
            declared = self.pick((pool, None, pool[:1], ()))
            if declared is not None:
                yield name, declared


def _became(drafted: Draft, outcome: str, **answer: object) -> Draft:
    """Return the draft with what came of it, which its own method says."""
    if outcome in ("pending", "given"):
        return drafted
    made: Draft = getattr(drafted, outcome)(**answer)
    return made
