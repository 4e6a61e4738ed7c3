"""Tell the customer within a day of shipping, for each shipment."""

from examples.judged import Judged
from obligato.model import record
from obligato.spec import Line, Request, Rule, Sort, Tool, World, at, every, hours, some

Order = Sort("Order")
order = Order("order")
ship = Tool("ship", takes=[order], fails="clean")
notify = Tool("notify", takes=[order], fails="clean")

told = Rule(
    "told within a day",
    every(
        some(notify.done(order=s.order).after(s).within(hours(24), of=s))
        for s in ship.done()
    ),
)

telling = Request(
    "tell customers of their shipments",
    World("shipping", tools=[ship, notify]),
    keeps=[told],
)

shipped, notified = ship(order="o1"), notify(order="o1")

CASES: list[tuple[str, str, str, list[Line]]] = [
    (
        "notified at exactly 24 h",
        "E",
        "",
        [at(0), shipped.ok(), at(hours=24), notified.ok()],
    ),
    (
        "notified at 24 h + 1 ms",
        "R",
        "",
        [at(0), shipped.ok(), at(hours=24, ms=1), notified.ok()],
    ),
    ("notified before shipping", "R", "", [notified.ok(), shipped.ok()]),
    ("shipped, the notice lost", "N", "", [shipped.ok(), notified.lost()]),
    ("the shipping itself lost, no notice", "N", "", [shipped.lost()]),
    ("the shipping failed (clean)", "E", "", [shipped.failed()]),
    (
        "notified about another order",
        "R",
        "",
        [shipped.ok(), notify(order="o2").ok()],
    ),
    (
        "shipped at 0, judged at 1 h, no notice",
        "R",
        "open",
        [at(0), shipped.ok(), at(hours=1)],
    ),
    (
        "shipped at 0, judged at 25 h, no notice",
        "R",
        "lost",
        [at(0), shipped.ok(), at(hours=25)],
    ),
    ("nothing", "E", "", []),
]

JUDGED = [
    Judged(
        telling,
        label,
        record(telling, *lines),
        {told.name: verdict},
        {told.name: standing} if standing else {},
    )
    for label, verdict, standing, lines in CASES
]
