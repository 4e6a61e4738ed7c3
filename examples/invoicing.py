"""The running example: pay one invoice and send its receipt (CFRC, section 3)."""

from examples.judged import Judged
from obligato.model import record
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

Invoice, File, Address, Message = (
    Sort("Invoice"),
    Sort("File"),
    Sort("Address"),
    Sort("Message"),
)
invoice, file, to, message = (
    Invoice("invoice"),
    File("file"),
    Address("to"),
    Message("message"),
)
arrived = Flag("arrived")
paid, sent = Effect("paid", Invoice), Effect("sent", File, Address)

pay = Tool("pay", takes=[invoice], returns=[file], makes=[paid(invoice)], fails="clean")
send = Tool(
    "send",
    takes=[file, to],
    returns=[message],
    makes=[sent(file, to)],
    requires=some(pay.done(file=file)),
    fails="clean",
)
track = Tool("track", takes=[message], returns=[arrived], fails="clean")

delivered = Obligation(
    "receipt delivered",
    some(
        track.done(message=s.message, arrived=True)
        for p in pay.done(invoice=bound(invoice))
        for s in send.done(file=p.file, to=bound(to))
    ),
)

settle = Request(
    "pay one invoice and send its receipt",
    World("invoicing", tools=[pay, send, track]),
    binds=[invoice, to],
    owes=[delivered],
)

BOUND = {"invoice": "INV-42", "to": "a"}
payment = pay(invoice="INV-42").ok(file="t7")
delivery = send(file="t7", to="a").ok(message="m1")
arrival = track(message="m1").ok(arrived=True)

JUDGED = [
    Judged(
        settle, label, record(settle, *lines, bound=BOUND), {delivered.name: verdict}
    )
    for label, verdict, lines in [
        ("paid, sent t7 to a, tracked as arrived", "E", [payment, delivery, arrival]),
        ("not tracked", "R", [payment, delivery]),
        (
            "tracked, not arrived",
            "R",
            [payment, delivery, track(message="m1").ok(arrived=False)],
        ),
        (
            "sent to b",
            "R",
            [payment, send(file="t7", to="b").ok(message="m1"), arrival],
        ),
        (
            "another file sent",
            "R",
            [payment, send(file="t1", to="a").ok(message="m1"), arrival],
        ),
        (
            "another invoice paid",
            "R",
            [pay(invoice="INV-43").ok(file="t7"), delivery, arrival],
        ),
        (
            "the send lost, tracked as arrived",
            "N",
            [payment, send(file="t7", to="a").lost(), arrival],
        ),
        (
            "another message tracked",
            "R",
            [payment, delivery, track(message="m2").ok(arrived=True)],
        ),
        ("nothing", "R", []),
    ]
]
not_arrived = next(case for case in JUDGED if case.label == "tracked, not arrived")
