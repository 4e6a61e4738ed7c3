"""For each clause of acceptance, a change after which it alone fails."""

from collections.abc import Callable
from typing import Any, TypeAlias

import attrs

from obligato.model.finish import Claim, Operand, Transform
from obligato.model.record import Call, Decided, Receipt
from obligato.model.record import Claim as Claimed
from tests.finishing import OWNER, SCOPE, Bench


def _untold(bench: Bench) -> Bench:
    """Let the contract not want digests, and a receipt name no call."""
    contract = attrs.evolve(bench.contract, sealed=False)
    lax = attrs.evolve(bench, contract=contract).demands("owner", args={})
    return lax.receipt("r4", args_digest="", call="")


def _nothing_asked(bench: Bench) -> Bench:
    contract = attrs.evolve(bench.contract, slots=(), bound={})
    known = attrs.evolve(bench, contract=contract).known(request=None)
    return known.claiming().says(descriptor=contract.descriptor_digest)


def _revoked(bench: Bench) -> Bench:
    back = Decided("e7", "publish", {"item": "i1"}, "revoked", 9, 9, "bob")
    return bench.known(decisions=(*bench.ledger.decisions, back))


def _tied(bench: Bench) -> Bench:
    value = {"rating": 5}
    return bench.receipt("r1", values=value).claims("average", value="13/3")


def _again(bench: Bench, owner: str) -> Bench:
    """Look up the owner of the first item once more, later."""
    (r4,) = (r for r in bench.ledger.receipts if r.id == "r4")
    values, call = {"owner": owner}, Call("e9", "look", {"item": "i1"}, 9, 9)
    return bench.more(attrs.evolve(r4, id="r9", call="e9", values=values), call)


def _elsewhere(bench: Bench) -> Bench:
    """Cite a rating for the owner, where any tool will do."""
    return bench.demands("owner", tool="").claims("owner", evidence=("r4", "r1"))


def _peeked(bench: Bench) -> Bench:
    """Let the receipt for the owner be of a tool that was not called."""
    return bench.demands("owner", tool="").receipt("r4", tool="peek")


def _waiting() -> Receipt:
    return Receipt("r8", "", "look", "unknown", issuer="child")


def _scope(**changes: Any) -> Callable[[Bench], Bench]:
    return lambda bench: bench.receipt("r1", scope={**SCOPE, **changes})


def _field(**changes: Any) -> Callable[[Bench], Bench]:
    return lambda bench: bench.receipt("r1", **changes)


Break: TypeAlias = Callable[[Bench], Bench]
UNUSED = Transform("mean", Operand("rating", fold="count"))  # its fold is never read
SAID = Claimed("c", {"average": 5}, 20, 20)

# For each clause, by its name, a change of the clean case after which it alone fails.
BREAKS: dict[str, Break] = {
    "something is asked": _nothing_asked,
    "receipts have their own ids": lambda b: b.more(b.ledger.receipts[0]),
    "a slot is claimed once": lambda b: b.claiming(
        *b.certificate.claims, *b.certificate.claims[:1]
    ),
    "it is of this task": lambda b: b.says(task="another"),
    "it is of this descriptor": lambda b: b.says(descriptor="0" * 64),
    "it is of this ledger": lambda b: b.says(ledger="0" * 64),
    "roles keep their values": lambda b: b.known(bound={"item": "i2"}),
    "it rests on the decision asked for": lambda b: b.claims("owner", decision="e6"),
    "the decision stands": _revoked,
    "each mandatory slot is claimed": lambda b: b.claiming(*b.certificate.claims[:-1]),
    "it is null only where it may be": lambda b: b.claims("quiet", value=None),
    "no slot is claimed beside those asked for": lambda b: b.claiming(
        *b.certificate.claims, Claim("colour", "red", OWNER, ("r4",))
    ),
    "delegated work came back": lambda b: b.more(_waiting()),
    "it claims what the record claims": lambda b: b.known(claim=SAID),
    "the ledger has what is cited": lambda b: b.claims("owner", evidence=("r4", "r99")),
    "its call did not fail": _field(status="failed"),
    "its call was answered": _field(status="unknown"),
    "its answer was validated": _field(validated=False),
    "it is of this run": _field(tenure="tenure-0"),
    "it names its call": _untold,
    "it has its digests": _field(response_digest=""),
    "a witness issued it": _field(issuer="model"),
    "it reports what is read": _elsewhere,
    "not too many are cited": lambda b: b.demands("average", at_least=1, at_most=2),
    "it is from its source": _field(source="cache"),
    "its call has one answer": lambda b: b.more(
        attrs.evolve(b.ledger.receipts[0], id="r9", status="failed")
    ),
    "it is live": _field(live=False),
    "it is of the version": _field(version="v0"),
    "nothing newer differs": lambda b: _again(b, "eve"),
    "not too few are cited": lambda b: b.demands("average", at_least=4, at_most=None),
    "it is not cut short": _field(complete=False),
    "all that fit are cited": lambda b: b.claims(
        "average", evidence=("r2", "r3"), value="4"
    ),
    "its log is complete": lambda b: b.known(gaps=frozenset({"complaints"})),
    "it is of the entity": _scope(entity="depot"),
    "it is of the attribute": _scope(attribute="price"),
    "it is of the level": _scope(level="shelf"),
    "it is of the time": _scope(until=101),
    "its call has the arguments": lambda b: b.demands("owner", args={"item": "i2"}),
    "it is of the tool": lambda b: b.demands("owner", tool="peek"),
    "it digests the arguments of its call": _field(args_digest="0" * 64),
    "it is of the tool of its call": _peeked,
    "it is by an allowed transform": lambda b: b.claims("average", transform=UNUSED),
    "its evidence gives its value": lambda b: b.claims("average", value="9/2"),
    "it hangs on no tie": _tied,
}
