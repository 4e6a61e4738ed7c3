"""What a world does, and what holds in it, in terms that the abstract protocol knows.

There are two worlds: the one that is declared, by the contract, and the live one, of
the history. A call is seen in both: as it was sent, and as it was heard.
"""

from collections.abc import Iterator, Sequence

import attrs

from obligato.model.handoff import Contract
from obligato.model.record import Call, Claim, Values
from obligato.model.step import Identity, State, named, step
from obligato.model.tables import KEY
from obligato.model.tenure import History
from obligato.model.tenure.history import Happened
from obligato.model.truth import Truth
from obligato.spec import World
from obligato.spec import syntax as s
from obligato.spec.correctness import complete, required
from obligato.spec.requests import Obligation
from obligato.spec.semantics import interpret
from obligato.spec.terms import Row
from obligato.spec.verdicts import Established


@attrs.frozen
class WorldSeen:
    """A world, as declared or live, with the duties that are owed in it."""

    world: World
    contract: Contract
    history: History

    @property
    def owed(self) -> tuple[str, ...]:
        """The obligations that are owed; that a rule is kept needs no evidence."""
        owed = (d for d in self.contract.duties if d.name in self.contract.owed)
        return tuple(d.name for d in owed if isinstance(d, Obligation))

    def makes(self, happened: Happened) -> set[Identity]:
        """Return what a call makes, if it takes effect, and would make again."""
        tool = self.world.tool(happened.call.tool)
        if tool.repeat == "same":
            return set()
        return set(named(tool.makes, happened.row(self.world)))

    def ends(self, happened: Happened) -> set[Identity]:
        """Return what a call ends, if it takes effect."""
        tool = self.world.tool(happened.call.tool)
        return set(named(tool.ends, happened.row(self.world)))

    def kept(self) -> Iterator[Identity]:
        """Yield what the contract keeps, and is made again if it is repeated."""
        for effect in self.contract.kept:
            made = [
                tool.repeat
                for tool in self.world.tools
                if any(i.effect.name == effect[0] for i in tool.makes)
            ]
            if None not in effect and "again" in made:
                yield effect

    def rebinds(self, call: Call) -> Iterator[tuple[str, str]]:
        """Yield each role to which a call gives another value than was accepted."""
        tool = self.world.tool(call.tool)
        for role, value in self.contract.bound.items():
            columns = [c for c in tool.takes if c.name == role]
            if tool.writes and columns and call.args[role] != value:
                yield role, str(call.args[role])

    def effects(
        self, over: Sequence[Happened], prefix: str
    ) -> dict[str, set[Identity]]:
        """Return what is real, was made, was made twice, was made by one tenure."""
        reached, none = State(), frozenset[Identity]()
        once, twice, own = set(none), set(none), set(none)
        for happened in (h for h in over if h.took):
            made = self.makes(happened)
            once, twice = once | made, twice | (made & once)
            if happened.call.id.startswith(prefix):
                own |= made
            tool = self.world.tool(happened.call.tool)
            reached = step(reached, tool, happened.row(self.world))
        real = {effect for effect, n in reached.items() if n > 0} & once
        return {"real": real, "once": once, "twice": twice, "own": own}

    def met(self, over: Sequence[Happened], slots: Values) -> set[str]:
        """Return the duties that hold of what happened, if ``slots`` are claimed."""
        at = self._end(over) + 1
        history, claim = self._so_far(over), Claim("now", slots, at, at)
        request = attrs.evolve(self.contract.request, world=self.world)
        return {
            found.clause.name
            for found in history.judged(complete(request), claim)
            if isinstance(found.verdict, Established) and found.clause.name in self.owed
        }

    def could(self, over: Sequence[Happened], call: Call) -> bool:
        """Whether what the tool of a call requires is so, of what has happened."""
        tool = self.world.tool(call.tool)
        at = self._end(over) + 1
        tried = Happened(
            attrs.evolve(call, id="now", start=at, end=at), False, at, {}, "unknown"
        )
        tables = self._so_far([*over, tried]).tables()
        row = next(r for r in tables.calls[tool.name] if r[KEY] == "now")
        condition = required(tool, Row(s.THIS, tool.columns)).node
        return interpret(condition, Truth(tables), {s.THIS: row})[0]

    def guarded(self, call: Call) -> bool:
        """Whether the tool of a call requires anything."""
        return self.world.tool(call.tool).requires != s.TRUE

    def _so_far(self, over: Sequence[Happened]) -> History:
        return History(self.world, self.history.frame, tuple(over))

    def _end(self, over: Sequence[Happened]) -> int:
        return max([self.history.frame.now, *(h.lands for h in over)])
