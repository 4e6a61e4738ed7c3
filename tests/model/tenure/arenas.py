"""Arenas: worlds with frontiers, and plans for them, right ones and wrong ones.

A frontier says by its `truth` what nobody knows: which unanswered calls took effect.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import attrs

from examples import invoicing, store
from obligato.model import Record, record, settle
from obligato.model.handoff import Action, Bound, Claiming, Edge, Field, Plan, Test
from obligato.model.handoff.frontier import handed_over
from obligato.model.record import Call, Receipt
from obligato.model.views.view import Shown, View, shown
from obligato.model.views.worlds import view_of
from obligato.spec import (
    Effect,
    Flag,
    Line,
    Obligation,
    Request,
    Rule,
    Sort,
    Tool,
    World,
    bound,
    claim,
    every,
    some,
)

Seat, Offer = Sort("Seat"), Sort("Offer")
seat, here, offer = Seat("seat"), Flag("here"), Offer("offer")
held, booked = Effect("held", seat), Effect("booked", seat)

hold = Tool("hold", takes=[seat], makes=[held(seat)], repeat="same", fails="clean")
book = Tool("book", takes=[seat], makes=[booked(seat)], settles=20)
cancel = Tool("cancel", takes=[seat], ends=[booked(seat)], fails="clean")
look = Tool("look", takes=[seat], returns=[here], tells=[booked(seat).when(here)])
quote = Tool("quote", takes=[seat], returns=[offer])

booking = Request(
    "book the seat, once it is held, and say what was offered",
    World("desk", tools=[hold, book, cancel, look, quote]),
    binds=[seat],
    owes=[
        Obligation("booked", some(booked.made(seat=bound(seat)).standing())),
        Obligation(
            "quoted",
            some(claim(offer) == q.offer for q in quote.done(seat=bound(seat))),
        ),
    ],
    keeps=[
        Rule(
            "held first",
            every(some(hold.done(seat=b.seat).before(b)) for b in book.done()),
        )
    ],
)


@attrs.frozen
class Arena:
    """A request, frontiers of it, a right plan for a record, names to go wrong with."""

    request: Request
    frontiers: tuple[Record, ...]
    right: Callable[[Record], Plan | None]
    names: dict[str, tuple[str, ...]]


VIEWS = ("repository", "trace", "summary", "note", "full")


def believed(arena: Arena, view: str, known: Record) -> Record:
    """Return what a successor takes a record for that is shown one view of it.

    What the view does not tell apart is taken for the simplest frontier that looks
    alike; where none does, for what is left of the record when all is taken out of it
    that the view does not show.
    """
    found, looked = _looks(ARENAS.index(arena), view)
    seen = shown(found, arena.request, known)
    for frontier, looks in zip(arena.frontiers, looked, strict=True):
        if looks == seen and frontier.bound == known.bound:
            return attrs.evolve(frontier, now=known.now)
    left = known
    taking_out = (*map(_uncalled, known.calls), *map(_unanswered, known.ledger))
    for less in taking_out if view != "full" else ():
        fewer = less(left)
        if fewer != left and shown(found, arena.request, fewer) == seen:
            left = fewer
    return left


def _uncalled(call: Call) -> Callable[[Record], Record]:
    """Return what takes a call, and what came of it, out of a record."""
    return lambda record: attrs.evolve(
        record,
        trajectory=tuple(e for e in record.trajectory if e != call),
        ledger=tuple(r for r in record.ledger if r.call != call.id),
    )


def _unanswered(receipt: Receipt) -> Callable[[Record], Record]:
    """Return what takes a receipt out of a record."""
    return lambda record: attrs.evolve(
        record, ledger=tuple(r for r in record.ledger if r != receipt)
    )


@cache
def _looks(arena: int, view: str) -> tuple[View, list[tuple[Shown, ...]]]:
    """Return a view of an arena, and what it shows of each frontier there."""
    request = ARENAS[arena].request
    found = view_of(request, view)
    return found, [shown(found, request, f) for f in ARENAS[arena].frontiers]


def _of(
    request: Request, bound: dict[str, str], *ways: list[Line]
) -> tuple[Record, ...]:
    return tuple(handed_over(record(request, *lines, bound=bound)) for lines in ways)


def took(known: Record, request: Request, tool: str, **args: str) -> list[Any]:
    """Return of each call of a tool with these arguments what is known of it."""
    rows = settle(request.world, known).calls[tool]
    return [r for r in rows if all(r[name] == value for name, value in args.items())]


def _sure(rows: list[Any]) -> Any:
    return next((row for row in rows if row["took"] is True), None)


def _doubtful(rows: list[Any]) -> list[Any]:
    return [row for row in rows if row["took"] is not True and row["took"] is not False]


def right_invoicing(known: Record) -> Plan | None:
    """Pay, send and track what is left, unless it hangs on what nobody can find out."""
    request, name, to = invoicing.settle, known.bound["invoice"], known.bound["to"]
    pays = took(known, request, "pay", invoice=name)
    sends = took(known, request, "send", to=to)
    if _doubtful(pays) or _doubtful(sends):
        return None
    nodes: list[Action] = []
    paid, sent = _sure(pays), _sure(sends)
    if paid is None:
        nodes.append(Action("p", "pay", {"invoice": Bound("invoice")}))
    file = Field("p", "file") if paid is None else paid["file"]
    if sent is None:
        nodes.append(Action("s", "send", {"file": file, "to": Bound("to")}))
    message = Field("s", "message") if sent is None else sent["message"]
    nodes.append(Action("t", "track", {"message": message}, expects={"arrived": True}))
    return Plan(nodes)


def right_store(known: Record) -> Plan | None:
    """Look first, then do what is missing."""
    return store.careful(known.now)


def right_booking(known: Record) -> Plan | None:
    """Hold the seat if it is not, look, book it if it is not, and ask for the offer."""
    of = {"seat": Bound("seat")}
    nodes = [
        Action("l", "look", of, not_before=known.now + 21),
        Action("h", "hold", of),
        Action("b", "book", of, guard=[Test("l", "here", False)]),
        Action("q", "quote", of),
    ]
    if took(known, booking, "book", seat=known.bound["seat"]) and not took(
        known, booking, "hold", seat=known.bound["seat"]
    ):
        return None  # a rule was broken
    claims = [Claiming({"offer": Field("q", "offer")})]
    return Plan(nodes, [Edge("needs", "h", "b")], claims)


PAY, SEND = store.pay(invoice="INV-42"), store.send(invoice="INV-42", to="ann")
BOOK, HOLD = book(seat="s1"), hold(seat="s1").ok()
ARENAS = (
    Arena(
        invoicing.settle,
        _of(
            invoicing.settle,
            invoicing.BOUND,
            [],
            [invoicing.payment],
            [invoicing.payment, invoicing.delivery],
            [invoicing.pay(invoice="INV-42").lost()],
            [invoicing.payment, invoicing.send(file="t7", to="a").dropped()],
        ),
        right_invoicing,
        {"Invoice": ("INV-42", "INV-43"), "File": ("t7", "t1"), "Address": ("a", "b")},
    ),
    Arena(
        store.settling,
        _of(
            store.settling,
            store.BOUND,
            [],
            [PAY.ok()],
            [PAY.lost()],
            [PAY.dropped()],
            [PAY.ok(), SEND.lost()],
            [PAY.ok(), SEND.dropped()],
            [PAY.failed()],
        ),
        right_store,
        {"Invoice": ("INV-42", "INV-43"), "Address": ("ann", "bob")},
    ),
    Arena(
        booking,
        _of(
            booking,
            {"seat": "s1"},
            [],
            [HOLD],
            [HOLD, BOOK.ok()],
            [HOLD, BOOK.lost()],
            [HOLD, BOOK.dropped()],
            [HOLD, BOOK.failed()],
        ),
        right_booking,
        {"Seat": ("s1", "s2"), "Offer": ("o1",)},
    ),
)
