"""A small world that has everything the language speaks of, for the laws."""

from obligato.spec import (
    Decision,
    Effect,
    Flag,
    Given,
    Int,
    Obligation,
    Request,
    Rows,
    Rule,
    Sort,
    Tool,
    World,
    bound,
    claim,
    none,
    some,
)

Item, Doc = Sort("Item"), Sort("Doc")
item, doc = Item("item"), Doc("doc")
size, amount, worth = Int("size"), Int("amount"), Int("worth")
here = Flag("here")
touched, lines = Rows("touched", doc), Rows("lines", doc, amount, key=doc)

made, changed = Effect("made", item), Effect("changed", doc)
special = Given("special", doc)
approve = Decision("approve", of=[item, doc])

make = Tool("make", takes=[item, size], makes=[made(item)], settles=3)
ensure = Tool("ensure", takes=[item], makes=[made(item)], repeat="same", fails="clean")
undo = Tool("undo", takes=[item], ends=[made(item)], fails="clean")
look = Tool(
    "look",
    takes=[item],
    returns=[here],
    tells=[made(item).when(here)],
    fails="clean",
)
listing = Tool("listing", takes=[item], returns=[lines, size], fails="clean")
touch = Tool(
    "touch",
    takes=[item],
    returns=[touched],
    makes=[changed(touched.doc)],
    requires=some(made.made(item=item).standing()),
)

lab = Request(
    "have the item made, worth something, and no special doc changed",
    World(
        "lab",
        tools=[make, ensure, undo, look, listing, touch],
        decisions=[approve],
        relations=[special],
    ),
    binds=[item, doc],
    owes=[
        Obligation("made", some(made.made(item=bound(item)).standing())),
        Obligation("worth", some(claim(worth) <= p.size for p in listing.done())),
    ],
    keeps=[Rule("untouched", none(special(c.doc) for c in changed.made()))],
)
