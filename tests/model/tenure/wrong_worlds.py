"""For each assumption on which T1 hangs, a run of the model in which it is broken."""

from collections.abc import Callable
from typing import Any

import attrs

from examples import store
from examples.invoicing import BOUND, delivery, payment, settle, track
from obligato.model import Record, record
from obligato.model.handoff import Action, Bound, Contract, Plan
from obligato.model.handoff.contract import Admissible
from obligato.model.handoff.frontier import handed_over
from obligato.model.tenure import Fault
from obligato.spec import (
    Effect,
    Obligation,
    Request,
    Sort,
    Tool,
    World,
    bound,
    none,
    some,
)
from obligato.spec import syntax as s
from obligato.spec.patterns import after_last
from tests.model.tenure.arenas import booked, booking, look, quote, seat
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


# A room that nobody can enter once it was closed.
entered, closed = Effect("entered", seat), Effect("closed", seat)
enter = Tool(
    "enter",
    takes=[seat],
    makes=[entered(seat)],
    requires=none(closed.made(seat=seat)),
)
close = Tool("close", takes=[seat], makes=[closed(seat)])
ENTERING = Request(
    "enter, and close the room",
    World("room", tools=[close, enter]),
    binds=[seat],
    owes=[Obligation("entered", some(entered.made(seat=bound(seat))))],
)
OUTSIDE = record(ENTERING, bound=SEAT)
ENTER = Action("enter", "enter", OF_SEAT)
QUOTE_OTHER = Action("quote", "quote", {"seat": "s2"})


def other(tool: str, /, at: int = 1, **args: str) -> Fault:
    """Return the fault that somebody else makes a call while one is in flight."""
    return Fault("concurrent", at, tool=tool, args=args)


def to(effect: str, *args: str | None) -> Callable[[Contract], Contract]:
    """Return what narrows a contract to effects of one name."""
    return lambda c: attrs.evolve(c, admissible=(Admissible(effect, args),))


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


WRONG_WORLDS: dict[str, tuple[Replay, ...]] = {
    "authentic": (Replay(settle, UNTRACKED, TRACK, wrong=[Fault("forged", 1)]),),
    "one_call": (
        Replay(
            settle,
            DROPPED,
            Plan([Action("ask", "track", {"message": "m0"})]),
            reads=of_every_call,
        ),
    ),
    "quiet": (
        Replay(
            STORE,
            PAID,
            Plan([SEND]),
            wrong=[other("pay", invoice="INV-42")],
        ),
        Replay(
            STORE,
            PAID,
            Plan([SEND]),
            wrong=[other("pay", invoice="INV-43")],
        ),
        Replay(
            ENTERING,
            OUTSIDE,
            Plan([ENTER]),
            wrong=[other("close", seat="s1")],
        ),
        Replay(
            LOOKED_LAST,
            record(LOOKED_LAST, bound=SEAT),
            Plan([LOOK, QUOTE_OTHER]),
            wrong=[other("quote", at=2, seat="s1")],
        ),
    ),
    "tools_effects": (
        Replay(
            STORE,
            PAID,
            Plan([SEND]),
            narrowed=to("sent", None, None),
            world=behaving(
                STORE,
                "send",
                makes=(store.sent(store.invoice, store.to), store.paid(store.invoice)),
            ),
        ),
    ),
    "tools_undo": (
        Replay(
            STORE,
            PAID,
            Plan([SEND]),
            world=behaving(STORE, "send", ends=(store.paid(store.invoice),)),
        ),
    ),
    "tools_bind": (
        Replay(
            RESERVING,
            record(RESERVING, bound={"seat": "s1", "note": "window"}),
            Plan([Action("reserve", "reserve", {**OF_SEAT, "note": Bound("note")})]),
            misheard={"note": "aisle"},
        ),
    ),
    "tools_pre": (Replay(UNGUARDED, NOTHING, Plan([SEND]), world=STORE),),
    "tools_meet": (
        Replay(
            STORE,
            NOTHING,
            store.plain(),
            world=behaving(STORE, "send", makes=()),
        ),
    ),
    "tools_break": (
        Replay(
            LOOKED_LAST,
            record(LOOKED_LAST, bound=SEAT),
            Plan([LOOK, QUOTE_OTHER]),
            misheard={"seat": "s1"},
        ),
    ),
    "sound_contract": (
        Replay(
            STORE,
            NOTHING,
            Plan([PAY]),
            lived=attrs.evolve(NOTHING, bound={"to": "ann"}),
        ),
        Replay(STORE, PAID, Plan(), also=("a_cover",), lived=NOTHING),
    ),
    "complete_K": (Replay(STORE, NOTHING, store.plain(), lived=PAID),),
    "complete_unknown": (Replay(STORE, NOTHING, store.plain(), lived=LOST),),
}
