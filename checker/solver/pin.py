"""Pin a symbolic record to one that is given: the inverse of `decode`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...model.record import Call, Decided, Record, outcome
from ...model.settle import torn
from ...spec.errors import shown
from ...spec.sorts import Column
from .scope import BIG, Names
from .smt import FALSE, TRUE, compare, neg, number
from .unknown import DECLINED, FAILED, GIVEN, OK, REVOKED, UNKNOWN, SymbolicRecord

STATUS = {"ok": OK, "failed": FAILED, "unknown": UNKNOWN}
VERDICT = {"given": GIVEN, "declined": DECLINED, "revoked": REVOKED}


EQUATION = re.compile(r"\(= \|([^|]*)\| (.*)\)\Z")
FLAG = re.compile(r"(\(not )?\|([^|]*)\|\)?\Z")


class DoesNotFit(Exception):
    """The record is larger than the scope, or of a kind that the scope leaves out."""


def slots_of(record: Record) -> list[Call | Decided]:
    """Return the calls and decisions up to the claim, in the order of the slots."""
    claim = record.claim
    events = [e for e in record.trajectory if isinstance(e, Call | Decided)]
    if claim is not None:
        events = [e for e in events if e.start <= claim.start]
        if any(e.end >= claim.start for e in events):
            raise DoesNotFit("something is under way at the claim")
    return sorted(events, key=lambda e: e.start)


def pinned(
    symbolic: SymbolicRecord,
    record: Record,
    last: bool = True,
    relations: bool = True,
) -> Iterator[str]:
    """Yield what makes a symbolic record equal to ``record``.

    With ``last`` nothing comes after its last event; without, other events may, and
    neither the claim nor the time of judgement is fixed. Without ``relations`` those
    that are given stay open.
    """
    events, receipts = slots_of(record), record.receipts(symbolic.world)
    if torn(receipts) is not None:
        yield FALSE  # a call has one answer, so no symbolic record is equal to this
    times = [t for e in record.trajectory for t in (e.start, e.end)]
    if min((record.now, *times)) < 0:
        raise DoesNotFit("a time before 0")
    if len(events) > symbolic.scope.events:
        raise DoesNotFit(f"{len(events)} events in a scope of {symbolic.scope.events}")
    if last and any(event.end > record.now for event in events):
        raise DoesNotFit("something is under way at the judgement")
    for i, event in enumerate(events):
        source = event.tool if isinstance(event, Call) else event.decision
        yield symbolic.is_(i, source)
        yield compare(
            "=", symbolic.var(f"e{i}.by"), _id(symbolic.names, "Party", event.by)
        )
        yield compare("=", symbolic.var(f"e{i}.start"), number(event.start))
        yield compare("=", symbolic.var(f"e{i}.end"), number(event.end))
        if isinstance(event, Decided):
            yield compare("=", symbolic.status(i), VERDICT[event.verdict])
            columns = symbolic.world.decision(source).columns
            yield from _cells(symbolic, f"e{i}.{source}", columns, event.args)
            continue
        tool = symbolic.world.tool(source)
        receipt = next(iter(receipts.get(event.id, ())), None)
        status = outcome(tool, receipt)
        yield compare("=", symbolic.status(i), STATUS[status])
        yield from _cells(symbolic, f"e{i}.{source}", tool.takes, event.args)
        values = {} if receipt is None else receipt.values
        lists = any(c.columns and c.name in values for c in tool.returns)
        if lists and receipt is not None and not receipt.complete:
            raise DoesNotFit("a list that was cut short")
        for column in tool.returns:
            known = symbolic.known(i, f"{source}.{column.name}")
            yield known if column.name in values else neg(known)
        yield from _cells(symbolic, f"e{i}.{source}", tool.returns, values)
    if last:
        if len(events) < symbolic.scope.events:
            yield compare("=", symbolic.source(len(events)), "0")
        yield from _claimed(symbolic, record)
    yield from _frame(symbolic, record)
    for relation in symbolic.world.relations if relations else ():
        tuples = record.given.get(relation.name, frozenset())
        yield from _relation(symbolic, relation.name, relation.columns, tuples)


def _claimed(symbolic: SymbolicRecord, record: Record) -> Iterator[str]:
    claim = record.claim
    now = record.now if claim is None else min(record.now, claim.start)
    yield compare("=", symbolic.var("now"), number(now))
    yield symbolic.claimed if claim is not None else neg(symbolic.claimed)
    slots = {} if claim is None else claim.slots
    yield from _optional(symbolic, "claim", symbolic.request.slots, slots)


def _frame(symbolic: SymbolicRecord, record: Record) -> Iterator[str]:
    yield from _optional(symbolic, "bound", symbolic.request.binds, record.bound)
    handed = symbolic.var("handoff?", "Bool")
    if record.frontier is None:
        yield neg(handed)
    else:
        yield handed
        yield compare("=", symbolic.var("handoff"), number(record.frontier))
    for relation in symbolic.world.relations:
        given = record.given.get(relation.name)
        flag = symbolic.var(f"given.{relation.name}?", "Bool")
        yield flag if given is not None else neg(flag)
    for sort in symbolic.names.sorts():
        declared = symbolic.var(f"entities.{sort}?", "Bool")
        names = record.entities.get(sort)
        if names is None:
            yield neg(declared)
            continue
        yield declared
        for id in range(symbolic.names.size(sort)):
            there = symbolic.var(f"entities.{sort}.{id}", "Bool")
            yield there if symbolic.names.name(sort, id) in names else neg(there)
    gaps = {gap.source: gap for gap in record.gaps}
    if len(gaps) < len(record.gaps):
        raise DoesNotFit("a log with two gaps")
    for source in symbolic.sources:
        flag, gap = symbolic.var(f"gap.{source}", "Bool"), gaps.get(source)
        yield flag if gap is not None else neg(flag)
        if gap is not None:
            since = -BIG if gap.since is None else gap.since
            until = BIG if gap.until is None else gap.until
            yield compare("=", symbolic.var(f"gap.{source}.since"), number(since))
            yield compare("=", symbolic.var(f"gap.{source}.until"), number(until))


def _optional(
    symbolic: SymbolicRecord,
    kind: str,
    columns: tuple[Column, ...],
    values: Mapping[str, Any],
) -> Iterator[str]:
    for column in columns:
        known = symbolic.var(f"{kind}.{column.name}?", "Bool")
        yield known if column.name in values else neg(known)
    yield from _cells(symbolic, kind, columns, values)


def _relation(
    symbolic: SymbolicRecord,
    name: str,
    columns: tuple[Column, ...],
    given: frozenset[tuple[Any, ...]],
) -> Iterator[str]:
    table = symbolic.text.relation(f"given.{name}", len(columns))
    for ids in symbolic.names.tuples([c.sort.name for c in columns]):
        names = tuple(
            symbolic.names.name(c.sort.name, i)
            for c, i in zip(columns, ids, strict=True)
        )
        atom = f"({table} {' '.join(map(str, ids))})"
        yield atom if names in given else neg(atom)


def _cells(
    symbolic: SymbolicRecord,
    prefix: str,
    columns: tuple[Column, ...],
    values: Mapping[str, Any],
) -> Iterator[str]:
    for column in columns:
        if column.name not in values:
            continue
        value, name = values[column.name], f"{prefix}.{column.name}"
        symbolic.cell(prefix, column, TRUE)  # declares what it is made of
        match column.sort.kind:
            case "Bool":
                flag = symbolic.var(name, "Bool")
                yield flag if value else neg(flag)
            case "Rows":
                if len(value) > symbolic.scope.rows:
                    raise DoesNotFit(
                        f"{len(value)} rows in a scope of {symbolic.scope.rows}"
                    )
                yield compare("=", symbolic.var(f"{name}#"), str(len(value)))
                for k, row in enumerate(value):
                    if len(row) < len(column.columns):
                        raise DoesNotFit("a row inside a field that lacks a column")
                    yield from _cells(symbolic, f"{name}.{k}", column.columns, row)
            case "entity":
                yield compare(
                    "=",
                    symbolic.var(name),
                    _id(symbolic.names, column.sort.name, value),
                )
            case _:
                yield compare("=", symbolic.var(name), number(value))


def _id(names: Names, sort: str, name: str) -> str:
    if not names.has(sort, name):
        raise DoesNotFit(f"{sort} {shown(name)} is not among the names of the question")
    return str(names.id(sort, name))


def values(conditions: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Return the value of each variable that is fixed, and what fixes none."""
    found: dict[str, str] = {}
    rest: list[str] = []
    for text in conditions:
        if equation := EQUATION.match(text):
            found[equation[1]] = equation[2]
        elif flag := FLAG.match(text):
            found[flag[2]] = FALSE if flag[1] else TRUE
        elif text != TRUE:
            rest.append(text)
    return found, rest
