"""Records of about a dozen events for each predicate: clean, broken and unclear."""

from collections.abc import Iterator

from examples import (
    invoicing,
    payments,
    refunds,
    review,
    shipping,
    spending,
    workspace,
)
from obligato.model import Record, record
from obligato.spec import Request, at, claim, gap
from obligato.spec.drafts import Line
from obligato.spec.requests import Duty

HOUR = 60 * 60 * 1000


def typical() -> Iterator[tuple[Duty, Request, list[Record]]]:
    """Yield each predicate with its request and the records it is timed on."""
    yield refunds.refunded, refunds.once, list(_refunds())
    yield shipping.told, shipping.telling, list(_shipping())
    yield review.approved, review.review, list(_review())
    yield payments.careful, payments.paying, list(_payments())
    yield payments.paid_once, payments.paying, list(_payments())
    yield spending.spent, spending.spending, list(_spending())
    yield workspace.untouched, workspace.editing, list(_workspace())
    yield workspace.green, workspace.editing, list(_workspace())
    yield invoicing.delivered, invoicing.settle, list(_invoicing())


def _refunds() -> Iterator[Record]:
    refund = refunds.refund
    others = [refund(order=f"o{i}", amount=i).ok() for i in range(2, 12)]
    for own in (
        [refunds.five.ok()],
        [refunds.five.ok(), refunds.five.ok()],
        [refunds.five.failed(), refunds.five.ok()],
        [refunds.five.lost(), refunds.five.ok()],
        [refund(order="o1", amount=4).ok()],
    ):
        yield record(refunds.once, *others, *own, bound=refunds.BOUND)


def _shipping() -> Iterator[Record]:
    ship, notify = shipping.ship, shipping.notify
    orders = [f"o{i}" for i in range(6)]
    shipped: list[Line] = [ship(order=o).ok() for o in orders]
    late: list[Line] = [at(hours=25)]
    for before, notified in (
        ([], [notify(order=o).ok() for o in orders]),
        ([], [notify(order=o).ok() for o in reversed(orders)]),
        ([], [notify(order=o).ok() for o in orders[:-1]]),
        ([], [notify(order=o).lost() for o in orders]),
        (late, [notify(order=o).ok() for o in orders]),
    ):
        yield record(shipping.telling, *shipped, *before, *notified)


def _review() -> Iterator[Record]:
    approve, merge = review.approve, review.merge
    people = ("ann", "bob", "cy", "dee", "eve")
    first = [approve(change="c", diff="d0").by(who) for who in people]
    then = [approve(change="c", diff="d").by(who) for who in people]
    merged = merge(change="c", diff="d").ok()
    for lines in (
        [*first, *then, merged],
        [*first, then[1].revoked(), then[1], then[2], merged, then[3], merged],
        [*first, then[0], then[1], merged],
        [*first, *then, *(draft.revoked() for draft in then[1:4]), merged],
        [*first, gap(approve), *then[:2], merged],
    ):
        yield record(review.review, *lines, bound=review.BOUND)


def _payments() -> Iterator[Record]:
    pay, probe = payments.pay, payments.probe
    others: list[Line] = []
    for i in range(4):
        others += [pay(invoice=f"I{i}").lost(), probe(invoice=f"I{i}").ok(paid=False)]
        others += [pay(invoice=f"I{i}").ok()]
    lost, again, absent = payments.lost, payments.again, payments.absent
    for lines in (
        [lost, at(500), absent, again],
        [lost, at(500), again],
        [again],
        [lost, at(500), payments.present],
        [lost],
    ):
        yield record(payments.paying, *others, *lines, bound=payments.BOUND)


def _spending() -> Iterator[Record]:
    listing = spending.listing

    def page(number: int, of: int = 6, version: int = 1) -> Line:
        lines = [{"line": f"{number}.{i}", "amount": i} for i in range(5)]
        draft = listing(customer="k", number=number)
        return draft.ok(of=of, version=version, lines=lines)

    others = [listing(customer="m", number=n).ok(of=4, version=1) for n in range(1, 5)]
    pages = [page(n) for n in range(1, 7)]
    for own in (
        [*pages, claim(spend=60)],
        [*pages, pages[2], claim(spend=61)],
        [*pages[:-1], claim(spend=50)],
        [*pages[:-1], page(6, version=2), claim(spend=60)],
        [*pages[:-1], listing(customer="k", number=6).lost(), claim(spend=60)],
    ):
        yield record(spending.spending, *others, *own, bound=spending.BOUND)


def _workspace() -> Iterator[Record]:
    write, shell, passing = workspace.write, workspace.shell, workspace.passing
    edits: list[Line] = [write(path=f"src/{i}").ok() for i in range(6)]
    runs: list[Line] = [
        shell(command="make").ok(touched=[f"out/{i}", f"src/{i}"]) for i in range(3)
    ]
    for lines in (
        [*edits, *runs, passing],
        [*edits, passing, *runs, passing],
        [*edits, passing, *runs],
        [*edits, write(path="tests/a").ok(), *runs, passing],
        [*edits, shell(command="make").lost(), *runs, passing],
    ):
        yield record(
            workspace.editing, *lines, bound=workspace.BOUND, given=workspace.GIVEN
        )


def _invoicing() -> Iterator[Record]:
    pay, send, track = invoicing.pay, invoicing.send, invoicing.track
    others: list[Line] = []
    for i in range(3):
        others += [pay(invoice=f"I{i}").ok(file=f"f{i}")]
        others += [send(file=f"f{i}", to="a").ok(message=f"n{i}")]
        others += [track(message=f"n{i}").ok(arrived=True)]
    paid, sent, arrived = invoicing.payment, invoicing.delivery, invoicing.arrival
    for lines in (
        [paid, sent, arrived],
        [paid, sent],
        [paid, send(file="t7", to="a").lost(), arrived],
        [paid, send(file="t7", to="b").ok(message="m1"), arrived],
        [paid, sent, track(message="m1").ok(arrived=False), arrived],
    ):
        yield record(invoicing.settle, *others, *lines, bound=invoicing.BOUND)
