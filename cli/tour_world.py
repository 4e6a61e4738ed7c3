"""The request and the records of the tour: pay one invoice, send its receipt."""

from ..model import Record, record
from ..spec import (
    Effect,
    Flag,
    Obligation,
    Request,
    Rule,
    Sort,
    Tool,
    World,
    bound,
    claim,
    handoff,
    none,
    some,
)
from ..spec.drafts import Line

Invoice, File, Address = Sort("Invoice"), Sort("File"), Sort("Address")
invoice, file, to = Invoice("invoice"), File("file"), Address("to")
found = Flag("found")
paid, sent = Effect("paid", invoice), Effect("sent", file, to)

pay = Tool("pay", takes=[invoice], returns=[file], makes=[paid(invoice)], fails="clean")
send = Tool(
    "send",
    takes=[file, to],
    makes=[sent(file, to)],
    requires=some(pay.done(file=file)),
    fails="clean",
)
outbox = Tool(
    "outbox",
    takes=[file, to],
    returns=[found],
    tells=[sent(file, to).when(found)],
    fails="clean",
)

receipt_sent = Obligation(
    "receipt sent",
    some(
        send.done(file=p.file, to=bound(to)) for p in pay.done(invoice=bound(invoice))
    ),
)
nobody_else = Rule("sent to nobody else", none(send.done(to=~bound(to))))

settle = Request(
    "pay one invoice and send its receipt",
    World("invoicing", tools=[pay, send, outbox]),
    binds=[invoice, to],
    owes=[receipt_sent],
    keeps=[nobody_else],
)

payment = pay(invoice="INV-42").ok(file="t7")
sending = send(file="t7", to="a")
BOUND = {"invoice": "INV-42", "to": "a"}


def told(*lines: Line) -> Record:
    """Return the record of these events, for INV-42 and address a."""
    return record(settle, *lines, bound=BOUND)


GOOD = told(payment, sending.ok())
ASTRAY = told(payment, send(file="t7", to="b").ok())
LOST = told(payment, sending.lost())
PROBED = told(payment, sending.lost(), outbox(file="t7", to="a").ok(found=True))
EARLY = told(payment, claim(), sending.ok())
SUFFIXES = {
    "send t7 to a": told(payment, handoff(), sending.ok()),
    "send t9, which nobody paid for, and t7": told(
        payment, handoff(), send(file="t9", to="a").ok(), sending.ok()
    ),
    "pay again, then send": told(payment, handoff(), payment, sending.ok()),
    "do nothing": told(payment, handoff()),
}
