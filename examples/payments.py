"""Probe before a payment is tried again, and pay once in the end."""

from examples.judged import Judged
from obligato.model import record
from obligato.spec import (
    Effect,
    Flag,
    Line,
    Obligation,
    Request,
    Rule,
    Sort,
    Tool,
    World,
    at,
    bound,
    count,
    every,
    some,
)

Invoice = Sort("Invoice")
invoice, paid = Invoice("invoice"), Flag("paid")
charged = Effect("charged", invoice)

pay = Tool("pay", takes=[invoice], makes=[charged(invoice)], settles=100, fails="clean")
probe = Tool(
    "probe",
    takes=[invoice],
    returns=[paid],
    tells=[charged(invoice).when(paid)],
    fails="clean",
)

careful = Rule(
    "no blind retry",
    every(
        some(probe.done(invoice=a.invoice, paid=False).between(a, b))
        for a in pay.unclear()
        for b in pay.tried(invoice=a.invoice).after(a)
    ),
)
paid_once = Obligation("paid once", count(pay.done(invoice=bound(invoice))) == 1)

paying = Request(
    "pay the invoice once",
    World("payments", tools=[pay, probe]),
    binds=[invoice],
    owes=[paid_once],
    keeps=[careful],
)

BOUND = {"invoice": "INV-42"}
lost, again = pay(invoice="INV-42").lost(), pay(invoice="INV-42").ok()
absent, present = (probe(invoice="INV-42").ok(paid=p) for p in (False, True))

CASES: list[tuple[str, dict[str, str], list[Line]]] = [
    (
        "pay lost at 0, pay at 200",
        {careful.name: "R", paid_once.name: "N"},
        [at(0), lost, at(200), again],
    ),
    (
        "pay lost at 0, probe says unpaid at 150, pay at 200",
        {careful.name: "E", paid_once.name: "E"},
        [at(0), lost, at(150), absent, at(200), again],
    ),
    (
        "pay lost, probe says paid at 150, pay at 200",
        {careful.name: "R"},
        [at(0), lost, at(150), present, at(200), again],
    ),
    ("pay", {careful.name: "E"}, [again]),
    (
        "pay lost at 0, probe unpaid at 50, pay at 200",
        {paid_once.name: "N"},
        [at(0), lost, at(50), absent, at(200), again],
    ),
    (
        "pay lost at 0, probe paid at 150",
        {paid_once.name: "E"},
        [at(0), lost, at(150), present],
    ),
    ("pay lost", {paid_once.name: "N"}, [lost]),
]

JUDGED = [
    Judged(paying, label, record(paying, *lines, bound=BOUND), verdicts)
    for label, verdicts, lines in CASES
]
