"""A recorded tenure as steps of the abstract protocol, to be held to its guards.

What the plan, the contract and the tools say, and what the world knows happened, become
the relations of the theory; each entry of the journal becomes one step, and so does
what somebody else did. What the theory has no word for is not mapped: an effect that a
repeat does not make again, a rule that is kept, a call of the frontier that lands
late; nor is a probe that tells what became of a lost call, which is T12's.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

import attrs

from obligato.model.handoff import Action
from obligato.model.handoff.plan import Field
from obligato.model.record import Call, Claim, outcome
from obligato.model.tenure.history import Happened
from obligato.model.tenure.journal import (
    Answered,
    Ended,
    Entry,
    Intent,
    Proposed,
    Silent,
)
from obligato.spec.theorems.refinement import Observation, Observed, Seen
from tests.model.tenure.relations import Relations

LOOKED_AT = frozenset(
    (
        *(
            "admitted",
            "success",
            "misfired",
            "now_owes",
            "now_keeps",
            "real",
            "once",
            "twice",
        ),
        *("own", "bound", "holds", "met", "met_asked", "pending", "logged"),
        *("performed", "received", "plan"),
    )
)


@attrs.define
class Observing(Relations):
    """One tenure that is looked at, entry by entry."""

    steps: list[Observed] = attrs.field(factory=list)
    plan: str = ""
    intents: dict[str, Intent] = attrs.field(factory=dict)
    sent: dict[str, tuple[str, str]] = attrs.field(factory=dict)
    unheard: list[str] = attrs.field(factory=list)  # calls of which no entry tells

    def observation(self, entries: Iterable[Entry]) -> Observation:
        """Return the tenure as the theory would have seen it."""
        found = list(entries)
        self._ahead(found)
        self.begin()
        start, first = frozenset(self.state), set[Seen]()
        for entry in found:
            if isinstance(entry, Proposed) and not self.plan:
                self._offered(entry.plan)
                first = {fact for fact in self.state if fact[0] == "plan"}
                self._amended()
            self._entry(entry)
        self._others(len(self.history.happened))
        things = {sort: tuple(names) for sort, names in self.things.items()}
        facts = frozenset(self.rigid) | start | first
        return Observation(things, facts, LOOKED_AT, tuple(self.steps))

    def _ahead(self, entries: Sequence[Entry]) -> None:
        """Look ahead: which calls there will be, what is heard, and what is claimed."""
        heard = set[str]()
        for entry in entries:
            match entry:
                case Proposed(plan):
                    self.plan = plan
                case Intent(node, call):
                    self.intents[call.id] = entry
                    if self.declared.guarded(call) or self.live.guarded(call):
                        self.needs[self._action(node)] = call
                case Answered(receipt):
                    heard.add(receipt.call)
                case Silent(call=name):
                    heard.add(name)
                case Ended(claim=Claim(slots=slots)):
                    self.slots = slots
        self.plan, self.unheard = "", [c for c in self.intents if c not in heard]

    def _amended(self) -> None:
        """Let what the contract owes and keeps in the end be so from here on."""
        if self.held is None:
            return
        owed = [duty for duty in self.live.owed if duty not in self.held.owed]
        kept = [e for e in self.declared.kept() if e not in self.held.kept]
        for duty, effect in zip_longest(owed, map(self.effect, kept), fillvalue="none"):
            self.state -= {("now_owes", (duty,)), ("now_keeps", (effect,))}
            names = self.named("Obligation", duty), self.named("Effect", effect)
            self._took("amend", *names)

    def _entry(self, entry: Entry) -> None:
        match entry:
            case Proposed(plan):
                if ("admitted", ()) in self.state:
                    self._offered(plan)
                    self.state.discard(("admitted", ()))
                    self._took("repropose", plan)
                self.state.add(("admitted", ()))
                self._took("admit")
            case Intent(node, call):
                self._issued(node, call)
            case Answered(receipt):
                tool = self.contract.request.world.tool(receipt.tool)
                ok = outcome(tool, receipt) == "ok"
                self._settled(receipt.call, receipt.id, ok)
            case Silent(call=name):
                self._settled(name, "", False)
            case Ended(claim=Claim(start=start)):
                self._overtaken(start)
                self.state.add(("success", ()))
                self._took("claim")
                self._overtaken()
            case Ended():
                self._overtaken()
                if not any(s.step in ("lose", "drop", "fail") for s in self.steps):
                    self._took("abort")

    def _offered(self, digest: str) -> None:
        """Let a plan be the one in hand.

        An action that is left out, since its guard does not hold, holds up no other.
        """
        self.plan, plan = digest, self.plans[digest]
        offer = self.named("Plan", digest)
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
        issued = {intent.node for intent in self.intents.values()}
        skipped = {n.id for n in plan.nodes if n.guard and n.id not in issued}
        for later, early in waits.items():
            pairs = {(self._action(e), self._action(later)) for e in early - skipped}
            self.rigid |= {("before", pair) for pair in pairs}

    def _action(self, node: str) -> str:
        return self.named("Action", f"{self.plan[:6]}:{node}")

    def _issued(self, node: str, call: Call) -> None:
        heard = self._happened(call.id)
        sent = self._as_sent(heard)
        action, value = self._action(node), self.value(sent)
        self.sent[call.id] = action, value
        self._argued(self.plans[self.plan].by_id[node], action, value)
        self.does(action, value, sent, heard)
        self.state |= {("pending", (action, value)), ("logged", (action,))}
        self._took("issue", action, value)

    def _argued(self, node: Action, action: str, value: str) -> None:
        """Say where the arguments of an action come from."""
        fields = [a for a in node.args.values() if isinstance(a, Field)]
        if not fields:
            self.rigid.add(("literal", (action, value)))
        for field in fields:
            other = self._action(field.node)
            self.rigid.add(("refers", (action, other)))
            for name, terms in list(self.rigid):
                if name == "of" and terms[1] == other:
                    self.rigid.add(("says", (terms[0], value)))

    def _settled(self, call: str, receipt: str, ok: bool) -> None:
        """Let an entry tell what came of a call."""
        happened = self._happened(call)
        self._others(self.history.happened.index(happened))
        self._overtaken(happened.lands)
        self._went(happened, receipt, ok)

    def _overtaken(self, until: int | None = None) -> None:
        """Let the calls of which no entry tells be lost that went by a time, or all."""
        for call in [c for c in self.unheard if c in self.sent]:
            happened = self._happened(call)
            if until is None or (happened.took and happened.lands <= until):
                self.unheard.remove(call)
                self._went(happened, "", False)

    def _others(self, number: int) -> None:
        """Let be what others did among the first calls that happened."""
        for happened in self.history.happened[:number]:
            ours = happened.call.id.startswith(self.prefix)
            if not ours and happened not in self.over and happened.took:
                self.over.append(happened)
                self.told.append(happened)
                self._other(happened)

    def _other(self, happened: Happened) -> None:
        """Let somebody else have made a call: each thing that it did is a step."""
        before = {name: self.holding(name) for name in ("holds", "met", "met_asked")}
        self.look()
        after = self.state
        late = {fact for fact in after if fact[0] in before}
        self.state = (after - late) | {(n, x) for n, had in before.items() for x in had}
        for effect in map(self.effect, self.live.makes(happened)):
            self._took("other_makes", effect)
        ending = "compensate" if happened.ours else "other_ends"
        for effect in map(self.effect, self.live.ends(happened)):
            self._took(ending, effect)
        for role, other in self.live.rebinds(happened.call):
            self.bind(role, self.named("Value", other))
            self._took("other_binds", role, self.named("Value", other))
        broken = before["met"] - {terms for name, terms in late if name == "met"}
        false = before["holds"] - {terms for name, terms in late if name == "holds"}
        bound = {fact for fact in self.state if fact[0] == "bound"}
        self.state = {fact for fact in after if fact[0] != "bound"} | bound
        none = ("none",)
        for (fact,), (duty,) in zip_longest(false, broken, fillvalue=none):
            names = self.named("Fact", fact), self.named("Obligation", duty)
            self._took("other_changes", *names, self.named("Asked", duty))

    def _went(self, happened: Happened, receipt: str, ok: bool) -> None:
        """Let a call have gone as the world knows that it went."""
        action, value = names = self.sent[happened.call.id]
        tool = self.contract.request.world.tool(happened.call.tool)
        early = not tool.writes and not self._wrote()
        sent, took = self._as_sent(happened), happened.took
        if receipt:
            self._receipt(receipt, names, ok)
        if ok and not took:
            self.state.add(("received", (receipt,)))
            self._took("forge", receipt)
        self.state.discard(("pending", names))
        self.meets(action, value, sent, happened)
        if took:
            again = f"{happened.call.id} again"
            landed = [happened] + [h for h in self.history.landed if h.call.id == again]
            self.told.append(sent)
            self.lands(action, value, landed)
        if receipt and ok == took:
            self.state.add(("received", (receipt,)))
            self._took("answer" if ok else _while("fail", early), *names, receipt)
        else:
            self._took(_while("lose" if took else "drop", early), *names)

    def _receipt(self, receipt: str, names: tuple[str, str], ok: bool) -> None:
        action, value = names
        self.named("Receipt", receipt)
        self.rigid |= {("of", (receipt, action)), ("with", (receipt, value))}
        self.rigid.add(("live", (receipt,)))
        if ok:
            self.rigid.add(("ok", (receipt,)))

    def _wrote(self) -> bool:
        world = self.contract.request.world
        ours = (h for h in self.over if h.call.id.startswith(self.prefix))
        return any(world.tool(h.call.tool).writes for h in ours)

    def _happened(self, call: str) -> Happened:
        return next(h for h in self.history.happened if h.call.id == call)

    def _as_sent(self, happened: Happened) -> Happened:
        args = self.intents[happened.call.id].call.args
        return attrs.evolve(happened, call=attrs.evolve(happened.call, args=args))

    def _took(self, step: str, *names: str) -> None:
        self.steps.append(Observed(step, names, frozenset(self.state)))


def _while(step: str, early: bool) -> str:
    """Return a step, or its kind for a read before anything was written."""
    return f"{step}_read" if early else step
