"""Frontiers of small worlds, enumerated and drawn, from which a plan is looked for."""

from collections.abc import Iterator
from itertools import count, islice
from typing import TypeAlias

import attrs

from examples import invoicing, payments
from obligato.model import Record, settle
from obligato.model.judge import contradiction
from obligato.properties.choices import seeded
from obligato.properties.pools import Pools
from obligato.properties.recording import draw_record
from obligato.spec import (
    Decision,
    Effect,
    Flag,
    Obligation,
    Request,
    Rule,
    Sort,
    Tool,
    World,
    bound,
    every,
    none,
    some,
)
from tests.checker.brute import Tiny
from tests.checker.plans import handed
from tests.checker.tiny import DESK, PANEL, POST, only

SEED, EVENTS = 20, 4  # of what is drawn
Frontier: TypeAlias = tuple[Record, int]  # with the calls of a plan, at the most

Door, Ticket = Sort("Door"), Sort("Ticket")
door, ticket, ajar = Door("door"), Ticket("ticket"), Flag("ajar")
opened, entered = Effect("opened", door), Effect("entered", door)
permit = Decision("permit", of=[door])
is_open = some(opened.made(door=door).standing())

unlock = Tool("unlock", takes=[door], makes=[opened(door)], settles=2)
lock = Tool("lock", takes=[door], ends=[opened(door)], fails="clean")
peek = Tool(
    "peek",
    takes=[door],
    returns=[ajar],
    tells=[opened(door).when(ajar)],
    fails="clean",
)
issue = Tool("issue", takes=[door], returns=[ticket], requires=is_open, fails="clean")
enter = Tool(
    "enter",
    takes=[door, ticket],
    makes=[entered(door)],
    requires=is_open,
    repeat="same",
)

entering = Request(
    "enter by the door, with a ticket for it, unless that was refused",
    World("yard", tools=[unlock, lock, peek, issue, enter], decisions=[permit]),
    binds=[door],
    owes=[
        Obligation(
            "entered",
            some(
                enter.done(door=i.door, ticket=i.ticket)
                for i in issue.done(door=bound(door))
            ),
        )
    ],
    keeps=[
        Rule(
            "not refused",
            every(none(permit.withdrawn(door=e.door).before(e)) for e in enter.tried()),
        )
    ],
)


@attrs.frozen
class Place:
    """A world to look for plans in, and how many frontiers of it.

    `tiny`: the records that are written down of it, with at most so many `events`.
    `further`: calls of a plan, at the most, one frontier after another.
    `written`, `drawn`: how many frontiers are written down, and how many are drawn.
    `one_in`: of how many that could be written down one is.
    """

    tiny: Tiny
    events: int
    further: tuple[int, ...]
    written: int
    drawn: int
    one_in: int = 1

    @property
    def request(self) -> Request:
        """What is asked there."""
        return self.tiny.request

    @property
    def size(self) -> int:
        """How many frontiers there are."""
        return self.written + self.drawn

    def frontiers(self) -> Iterator[Frontier]:
        """Yield the frontiers."""
        yield from self._written()
        yield from self._drawn()

    def some(self, number: int) -> Iterator[Frontier]:
        """Yield so many of the frontiers, from all over."""
        each = self.size // number
        return islice(self.frontiers(), each // 2, None, each)

    def _written(self) -> Iterator[Frontier]:
        """Yield what so many events make; none of them contradicts itself."""
        entries = islice(self.tiny.entries(self.events), 0, None, self.one_in)
        for i, entry in enumerate(entries):
            yield entry.record, self.further[i % len(self.further)]

    def _drawn(self) -> Iterator[Frontier]:
        """Yield some with all that may be amiss in a record, the same each time."""
        pools, number = Pools(self.request), 0
        for i in count():
            if number == self.drawn:
                return
            pick = seeded(SEED, self.request.goal, i)
            made = draw_record(self.request, pick, EVENTS, pools)
            gaps = {gap.source: gap for gap in made.gaps}  # of each log the last
            made = attrs.evolve(made, gaps=tuple(gaps.values()))
            if contradiction(settle(self.request.world, handed(made))) is None:
                number += 1
                yield made, pick(self.further)


SEEN = only(POST, "sent", "seen", "careful", "kept")
UNDONE = only(POST, "cancelled if seen", "any", "once")
RUN = only(DESK, "ran", "worthy", "again")
MERGED = attrs.evolve(
    only(PANEL, "merged", "consent", "approved", "safe"),
    callers=("agent",),
    declares=(),
)
PLACES = {
    "payments": Place(
        Tiny(payments.paying, delays=(1, 101)), 2, (2, 3), 102, 150, one_in=6
    ),
    "invoicing": Place(Tiny(invoicing.settle), 2, (3, 2), 63, 140, one_in=6),
    "seen": Place(SEEN, 2, (2, 2, 3), 38, 37, one_in=36),
    "undone": Place(UNDONE, 2, (2,), 75, 75, one_in=18),
    "panel": Place(MERGED, 2, (1, 2), 1828, 5875),
    "desk": Place(RUN, 3, (1, 2), 943, 650, one_in=2),
    "yard": Place(Tiny(entering), 2, (3, 2), 20, 12, one_in=72),
}
