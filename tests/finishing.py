"""One clean certificate, and what it is held against; `breaks` has what breaks it.

A small survey: ratings of three items by an API, who owns the first of them, which is
the best, and whether anybody complained.
"""

from collections.abc import Sequence
from typing import Any

import attrs

from obligato.model import Record, digest_of, record
from obligato.model.finish import (
    AnswerContract,
    Approval,
    Certificate,
    Claim,
    Demand,
    Ledger,
    Operand,
    Slot,
    Transform,
    certify,
)
from obligato.model.record import Call, Receipt, args_digest
from obligato.spec import (
    Bool,
    Decision,
    Int,
    List,
    Obligation,
    Ratio,
    Request,
    Rows,
    Sort,
    Tool,
    World,
    bound,
    claim,
    mean,
    some,
)

Item, Name, Note = Sort("Item"), Sort("Name"), Sort("Note")
item, name, note = Item("item"), Name("owner"), Note("note")
rating, average = Int("rating"), Ratio("average")
rate = Tool("rate", [item], [rating], fails="clean")
look = Tool("look", [item], [name], fails="clean")
peek = Tool("peek", [item], [name], fails="clean")
complaints = Tool("complaints", [item], [Rows("notes", note)], fails="clean")
publish = Decision("publish", [item])

asked = Request(
    "survey the items",
    World("survey", [rate, look, peek, complaints], decisions=[publish]),
    binds=[item],
    owes=[
        Obligation("looked up", some(look.done(item=bound(item)))),
        Obligation("averaged", claim(average) == mean(x.rating for x in rate.done())),
    ],
)
RATINGS = {"i1": 4, "i2": 3, "i3": 5}
SCOPE = {"entity": "shop", "attribute": "rating", "level": "item", "since": 0}
SCOPE |= {"until": 100}


@attrs.frozen
class Bench:
    """All that a verdict hangs on, to be changed in one place or another."""

    contract: AnswerContract
    ledger: Ledger
    certificate: Certificate

    def receipt(self, id: str, **changes: Any) -> "Bench":
        """Change a receipt, and bind the certificate to the ledger as it is then."""
        receipts = [
            attrs.evolve(r, **changes) if r.id == id else r
            for r in self.ledger.receipts
        ]
        return self.receipts(receipts)

    def receipts(self, receipts: Sequence[Receipt], **changes: Any) -> "Bench":
        """Put other receipts in the ledger, and bind the certificate to it."""
        ordered = tuple(sorted(receipts, key=lambda r: r.id))
        ledger = attrs.evolve(self.ledger, receipts=ordered, **changes)
        bound = attrs.evolve(self.certificate, ledger=ledger.digest)
        return attrs.evolve(self, ledger=ledger, certificate=bound)

    def more(self, receipt: Receipt, *calls: Call) -> "Bench":
        """Put one more receipt in the ledger, and the calls that it is of."""
        known = {**self.ledger.calls, **{call.id: call for call in calls}}
        return self.receipts((*self.ledger.receipts, receipt), calls=known)

    def known(self, **changes: Any) -> "Bench":
        """Change what else the record says."""
        return attrs.evolve(self, ledger=attrs.evolve(self.ledger, **changes))

    def claims(self, slot: str, **changes: Any) -> "Bench":
        """Change the claim of a slot."""
        claims = [
            attrs.evolve(c, **changes) if c.slot == slot else c
            for c in self.certificate.claims
        ]
        return self.claiming(*claims)

    def claiming(self, *claims: Claim) -> "Bench":
        """Claim these, and nothing else."""
        return attrs.evolve(
            self, certificate=attrs.evolve(self.certificate, claims=claims)
        )

    def says(self, **changes: Any) -> "Bench":
        """Change what the certificate says it is of."""
        return attrs.evolve(self, certificate=attrs.evolve(self.certificate, **changes))

    def asks(self, slot: str, **changes: Any) -> "Bench":
        """Change what the contract asks of a slot; the task descriptor stays."""
        slots = [
            attrs.evolve(s, **changes) if s.name == slot else s
            for s in self.contract.slots
        ]
        return attrs.evolve(self, contract=attrs.evolve(self.contract, slots=slots))

    def demands(self, slot: str, **changes: Any) -> "Bench":
        """Change what the evidence for a slot must be."""
        slots = [
            attrs.evolve(s, evidence=attrs.evolve(s.evidence, **changes))
            if s.name == slot
            else s
            for s in self.contract.slots
        ]
        return attrs.evolve(self, contract=attrs.evolve(self.contract, slots=slots))


def _record() -> Record:
    lines = [rate(item=i).ok(rating=n) for i, n in RATINGS.items()]
    told = record(
        asked,
        *lines,
        look(item="i1").ok(owner="ann"),
        publish(item="i1").by("bob"),
        publish(item="i2").by("bob"),
        bound={"item": "i1"},
    )
    calls = {call.id: call for call in told.calls}
    sealed = [
        attrs.evolve(
            r,
            args_digest=args_digest(calls[r.call], asked.world),
            response_digest=f"{r.id:0>64}",
            scope=SCOPE,
            version="v1",
            source="api",
        )
        for r in told.ledger
    ]
    return attrs.evolve(told, ledger=tuple(sealed))


RECORD = _record()
MEAN = Transform("mean", Operand("rating"))
BEST = Transform("first", Operand("rating", key="item"), k=1)
OWNER = Transform("identity", Operand("owner"))
SILENT = Transform("absent", Operand("note", rows="notes"))
CONTRACT = AnswerContract(
    "task",
    [
        Slot(
            "average",
            Ratio,
            [MEAN],
            Demand(
                "rate",
                entity="shop",
                attribute="rating",
                level="item",
                since=0,
                until=100,
                version="v1",
                source="api",
                at_least=2,
                at_most=4,
            ),
        ),
        Slot("best", List, [BEST], Demand("rate")),
        Slot(
            "owner",
            Name,
            [OWNER],
            Demand("look", {"item": "i1"}),
            approval=Approval("publish", {"item": "i1"}),
        ),
        Slot("quiet", Bool, [SILENT], Demand("complaints", at_least=0)),
    ],
    family="survey",
    bound={"item": "i1"},
    request=digest_of(asked),
    sealed=True,
)


def clean() -> Bench:
    """Return the certificate that is complete, with what it is held against."""
    ledger = Ledger.of(RECORD, asked)
    return Bench(CONTRACT, ledger, certify(CONTRACT, ledger, {"owner": "e5"}))
