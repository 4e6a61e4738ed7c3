"""Certificates over ten receipts: how many a second are judged.

Promised: 2,000 with all digests computed anew, 20,000 where the digest of the ledger
is known because many certificates are held against one ledger.
"""

import sys
from collections.abc import Callable

from benchmarks.timing import machine, together
from obligato.checker.termination import VERIFIER
from obligato.model import digest_of, record
from obligato.model.finish import (
    AnswerContract,
    Certificate,
    Demand,
    Ledger,
    Operand,
    Slot,
    Transform,
    certify,
)
from obligato.spec import (
    Int,
    Obligation,
    Ratio,
    Request,
    Sort,
    Tool,
    World,
    claim,
    mean,
)

COMPUTED, KNOWN = 2_000, 20_000
RECEIPTS = 10

Item, Name = Sort("Item"), Sort("Name")
item, rating, owner = Item("item"), Int("rating"), Name("owner")
average = Ratio("average")
rate = Tool("rate", [item], [rating], fails="clean")
look = Tool("look", [item], [owner], fails="clean")
asked = Request(
    "the average rating, and who owns the first",
    World("ratings", [rate, look]),
    owes=[
        Obligation("averaged", claim(average) == mean(x.rating for x in rate.done()))
    ],
)


def main() -> int:
    """Print both rates; return 1 if a promise is missed."""
    print(f"certificates over {RECEIPTS} receipts; {machine()}")
    computed, known = map(_rate, together([_computed(), _known()], 7))
    print(f"{'digests computed':28}{computed:10,.0f} a second (at least {COMPUTED:,})")
    print(
        f"{'digest of the ledger known':28}{known:10,.0f} a second (at least {KNOWN:,})"
    )
    return int(computed < COMPUTED or known < KNOWN)


def _rate(seconds: float) -> float:
    return 100 / seconds


def _contract() -> AnswerContract:
    averaged = Transform("mean", Operand("rating"))
    owned = Transform("identity", Operand("owner"))
    return AnswerContract(
        "task",
        [
            Slot("average", Ratio, (averaged,), Demand("rate", at_least=2)),
            Slot("owner", Name, (owned,), Demand("look", {"item": "i0"})),
        ],
        request=digest_of(asked),
    )


def _ledger(i: int) -> Ledger:
    """Return one of many ledgers, whose ratings tell it from the others."""
    ratings = [rate(item=f"i{n}").ok(rating=i + n) for n in range(RECEIPTS - 1)]
    told = record(asked, *ratings, look(item="i0").ok(owner=f"o{i}"))
    return Ledger.of(told, asked)


def _computed() -> Callable[[], object]:
    """Judge a hundred certificates, each against a ledger of its own, seen first."""
    contract, records = _contract(), [_ledger(i) for i in range(100)]
    certificates = [certify(contract, ledger) for ledger in records]
    raw = [(x.world, x.receipts, x.calls, x.request) for x in records]

    def run() -> None:
        for (world, receipts, calls, request), certificate in zip(
            raw, certificates, strict=True
        ):
            ledger = Ledger(world, receipts, calls, request=request)
            assert VERIFIER.complete(contract, ledger, certificate)

    return run


def _known() -> Callable[[], object]:
    """Judge a hundred certificates, ten of them wrong, against one ledger."""
    contract, ledger = _contract(), _ledger(0)
    good = certify(contract, ledger)
    certificates = [_changed(good, i) for i in range(100)]

    def run() -> None:
        for i, certificate in enumerate(certificates):
            assert VERIFIER.complete(contract, ledger, certificate) == (i % 10 != 9)

    return run


def _changed(good: Certificate, i: int) -> Certificate:
    """Return the certificate again, as new objects, and each tenth wrong."""
    import attrs

    average, owned = good.claims
    value = average.value if i % 10 != 9 else f"{i}/7"
    transform = attrs.evolve(average.transform)
    changed = attrs.evolve(average, value=value, transform=transform)
    return attrs.evolve(good, claims=(changed, attrs.evolve(owned)))


if __name__ == "__main__":
    sys.exit(main())
