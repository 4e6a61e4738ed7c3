"""Wrong ways to say that the customer's spend was told, over all pages."""

from examples.spending import (
    complete,
    listing,
    one_version,
    pages,
    spend,
    spending,
    spent,
)
from examples.wrong.mistake import Kind, Mistake
from obligato.spec import Obligation, claim, count, every, some, total

the_sum = claim(spend) == total(line.amount for p in pages for line in p.lines)

WRONG = [
    Mistake(
        spending,
        spent,
        Kind.PART,
        Obligation("pages of any version", complete & the_sum),
        "A listing does not change while it is read.",
        "weaker",
    ),
    Mistake(
        spending,
        spent,
        Kind.QUANTIFIER,
        Obligation("some pages", some(pages) & one_version & the_sum),
        "What was fetched is all there is.",
        "weaker",
    ),
    Mistake(
        spending,
        spent,
        Kind.NOTHING,
        Obligation(
            "every page, if any",
            every(
                (p.number >= 1)
                & (p.number <= p.of)
                & (count(q.number for q in pages) == p.of)
                for p in pages
            )
            & one_version
            & the_sum,
        ),
        "To say something of every page is to say that there are pages.",
        "by nothing",
    ),
    Mistake(
        spending,
        spent,
        Kind.EVENTS,
        Obligation(
            "as many calls as pages",
            some(pages)
            & every(
                (p.number >= 1) & (p.number <= p.of) & (count(pages) == p.of)
                for p in pages
            )
            & one_version
            & the_sum,
        ),
        "Each call fetches another page.",
        "incomparable",
    ),
    Mistake(
        spending,
        spent,
        Kind.CLAIM,
        Obligation("nothing said", complete & one_version),
        "Once all pages are there, anybody can add them up.",
        "weaker",
    ),
    Mistake(
        spending,
        spent,
        Kind.COUNT,
        Obligation(
            "at least",
            complete
            & one_version
            & (claim(spend) >= total(line.amount for p in pages for line in p.lines)),
        ),
        "A spend that covers all lines is the spend.",
        "weaker",
    ),
    Mistake(
        spending,
        spent,
        Kind.BINDING,
        Obligation(
            "anybody's pages",
            some(listing.done())
            & every(
                (p.number >= 1)
                & (p.number <= p.of)
                & (count(q.number for q in listing.done()) == p.of)
                for p in listing.done()
            )
            & every(
                p.version == q.version for p in listing.done() for q in listing.done()
            )
            & (
                claim(spend)
                == total(line.amount for p in listing.done() for line in p.lines)
            ),
        ),
        "Only one customer is asked about.",
        "incomparable",
    ),
]
