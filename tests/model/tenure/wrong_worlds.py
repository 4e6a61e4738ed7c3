"""For each assumption on which T1 hangs, a run of the model in which it is broken."""

from typing import Any

import attrs

from examples import store
from examples.invoicing import BOUND, delivery, payment, settle, track
from obligato.model import Record, record
from obligato.model.handoff import Action, Bound, Plan
from obligato.model.handoff.frontier import handed_over
from obligato.model.tenure import Fault
from obligato.spec import Obligation, Request, Sort, Tool, World, bound, some
from obligato.spec import syntax as s
from obligato.spec.patterns import after_last
from tests.model.tenure.arenas import booked, booking, look, quote, seat
from tests.model.tenure.conclusions import KEPT, TWICE
from tests.model.tenure.replay import Replay

STORE, SEAT = store.settling, {"seat": "s1"}
OF_SEAT = {"seat": Bound("seat")}
NOTHING = record(STORE, bound=store.BOUND)
PAID = record(STORE, store.pay(invoice="INV-42").ok(), bound=store.BOUND)
LOST = handed_over(
    attrs.evolve(
        record(STORE, store.pay(invoice="INV-42").lost(), bound=store.BOUND),
        truth={"e1": True},
    )
)
PAY, SEND = store.plain().nodes
LOOK = Action("look", "look", OF_SEAT)
UNTRACKED = record(settle, payment, delivery, bound=BOUND)
DROPPED = handed_over(
    record(settle, payment, delivery, track(message="m1").dropped(), bound=BOUND)
)
TRACK = Plan([Action("track", "track", {"message": "m1"})])


def behaving(request: Request, tool: str, **changes: Any) -> Request:
    """Return a request in whose world a tool is another."""
    tools = [
        attrs.evolve(t, **changes) if t.name == tool else t for t in request.world.tools
    ]
    return attrs.evolve(request, world=attrs.evolve(request.world, tools=tuple(tools)))


UNGUARDED = behaving(STORE, "send", requires=s.TRUE)
# A write that takes a role which no effect of it names.
note = Sort("Note")("note")
reserve = Tool("reserve", takes=[seat, note], makes=[booked(seat)])
RESERVING = Request(
    "reserve the seat, with a note",
    World("notes", tools=[reserve]),
    binds=[seat, note],
    owes=[Obligation("reserved", some(booked.made(seat=bound(seat))))],
)
# A duty that a read of another seat does not break, and one of this seat does.
LOOKED_LAST = Request(
    "look at the seat after the last offer for it",
    booking.world,
    booking.binds,
    [
        Obligation(
            "looked last",
            after_last(look.done(seat=bound(seat)), quote.tried(seat=bound(seat))),
        )
    ],
)


def of_every_call(known: Record) -> Record:
    """Return a record in which a receipt names every call of its tool."""
    more = [
        attrs.evolve(
            receipt,
            id=f"{receipt.id} {call.id}",
            call=call.id,
            args_digest="",
            source=receipt.id,
        )
        for receipt in known.ledger
        for call in known.calls
        if call.tool == receipt.tool and call.id != receipt.call
    ]
    return attrs.evolve(known, ledger=(*known.ledger, *more))


WRONG_WORLDS: dict[str, Replay] = {
    "authentic": Replay(
        "Complete", settle, UNTRACKED, TRACK, wrong=[Fault("forged", 1)]
    ),
    "one_call": Replay(
        "Complete",
        settle,
        DROPPED,
        Plan([Action("ask", "track", {"message": "m0"})]),
        reads=of_every_call,
    ),
    "quiet": Replay(
        TWICE,
        STORE,
        NOTHING,
        store.plain(),
        wrong=[Fault("concurrent", 2, tool="pay", args={"invoice": "INV-42"})],
    ),
    "tools_effects": Replay(
        TWICE,
        STORE,
        NOTHING,
        store.plain(),
        world=behaving(
            STORE,
            "send",
            makes=(store.sent(store.invoice, store.to), store.paid(store.invoice)),
        ),
    ),
    "tools_undo": Replay(
        KEPT,
        STORE,
        PAID,
        Plan([SEND]),
        world=behaving(STORE, "send", ends=(store.paid(store.invoice),)),
    ),
    "tools_bind": Replay(
        "Preserve",
        RESERVING,
        record(RESERVING, bound={"seat": "s1", "note": "window"}),
        Plan([Action("reserve", "reserve", {**OF_SEAT, "note": Bound("note")})]),
        misheard={"note": "aisle"},
    ),
    "tools_pre": Replay("Exec", UNGUARDED, NOTHING, Plan([SEND]), world=STORE),
    "tools_meet": Replay(
        "Complete",
        STORE,
        NOTHING,
        store.plain(),
        world=behaving(STORE, "send", makes=()),
    ),
    "tools_break": Replay(
        "Complete",
        LOOKED_LAST,
        record(LOOKED_LAST, bound=SEAT),
        Plan([LOOK, Action("quote", "quote", {"seat": "s2"})]),
        misheard={"seat": "s1"},
    ),
    "sound_contract": Replay(
        KEPT, STORE, PAID, Plan(), also=("a_cover",), lived=NOTHING
    ),
    "complete_K": Replay(TWICE, STORE, NOTHING, store.plain(), lived=PAID),
    "complete_unknown": Replay(TWICE, STORE, NOTHING, store.plain(), lived=LOST),
}
