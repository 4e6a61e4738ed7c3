"""The constructor: the residual contract of a request at a frontier, and its mistakes.

`freeze` derives a contract from request and record (CFRC's RSCC, of which the papers
give the fields and no rule: the rules are this project's definition). A contract may
also come from elsewhere, from a model or by hand: `audit` says what it lacks and what
it made up, apart from what any checker says of a plan.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..model.document import digest_of
from ..model.handoff.contract import Admissible, Contract, Known
from ..model.handoff.frontier import digests, handed_over
from ..model.judge import check, contradiction
from ..model.progress import progress
from ..model.record import Call, Claim, Decided, Record
from ..model.settle import settle
from ..model.step import Identity
from ..spec import syntax as s
from ..spec.errors import CaseError, unknown
from ..spec.requests import Request
from ..spec.sorts import Column
from ..spec.values import known
from ..spec.verdicts import Standing

DONE = (Standing.DISCHARGED, Standing.VOID)


def freeze(
    request: Request,
    record: Record,
    *,
    permitted: Iterable[str] | None = None,
    admissible: Iterable[Admissible] | None = None,
) -> Contract:
    """Return the contract of a frontier: the end of the record, or its last handoff.

    `permitted`: the tools that may be called, `admissible`: the effects that may be
    made; without them every tool and every effect that one makes.
    Raises: `CaseError` if no history fits the record.
    """
    frontier = handed_over(record)
    tables = settle(request.world, frontier)
    broken = contradiction(tables)
    if broken is not None:
        raise CaseError("record", broken.reason, "mend the record: no history fits it")
    kept, doubtful = progress(tables)
    findings = check(request, frontier).findings
    done = {f.duty.name: f.standing in DONE for f in findings}
    state, ledger = digests(request, frontier)
    return Contract(
        request,
        dict(frontier.bound),
        tuple(kept),
        tuple(_named(effect) for effect in doubtful),
        tuple(names_known(request, frontier)),
        tuple(name for name, holds in done.items() if not holds),
        tuple(name for name, holds in done.items() if holds),
        tuple(every_effect(request) if admissible is None else admissible),
        _tools(request, permitted),
        digest_of(request),
        state,
        ledger,
    )


def every_effect(request: Request) -> Iterator[Admissible]:
    """Yield each effect that some tool makes, whatever its arguments."""
    effects = {i.effect: None for tool in request.world.tools for i in tool.makes}
    for effect in effects:
        yield Admissible(effect.name, (None,) * len(effect.columns))


def names_known(request: Request, frontier: Record) -> Iterator[Known]:
    """Yield each name that request or record speak of, with its best source."""
    found: dict[tuple[str, str], Known] = {}
    for one in _sources(request, frontier):
        key = one.sort, one.value
        if key not in found or (one.verified and not found[key].verified):
            found[key] = one
    yield from (found[key] for key in sorted(found))


def _sources(request: Request, frontier: Record) -> Iterator[Known]:
    world = request.world
    yield from _of(frontier.bound, request.binds, "binding")
    evidence = {
        receipt.id: receipt
        for receipts in frontier.receipts(world).values()
        for receipt in receipts
    }
    for receipt in frontier.ledger:
        kind = "receipt" if receipt.id in evidence else "hearsay"
        columns = world.tool(receipt.tool).returns
        yield from _of(receipt.values, columns, f"{kind} {receipt.id}")
    for event in frontier.trajectory:
        match event:
            case Call(name, tool, args):
                yield from _of(args, world.tool(tool).takes, f"event {name}")
            case Decided(id=name, decision=decision, args=args):
                columns = world.decision(decision).columns
                yield from _of(args, columns, f"event {name}")
        if isinstance(event, Call | Decided | Claim):
            yield Known("Party", event.by, f"event {event.id}")
    for sort, names in frontier.entities.items():
        yield from (Known(sort, name, "entities") for name in names)
    for relation, tuples in frontier.given.items():
        columns = world.relation(relation).columns
        for values in tuples:
            row = {c.name: v for c, v in zip(columns, values, strict=True)}
            yield from _of(row, columns, f"given {relation}")
    for root in _told(request):
        for node in s.walk(root):
            if isinstance(node, s.Const) and isinstance(node.value, str):
                yield Known(node.sort, node.value, "request")


def _told(request: Request) -> Iterator[s.Node]:
    for duty in request.duties:
        yield from (duty.formula, duty.guard)
    for tool in request.world.tools:
        yield from tool.told


def _of(
    values: Mapping[str, Any], columns: Iterable[Column], source: str
) -> Iterator[Known]:
    for column in columns:
        value = values.get(column.name)
        if column.columns:
            for row in value or ():
                yield from _of(row, column.columns, source)
        elif column.sort.kind == "entity" and isinstance(value, str):
            yield Known(column.sort.name, value, source)


def _named(effect: Identity) -> Identity:
    """Return an effect with None for each argument that nobody knows."""
    name, *args = effect
    return (name, *(value if known(value) else None for value in args))


def _tools(request: Request, permitted: Iterable[str] | None) -> tuple[str, ...]:
    names = [tool.name for tool in request.world.tools]
    if permitted is None:
        return tuple(names)
    chosen = list(permitted)
    for name in chosen:
        if name not in names:
            raise unknown("tool", name, names)
    return tuple(name for name in names if name in chosen)
