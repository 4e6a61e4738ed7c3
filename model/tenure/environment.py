"""The environment: a simulated live world that a tenure acts on, and may not trust.

It is deterministic: time is what it is told to wait, faults and answers are data. What
a tool requires, makes, ends and tells is read from the definition of the tool, by the
formulas of Eq. 1 and by the step; nothing is said of it here. It knows what happened.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

import attrs

from ...spec import syntax as s
from ...spec.correctness import required
from ...spec.drafts import fill
from ...spec.errors import SpecError
from ...spec.requests import Request
from ...spec.semantics import interpret
from ...spec.terms import Row as Written
from ...spec.tools import Tool
from ..names import mentioned
from ..record import Call, Handoff, Receipt, Record, Values
from ..tables import KEY
from ..truth import Truth
from .adversary import Fault
from .assumptions import so
from .history import Happened, History, Naming, begun
from .port import Order


class Environment:
    """A world that was brought to ``frontier``; its `truth` says what nobody knows.

    `faults`: what goes wrong. `answers`: tool ↦ the columns that its first, second, …
    call answers, where another answer than a plain one is wanted; what a read tells of
    effects is always read off the state. `late`: call of the frontier ↦ when it lands
    after all. `epoch`: the oldest lease whose calls are performed, unless it fences
    none (None). `coming`: what was sent and may land yet.
    """

    def __init__(
        self,
        request: Request,
        frontier: Record,
        faults: Iterable[Fault] = (),
        answers: Mapping[str, Sequence[Values]] | None = None,
        late: Mapping[str, int] | None = None,
        epoch: int | None = None,
    ) -> None:
        self.request, self.world, self.epoch = request, request.world, epoch
        self.faults = tuple(faults)
        self._answers = {name: list(told) for name, told in (answers or {}).items()}
        names = mentioned(request, frontier).values()
        self._naming = Naming(self.world, (n for found in names for n in found))
        self._frame = attrs.evolve(
            frontier,
            trajectory=tuple(e for e in frontier.trajectory if not isinstance(e, Call)),
            ledger=(),
        )
        self._clock, self.sent = frontier.now, 0
        self._happened: list[Happened] = []
        self.coming: list[tuple[int, Order, Values]] = []
        for past in begun(self.world, frontier, self._naming):
            lands = (late or {}).get(past.call.id)
            if lands is not None:
                self.coming.append((lands, Order(past.call), past.values))
                past = attrs.evolve(past, took=False)
            self._happened.append(past)

    @property
    def history(self) -> History:
        """What has happened so far."""
        return History(self.world, self._frame, tuple(self._happened))

    def now(self) -> int:
        """Return the time; a moment passes with each look at it."""
        self._pass(self._clock)
        return self._clock

    def wait(self, until: int) -> None:
        """Let time pass."""
        self._pass(max(until, self._clock))

    def handed_over(self, mark: Handoff) -> None:
        """Let the work have changed hands: what is sent later is the continuation."""
        events = (*self._frame.trajectory, mark)
        self._frame = attrs.evolve(self._frame, trajectory=events)

    def call(self, order: Order) -> Receipt | None:
        """Perform one call, as far as the adversary lets it, and answer it."""
        self.sent += 1
        strikes = [f for f in self.faults if f.at == self.sent]
        tool, call = self.world.tool(order.call.tool), order.call
        self._pass(max(self._clock, call.start))
        for fault in (f for f in strikes if f.kind == "concurrent"):
            self._intrude(fault)
        fault = next(
            (f for f in strikes if f.kind != "concurrent"), Fault("delayed", 1)
        )
        self._clock = max(self._clock, call.start)
        ends = self._clock + (fault.ms if fault.kind == "delayed" else 1)
        values = self._answer(tool, call, stale=fault.kind == "stale")
        took = self._perform(order, values, ends, fault)
        self._clock = ends
        return self._receipt(order, took, values, fault)

    def _perform(self, order: Order, values: Values, ends: int, fault: Fault) -> bool:
        """Let a call arrive, or not; return whether it took effect by its end."""
        tool = self.world.tool(order.call.tool)
        call = attrs.evolve(order.call, end=ends)
        never = fault.kind in ("lost before", "failed", "forged", "late", "unsettled")
        took = not never and self._could(order, call)
        silent = ("lost before", "lost after", "late", "unsettled", "altered")
        answer = "unknown" if fault.kind in silent else "ok" if took else "failed"
        if fault.kind == "failed after":
            answer = "failed"
        self._happened.append(Happened(call, took, ends, values, answer))
        if took and fault.kind == "duplicated":
            again = attrs.evolve(call, id=f"{call.id} again")
            self._happened.append(Happened(again, True, ends, values))
        if fault.kind in ("late", "unsettled"):
            lag = 0 if fault.kind == "late" else tool.settles or 0
            self.coming.append((ends + lag + fault.ms, order, values))
        return took

    def _receipt(
        self, order: Order, took: bool, values: Values, fault: Fault
    ) -> Receipt | None:
        if fault.kind in ("lost before", "lost after", "late", "unsettled"):
            return None
        version = str(len(self.history.landed))
        ok = fault.kind == "forged" or (took and fault.kind != "failed after")
        if not ok:
            return order.answered(self.world, "failed", version=version)
        told = order.answered(self.world, "ok", values, version=version)
        return attrs.evolve(told, **fault.details)

    def _pass(self, until: int) -> None:
        """Let time pass, and what lands meanwhile land."""
        for coming in sorted(self.coming, key=lambda c: c[0]):
            lands, order, values = coming
            if lands <= until:
                self.coming.remove(coming)
                i = next(
                    i
                    for i, h in enumerate(self._happened)
                    if h.call.id == order.call.id
                )
                self._clock = max(self._clock, lands)
                took = self._could(order, self._happened[i].call)
                self._happened[i] = attrs.evolve(
                    self._happened[i], took=took, lands=lands, values=values
                )
        self._clock = max(self._clock, until)

    def _could(self, order: Order, call: Call) -> bool:
        """Whether the live tool performs a call: it is allowed to, and can run."""
        if self.epoch is not None and order.epoch < self.epoch:
            return False
        tool = self.world.tool(call.tool)
        if tool.requires == s.TRUE:
            return True
        now = attrs.evolve(call, id="now", start=self._clock, end=self._clock)
        tried = Happened(now, False, self._clock, {}, "unknown")
        tables = attrs.evolve(self.history, happened=(*self._happened, tried)).tables()
        row = next(r for r in tables.calls[tool.name] if r[KEY] == "now")
        condition = required(tool, Written(s.THIS, tool.columns)).node
        return interpret(condition, Truth(tables), {s.THIS: row})[0]

    def _answer(self, tool: Tool, call: Call, stale: bool) -> dict[str, Any]:
        """Return what a call answers: names, flags, and what is so of its effects."""
        scripted = self._answers.get(tool.name)
        asked = fill(scripted.pop(0), tool.returns, tool.name) if scripted else {}
        values = self._naming(call) | dict(asked)
        if not tool.tells:
            return values
        states = self.history.states()
        state = states[-2] if stale and len(states) > 1 else states[-1]
        truth = Truth(self.history.tables())
        flags = [c.name for c in tool.returns if c.sort.kind == "Bool"]
        choices = product(*([values[f], not values[f]] for f in flags))
        for chosen in choices:
            told = values | dict(zip(flags, chosen, strict=True))
            row = Happened(call, True, self._clock, told).row(self.world)
            if so(tool, row, state, truth):
                return told
        raise SpecError(
            f"{tool.name} tells what no flag of its answer decides: give answers={{"
            f"{tool.name!r}: [...]}} of which each says what is so"
        )

    def _intrude(self, fault: Fault) -> None:
        """Let somebody else make a call, if the tool lets them."""
        tool = self.world.tool(fault.tool)
        call = Call(
            f"other {self.sent}",
            tool.name,
            fault.args,
            self._clock,
            self._clock,
            "other",
        )
        if self._could(Order(call, epoch=self.epoch or 0), call):
            values = self._answer(tool, call, stale=False)
            other = Happened(call, True, self._clock, values, "ok", False)
            self._happened.append(other)
        self._clock += 1
