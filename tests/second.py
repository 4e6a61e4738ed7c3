"""A second meaning of acceptance, written by hand from the sentences, for tests alone.

It shares no code with the clauses, the view, the replay or the digests: loops over
contract, ledger and certificate, and its own transforms.
"""

import hashlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from obligato.model.finish import AnswerContract, Certificate, Claim, Ledger, Transform
from obligato.model.record import Receipt

FIELDS = (
    *("id", "call", "tool", "status", "values", "task", "tenure", "issuer"),
    *("args_digest", "response_digest", "validated", "complete", "live", "scope"),
    *("version", "source"),
)


def canonical(value: Any) -> str:
    """Write JSON by RFC 8785, for documents with integers and text alone."""
    match value:
        case None | bool():
            return {None: "null", True: "true", False: "false"}[value]
        case int():
            return str(value)
        case str():
            return '"' + "".join(map(escaped, value)) + '"'
        case Mapping():
            order = sorted(value, key=lambda key: key.encode("utf-16-be"))
            return (
                "{"
                + ",".join(f"{canonical(k)}:{canonical(value[k])}" for k in order)
                + "}"
            )
    return "[" + ",".join(map(canonical, value)) + "]"


def escaped(c: str) -> str:
    """Write one character of a text."""
    short = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
    n = ord(c)
    return short.get(n) or (f"\\u{n:04x}" if n < 32 else c)


def digest(value: Any) -> str:
    """Return the SHA-256 of the canonical text."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def exact(value: Any) -> Any:
    """Return a value that equals no value of another kind."""
    if isinstance(value, tuple | list):
        return ["list", *map(exact, value)]
    kind = "number" if type(value) in (int, Fraction) else type(value).__name__
    return [kind, value]


class Nothing(Exception):
    """There is no value; `tie` if only because two are equal."""

    def __init__(self, tie: bool = False) -> None:
        self.tie = tie


def replay(transform: Transform, ledger: Ledger, claim: Claim) -> Any:
    """Return the value of a claim's transform, or raise `Nothing`."""
    sides = [pairs(transform.of, ledger, claim.evidence)]
    if transform.against is not None:
        sides.append(pairs(transform.against, ledger, claim.against))
    operands = (transform.of, transform.against)
    values = [[v for _, v in side] for side in sides]
    match transform.name:
        case "absent":
            return not sides[0]
        case "union" | "common" | "without":
            left, right = map(set, values)
            found = {"union": left | right, "common": left & right}
            return sorted(found.get(transform.name, left - right))
        case "joined":
            return sorted({v for k, v in sides[1] if k in values[0]})
        case "first":
            return first(transform, by_key(sides[0]))
        case "difference" | "ratio" | "compare":
            one, two = (
                Fraction(folded(o.fold, side))
                for o, side in zip(operands, sides, strict=True)
                if o is not None
            )
            if transform.name == "compare":
                return (one > two) - (one < two)
            if transform.name == "ratio" and two == 0:
                raise Nothing
            made = one - two if transform.name == "difference" else one / two
        case fold:
            made = folded(fold, sides[0])
    return made if transform.places is None else halves(made, transform.places)


def halves(value: Any, places: int) -> Fraction:
    """Round half to even."""
    scaled = Fraction(value) * 10**places
    low = scaled.numerator // scaled.denominator
    rest = scaled - low
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and low % 2 == 1)
    return Fraction(low + up, 10**places)


def first(transform: Transform, found: Mapping[Any, Any]) -> list[Any]:
    """Return the first keys; a tie that matters is none, unless they are ordered."""
    keys = sorted(found)
    keys.sort(key=lambda key: -found[key] if transform.k > 0 else found[key])
    n = abs(transform.k)
    within = [found[key] for key in keys[: n + 1]]
    if not transform.ordered and len(set(within)) < len(within):
        raise Nothing(tie=True)
    return keys[:n]


def by_key(side: Sequence[tuple[Any, Any]]) -> dict[Any, Any]:
    """Return the value of each key, of which there must be one."""
    found = dict(side)
    if any(found[key] != value for key, value in side):
        raise Nothing
    return found


def folded(fold: str, side: Sequence[tuple[Any, Any]]) -> Any:
    """Return one value of many."""
    values = [value for _, value in side]
    if fold == "count":
        return len({key for key, _ in side})
    if fold == "total":
        return sum(by_key(side).values())
    if not values:
        raise Nothing
    if fold == "mean":
        found = by_key(side).values()
        return Fraction(sum(found)) / len(found)
    if fold in ("least", "most"):
        return min(values) if fold == "least" else max(values)
    if len(set(values)) > 1:
        raise Nothing
    return values[0]


