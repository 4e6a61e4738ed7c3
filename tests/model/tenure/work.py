"""A tenure on a simulated world, put together for a test."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from examples.invoicing import BOUND, payment, settle
from obligato.checker.admission.admit import admit
from obligato.checker.constructor import freeze
from obligato.model import Record, record
from obligato.model.handoff import Action, Admitted, Bound, Edge, Field, Plan
from obligato.model.tenure import (
    Bottom,
    Budget,
    End,
    Environment,
    Fault,
    Journal,
    Memory,
    Tenure,
)
from obligato.spec import Request
from tests.model.tenure.admitting import forged

TO = {"to": Bound("to")}
SEND = Action("send", "send", {"file": "t7", **TO})
TRACK = Action(
    "track", "track", {"message": Field("send", "message")}, expects={"arrived": True}
)
RIGHT = Plan([SEND, TRACK], [Edge("discharges", "track", "receipt delivered")])
PAID = record(settle, payment, bound=BOUND)


@attrs.define
class Work:
    """A tenure on a world, and what both know of each other."""

    known: Record
    plan: Plan
    request: Request = settle
    faults: Sequence[Fault] = ()
    answers: Mapping[str, Sequence[dict[str, Any]]] = attrs.field(factory=dict)
    budget: Budget | None = None
    choose: Callable[[tuple[str, ...]], str] = lambda ready: ready[0]
    lines: Memory = attrs.field(factory=Memory)
    world: Environment = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.world = Environment(self.request, self.known, self.faults, self.answers)

    def tenure(self, name: str = "t") -> Tenure:
        """Return the tenure, begun or gone on with."""
        contract = freeze(self.request, self.known)
        decided = admit(contract, self.known, self.plan)
        admitted = (
            decided if isinstance(decided, Admitted) else forged(contract, self.plan)
        )
        return Tenure(
            name,
            contract,
            self.known,
            [(self.plan, admitted)],
            self.world,
            Journal(self.lines, self.request),
            budget=self.budget,
            choose=self.choose,
        )

    def end(self) -> End:
        """Return how it ends."""
        return self.tenure().run()

    @property
    def kinds(self) -> list[str]:
        """The kinds of the entries of its journal."""
        entries = Journal(self.lines, self.request).entries
        return [type(entry).__name__ for entry in entries]


def bottom(end: End) -> Bottom:
    """Return an end that is ⊥."""
    assert isinstance(end, Bottom), end
    return end
