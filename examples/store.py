"""A real store in SQLite: invoices are paid and receipts sent, by one holder at a time.

It is the live world of a tenure: `Store` performs calls and answers them, keeps the
clock, and says who holds the lease. Each is one transaction, so that a process that is
killed has done the whole of a call or nothing of it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from obligato.model import Record, record
from obligato.model.handoff import Action, Bound, Edge, Plan, Test
from obligato.model.record import Receipt
from obligato.model.tenure import Lease, Order, lost, stale
from obligato.spec import (
    Effect,
    Flag,
    Obligation,
    Request,
    Sort,
    Tool,
    World,
    bound,
    some,
)

Invoice, Address = Sort("Invoice"), Sort("Address")
invoice, to, found = Invoice("invoice"), Address("to"), Flag("found")
paid, sent = Effect("paid", invoice), Effect("sent", invoice, to)

pay = Tool("pay", takes=[invoice], makes=[paid(invoice)], settles=50, fails="clean")
send = Tool(
    "send",
    takes=[invoice, to],
    makes=[sent(invoice, to)],
    requires=some(paid.made(invoice=invoice)),
    settles=50,
    fails="clean",
)
look_paid = Tool(
    "look_paid", takes=[invoice], returns=[found], tells=[paid(invoice).when(found)]
)
look_sent = Tool(
    "look_sent",
    takes=[invoice, to],
    returns=[found],
    tells=[sent(invoice, to).when(found)],
)

settled = Obligation(
    "paid, and its receipt sent",
    some(paid.made(invoice=bound(invoice)))
    & some(sent.made(invoice=bound(invoice), to=bound(to))),
)
settling = Request(
    "pay one invoice and send its receipt",
    World("store", tools=[pay, send, look_paid, look_sent]),
    binds=[invoice, to],
    owes=[settled],
)
BOUND = {"invoice": "INV-42", "to": "ann"}
OF, OF_BOTH = (
    {"invoice": Bound("invoice")},
    {"invoice": Bound("invoice"), "to": Bound("to")},
)


def chosen() -> Record:
    """Return the record of a choice that was accepted, before any effect."""
    return record(settling, bound=BOUND)


def plain() -> Plan:
    """Return the plan of whoever knows that nothing was done yet."""
    nodes = [Action("pay", "pay", OF), Action("send", "send", OF_BOTH)]
    return Plan(nodes, [Edge("needs", "pay", "send")])


def careful(since: int) -> Plan:
    """Return the plan of whoever does not know: look first, then do what is missing.

    `since`: when the last call ended that was not answered; it may land until 50 ms
    later.
    """
    wait = since + 51
    nodes = [
        Action("look_paid", "look_paid", OF, not_before=wait),
        Action("pay", "pay", OF, guard=[Test("look_paid", "found", False)]),
        Action("look_sent", "look_sent", OF_BOTH, not_before=wait),
        Action("send", "send", OF_BOTH, guard=[Test("look_sent", "found", False)]),
    ]
    return Plan(nodes, [Edge("needs", "pay", "send")])


class Store:
    """The world `settling` in a SQLite file, with its clock and its lease.

    `fenced`: whether a call under an older lease than the last is refused.
    """

    def __init__(self, path: Path, fenced: bool = True) -> None:
        self.fenced = fenced
        self.database = sqlite3.connect(path, isolation_level=None, timeout=60)
        with self._whole():
            for statement in (
                "CREATE TABLE IF NOT EXISTS made (effect, invoice, recipient, call)",
                "CREATE TABLE IF NOT EXISTS clock (ms INTEGER)",
                "CREATE TABLE IF NOT EXISTS lease (epoch INTEGER, state)",
                "INSERT INTO clock SELECT 0 WHERE NOT EXISTS (SELECT * FROM clock)",
                "INSERT INTO lease SELECT 0, '' WHERE NOT EXISTS (SELECT * FROM lease)",
            ):
                self.database.execute(statement)

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Do all of it or nothing, with nobody in between."""
        self.database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.database.execute("ROLLBACK")
            raise
        self.database.execute("COMMIT")

    def now(self) -> int:
        """Return the time; it passes when somebody waits, or calls."""
        (ms,) = self.database.execute("SELECT ms FROM clock").fetchone()
        return int(ms)

    def wait(self, until: int) -> None:
        """Let it be ``until``, or later."""
        self.database.execute("UPDATE clock SET ms = max(ms, ?)", (until,))

    def call(self, order: Order) -> Receipt:
        """Perform one call, unless its lease is over."""
        with self._whole():
            self.database.execute("UPDATE clock SET ms = ms + 1")
            if self.fenced and order.epoch < self._lease()[0]:
                return order.answered(settling.world, "failed", source="fenced")
            return self._perform(order)

    def _perform(self, order: Order) -> Receipt:
        tool, args = order.call.tool, order.call.args
        effect = "paid" if tool in ("pay", "look_paid") else "sent"
        here = (effect, args["invoice"], args.get("to", ""))
        if tool in ("look_paid", "look_sent"):
            there = self._there(*here)
            return order.answered(settling.world, "ok", {"found": there})
        if tool == "send" and not self._there("paid", args["invoice"], ""):
            return order.answered(settling.world, "failed", source="not paid")
        self.database.execute(
            "INSERT INTO made VALUES (?, ?, ?, ?)", (*here, order.call.id)
        )
        return order.answered(settling.world, "ok")

    def _there(self, *here: str) -> bool:
        query = "SELECT 1 FROM made WHERE (effect, invoice, recipient) = (?, ?, ?)"
        return self.database.execute(query, here).fetchone() is not None

    def _lease(self) -> tuple[int, str]:
        epoch, state = self.database.execute("SELECT * FROM lease").fetchone()
        return int(epoch), str(state)

    def acquire(self, holder: str, seen: str) -> Lease:
        """Return a new lease if ``seen`` is the state; the first says what it is."""
        with self._whole():
            epoch, state = self._lease()
            if state not in ("", seen):
                raise stale(holder, seen, state)
            self.database.execute(
                "UPDATE lease SET epoch = ?, state = ?", (epoch + 1, seen)
            )
        return Lease(holder, epoch + 1, seen)

    def write(self, lease: Lease, state: str) -> None:
        """Say that what follows leads to ``state``, by the holder alone."""
        with self._whole():
            epoch, _ = self._lease()
            if epoch != lease.epoch:
                raise lost(lease, epoch)
            self.database.execute("UPDATE lease SET state = ?", (state,))

    def holds(self, lease: Lease) -> bool:
        """Whether nobody took a lease since."""
        return self._lease()[0] == lease.epoch


def made_in(path: Path) -> list[tuple[str, ...]]:
    """Return every effect in a store, once for each time it was made.

    What a process that was killed left half done is rolled back first.
    """
    query = "SELECT effect, invoice, recipient FROM made ORDER BY rowid"
    database = sqlite3.connect(f"file:{path}?mode=rw", uri=True)
    try:
        found = database.execute(query).fetchall()
    finally:
        database.close()
    return [made[:2] if made[0] == "paid" else made for made in found]
