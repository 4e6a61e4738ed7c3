"""What is stated by hand of trips: small records, each with its verdicts."""

from ..spec.surface import bound, count, some, total
from .by_hand import Stated, stating
from .worlds import book, booked, booking, may, pay, person, search, trip, wish

say = stating(booking, {"trip": "t1", "person": "ann"})  # who may is not known

TRIPS: tuple[Stated, ...] = (
    say(
        "booked, and refused where the transport said ok",
        wish(trip="t1"),
        book(trip="t1", person="ann").ok(price="0.02", due=9, refused=False),
        book(trip="t2", person="ann").ok(refused=True),
        pay(trip="t1", price="0.02").ok(),
        says={
            "E": [
                some(book.done(trip="t1")),
                some(b.price == p.price for b in book.done() for p in pay.done()),
                count(booked.made(trip="t1")) == 1,
                some(wish.given().before(b) for b in book.done()),
            ],
            "N": [
                some(book.done(trip="t2")),
                some(booked.made(trip="t2")),
                may(bound(person), bound(trip)),
                ~may(bound(person), bound(trip)),
            ],
            "R": [some(book.unclear()), some(b.due < 9 for b in book.done(trip="t1"))],
        },
    ),
    say(
        "one trip found twice, at two prices",
        search(person="ann").ok(
            open=[{"id": "t1", "price": "0.01"}, {"id": "t1", "price": "0.02"}]
        ),
        says={
            "E": [
                total(x.price for f in search.done() for x in f.open) == "0.03",
                count(x for f in search.done() for x in f.open) == 2,
                count(x.id for f in search.done() for x in f.open) == 1,
            ],
        },
    ),
)
