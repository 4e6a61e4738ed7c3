"""For each switch of the theory `tenure`, a run of the model in which it alone is off.

An assumption is off if the live world differs from what is declared, or the record from
what happened; a rule, if a piece of the tenure is changed. What falls then is a part of
T1, read off the history. What the model cannot do, it says why.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import attrs

from examples import store
from examples.invoicing import BOUND, delivery, payment, settle, track
from obligato.model import Record, record
from obligato.model.handoff import Action, Bound, Contract, Plan
from obligato.model.handoff.contract import Admissible
from obligato.model.handoff.frontier import handed_over
from obligato.model.record import Call
from obligato.model.tenure import Environment, Fault, Order, Tenure
from obligato.spec import Obligation, Request, bound
from obligato.spec.patterns import after_last
from tests.model.tenure.arenas import book, booked, booking, cancel, hold, look, seat
from tests.model.tenure.conclusions import ALLOWED, KEPT, TWICE

STORE, SEAT = store.settling, {"seat": "s1"}
NOTHING = record(STORE, bound=store.BOUND)
PAID = record(STORE, store.pay(invoice="INV-42").ok(), bound=store.BOUND)
LOST = handed_over(record(STORE, store.pay(invoice="INV-42").lost(), bound=store.BOUND))
UNSENT = handed_over(
    record(
        STORE,
        store.pay(invoice="INV-42").ok(),
        store.send(invoice="INV-42", to="ann").dropped(),
        bound=store.BOUND,
    )
)
PAY, SEND = store.plain().nodes
TAKEN = record(booking, hold(seat="s1").ok(), book(seat="s1").ok(), bound=SEAT)
OF_SEAT = {"seat": Bound("seat")}
UNDO = Action("undo", "cancel", OF_SEAT)
HOLD, LOOK = Action("hold", "hold", OF_SEAT), Action("look", "look", OF_SEAT)

SEEN_LAST = Request(
    "look at the seat after all was held",
    booking.world,
    booking.binds,
    [Obligation("seen last", after_last(look.done(seat=bound(seat)), hold.tried()))],
)
BOOKED = attrs.evolve(booking, owes=booking.owes[:1], keeps=())

Plant: TypeAlias = tuple[str, str, str]
Later: TypeAlias = Callable[[Tenure, Environment], object]
RECHECK = "obligato.model.tenure.recheck"
TENURE, RECORD = "obligato.model.tenure.tenure", "obligato.model.record"


@attrs.frozen
class Replay:
    """A run with one switch off. `falls`: the part of T1 that is false then.

    `lived`: what happened before the frontier, where the record does not say it.
    `world`: how the tools behave, where they do not as declared. `unchecked`: the
    checks of the tenure that are left out. `plants`: what else is changed of it.
    `contract`: what becomes of the contract. `after`: what is done once it has ended.
    `later`: whether it is judged some time after the claim.
    """

    falls: str
    request: Request
    known: Record
    plan: Plan
    faults: Sequence[Fault] = ()
    lived: Record | None = None
    world: Request | None = None
    unchecked: tuple[str, ...] = ()
    plants: tuple[Plant, ...] = ()
    contract: Callable[[Contract], Contract] = lambda contract: contract
    after: Later = lambda *_: None
    later: bool = False
    late: dict[str, int] = attrs.field(factory=dict)


def behaving(request: Request, tool: str, **changes: Any) -> Request:
    """Return a request in whose world a tool behaves otherwise."""
    tools = [
        attrs.evolve(t, **changes) if t.name == tool else t for t in request.world.tools
    ]
    return attrs.evolve(request, world=attrs.evolve(request.world, tools=tuple(tools)))


def undoing(tenure: Tenure, world: Environment) -> None:
    """Take back what was booked, once the tenure is over."""
    now = world.now() + 1
    world.call(Order(Call("t:more", "cancel", SEAT, now, now)))


def of(*names: str, **changes: Any) -> tuple[Any, ...]:
    """Return the instances of effects that a tool of the store makes."""
    made = {"paid": store.paid, "sent": store.sent}
    columns = {"paid": (store.invoice,), "sent": (store.invoice, store.to)}
    return tuple(made[name](*columns[name]) for name in names)


CALLED, CLAIMED = ("before_call",), ("at_claim",)
MAY: Plant = (
    RECHECK,
    "if not isinstance(found, Established):\n                code",
    'if found.name == "refuted":\n                code',
)
REPLAYS: dict[str, Replay] = {
    "authentic": Replay(
        "Complete", STORE, NOTHING, store.plain(), [Fault("forged", 2)]
    ),
    "quiet": Replay(
        TWICE,
        STORE,
        NOTHING,
        store.plain(),
        [Fault("concurrent", 1, tool="pay", args={"invoice": "INV-42"})],
    ),
    "tools_effects": Replay(
        TWICE,
        STORE,
        NOTHING,
        store.plain(),
        world=behaving(STORE, "send", makes=of("sent", "paid")),
    ),
    "tools_undo": Replay(
        KEPT,
        STORE,
        PAID,
        Plan([SEND]),
        world=behaving(STORE, "send", ends=of("paid")),
    ),
    "tools_meet": Replay(
        "Complete",
        STORE,
        NOTHING,
        store.plain(),
        world=behaving(STORE, "send", makes=()),
    ),
    "tools_break": Replay(
        "Complete",
        BOOKED,
        TAKEN,
        Plan([LOOK]),
        world=behaving(BOOKED, "look", ends=(booked(seat),), tells=()),
    ),
    "sound_contract": Replay(KEPT, STORE, PAID, Plan([SEND]), lived=NOTHING),
    "complete_K": Replay(TWICE, STORE, NOTHING, store.plain(), lived=PAID),
    "complete_unknown": Replay(
        TWICE,
        STORE,
        NOTHING,
        store.plain(),
        lived=attrs.evolve(LOST, truth={"e1": True}),
    ),
    "r_keep": Replay(TWICE, STORE, PAID, Plan([PAY]), unchecked=CALLED),
    "r_ambiguous": Replay(
        TWICE,
        STORE,
        LOST,
        Plan([PAY]),
        lived=attrs.evolve(LOST, truth={"e1": True}),
        unchecked=CALLED,
    ),
    "r_undo": Replay(KEPT, booking, TAKEN, Plan([UNDO]), unchecked=CALLED),
    "r_distinct": Replay(
        TWICE,
        STORE,
        NOTHING,
        Plan([PAY, attrs.evolve(PAY, id="again")]),
        unchecked=CALLED,
    ),
    "r_admissible": Replay(
        ALLOWED,
        STORE,
        NOTHING,
        store.plain(),
        unchecked=CALLED,
        contract=lambda c: attrs.evolve(c, admissible=(Admissible("paid", (None,)),)),
    ),
    "r_bind": Replay(
        "Preserve",
        STORE,
        NOTHING,
        Plan([attrs.evolve(PAY, args={"invoice": "INV-43"})]),
        unchecked=CALLED,
    ),
    "r_stop": Replay("Complete", BOOKED, TAKEN, Plan(), after=undoing, later=True),
    "no_compensation": Replay(KEPT, booking, TAKEN, Plan([UNDO]), after=undoing),
    "d_has": Replay("Complete", STORE, UNSENT, Plan(), plants=(MAY,)),
    "d_live": Replay(
        "Complete",
        STORE,
        NOTHING,
        store.plain(),
        [Fault("forged", 2, details={"live": False})],
        plants=((RECORD, "and receipt.live\n", "and True\n"),),
    ),
    "d_ok": Replay(
        "Complete",
        STORE,
        NOTHING,
        store.plain(),
        [Fault("failed", 2)],
        plants=(
            (
                RECORD,
                'return "failed" if receipt.status == "ok" and nested',
                'return "ok" if True',
            ),
        ),
    ),
    "d_match": Replay(
        "Complete",
        settle,
        handed_over(
            record(
                settle,
                payment,
                delivery,
                track(message="m1").dropped(),
                bound=BOUND,
            )
        ),
        Plan([Action("ask", "track", {"message": "m0"})]),
        [Fault("altered", 1, details={"call": "e3", "args_digest": ""})],
        plants=(
            (
                TENURE,
                "if not record.matches(receipt, call,",
                "if False and (receipt, call,",
            ),
        ),
    ),
    "d_unspoilt": Replay(
        "Complete",
        SEEN_LAST,
        record(SEEN_LAST, bound=SEAT),
        Plan([LOOK, attrs.evolve(HOLD, id="hold")]),
        plants=(
            (
                RECHECK,
                "    tables = settle(contract.request.world, record)\n    yield from",
                "    record = attrs.evolve(record, trajectory=tuple(\n"
                "        e for e in record.trajectory\n"
                "        if getattr(e, 'tool', '') != 'hold'\n"
                "    ))\n"
                "    tables = settle(contract.request.world, record)\n    yield from",
            ),
        ),
    ),
    "c_eval": Replay("Complete", STORE, NOTHING, Plan([PAY]), unchecked=CLAIMED),
    "c_quiet": Replay(
        "Complete",
        BOOKED,
        handed_over(
            record(
                BOOKED,
                hold(seat="s1").ok(),
                book(seat="s1").ok(),
                cancel(seat="s1").lost(),
                bound=SEAT,
            )
        ),
        Plan(),
        plants=(MAY,),
        later=True,
        late={"e3": 60},
    ),
}
UNREPLAYED = {
    "one_call": "a receipt of the model has one field for its call, and no other",
    "tools_bind": "a role of the model has the value that its record gives it",
    "tools_pre": "the simulated world performs no call whose precondition is false",
    "r_pre": "the simulated world performs no call whose precondition is false",
    "r_serial": "a tenure of the model sends a call when the one before is over",
    "frozen": "a contract of the model is a value, and its journal names its digest",
    "r_unknown_ends": "the record keeps what a lost call may have made, so that the "
    "checks before the next call refuse whatever this rule would",
}
