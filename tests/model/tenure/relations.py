"""What holds of a tenure, its contract and its world, as relations of the theory."""

from collections.abc import Mapping, Sequence

import attrs

from obligato.model.handoff import Contract, Plan
from obligato.model.record import Call, Receipt, Values
from obligato.model.step import Identity
from obligato.model.tenure import History
from obligato.model.tenure.history import Happened
from obligato.spec.theorems.refinement import Seen
from tests.model.tenure.world_seen import WorldSeen


@attrs.define
class Relations:
    """One tenure that is looked at. `plans`: by digest. `prefix`: of its calls.

    `held`: the contract that it had in the end. `ledger`: the receipts of the frontier.
    `besides`: receipts that the check at the claim took for some that were there; the
    `source` of one that is a copy is the receipt that it is copied from.
    """

    contract: Contract
    history: History
    plans: Mapping[str, Plan]
    prefix: str
    held: Contract | None = None
    ledger: Sequence[Receipt] = ()
    besides: Sequence[Receipt] = ()
    rigid: set[Seen] = attrs.field(factory=set)
    state: set[Seen] = attrs.field(factory=set)
    things: dict[str, dict[str, None]] = attrs.field(factory=dict)
    slots: Values = attrs.field(factory=dict)  # what is claimed in the end
    needs: dict[str, Call] = attrs.field(factory=dict)  # action ↦ a call that does
    over: list[Happened] = attrs.field(factory=list)  # what happened, as it was heard
    told: list[Happened] = attrs.field(factory=list)  # and as it was sent
    live: WorldSeen = attrs.field(init=False)
    declared: WorldSeen = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        contract, history = self.contract, self.history
        self.live = WorldSeen(history.world, contract, history)
        self.declared = WorldSeen(contract.request.world, contract, history)

    def begin(self) -> None:
        """Look at the contract, and at what happened before the frontier."""
        self.over = [h for h in self.history.happened if self.is_old(h)]
        self.told = list(self.over)
        for effect in self.declared.kept():
            name = self.effect(effect)
            self.rigid.add(("z_keeps", (name,)))
            self.state.add(("now_keeps", (name,)))
        for role, value in self.contract.bound.items():
            pair = self.named("Role", role), self.named("Value", str(value))
            self.rigid.add(("z_binds", pair))
        for role, value in self.history.frame.bound.items():
            pair = self.named("Role", role), self.named("Value", str(value))
            self.rigid.add(("B", pair))
            self.state.add(("bound", pair))
        for duty in self.live.owed:
            owed, asked = self.named("Obligation", duty), self.named("Asked", duty)
            self.rigid |= {("z_owes", (owed,)), ("O", (asked,))}
            self.rigid.add(("implies", (owed, asked)))
            self.state.add(("now_owes", (owed,)))
        for action in self.needs:
            self.named("Fact", action)
        self.look()
        real = self.holding("real")
        for happened in (h for h in self.over if h.took and h.answer == "ok"):
            made = {self.effect(effect) for effect in self.live.makes(happened)}
            self.rigid |= {("K", (name,)) for name in made if (name,) in real}
        self._receipts()

    def is_old(self, happened: Happened) -> bool:
        """Whether a call was made before the frontier."""
        ours = happened.ours and not happened.call.id.startswith(self.prefix)
        return ours and happened.call.start <= self.history.frame.now

    def _receipts(self) -> None:
        calls = {happened.call.id: happened for happened in self.over}
        for receipt in (r for r in (*self.ledger, *self.besides) if r.call in calls):
            happened, there = calls[receipt.call], receipt in self.ledger
            action = self.named("Action", receipt.call)
            value = self.value(happened)
            name = self.named("Receipt", receipt.id if there else _origin(receipt))
            self.rigid |= {("of", (name, action)), ("with", (name, value))}
            if receipt.status == "ok":
                self.rigid.add(("ok", (name,)))
            if there:
                self.state.add(("received", (name,)))
            else:
                self.rigid.add(("live", (name,)))
            if not happened.took:
                self.meets(action, value, happened, happened)

    def meets(self, action: str, value: str, sent: Happened, heard: Happened) -> None:
        """Say which duties a call meets and breaks, as it was sent and as it was heard.

        A read that tells of effects meets what was owed and met from the start.
        """
        for seen, so_far, one, really in (
            (self.declared, self.told, sent, ""),
            (self.live, self.over, heard, "really_"),
        ):
            before = seen.met(so_far, self.slots)
            after = seen.met([*so_far, attrs.evolve(one, took=True)], self.slots)
            found = after - before
            if seen.world.tool(one.call.tool).tells:
                started = [h for h in so_far if self.is_old(h)]
                found |= after & seen.met(started, self.slots)
            for duty in found:
                self.rigid.add((f"{really}meets", (action, value, duty)))
                if really:
                    self.rigid.add(("meets_asked", (action, value, duty)))
            for duty in before - after:
                self.rigid.add((f"{really}breaks", (action, value, duty)))
                if really:
                    self.rigid.add(("breaks_asked", (action, value, duty)))

    def does(self, action: str, value: str, sent: Happened, heard: Happened) -> None:
        """Say what a call requires, makes, ends and rebinds, as sent and as heard."""
        for seen, one, really in (
            (self.declared, sent, ""),
            (self.live, heard, "really_"),
        ):
            for word, effects in (("makes", seen.makes(one)), ("ends", seen.ends(one))):
                for effect in map(self.effect, effects):
                    self.rigid.add((f"{really}{word}", (action, value, effect)))
            for role, other in seen.rebinds(one.call):
                self.rigid.add((f"{really}rebinds", (action, role)))
                if really:
                    pair = role, self.named("Value", other)
                    self.rigid.add(("really_binds", (action, *pair)))
            if seen.guarded(one.call):
                self.rigid.add((f"{really}requires", (action, action)))

    def lands(self, action: str, value: str, landed: Sequence[Happened]) -> None:
        """Let a call take effect, once or more often, and look at the world."""
        needs = ("really_requires", (action, action)) in self.rigid
        if needs and (action,) not in self.holding("holds"):
            self.state.add(("misfired", ()))
        self.over += landed
        self.state.add(("performed", (action, value)))
        for role, other in self.live.rebinds(landed[0].call):
            self.bind(role, self.named("Value", other))
        before = self.holding("holds")
        self.look()
        now = self.holding("holds")
        self.rigid |= {("adds", (action, *fact)) for fact in now - before}
        self.rigid |= {("removes", (action, *fact)) for fact in before - now}

    def bind(self, role: str, value: str) -> None:
        """Let a role have another value."""
        had = {("bound", pair) for pair in self.holding("bound") if pair[0] == role}
        self.state = (self.state - had) | {("bound", (role, value))}

    def look(self) -> None:
        """Read off the world what is real, was made, is met, and can be called."""
        over = sorted(self.over, key=lambda h: h.lands)
        found = {
            name: {(self.effect(effect),) for effect in effects}
            for name, effects in self.live.effects(over, self.prefix).items()
        }
        found["met"] = {(duty,) for duty in self.live.met(over, self.slots)}
        found["met_asked"] = found["met"]
        found["holds"] = {
            (action,) for action, call in self.needs.items() if self._could(call)
        }
        self.state = {fact for fact in self.state if fact[0] not in found}
        self.state |= {(name, x) for name, terms in found.items() for x in terms}

    def _could(self, call: Call) -> bool:
        seen = self.live if self.live.guarded(call) else self.declared
        return seen.could(self.over, call)

    def holding(self, relation: str) -> set[tuple[str, ...]]:
        """Return of what a relation holds now."""
        return {terms for name, terms in self.state if name == relation}

    def effect(self, effect: Identity) -> str:
        """Return the name of an effect, with what the contract says of it."""
        name = self.named("Effect", repr(effect))
        if self.contract.admits(effect):
            self.rigid.add(("z_admits", (name,)))
        unsure = (known for known in self.contract.kept if None in known)
        for known, *args in (*self.contract.ambiguous, *unsure):
            pairs = zip(args, effect[1:], strict=False)
            if known == effect[0] and all(a in (None, b) for a, b in pairs):
                self.rigid.add(("z_may", (name,)))
        return name

    def value(self, happened: Happened) -> str:
        """Return the name of the arguments of a call, with what is answered to them.

        A read that is tried again may be answered otherwise, and meet other duties.
        """
        told = [
            sorted(values.items()) for values in (happened.call.args, happened.values)
        ]
        return self.named("Value", " ↦ ".join(map(repr, told)))

    def named(self, sort: str, name: str) -> str:
        """Return the name of a thing, which there is from now on."""
        self.things.setdefault(sort, {})[name] = None
        return name


def _origin(receipt: Receipt) -> str:
    return receipt.source or receipt.id
