"""A run of the model in which one switch of the theory `tenure` is off.

An assumption is off if the live world differs from what is declared, or the record
from what happened; a rule, if the tenure leaves something out. The world is one that
performs whatever it hears, as that of the theory does: it is the tenure that must see
to it that a call can run.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

import attrs
import pytest

from obligato.checker.constructor import freeze
from obligato.model import Record
from obligato.model.handoff import Contract, Plan
from obligato.model.handoff.plan_document import plan_digest
from obligato.model.record import Call, Claim, Receipt, args_digest
from obligato.model.tenure import (
    End,
    Environment,
    Fault,
    History,
    Journal,
    Memory,
    Order,
    Success,
    Tenure,
    tenure,
)
from obligato.model.tenure.recheck import Refusal, at_claim
from obligato.spec import Request
from obligato.spec.theorems.protocol import TENURE
from obligato.spec.theorems.refinement import Observation, departures, fallen
from tests.model.tenure.admitting import forged
from tests.model.tenure.observing import Observing


class Willing(Environment):
    """A world that performs whatever it hears. `misheard`: taken for what was sent."""

    misheard: ClassVar[Mapping[str, Any]] = {}

    def call(self, order: Order) -> Receipt | None:
        """Perform one call, as it was heard, and answer it as it was sent."""
        sent = order.call
        args = {name: self.misheard.get(name, v) for name, v in sent.args.items()}
        heard = attrs.evolve(sent, args=args, start=self._others(sent.start))
        receipt = super().call(attrs.evolve(order, call=heard))
        if receipt is None or args == sent.args:
            return receipt
        return attrs.evolve(receipt, args_digest=args_digest(sent, self.world))

    def _others(self, start: int) -> int:
        """Let others be quicker, and return when the call starts then."""
        self.wait(start)
        next_up = self.sent + 1
        first = [f for f in self.faults if (f.kind, f.at) == ("concurrent", next_up)]
        self.faults = tuple(f for f in self.faults if f not in first)
        for fault in first:
            self._intrude(fault)
        return self.now() if first else start

    def _could(self, order: Order, call: Call) -> bool:
        return True


def straight(tenure: Tenure, world: Environment) -> End:
    """Let a tenure run as it does."""
    return tenure.run()


@attrs.frozen
class Replay:
    """A run with one switch off.

    The frame, which is so with the switch on as well: what is asked and `known`, the
    `plan`, `faults`, what the contract is `narrowed` to, whether it is judged some
    time `later` than the claim. `also`: rules of admission, of which T1 has no need,
    that refuse the plan.

    What is wrong: `wrong`, faults; `lived`, what happened before the frontier;
    `world`, how the tools behave; `misheard`, what the world takes arguments for;
    `unchecked`, the checks that are left out; `reads`, what the check at the claim
    takes the record for; `drives`, what is done.
    """

    request: Request
    known: Record
    plan: Plan
    faults: Sequence[Fault] = ()
    narrowed: Callable[[Contract], Contract] = lambda contract: contract
    later: bool = False
    also: tuple[str, ...] = ()
    wrong: Sequence[Fault] = ()
    lived: Record | None = None
    world: Request | None = None
    misheard: Mapping[str, Any] = attrs.field(factory=dict)
    unchecked: tuple[str, ...] = ()
    reads: Callable[[Record], Record] | None = None
    drives: Callable[[Tenure, Environment], End] = straight

    def mended(self) -> "Replay":
        """Return the same run with nothing wrong."""
        frame = (self.request, self.known, self.plan)
        return Replay(*frame, self.faults, self.narrowed, self.later, self.also)

    def run(self) -> "Ran":
        """Return what happens."""
        contract = self.narrowed(freeze(self.request, self.known))
        world = self._world()
        lines = Memory()
        with self._changed():
            made = Tenure(
                "t",
                contract,
                self.known,
                [(self.plan, forged(contract, self.plan))],
                world,
                Journal(lines, self.request),
            )
            end = self.drives(made, world)
        claim = end.claim if isinstance(end, Success) else None
        if self.later:
            world.wait(world.now() + 100)
            if claim is not None:
                now = world.now()
                claim = attrs.evolve(claim, start=now, end=now)
        observing = Observing(
            contract,
            world.history,
            {plan_digest(self.plan, self.request): self.plan},
            "t:",
            held=made.so_far.contract,
            ledger=self.known.ledger,
            besides=self._besides(made.so_far.record),
        )
        seen = observing.observation(Journal(lines, self.request).entries)
        return Ran(contract, world.history, seen, claim)

    def _besides(self, record: Record) -> tuple[Receipt, ...]:
        """Return the receipts that the check at the claim takes for some there are."""
        there = {receipt.id for receipt in record.ledger}
        read = record if self.reads is None else self.reads(record)
        return tuple(receipt for receipt in read.ledger if receipt.id not in there)

    def _world(self) -> Environment:
        lived = self.known if self.lived is None else self.lived
        faults = (*self.faults, *self.wrong)
        kind = type("Misheard", (Willing,), {"misheard": self.misheard})
        world: Environment = kind(self.world or self.request, lived, faults)
        return world

    @contextmanager
    def _changed(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            if self != self.mended():
                patch.setattr(tenure, "events", nothing)  # what watches besides
            for check in self.unchecked:
                patch.setattr(tenure, check, nothing)
            if self.reads is not None:
                patch.setattr(tenure, "at_claim", self._checked)
            yield

    def _checked(self, contract: Contract, record: Record) -> Iterator[Refusal]:
        assert self.reads is not None
        return at_claim(contract, self.reads(record))


@attrs.frozen
class Ran:
    """What happened in a run. `seen`: as the theory saw it. `claim`: of a success."""

    contract: Contract
    history: History
    seen: Observation
    claim: Claim | None

    @property
    def fallen(self) -> set[str]:
        """The parts of T1 that are false of it, as the theory saw it."""
        claims = fallen(TENURE, self.seen)
        return {claim.name for claim in claims if claim.theorem == "T1"}

    def departs(self, *off: str) -> list[str]:
        """Return where it departs from the protocol without these switches."""
        return list(departures(TENURE, attrs.evolve(self.seen, off=off)))


def nothing(*_: object) -> Iterator[object]:
    """Refuse nothing, and watch nothing."""
    return iter(())
