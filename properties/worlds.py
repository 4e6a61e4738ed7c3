"""Two small worlds that ship with the toolkit, so that its readings can be compared.

Together they have everything the language speaks of: a store of parcels, where things
are put, found and taken out, and a desk that books trips and pays for them.
"""

from ..spec.answers import compare, mean
from ..spec.drafts import claim
from ..spec.patterns import responds
from ..spec.requests import Obligation, Request, Rule, World
from ..spec.sorts import Bool, Decimal, Int, Sort, Time
from ..spec.surface import bound, count, every, none, now, some, total
from ..spec.tools import Tool
from ..spec.worlds import Decision, Effect, Given, Rows

Parcel, Shelf = Sort("Parcel"), Sort("Shelf")
parcel, shelf = Parcel("parcel"), Shelf("shelf")
weight, pieces, worth = Int("weight"), Int("pieces"), Int("worth")
found = Bool("found")
lines, cleared = Rows("lines", shelf, pieces, key=shelf), Rows("cleared", shelf)

stored, emptied = Effect("stored", parcel), Effect("emptied", shelf)
fragile = Given("fragile", shelf)
release = Decision("release", of=[parcel, shelf])

put = Tool("put", takes=[parcel, weight], makes=[stored(parcel)], settles=3)
keep = Tool(
    "keep", takes=[parcel], makes=[stored(parcel)], repeat="same", fails="clean"
)
take = Tool("take", takes=[parcel], ends=[stored(parcel)], fails="clean")
find = Tool(
    "find",
    takes=[parcel],
    returns=[found],
    tells=[stored(parcel).when(found)],
    fails="clean",
)
stock = Tool("stock", takes=[parcel], returns=[lines, weight], fails="clean")
clear = Tool(
    "clear",
    takes=[parcel],
    returns=[cleared],
    makes=[emptied(cleared.shelf)],
    requires=some(stored.made(parcel=parcel).standing()),
)

storing = Request(
    "have the parcel stored, say its worth, and empty no fragile shelf",
    World(
        "parcels",
        tools=[put, keep, take, find, stock, clear],
        decisions=[release],
        relations=[fragile],
    ),
    binds=[parcel, shelf],
    owes=[
        Obligation("stored", some(stored.made(parcel=bound(parcel)).standing())),
        Obligation(
            "worth",
            claim(worth) == total(x.pieces for p in stock.done() for x in p.lines),
        ),
    ],
    keeps=[
        Rule("whole", none(fragile(c.shelf) for c in emptied.made())),
        Rule(
            "released",
            every(
                some(release.given(parcel=t.parcel, by=~t.by).standing(t))
                for t in take.tried()
            ),
            guard=some(release.given()),
        ),
        Rule("each once", every(count(put.done(parcel=p)) <= 1 for p in Parcel)),
    ],
)

Trip, Person = Sort("Trip"), Sort("Person")
trip, person, payer = Trip("trip"), Person("person"), Person("payer")
price, refused, due = Decimal(2)("price"), Bool("refused"), Time("due")
open_trips = Rows("open", Trip("id"), price)

booked, paid = Effect("booked", trip, person), Effect("paid", trip)
may = Given("may", person, trip)
wish = Decision("wish", of=[trip])

book = Tool(
    "book",
    takes=[trip, person],
    returns=[price, due, refused],
    makes=[booked(trip, person)],
    error=refused,
    settles=0,
)
pay = Tool("pay", takes=[trip, price], makes=[paid(trip)], repeat="same")
cancel = Tool("cancel", takes=[trip, person], ends=[booked(trip, person), paid(trip)])
bill = Tool(
    "bill",
    takes=[trip],
    returns=[price, Int("copies")],
    tells=[paid(trip).when(Int("copies") >= 1)],
    fails="clean",
)
search = Tool("search", takes=[person], returns=[open_trips], fails="clean")

booking = Request(
    "book the trip that was wished for, and pay what it costs",
    World(
        "trips",
        tools=[book, pay, cancel, bill, search],
        decisions=[wish],
        relations=[may],
    ),
    binds=[trip, person],
    owes=[
        Obligation(
            "paid in time",
            some(
                pay.done(trip=b.trip, price=b.price).after(b)
                & some(paid.made(trip=b.trip).standing())
                & (b.due >= now - 5)
                for b in book.done(trip=bound(trip), person=bound(person))
            ),
        ),
        Obligation(
            "searched",
            some(search.done()) & (mean(b.copies for b in bill.done()) >= "1/2"),
        ),
    ],
    keeps=[
        Rule(
            "wished",
            every(
                may(b.person, b.trip) & some(wish.given(trip=b.trip).before(b))
                for b in booked.made()
            ),
        ),
        Rule("billed", responds(pay.tried(), bill.done(), within=4)),
        Rule("no more", compare(count(t.trip for t in book.done()), 1) <= 0),
    ],
)
SHIPPED = (storing, booking)
