"""From chosen calls of a ground record to the record in which they were made."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from ...model.record import Call, Claim, Receipt, Record
from ...spec.sorts import Column
from ..solver.smt import FALSE, TRUE, constant
from .record import GroundRecord, moment


def continued(
    ground: GroundRecord, slots: list[int], values: Mapping[str, int]
) -> Record:
    """Return the record in which the calls of ``slots`` follow, then a claim.

    The names that their answers bring are numbered in the order in which they come.
    """
    return Building(ground, values).record(slots)


class Building:
    """Builds the record; `values` are those of the variables that are left."""

    def __init__(self, ground: GroundRecord, values: Mapping[str, int]) -> None:
        self.ground, self.values = ground, values
        self._new = {
            (column.sort.name, call.answers[column.name])
            for call in ground.calls
            for column in call.tool.returns
            if column.name in call.answers
        }
        self._named: dict[tuple[str, int], str] = {}

    def record(self, slots: list[int]) -> Record:
        """Return the record."""
        ground, prefix = self.ground, self.ground.prefix
        taken = {e.id for e in prefix.trajectory} | {r.id for r in prefix.ledger}
        ids = (f"e{n}" for n in range(len(prefix.trajectory) + 1, 10**9))
        free = (name for name in ids if not {name, f"r-{name}"} & taken)
        events, receipts, clock = list(prefix.trajectory), list(prefix.ledger), 0
        for slot in slots:
            call, name = ground.calls[slot - ground.first], next(free)
            cells = f"e{slot}.{call.tool.name}"
            args = dict(self.cells(cells, call.tool.takes))
            clock = self.values.get(moment(slot), 0)
            events.append(Call(name, call.tool.name, args, clock, clock))
            receipts.append(
                Receipt(
                    f"r-{name}",
                    name,
                    call.tool.name,
                    "ok",
                    dict(self.cells(cells, call.tool.returns)),
                    task=prefix.task,
                    tenure=prefix.tenure,
                )
            )
        now = max(ground.begin, clock + 1, self.values.get("|now|", 0))
        slots_told = dict(self.cells("claim", tuple(self.told())))
        events.append(Claim(next(free), slots_told, now, now))
        return attrs.evolve(
            prefix, trajectory=tuple(events), ledger=tuple(receipts), now=now
        )

    def told(self) -> Iterator[Column]:
        """Yield the slots of the answer that the claim fills."""
        for slot in self.ground.request.slots:
            if self.value(f"claim.{slot.name}?"):
                yield slot

    def cells(
        self, prefix: str, columns: tuple[Column, ...]
    ) -> Iterator[tuple[str, Any]]:
        """Yield the value of each column."""
        for column in columns:
            name = f"{prefix}.{column.name}"
            match column.sort.kind:
                case "entity":
                    yield column.name, self.name(column.sort.name, self.value(name))
                case "Bool":
                    yield column.name, bool(self.value(name))
                case "Rows":
                    rows = range(self.value(f"{name}#"))
                    inside = (self.cells(f"{name}.{k}", column.columns) for k in rows)
                    yield column.name, tuple(map(dict, inside))
                case _:
                    yield column.name, self.value(name)

    def value(self, name: str) -> int:
        """Return the value of a variable of the ground record."""
        fixed = self.ground.fixed.get(name)
        if fixed in (TRUE, FALSE):
            return int(fixed == TRUE)
        known = None if fixed is None else constant(fixed)
        return self.values.get(f"|{name}|", 0) if known is None else known

    def name(self, sort: str, id: int) -> str:
        """Return the name that an id stands for."""
        names, key = self.ground.names, (sort, id)
        if key not in self._new:
            return names.name(sort, id)
        if key not in self._named:
            taken = {
                names.name(sort, i)
                for i in range(names.size(sort))
                if (sort, i) not in self._new
            } | set(self._named.values())
            numbered = (f"{sort.lower()}-{n}" for n in range(1, names.size(sort) + 2))
            self._named[key] = next(n for n in numbered if n not in taken)
        return self._named[key]
