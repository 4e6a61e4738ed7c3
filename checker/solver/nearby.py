"""The records near a given one, as a symbolic record.

Its slots are the events of the given record, all of it pinned, of which each may be
left out, and a few that are free. A free slot is an event that is added, or, paired
with one that is left out, what that one is changed to. It may take place in a *room*:
a moment put into the record, after which all else comes 1 ms later.
"""

import re
from collections.abc import Iterator

import attrs

from ...model.record import Record
from ...spec import syntax as s
from ...spec.requests import Request
from .pin import pinned, slots_of, values
from .plain import whole
from .scope import BIG, EXACT, Names, Scope
from .smt import FALSE, TRUE, Text, between, compare, conj, disj, ite, neg, number, plus
from .symbols import Num, Row, num
from .unknown import SymbolicRecord

TIME = re.compile(r"e\d+\.(start|end)|handoff|now")
FREE = re.compile(r"e(\d+)\.(?:start|end)")
NONE = number(BIG)  # of a room: there is none


class Nearby(SymbolicRecord):
    """Every record that differs from ``given`` in at most ``free`` events."""

    def __init__(
        self, request: Request, scope: Scope, names: Names, given: Record, free: int
    ) -> None:
        count = len(slots_of(given))
        self.kept = range(count)
        self.free = range(count, count + free)
        alone = SymbolicRecord(request, attrs.evolve(scope, events=count), names)
        self.constants, facts = values(pinned(alone, given))
        text = Text()
        for relation in request.world.relations:
            text.relation(f"given.{relation.name}", len(relation.columns))
        whole_scope = attrs.evolve(scope, events=count + free)
        super().__init__(request, whole_scope, names, text)
        self.columns = {t.name: t.columns for t in self.world.tools}
        self.columns |= {d.name: d.columns for d in self.world.decisions}
        for fact in (*facts, *self._free(), *whole(self, count), *self._paired()):
            text.add(fact)

    def var(self, name: str, sort: str = "Int") -> str:
        """Return the variable called ``name``, or the value that it is pinned to."""
        value = self.constants.get(name)
        if value is None:
            return super().var(name, sort)
        return self.moved(value) if TIME.fullmatch(name) else value

    def said(self, name: str) -> str:
        """Return what the variable is called in the text.

        The times of free slots by names of their own: theirs is no order of slots.
        """
        free = FREE.fullmatch(name)
        return f"free {name}" if free and int(free[1]) in self.free else name

    def rows(self, table: s.Table, outer: Row | None = None) -> list[Row]:
        """Return the rows that may be in ``table``: no event is of two tools."""
        return [r for r in super().rows(table, outer) if r.possible != FALSE]

    def is_(self, i: int, source: str) -> str:
        """Return: slot ``i`` is used for ``source``, and not left out."""
        there = super().is_(i, source)
        return conj((there, neg(self.out(i)))) if i in self.kept else there

    def now(self) -> Num:
        """Return the time of the judgement: no earlier than what is new has ended."""
        latest = self.var("now")
        for i in self.free if self.claimed == FALSE else ():
            end, used = self.var(f"e{i}.end"), self.used(i)
            later = conj((used, compare("<", latest, end)))
            latest = self.text.named(ite(later, end, latest), "Int")
        return num(latest)

    def moved(self, time: str) -> str:
        """Return when something takes place that took place at ``time``."""
        rooms = (ite(compare("<=", self.room(i), time), "1", "0") for i in self.free)
        return self.text.named(plus((time, *rooms)), "Int")

    def out(self, i: int) -> str:
        """Return: the event in slot ``i`` is left out, or is changed."""
        return self.var(f"out.{i}", "Bool")

    def used(self, i: int) -> str:
        """Return: a free slot is used."""
        return neg(compare("=", self.source(i), "0"))

    def pair(self, i: int) -> str:
        """Return the slot of the event that a free slot is instead of; -1: of none."""
        return self.var(f"pair.{i}")

    def room(self, i: int) -> str:
        """Return before what time a room is made for a free slot; `NONE`: it is not."""
        return self.var(f"room.{i}")

    def _free(self) -> Iterator[str]:
        """Yield what is true of the free slots as of any event."""
        parties = max(0, self.names.size("Party") - 1)
        for i in self.free:
            used, room = self.used(i), self.room(i)
            for name in self.columns:  # declares the cells, each within its sort
                if self.called(name):
                    self.call(i, self.world.tool(name))
                else:
                    self._event(i, name, self.columns[name])
            yield between(self.source(i), 0, len(self.sources))
            yield between(self.status(i), 0, 2)
            yield between(self.var(f"e{i}.by"), 0, parties)
            start, end = self.var(f"e{i}.start"), self.var(f"e{i}.end")
            yield between(start, 0, EXACT)
            yield compare("<=", start, end)
            yield compare("<=", end, number(EXACT))
            if self.claimed == TRUE:
                yield disj((neg(used), compare("<", end, self.var("now"))))
            yield disj((compare("=", room, NONE), between(room, 0, EXACT)))
            opened = [room]
            for j in self.free:
                before = "<=" if j < i else "<"
                if j != i:
                    opened.append(ite(compare(before, self.room(j), room), "1", "0"))
            inside = conj((compare("=", start, plus(opened)), compare("=", end, start)))
            yield disj((compare("=", room, NONE), conj((used, inside))))

    def called(self, name: str) -> bool:
        """Whether ``name`` is a tool, and no decision."""
        return any(tool.name == name for tool in self.world.tools)

    def _paired(self) -> Iterator[str]:
        """Yield what makes pairs of free slots and events that are left out."""
        for i in self.free:
            pair = self.pair(i)
            yield between(pair, -1, len(self.kept) - 1)
            yield disj((self.used(i), compare("=", pair, number(-1))))
            for j in self.kept:
                yield disj((neg(compare("=", pair, str(j))), self.out(j)))
            for j in self.free:
                if j < i:
                    apart = neg(compare("=", pair, self.pair(j)))
                    yield disj((compare("=", pair, number(-1)), apart))
