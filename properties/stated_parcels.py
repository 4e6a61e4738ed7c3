"""What is stated by hand of parcels: small records, each with its verdicts."""

from ..spec.drafts import at, claim, gap, handoff, receipt
from ..spec.surface import Pattern, bound, count, every, frontier, none, some, total
from .by_hand import Stated, stating
from .worlds import (
    clear,
    emptied,
    find,
    fragile,
    keep,
    parcel,
    put,
    release,
    shelf,
    stock,
    stored,
    storing,
    take,
    worth,
)

say = stating(storing, {"parcel": "p1", "shelf": "s1"}, {"fragile": ["s1"]})
lost, done = put(parcel="p1", weight=1).lost(), put(parcel="p1", weight=1).ok()
heavy = put(parcel="p1", weight=2).lost()
here, gone = find(parcel="p1").ok(found=True), find(parcel="p1").ok(found=False)
PUT: Pattern = put.done(parcel="p1")
put_in, standing = some(PUT), some(stored.made(parcel="p1").standing())
light, weighty = some(put.done(weight=1)), some(put.done(weight=2))
pieces = total(x.pieces for p in stock.done() for x in p.lines)

PARCELS: tuple[Stated, ...] = (
    say(
        "put in",
        done,
        says={
            "E": [put_in, standing, count(PUT) == 1, ~(count(PUT) < 1), count(PUT) > 0],
            "R": [~put_in, none(PUT), count(PUT) < 1, weighty, count(PUT) > 1],
        },
    ),
    say(
        "perhaps put in",
        lost,
        says={
            "E": [some(put.tried()), count(put.unclear()) == 1, count(PUT) < 2],
            "N": [
                put_in,
                ~put_in,
                none(PUT),
                standing,
                count(PUT) == 1,
                ~(count(PUT) == 1),
                count(PUT) < 1,
                count(PUT) <= 0,
                ~(count(PUT) < 1),
                count(PUT) - count(put.done(weight=1)) == 0,
            ],
            "R": [count(PUT) > 1, weighty, some(put.done(parcel="p2"))],
        },
    ),
    say(
        "failed, in a way that may have done something",
        put(parcel="p1", weight=1).failed(),
        says={"N": [put_in], "E": [some(put.tried())], "R": [some(put.unclear())]},
    ),
    say(
        "failed, cleanly",
        keep(parcel="p1").failed(),
        says={"R": [some(keep.done()), standing], "E": [some(keep.tried())]},
    ),
    say(
        "perhaps put in, then not there once it has settled",
        lost,
        at(9),
        gone,
        says={"R": [put_in, standing], "E": [none(PUT), some(put.unclear())]},
    ),
    say(
        "perhaps put in, and not there yet",
        lost,
        at(2),
        gone,
        says={"N": [put_in, none(PUT)]},
    ),
    say(
        "perhaps put in, another not there",
        lost,
        at(9),
        find(parcel="p2").ok(found=False),
        says={"N": [put_in, none(PUT)]},
    ),
    say(
        "perhaps put in, taken out, not there",
        lost,
        take(parcel="p1").ok(),
        at(9),
        gone,
        says={"N": [put_in, standing]},
    ),
    say(
        "perhaps put in, then there",
        lost,
        here,
        says={"E": [put_in, standing, count(PUT) == 1], "R": [none(PUT)]},
    ),
    say(
        "two perhaps put in, then there",
        lost,
        heavy,
        here,
        says={"N": [light, weighty], "E": [count(put.unclear()) == 2]},
    ),
    say(
        "perhaps put in, there, and once more perhaps put in",
        lost,
        at(5),
        here,
        at(9),
        heavy,
        says={"E": [light], "N": [weighty, ~weighty]},
    ),
    say(
        "taken out by a call that landed late",
        take(parcel="p1").lost(),
        done,
        gone,
        says={"E": [put_in, some(take.unclear())], "N": [some(take.done())]},
    ),
    say(
        "put in, then out",
        done,
        take(parcel="p1").ok(),
        says={"E": [put_in], "R": [standing]},
    ),
    say(
        "put in, then perhaps out",
        done,
        take(parcel="p1").lost(),
        says={"E": [put_in], "N": [standing, ~standing]},
    ),
    say(
        "some of the log is missing",
        done,
        gap(put, since=5),
        at(9),
        says={
            "E": [put_in, count(PUT) >= 1],
            "N": [count(PUT) == 1, count(PUT) > 5, weighty, ~weighty],
            "R": [count(PUT) < 1],
        },
    ),
    say(
        "stock read whole, and in part",
        stock(parcel="p1").ok(lines=[{"shelf": "s1", "pieces": 2}], weight=1),
        stock(parcel="p2").ok(lines=[{"shelf": "s1", "pieces": 2}]),
        claim(worth=2),
        says={
            "E": [
                pieces == claim(worth),
                some(p.weight < 2 for p in stock.done()),
                count(x.shelf for p in stock.done() for x in p.lines) == 1,
                count(p.weight for p in stock.done()) <= 2,
            ],
            "N": [
                every(p.weight < 2 for p in stock.done()),
                every(p.weight <= 1 for p in stock.done()),
                some(p.weight == 2 for p in stock.done()),
                total(p.weight for p in stock.done()) == 1,
                count(p.weight for p in stock.done()) == 2,
            ],
            "R": [pieces < 2, every(p.weight > 1 for p in stock.done()), pieces > 2],
        },
    ),
    say(
        "done after it was claimed",
        claim(),
        done,
        says={"R": [put_in, some(put.tried())], "N": [claim(worth) == 1]},
    ),
    say(
        "released, and taken back by the same",
        release(parcel="p1", shelf="s1").by("ann"),
        release(parcel="p1", shelf="s2").by("bob"),
        release(parcel="p1", shelf="s1").by("ann").revoked(),
        says={
            "E": [
                some(release.given(shelf="s2").standing()),
                count(release.given()) == 2,
                some(release.withdrawn(by="ann")),
            ],
            "R": [some(release.given(shelf="s1").standing()), ~some(release.given())],
        },
    ),
    say(
        "shelves emptied after the last handoff",
        handoff(),
        done,
        handoff(),
        at(5),
        clear(parcel="p1").took(3).ok(cleared=["s1", "s2"]),
        says={
            "E": [
                some(fragile(c.shelf) for c in emptied.made()),
                count(c.shelf for c in emptied.made()) == 2,
                every(c.start >= frontier for c in clear.done()),
                some(fragile(bound(shelf)) & some(put.done()) for _ in clear.done()),
                some(emptied.made(shelf=~bound(shelf))),
                some(clear.done().after(p) for p in put.done()),
            ],
            "R": [
                every(~fragile(c.shelf) for c in emptied.made()),
                some(p.start >= frontier for p in put.done()),
                some(clear.done().before(p) for p in put.done()),
                some(clear.done().within(6, of=p) for p in put.done()),
                bound(parcel) == "p2",
            ],
        },
    ),
    say(
        "two answers to one call",
        done,
        receipt(put, of=1, status="failed"),
        says={"B": [put_in]},
    ),
    say(
        "gone right after it was put in",
        done,
        at(9),
        gone,
        says={"B": [put_in]},
    ),
)
