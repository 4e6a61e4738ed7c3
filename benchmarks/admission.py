"""What it costs to decide about a plan, by its actions, and beside a check by hand.

Promised: the first step grows as n**k with k at most 1.2 from 20 actions to 10,000, on
plans that are chains, 4 wide, in which each effect has one maker; at most 3 × the same
check written by hand for that world; at least 5,000 plans of 20 actions a second. Timed
is the decision, of plans and contracts that are there; digests, coverage and what a
contract costs to make ready are told beside it.
"""

import sys
from functools import partial

from benchmarks.admission_by_hand import ByHand
from benchmarks.timing import exponent, machine, seconds, together
from examples.invoicing import Invoice, pay, send, settle, to, track
from obligato.checker.admission.admit import Admission
from obligato.checker.admission.layout import Layout
from obligato.checker.constructor import freeze
from obligato.model import Record, record
from obligato.model.handoff.plan import Action, Bound, Edge, Field, Plan
from obligato.model.handoff.plan_document import plan_digest
from obligato.spec import Obligation, Request, bound, every, some

SIZES = (21, 102, 999, 9_999)
WIDE = 4
GROWS, TIMES, RATE = 1.2, 3.0, 5_000
REPEATS = 3

every_one = Obligation(
    "each receipt delivered",
    every(
        some(
            track.done(message=s.message, arrived=True)
            for p in pay.done(invoice=i)
            for s in send.done(file=p.file, to=bound(to))
        )
        for i in Invoice
    ),
)
many = Request(
    "pay the invoices and send their receipts", settle.world, [to], [every_one]
)


def frontier(n: int) -> Record:
    """Return the record of so many invoices, of which none is paid."""
    return record(many, bound={"to": "a"}, entities={"Invoice": invoices(n)})


def invoices(n: int) -> list[str]:
    """Return the names of so many invoices."""
    return [f"INV-{i}" for i in range(n)]


def plan(n: int, wide: int = WIDE) -> Plan:
    """Return the plan that delivers them, in chains: so many go on side by side."""
    nodes, edges = list[Action](), list[Edge]()
    for i, name in enumerate(invoices(n)):
        file, message = Field(f"pay{i}", "file"), Field(f"send{i}", "message")
        nodes += [
            Action(f"pay{i}", "pay", {"invoice": name}),
            Action(f"send{i}", "send", {"file": file, "to": Bound("to")}),
            Action(f"track{i}", "track", {"message": message}, (), {"arrived": True}),
        ]
        if i >= wide:
            edges.append(Edge("needs", f"track{i - wide}", f"pay{i}"))
    return Plan(nodes, edges)


def by_hand(n: int) -> ByHand:
    """Return the contract as the check by hand takes it."""
    known = {("Invoice", name) for name in invoices(n)} | {("Address", "a")}
    return ByHand(
        frozenset(("pay", "send", "track")),
        frozenset(("paid", "sent")),
        frozenset(known),
        {"to": "a"},
        frozenset(),
        frozenset(),
        frozenset(invoices(n)),
    )


def main() -> int:
    """Print the tables; return 1 if a promise is missed."""
    print(f"admission, CPU ms; {machine('networkx')}")
    print(f"{'actions':34}" + "".join(f"{n:>10}" for n in SIZES) + f"{'k':>8}")
    rows: dict[str, list[float]] = {}
    for n in SIZES:
        for name, taken in _times(n // 3).items():
            rows.setdefault(name, []).append(taken)
    for name, times in rows.items():
        k = exponent(SIZES, times)
        print(f"  {name:32}" + "".join(f"{t * 1e3:10.3f}" for t in times) + f"{k:8.2f}")
    grows, first = exponent(SIZES, rows["step 1"]), rows["step 1"][0]
    ratios = [a / b for a, b in zip(rows["step 1"], rows["by hand"], strict=True)]
    print(f"  {'step 1 / by hand':32}" + "".join(f"{r:10.2f}" for r in ratios), end="")
    print(f" × (at most {TIMES})")
    print(f"step 1 grows as n**{grows:.2f} (at most {GROWS})")
    print(f"{1 / first:,.0f} plans of {SIZES[0]} actions a second (at least {RATE:,})")
    closure()
    return int(grows > GROWS or max(ratios) > TIMES or 1 / first < RATE)


def closure() -> None:
    """Print the worst case: one chain of all actions, whose closure has n² pairs."""
    times = []
    for n in SIZES:
        made = plan(n // 3, wide=1)
        assert made.by_id
        times.append(seconds(partial(Layout, made), REPEATS))
    print(f"  {'one chain: layout and closure':32}", end="")
    print("".join(f"{t * 1e3:10.3f}" for t in times), end="")
    print(f"{exponent(SIZES, times):8.2f}")


def _times(n: int) -> dict[str, float]:
    made, before = plan(n), frontier(n)
    contract, hand = freeze(many, before), by_hand(n)
    admission = Admission(contract, before)
    assert admission.linked(made)
    assert hand.admits(made)
    assert not admission.linked(Plan(made.nodes[:-1], made.edges))
    assert not hand.admits(Plan(made.nodes[:-1], made.edges))

    ours, theirs = together(
        [lambda: admission.linked(made), lambda: hand.admits(made)], REPEATS
    )
    return {
        "step 1": ours,
        "by hand": theirs,
        "the digest of the plan": seconds(lambda: plan_digest(made, many), 1),
        "a contract made ready": seconds(lambda: Admission(contract, before), 1),
    }


if __name__ == "__main__":
    sys.exit(main())
