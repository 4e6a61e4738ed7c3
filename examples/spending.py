"""A total over complete pages of one version; a page fetched twice counts once."""

from examples.judged import Judged
from obligato.model import record
from obligato.spec import (
    Int,
    Line,
    Obligation,
    Request,
    Rows,
    Sort,
    Tool,
    World,
    bound,
    claim,
    count,
    every,
    some,
    total,
)

Customer, Item = Sort("Customer"), Sort("Item")
customer, line = Customer("customer"), Item("line")
number, of, version = Int("number"), Int("of"), Int("version")
amount, spend = Int("amount"), Int("spend")
lines = Rows("lines", line, amount, key=line)

listing = Tool(
    "listing",
    takes=[customer, number],
    returns=[of, version, lines],
    fails="clean",
)

pages = listing.done(customer=bound(customer))
complete = some(pages) & every(
    (p.number >= 1) & (p.number <= p.of) & (count(q.number for q in pages) == p.of)
    for p in pages
)
one_version = every(p.version == q.version for p in pages for q in pages)
spent = Obligation(
    "spend over all pages",
    complete
    & one_version
    & (claim(spend) == total(line.amount for p in pages for line in p.lines)),
)

spending = Request(
    "say what the customer spent",
    World("spending", tools=[listing]),
    binds=[customer],
    owes=[spent],
)

BOUND = {"customer": "k"}
first, second = listing(customer="k", number=1), listing(customer="k", number=2)
a_and_b = [{"line": "a", "amount": 3}, {"line": "b", "amount": 4}]
page_1 = first.ok(of=2, version=1, lines=a_and_b)
page_2 = second.ok(of=2, version=1, lines=[{"line": "c", "amount": 5}])
page_2_later = second.ok(of=2, version=2, lines=[{"line": "c", "amount": 5}])
page_2_other = second.ok(of=2, version=1, lines=[{"line": "c", "amount": 6}])

CASES: list[tuple[str, str, list[Line]]] = [
    ("both pages, claim 12", "E", [page_1, page_2, claim(spend=12)]),
    ("both pages, claim 11", "R", [page_1, page_2, claim(spend=11)]),
    ("page 1 only, claim 7", "R", [page_1, claim(spend=7)]),
    (
        "page 2 fetched twice, claim 12",
        "E",
        [page_1, page_2, page_2, claim(spend=12)],
    ),
    (
        "the pages of two versions, claim 12",
        "R",
        [page_1, page_2_later, claim(spend=12)],
    ),
    (
        "page 2 fetched twice, line c differs",
        "N",
        [page_1, page_2, page_2_other, claim(spend=12)],
    ),
    ("page 2 lost, claim 12", "N", [page_1, second.lost(), claim(spend=12)]),
    ("both pages, no claim yet", "N", [page_1, page_2]),
    ("nothing", "R", []),
]

JUDGED = [
    Judged(
        spending, label, record(spending, *lines, bound=BOUND), {spent.name: verdict}
    )
    for label, verdict, lines in CASES
]
