"""Three tiny worlds, each with duties that are right and duties that are not."""

import attrs

from obligato.spec import (
    Decision,
    Effect,
    Flag,
    Given,
    Int,
    Obligation,
    Party,
    Request,
    Rows,
    Rule,
    Sort,
    Tool,
    World,
    bound,
    claim,
    count,
    every,
    none,
    nothing,
    now,
    some,
    total,
)
from obligato.spec.requests import Duty
from tests.checker.brute import Tiny

Item, Doc = Sort("Item"), Sort("Doc")
item, doc, author = Item("item"), Doc("doc"), Party("author")
here, worth, amount = Flag("here"), Int("worth"), Int("amount")


def asked(goal: str, world: World, binds: tuple[object, ...], *duties: Duty) -> Request:
    """Return a request for these duties."""
    return Request(
        goal,
        world,
        binds=binds,
        owes=[d for d in duties if isinstance(d, Obligation)],
        keeps=[d for d in duties if isinstance(d, Rule)],
    )


sent = Effect("sent", item)
send = Tool("send", takes=[item], makes=[sent(item)], settles=1)
cancel = Tool("cancel", takes=[item], ends=[sent(item)], fails="clean")
look = Tool("look", takes=[item], returns=[here], tells=[sent(item).when(here)])
mine = bound(item)

POST = Tiny(
    asked(
        "have the item sent",
        World("post", tools=[send, cancel, look]),
        (item,),
        Obligation("sent", some(sent.made(item=mine).standing())),
        Obligation("seen", some(look.done(item=mine, here=True))),
        Obligation("tried", some(send.tried(item=mine))),
        Obligation("any", some(sent.made()) & (count(send.done()) >= 1)),
        Obligation(
            "cancelled if seen",
            some(cancel.done(item=mine)),
            guard=some(look.done(item=mine, here=True)),
        ),
        Obligation("no", some(send.done(item=mine)) & none(send.tried())),
        Rule("once", count(send.done()) <= 1),
        Rule(
            "careful",
            every(
                some(look.done(item=a.item, here=False).between(a, b))
                for a in send.unclear()
                for b in send.tried(item=a.item).after(a)
            ),
        ),
        Rule("kept", none(cancel.done()) & none(cancel.unclear())),
        Rule(
            "soon",
            every(
                some(look.done(item=a.item).within(1, of=a)) | (now <= a.end + 1)
                for a in send.done()
            ),
        ),
    ),
    delays=(1, 2),
)

approve = Decision("approve", of=[item])
merge = Tool("merge", takes=[item], fails="clean")
risky = Given("risky", item)

PANEL = Tiny(
    asked(
        "have the item merged, approved by another",
        World("panel", tools=[merge], decisions=[approve], relations=[risky]),
        (item, author),
        Obligation("merged", some(merge.done(item=mine))),
        Obligation("consent", some(approve.given(item=mine).standing())),
        Obligation("two", count(a.by for a in approve.given(item=mine)) >= 2),
        Obligation("all", every(some(approve.given(item=i)) for i in Item)),
        Obligation("no", some(approve.given(by=bound(author))) & none(approve.given())),
        Rule(
            "approved",
            every(
                some(approve.given(item=m.item, by=~bound(author)).standing(m))
                for m in merge.tried()
            ),
        ),
        Rule(
            "approved once",
            every(some(approve.given(item=m.item).before(m)) for m in merge.tried()),
        ),
        Rule("safe", none(risky(m.item) for m in merge.done())),
        Rule("own", every(m.by == bound(author) for m in merge.done())),
    ),
    people=("agent", "party-1"),
    callers=("agent", "party-1"),
    declares=("Item",),
    gives=("risky",),
)

lines, parts = Rows("lines", doc, amount, key=doc), Rows("parts", doc)
shipped = Effect("shipped", doc)
listing = Tool("listing", returns=[lines], fails="clean")
ship = Tool("ship", returns=[parts], makes=[shipped(parts.doc)])

TILL = Tiny(
    asked(
        "say what the documents are worth, and ship one",
        World("till", tools=[listing, ship]),
        (doc,),
        Obligation(
            "worth",
            (claim(worth) == total(x.amount for p in listing.done() for x in p.lines))
            & some(listing.done()),
        ),
        Obligation(
            "counted",
            count(x.doc for p in listing.done() for x in p.lines) == claim(worth),
        ),
        Obligation("shipped", some(shipped.made(doc=bound(doc)).standing())),
        Obligation(
            "named", some(x.doc == bound(doc) for p in listing.done() for x in p.lines)
        ),
        Obligation("none", nothing(x.doc for p in listing.done() for x in p.lines)),
        Rule(
            "listed",
            every(
                some(x.doc == c.doc for p in listing.done().before(c) for x in p.lines)
                for c in shipped.made()
            ),
        ),
        Rule(
            "no less",
            every(x.amount <= claim(worth) for p in listing.done() for x in p.lines),
        ),
    ),
    numbers=(0, 1, 2),
)

bad = Flag("bad")
run = Tool("run", takes=[item], returns=[bad, worth], makes=[sent(item)], error=bad)

DESK = Tiny(
    asked(
        "have the item run",
        World("desk", tools=[run]),
        (item,),
        Obligation("ran", some(run.done(item=mine))),
        Obligation("made", some(sent.made(item=mine))),
        Obligation("worthy", some(run.done(item=mine, worth=1))),
        Obligation("tried", some(run.tried(item=mine, bad=True))),
        Obligation("no", some(run.done(bad=True))),
        Rule("clean", none(run.tried(bad=True))),
        Rule("told", none(run.unclear()) & none(run.tried(worth=1))),
        Rule(
            "again",
            every(some(run.done(item=a.item).after(a)) for a in run.tried(bad=True)),
        ),
    ),
)

TINY = {"post": POST, "panel": PANEL, "till": TILL}
GOOD = {  # of each world, duties that can be met together
    "post": ("sent", "seen", "once", "careful"),
    "panel": ("merged", "consent", "approved", "safe"),
    "till": ("worth", "shipped", "named", "listed"),
}


def only(tiny: Tiny, *names: str) -> Tiny:
    """Return the tiny world with these of its duties."""
    owes = [d for d in tiny.request.owes if d.name in names]
    keeps = [d for d in tiny.request.keeps if d.name in names]
    return attrs.evolve(
        tiny, request=attrs.evolve(tiny.request, owes=owes, keeps=keeps)
    )
