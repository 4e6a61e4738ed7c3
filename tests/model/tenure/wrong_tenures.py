"""For each rule on which T1 hangs, a run of the model whose tenure breaks it."""

import attrs

from examples import store
from obligato.model import Record, record
from obligato.model.handoff import Action, Plan, Test
from obligato.model.handoff.frontier import handed_over
from obligato.model.tenure import Fault
from obligato.spec import Obligation, Request, bound, some
from obligato.spec.patterns import after_last
from tests.model.tenure.arenas import book, booking, hold, look, quote, seat
from tests.model.tenure.replay import Replay
from tests.model.tenure.wrong_moves import (
    after_one,
    amended,
    answered,
    as_bound,
    at_once,
    compensated,
    every_receipt,
    given_up_for_failed,
    going_on,
    taken_for_failed,
    unanswered,
    up_to_evidence,
    while_in_flight,
)
from tests.model.tenure.wrong_worlds import (
    ENTER,
    ENTERING,
    LOOK,
    LOST,
    NOTHING,
    OF_SEAT,
    OUTSIDE,
    PAID,
    PAY,
    SEAT,
    SEND,
    STORE,
    to,
)

TAKEN = record(booking, hold(seat="s1").ok(), book(seat="s1").ok(), bound=SEAT)
UNDO, HOLD = Action("undo", "cancel", OF_SEAT), Action("hold", "hold", OF_SEAT)
SEEN_LAST = Request(
    "look at the seat after all was held",
    booking.world,
    booking.binds,
    [Obligation("seen last", after_last(look.done(seat=bound(seat)), hold.done()))],
)
UNSEEN = record(SEEN_LAST, bound=SEAT)
OFFERED = Request(
    "ask for an offer of the seat",
    booking.world,
    booking.binds,
    [Obligation("offered", some(quote.done(seat=bound(seat))))],
)
UNOFFERED = record(OFFERED, bound=SEAT)
SILENT = handed_over(record(OFFERED, quote(seat="s1").dropped(), bound=SEAT))
QUOTE = Action("quote", "quote", OF_SEAT)
CLOSE = Action("close", "close", OF_SEAT)


def replica(known: Record) -> Record:
    """Return a record whose last receipt was answered by a replica."""
    *before, last = known.ledger
    return attrs.evolve(known, ledger=(*before, attrs.evolve(last, live=False)))


CALLED, CLAIMED = ("before_call",), ("at_claim",)
WRONG_TENURES: dict[str, tuple[Replay, ...]] = {
    "frozen": (
        Replay(
            STORE,
            PAID,
            Plan([PAY]),
            also=("a_keep",),
            drives=amended,
        ),
    ),
    "r_pre": (Replay(STORE, NOTHING, Plan([SEND]), unchecked=CALLED),),
    "r_keep": (
        Replay(
            STORE,
            PAID,
            Plan([PAY]),
            also=("a_keep",),
            unchecked=CALLED,
        ),
    ),
    "r_ambiguous": (Replay(STORE, LOST, Plan([PAY]), unchecked=CALLED),),
    "r_undo": (Replay(booking, TAKEN, Plan([UNDO]), unchecked=CALLED),),
    "r_distinct": (
        Replay(
            STORE,
            NOTHING,
            Plan([PAY, attrs.evolve(PAY, id="again")]),
            also=("a_distinct",),
            unchecked=CALLED,
        ),
    ),
    "r_admissible": (
        Replay(
            STORE,
            NOTHING,
            store.plain(),
            narrowed=to("paid", None),
            also=("a_admissible",),
            unchecked=CALLED,
        ),
    ),
    "r_bind": (
        Replay(
            STORE,
            NOTHING,
            Plan([attrs.evolve(PAY, args={"invoice": "INV-43"})]),
            unchecked=CALLED,
        ),
    ),
    "r_serial": (
        Replay(
            ENTERING,
            OUTSIDE,
            Plan([CLOSE, ENTER]),
            drives=at_once,
        ),
    ),
    "r_unknown_ends": (
        Replay(
            STORE,
            NOTHING,
            store.plain(),
            [Fault("lost after", 1)],
            drives=taken_for_failed,
        ),
        Replay(
            SEEN_LAST,
            UNSEEN,
            Plan([LOOK, HOLD]),
            [Fault("lost after", 2)],
            drives=given_up_for_failed,
        ),
    ),
    "r_stop": (
        Replay(
            SEEN_LAST,
            UNSEEN,
            Plan([LOOK, attrs.evolve(HOLD, guard=[Test("look", "here", True)])]),
            later=True,
            drives=going_on,
        ),
    ),
    "no_compensation": (Replay(booking, TAKEN, Plan([UNDO]), drives=compensated),),
    "d_has": (Replay(OFFERED, SILENT, Plan(), also=("a_cover",), reads=answered),),
    "d_live": (
        Replay(
            OFFERED,
            replica(record(OFFERED, quote(seat="s1").ok(), bound=SEAT)),
            Plan(),
            also=("a_cover",),
            reads=lambda known: every_receipt(known, live=True),
        ),
    ),
    "d_ok": (
        Replay(
            OFFERED,
            UNOFFERED,
            Plan([QUOTE]),
            [Fault("failed", 1)],
            reads=lambda known: every_receipt(known, status="ok"),
            drives=after_one,
        ),
    ),
    "d_match": (
        Replay(
            OFFERED,
            UNOFFERED,
            Plan([attrs.evolve(QUOTE, args={"seat": "s2"})]),
            reads=as_bound,
        ),
    ),
    "d_unspoilt": (
        Replay(SEEN_LAST, UNSEEN, Plan([LOOK, HOLD]), reads=up_to_evidence),
    ),
    "c_eval": (Replay(STORE, NOTHING, Plan([PAY]), unchecked=CLAIMED),),
    "c_quiet": (
        Replay(
            SEEN_LAST,
            UNSEEN,
            Plan([LOOK, HOLD]),
            later=True,
            reads=unanswered,
            drives=while_in_flight,
        ),
    ),
}
