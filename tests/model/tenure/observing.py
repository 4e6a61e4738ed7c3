"""A recorded tenure as steps of the abstract protocol, to be held to its guards.

What the plan, the contract and the tools say, and what the world knows happened, become
the relations of the theory; each entry of the journal becomes one step. Preconditions
are not mapped, Exec is judged elsewhere; nor is a probe that tells what became of a
lost call, which is T12's. A call that lands late is none of a journal's entries.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from obligato.model.handoff import Contract, Plan
from obligato.model.handoff.plan import Field
from obligato.model.record import Call, Claim, outcome
from obligato.model.step import Identity, State, named, step
from obligato.model.tenure import History
from obligato.model.tenure.history import Happened
from obligato.model.tenure.journal import (
    Answered,
    Ended,
    Entry,
    Intent,
    Proposed,
    Silent,
)
from obligato.spec.correctness import complete
from obligato.spec.requests import Obligation
from obligato.spec.theorems.refinement import Observation, Observed, Seen
from obligato.spec.verdicts import Established

LOOKED_AT = frozenset(
    (
        *("admitted", "success", "real", "once", "twice", "own", "met"),
        *("pending", "logged", "performed", "received", "plan"),
    )
)


@attrs.define
class Observing:
    """One tenure that is looked at. `plans`: by digest. `prefix`: of its calls."""

    contract: Contract
    history: History
    plans: Mapping[str, Plan]
    prefix: str
    rigid: set[Seen] = attrs.field(factory=set)
    state: set[Seen] = attrs.field(factory=set)
    steps: list[Observed] = attrs.field(factory=list)
    things: dict[str, dict[str, None]] = attrs.field(factory=dict)
    plan: str = ""
    sent: dict[str, tuple[str, str]] = attrs.field(factory=dict)
    over: list[Happened] = attrs.field(factory=list)

    def observation(self, entries: Iterable[Entry]) -> Observation:
        """Return the tenure as the theory would have seen it."""
        self.over = [
            h for h in self.history.happened if not h.call.id.startswith(self.prefix)
        ]
        self._contract()
        start = frozenset(self.state)
        first: set[Seen] = set()
        for entry in entries:
            if isinstance(entry, Proposed) and not self.plan:
                self._offered(entry.plan)
                first = {fact for fact in self.state if fact[0] == "plan"}
            self._entry(entry)
        things = {sort: tuple(names) for sort, names in self.things.items()}
        return Observation(
            things, frozenset(self.rigid) | start | first, LOOKED_AT, tuple(self.steps)
        )

    def _entry(self, entry: Entry) -> None:
        match entry:
            case Proposed(plan):
                if self.steps:
                    self._offered(plan)
                    self.state.discard(("admitted", ()))
                    self._took("repropose", plan)
                self.state.add(("admitted", ()))
                self._took("admit")
            case Intent(node, call):
                self._issued(node, call)
            case Answered(receipt):
                tool = self.contract.request.world.tool(receipt.tool)
                self._settled(receipt.call, receipt.id, outcome(tool, receipt) == "ok")
            case Silent(call):
                self._settled(call, "", False)
            case Ended(claim=Claim()):
                self.state.add(("success", ()))
                self._took("claim")
            case Ended():
                if not any(s.step in ("lose", "drop", "fail") for s in self.steps):
                    self._took("abort")

    def _contract(self) -> None:
        contract = self.contract
        for effect in contract.kept:
            name = self._effect(effect)
            self.rigid |= {("K", (name,)), ("z_keeps", (name,))}
            self.state.add(("now_keeps", (name,)))
        for role, value in contract.bound.items():
            pair = self._is("Role", role), self._is("Value", str(value))
            self.rigid |= {("B", pair), ("z_binds", pair)}
            self.state.add(("bound", pair))
        for duty in contract.duties:
            if duty.name in contract.owed and isinstance(duty, Obligation):
                owed = self._is("Obligation", duty.name)
                asked = self._is("Asked", duty.name)
                self.rigid |= {("z_owes", (owed,)), ("O", (asked,))}
                self.rigid.add(("implies", (owed, asked)))
                self.state.add(("now_owes", (owed,)))
        self._world()

    def _effect(self, effect: Identity) -> str:
        """Return the name of an effect, with what the contract says of it."""
        name = self._is("Effect", repr(effect))
        if self.contract.admits(effect):
            self.rigid.add(("z_admits", (name,)))
        for known, *args in self.contract.ambiguous:
            pairs = zip(args, effect[1:], strict=False)
            if known == effect[0] and all(a in (None, b) for a, b in pairs):
                self.rigid.add(("z_may", (name,)))
        return name

    def _offered(self, digest: str) -> None:
        """Let a plan be the one in hand."""
        self.plan, plan = digest, self.plans[digest]
        offer = self._is("Plan", digest)
        self.state = {fact for fact in self.state if fact[0] != "plan"}
        for node in plan.nodes:
            action = self._action(node.id)
            self.rigid.add(("offers", (offer, action)))
            self.state.add(("plan", (action,)))
            for duty in self.things.get("Obligation", ()):
                self.rigid.add(("covers", (action, duty)))
        waits = {node.id: set(plan.waits[node.id]) for node in plan.nodes}
        for middle in waits:
            for early in waits.values():
                if middle in early:
                    early |= waits[middle]
        for later, early in waits.items():
            pairs = {(self._action(other), self._action(later)) for other in early}
            self.rigid |= {("before", pair) for pair in pairs}

    def _action(self, node: str) -> str:
        return self._is("Action", f"{self.plan[:6]}:{node}")

    def _issued(self, node: str, call: Call) -> None:
        action, value = (
            self._action(node),
            self._is("Value", repr(sorted(call.args.items()))),
        )
        self.sent[call.id] = action, value
        asked = next(n for n in self.plans[self.plan].nodes if n.id == node)
        fields = [a for a in asked.args.values() if isinstance(a, Field)]
        if not fields:
            self.rigid.add(("literal", (action, value)))
        for field in fields:
            other = self._action(field.node)
            self.rigid.add(("refers", (action, other)))
            for name, terms in list(self.rigid):
                if name == "of" and terms[1] == other:
                    self.rigid.add(("says", (terms[0], value)))
        happened = next(h for h in self.history.happened if h.call.id == call.id)
        tool = self.contract.request.world.tool(call.tool)
        row = happened.row(self.contract.request.world)
        for effect in map(self._effect, named(tool.makes, row)):
            self.rigid |= {
                (r, (action, value, effect)) for r in ("makes", "really_makes")
            }
        for effect in map(self._effect, named(tool.ends, row)):
            self.rigid |= {
                (r, (action, value, effect)) for r in ("ends", "really_ends")
            }
        self.state |= {("pending", (action, value)), ("logged", (action,))}
        self._took("issue", action, value)

    def _settled(self, call: str, receipt: str, ok: bool) -> None:
        action, value = self.sent[call]
        happened = next(h for h in self.history.happened if h.call.id == call)
        tool = self.contract.request.world.tool(happened.call.tool)
        self.state.discard(("pending", (action, value)))
        names: tuple[str, ...] = (action, value)
        if receipt:
            self._is("Receipt", receipt)
            self.rigid |= {("of", (receipt, action)), ("with", (receipt, value))}
            self.rigid.add(("live", (receipt,)))
        if ok:
            self.rigid.add(("ok", (receipt,)))
        before = {terms for name, terms in self.state if name == "met"}
        landed = [
            h for h in self.history.landed if h.call.id in (call, f"{call} again")
        ]
        self.over += landed
        if landed:
            self.state.add(("performed", (action, value)))
        self._world()
        now = {terms for name, terms in self.state if name == "met"}
        for (duty,) in now - before:
            self.rigid |= {
                (name, (action, value, duty))
                for name in ("meets", "really_meets", "meets_asked")
            }
        for (duty,) in before - now:
            self.rigid |= {
                (name, (action, value, duty))
                for name in ("breaks", "really_breaks", "breaks_asked")
            }
        early = not tool.writes and not self._wrote()
        if ok or (receipt and not happened.took):
            self.state.add(("received", (receipt,)))
            names = (*names, receipt)
        if ok:
            self._took("answer", *names)
        elif receipt and not happened.took:
            self._took("fail_read" if early else "fail", *names)
        else:
            what = "lose" if happened.took else "drop"
            self._took(f"{what}_read" if early else what, *names)

    def _wrote(self) -> bool:
        world = self.contract.request.world
        ours = (h for h in self.over if h.call.id.startswith(self.prefix))
        return any(world.tool(h.call.tool).writes for h in ours)

    def _world(self) -> None:
        """Read off the world what is real, what was made, and which duties are met."""
        world, reached = self.contract.request.world, State()
        once, twice, own = set[str](), set[str](), set[str]()
        for happened in sorted(self.over, key=lambda h: h.lands):
            if not happened.took:
                continue
            tool, row = world.tool(happened.call.tool), happened.row(world)
            made = {self._effect(effect) for effect in named(tool.makes, row)}
            again = set() if tool.repeat == "same" else made & once
            once, twice = once | made, twice | again
            if happened.call.id.startswith(self.prefix):
                own |= made
            reached = step(reached, tool, row)
        real = {self._effect(effect) for effect, n in reached.items() if n > 0}
        read = {"real": real, "once": once, "twice": twice, "own": own}
        met = set(self._met())
        read |= {"met": met, "met_asked": met}
        self.state = {fact for fact in self.state if fact[0] not in read}
        self.state |= {(name, (x,)) for name, found in read.items() for x in found}

    def _met(self) -> Iterator[str]:
        """Yield the duties that hold of what has happened so far."""
        request, frame = self.contract.request, self.history.frame
        at = max([frame.now, *(h.lands for h in self.over)]) + 1
        so_far = History(request.world, frame, tuple(self.over))
        for found in so_far.judged(complete(request), Claim("now", {}, at, at)):
            if isinstance(found.verdict, Established):
                name: Any = found.clause.name
                if name in self.things.get("Obligation", ()):
                    yield name

    def _is(self, sort: str, name: str) -> str:
        self.things.setdefault(sort, {})[name] = None
        return name

    def _took(self, step: str, *names: str) -> None:
        self.steps.append(Observed(step, names, frozenset(self.state)))