def pairs(operand: Any, ledger: Ledger, ids: Sequence[str]) -> list[tuple[Any, Any]]:
    """Return key and value of each row that an operand reads."""
    found = []
    for receipt in ledger.receipts:
        tool = ledger.world.tool(receipt.tool)
        returns = {c.name: c for c in tool.returns}
        if receipt.id not in ids or (operand.rows or operand.column) not in returns:
            continue
        if operand.rows:
            lines = receipt.values[operand.rows]
            columns = returns[operand.rows].columns
            keys = returns[operand.rows].key or tuple(c.name for c in columns)
        else:
            call = ledger.calls.get(receipt.call)
            lines = [{**(call.args if call else {}), **receipt.values}]
            columns, keys = (*tool.returns, *tool.takes), ()
        places = {c.name: c.sort.places for c in columns}
        for line in lines:
            real = {
                k: Fraction(v, 10 ** places[k]) if places[k] else v
                for k, v in line.items()
            }
            if any(real[k] != v for k, v in operand.where.items()):
                continue
            names = (operand.key,) if operand.key else keys
            key = tuple(real[k] for k in names) or (receipt.call,)
            found.append((key[0] if len(key) == 1 else key, real[operand.column]))
    return found


def accepts(contract: AnswerContract, ledger: Ledger, certificate: Certificate) -> bool:
    """Say what T4 (a) says of a certificate, with `contract` and `ledger` trusted."""
    receipts = {r.id: r for r in ledger.receipts}
    descriptor = {
        "task": contract.task,
        "family": contract.family,
        "parameters": dict(contract.bound),
        "required": sorted(s.name for s in contract.slots if s.mandatory),
        "request": contract.request,
    }
    if len(receipts) < len(ledger.receipts):
        return False
    if certificate.descriptor != digest(descriptor):
        return False
    if certificate.ledger != digest(normal(ledger)):
        return False
    claims = {c.slot: c for c in certificate.claims}
    if any(s.mandatory and s.name not in claims for s in contract.slots):
        return False
    return all(
        grounded(slot, claims[slot.name], contract, ledger, receipts)
        for slot in contract.slots
        if slot.name in claims
    )


def normal(ledger: Ledger) -> list[dict[str, Any]]:
    """Return the receipts by id, each with all its fields; decimals as text."""
    made = []
    for receipt in sorted(ledger.receipts, key=lambda r: r.id):
        told = {k: getattr(receipt, k) for k in FIELDS}
        made.append(told)
    return made


def grounded(
    slot: Any,
    claim: Claim,
    contract: AnswerContract,
    ledger: Ledger,
    receipts: Mapping[str, Receipt],
) -> bool:
    """Whether a claim replays, by an allowed transform, from rows that are sound."""
    if not any(repr(claim.transform) == repr(t) for t in slot.allowed):
        return False
    cited = {"of": claim.evidence, "against": claim.against}
    for part, ids in cited.items():
        demand = slot.demand(part)
        if demand is None:
            continue
        if len(set(ids)) < demand.at_least:
            return False
        for id in ids:
            r = receipts.get(id)
            if r is None or (r.task, r.tenure) != (contract.task, contract.tenure):
                return False
            if r.status != "ok" or not r.validated or not r.live:
                return False
            scope = {k: getattr(demand, k) for k in ("entity", "attribute", "level")}
            if any(v and r.scope.get(k) != v for k, v in scope.items()):
                return False
            if demand.since is not None and r.scope.get("since", -1) < demand.since:
                return False
            if demand.until is not None and r.scope.get("until", 10**9) > demand.until:
                return False
            if demand.tool and r.tool != demand.tool:
                return False
            call = ledger.calls.get(r.call)
            if call is None or call.tool != r.tool:
                return False
            if any(call.args.get(k) != v for k, v in demand.args.items()):
                return False
    try:
        found = replay(claim.transform, ledger, claim)
    except (Nothing, KeyError):
        return False
    if claim.value is None:
        return slot.nullable and claim.transform.name == "absent" and found is True
    value = slot.sort.read(claim.value)
    if slot.sort.places:
        value = Fraction(value, 10**slot.sort.places)
    if exact(value) == exact(found):
        return True
    both = (exact(value)[0], exact(found)[0])
    return both == ("number", "number") and abs(value - found) <= slot.tolerance


def subsets(ids: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield every selection of ids."""
    for n in range(len(ids) + 1):
        yield from itertools.combinations(ids, n)
