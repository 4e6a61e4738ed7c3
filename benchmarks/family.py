"""A family of frontiers of any size: pay, fetch the receipt, deliver it, verify.

Each of n tasks needs the four calls. A task may be paid by one of three invoices, each
invoice by one payment; even tasks are bound to one of them. A task is delivered after
the task above it in a binary tree was verified. A third of the tasks is paid already.
"""

from obligato.model import Record, record
from obligato.spec import (
    Effect,
    Given,
    Obligation,
    Request,
    Rule,
    Sort,
    Tool,
    World,
    every,
    some,
)
from obligato.spec.surface import Pattern

Task, Invoice, File = Sort("Task"), Sort("Invoice"), Sort("File")
Receipt, Parcel = Sort("Receipt"), Sort("Parcel")
task, invoice, file = Task("task"), Invoice("invoice"), File("file")
receipt, parcel = Receipt("receipt"), Parcel("parcel")
paid, payable = Effect("paid", Invoice), Given("payable", task, invoice)

pay = Tool(
    "pay",
    takes=[task, invoice],
    returns=[file],
    makes=[paid(invoice)],
    requires=payable(task, invoice),
)
fetch = Tool("fetch", takes=[file], returns=[receipt])
deliver = Tool("deliver", takes=[receipt], returns=[parcel])
verify = Tool("verify", takes=[parcel])
world = World("desk", tools=[pay, fetch, deliver, verify], relations=[payable])
CHOICES = 3
VARIANTS = ("sat", "short", "cycle")


def request(n: int, variant: str) -> Request:
    """Return n obligations, and the rules of their order."""
    above = {i: (i - 1) // 2 for i in range(1, n)}
    if variant == "cycle":
        above[0] = n - 1  # a leaf, far below
    return Request(
        f"{n} tasks",
        world,
        owes=[verified(i) for i in range(n)],
        keeps=[ordered(i, j) for i, j in sorted(above.items())],
    )


def verified(i: int) -> Obligation:
    """Return that task ``i`` was paid, fetched, delivered and verified."""
    return Obligation(
        f"task {i} verified",
        some(
            verify.done(parcel=d.parcel)
            for p in payments(i)
            for f in fetch.done(file=p.file)
            for d in deliver.done(receipt=f.receipt)
        ),
    )


def ordered(i: int, j: int) -> Rule:
    """Return that task ``i`` is delivered after task ``j`` was verified."""
    return Rule(
        f"task {i} after task {j}",
        every(
            some(
                verify.done(parcel=e.parcel).before(d)
                for q in payments(j)
                for g in fetch.done(file=q.file)
                for e in deliver.done(receipt=g.receipt)
            )
            for p in payments(i)
            for f in fetch.done(file=p.file)
            for d in deliver.done(receipt=f.receipt)
        ),
    )


def payments(i: int) -> Pattern:
    """Return the payments of task ``i``, by its own invoice if it is bound to it."""
    bound = {"invoice": f"i{i}"} if i % 2 == 0 else {}
    return pay.done(task=f"t{i}", **bound)


def frontier(n: int, variant: str) -> Record:
    """Return a record in which a third of the tasks is paid."""
    given = [(f"t{i}", f"i{(i + k) % n}") for i in range(n) for k in range(CHOICES)]
    lines = [pay(task=f"t{i}", invoice=f"i{i}").ok(file=f"f{i}") for i in range(n // 3)]
    return record(request(n, variant), *lines, given={"payable": given})


def finished(n: int, done: int) -> Record:
    """Return a record in which the first ``done`` tasks are verified: 4 calls each."""
    given = [(f"t{i}", f"i{(i + k) % n}") for i in range(n) for k in range(CHOICES)]
    lines = [
        line
        for i in range(done)
        for line in (
            pay(task=f"t{i}", invoice=f"i{i}").ok(file=f"f{i}"),
            fetch(file=f"f{i}").ok(receipt=f"r{i}"),
            deliver(receipt=f"r{i}").ok(parcel=f"p{i}"),
            verify(parcel=f"p{i}").ok(),
        )
    ]
    return record(request(n, "sat"), *lines, given={"payable": given})


def needed(n: int) -> int:
    """Return how many calls are left."""
    return 4 * n - n // 3
