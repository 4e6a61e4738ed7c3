"""A play: successors, one after another, on a world whose adversary does its worst.

What is drawn is drawn through `Draw`, so that Hypothesis and a seeded generator drive
the same play. After each act T1 is held to the history: the world knows what happened.
"""

from collections.abc import Callable
from typing import Any

import attrs

from obligato.checker.admission.admit import Admission
from obligato.checker.constructor import freeze
from obligato.model import Record, settle
from obligato.model.handoff import Admitted, Contract, Plan
from obligato.model.handoff.contract import Admissible
from obligato.model.judge import contradiction
from obligato.model.tenure import (
    Budget,
    End,
    Environment,
    Fault,
    Journal,
    Memory,
    Stuck,
    Success,
    Tenure,
    passed_on,
)
from obligato.model.tenure.assumptions import broken
from tests.model.tenure.admitting import forged, once
from tests.model.tenure.arenas import ARENAS, VIEWS, Arena, believed
from tests.model.tenure.conclusions import false_of, known_of, orderly
from tests.model.tenure.faults import ADMITTED_FAULTS, ALTERED, BREAKING
from tests.model.tenure.fuse import DoomedMemory, Fuse, Interrupted, Reached
from tests.model.tenure.plans import Draw, Drawing


@attrs.define
class Play:
    """One play. `breaking`: whether faults that break an assumption are drawn too."""

    draw: Draw
    breaking: bool = False
    arena: Arena = attrs.field(init=False)
    world: Environment = attrs.field(init=False)
    record: Record = attrs.field(init=False)  # the frontier of the tenure
    contract: Contract = attrs.field(init=False)
    fuse: Fuse = attrs.field(factory=Fuse)
    plans: list[Plan] = attrs.field(factory=list)  # of this tenure
    admissions: dict[int, tuple[Plan, Admitted]] = attrs.field(init=False)
    admission: Admission = attrs.field(init=False)
    journal: DoomedMemory = attrs.field(init=False)
    number: int = 0
    end: End | None = None
    right: bool = False  # whether admission admitted every plan that is followed
    given_up: bool = False
    begun: bool = False
    struck: int = 0  # faults and interruptions that this tenure met or may have met
    counts: dict[str, int] = attrs.field(factory=dict)
    violated: set[str] = attrs.field(factory=set)
    choice: Callable[[tuple[str, ...]], str] = attrs.field(init=False)

    def start(self) -> None:
        """Bring a world to a frontier, of which something may land yet."""
        self.arena = self.draw.pick(ARENAS)
        self.record = self.draw.pick(self.arena.frontiers)
        world, late = self.arena.request.world, {}
        for call in self.record.calls:
            settles = world.tool(call.tool).settles
            silent = self.record.receipt(call, world) is None
            lands = self.draw.pick((None, 1, 20, 50)) if silent else None
            if lands is not None and (settles is None or lands <= settles):
                late[call.id] = call.end + lands
        self.world = Environment(self.arena.request, self.record, late=late)
        self.struck = len(late)
        self.choice = lambda ready: self.draw.pick(ready)
        self._freeze()

    def _freeze(self) -> None:
        with once():
            self.contract = self._frozen()
            self.admissions = {}
            self.admission = Admission(self.contract, self.record)
            assert self.contract.digest
        self.number += 1
        self.journal, self.plans = DoomedMemory(self.fuse), []
        self.end, self.right = None, True
        self.given_up = self.begun = False

    def _frozen(self) -> Contract:
        """Return the contract, at times one that does not allow all there is."""
        request, narrow = (
            self.arena.request,
            self.draw.pick((False, False, False, True)),
        )
        if not narrow:
            return freeze(request, self.record)
        tools = [tool.name for tool in request.world.tools]
        left_out, values = self.draw.pick(tools), self.record.bound
        return freeze(
            request,
            self.record,
            permitted=[name for name in tools if name != left_out],
            admissible=[
                Admissible(
                    effect.name, tuple(values.get(c.name) for c in effect.columns)
                )
                for effect in request.world.effects
            ],
        )

    def fault(self) -> None:
        """Let the adversary strike one of the next calls."""
        kinds = ADMITTED_FAULTS + BREAKING if self.breaking else ADMITTED_FAULTS
        kind, ahead = self.draw.pick(kinds), self.draw.pick((1, 2, 3))
        tool, args = "", dict[str, Any]()
        if kind == "concurrent":
            writing = [t for t in self.arena.request.world.tools if t.writes]
            made, drawing = self.draw.pick(writing), self._drawing()
            tool = made.name
            args = {c.name: drawing.literal(c.sort.name).value for c in made.takes}
        fault = Fault(
            kind,
            self.world.sent + ahead,
            self.draw.pick((1, 5, 40)),
            self.draw.pick(ALTERED) if kind == "altered" else {},
            tool,
            args,
        )
        self.world.faults = (*self.world.faults, fault)

    def interrupt(self) -> None:
        """Let the process of the tenure end after some moments."""
        self.fuse.left = self.draw.pick(range(15))

    def propose(self) -> None:
        """Propose a plan, right or wrong, of a successor who is shown some view."""
        if self.end is not None and not self._stuck():
            return
        view, drawing = self.draw.pick(VIEWS), self._drawing()
        how = self.draw.pick(("right", "right", "changed", "any"))
        right = None
        if how != "any":
            right = self.arena.right(believed(self.arena, view, self.record))
        if right is None:
            how = "any"
        plan = right if how == "right" else drawing.any()
        if how == "changed" and right is not None:
            plan = drawing.changed(right)
        assert plan is not None
        self.plans.append(plan)
        _, admitted = self._admission(plan)
        if how == "right":
            decided = "refused" if admitted.decided_by == "nobody" else "admitted"
            self._counted(f"{decided}, shown the {view}")
        self.end = None

    def act(self) -> None:
        """Begin the tenure, or go on with it, until it ends or is interrupted."""
        if not self.plans:
            return
        if self._over():
            sent = self.world.sent
            again = self._tenure().run()
            assert again == self.end and self.world.sent == sent, (
                "it went on after its end"
            )
            return
        number, self.end, self.begun = self.world.sent, None, True
        try:
            self.end = self._run()
        except Interrupted:
            self.struck += 1
            self._counted("interrupted")
        self.struck += sum(number < f.at <= self.world.sent for f in self.world.faults)
        self._see()

    def _run(self) -> End:
        tenure = self._tenure()
        run, newest = tenure.so_far, self.plans[-1]
        if run.plan != newest and run.stopped is not None and run.ended is None:
            tenure.propose(*self._admission(newest))
        return tenure.run()

    def _drawing(self) -> Drawing:
        arena = self.arena
        return Drawing(self.draw, arena.request, arena.names, self.record.now)

    def _admission(self, plan: Plan) -> tuple[Plan, Admitted]:
        """Return a plan with what admitted it: admission, or else nobody."""
        if id(plan) not in self.admissions:
            decided = self.admission.admit(plan)
            if isinstance(decided, Admitted):
                self._counted("admitted")
                self.admissions[id(plan)] = plan, decided
            else:
                self.right = False
                self.admissions[id(plan)] = plan, forged(self.contract, plan)
        return self.admissions[id(plan)]

    def _tenure(self) -> Tenure:
        journal = Journal(self.journal, self.arena.request)
        return Tenure(
            f"t{self.number}",
            self.contract,
            self.record,
            [self._admission(plan) for plan in self.plans],
            Reached(self.world, self.fuse, self.breaking),
            journal,
            budget=Budget(calls=12, proposals=2, retries=1),
            choose=self.choice,
        )

    def hand_over(self) -> None:
        """Let the next successor take over, from what the journal knows."""
        if not self.plans:
            return
        if not self.begun:
            self.act()
        self.fuse.left = None
        if not self._over():
            self.given_up = True
            tenure = self._tenure()  # what is open now is of unknown outcome
            self.end = tenure.run() if tenure.so_far.open else tenure.give_up()
            if self._stuck():
                self.end = tenure.give_up()
            self._see()
        assert self.end is not None
        self._count(self.end)
        self.record = passed_on(self.end.record, self.world.now())
        mark = self.record.trajectory[-1]
        self.world.handed_over(mark)  # type: ignore[arg-type]  # it ends with a handoff
        self.struck = len(self.world.coming)
        broken_off = contradiction(settle(self.arena.request.world, self.record))
        if broken_off is None:
            self._freeze()
            return
        assert self.breaking, f"no history fits the record: {broken_off.reason}"
        assert broken(self.world.history, self.record), "and no assumption is broken"
        self.counts["contradicted"] = 1
        self.start()  # nobody can go on from here

    def finish(self) -> None:
        """Count the last tenure, too."""
        if self.end is not None and self.plans:
            self._count(self.end)

    def _count(self, end: End) -> None:
        self._counted(type(end).__name__)

    def _counted(self, name: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1

    def _over(self) -> bool:
        return self.end is not None and not self._stuck()

    def _stuck(self) -> bool:
        return isinstance(self.end, Stuck)

    def _see(self) -> None:
        """Hold T1, and the protocol, to what happened."""
        history, record = self.world.history, self._known()
        claim = self.end.claim if isinstance(self.end, Success) else None
        prefix = f"t{self.number}:"
        found = set(false_of(history, self.contract, claim, prefix))
        if self.breaking:
            reasons = broken(history, record)
            assert reasons or not found, f"{sorted(found)}, and no assumption is broken"
            self.violated |= {f"{name}: {why}" for name in found for why in reasons}
            return
        assert found == set(), f"false of what happened: {sorted(found)}"
        journal = Journal(Memory(self.journal.read()), self.arena.request)
        orderly(journal.entries, history, prefix)
        known_of(record, history)
        excused = self.given_up or self.struck > 0 or not self.right
        if not excused and not isinstance(self.end, Success):
            raise AssertionError(f"an admitted plan, no fault, and {self.end}")

    def _known(self) -> Record:
        return self.end.record if self.end is not None else self._tenure().so_far.record


MOVES = ("act", "act", "propose", "fault", "interrupt", "hand_over")


def played(draw: Draw, breaking: bool = False, moves: int = 12) -> Play:
    """Return a play of so many moves."""
    play = Play(draw, breaking)
    play.start()
    play.propose()
    for _ in range(moves):
        getattr(play, draw.pick(MOVES))()
        if not play.plans:
            play.propose()
    play.act()
    play.finish()
    return play
