"""Decode: from a model of the solver to the record that it stands for, as a script."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import attrs

from ...model.record import Record
from ...model.script import record
from ...spec.drafts import At, Claimed, Draft, Gap, HandedOver, Line, receipt
from ...spec.sorts import Column
from ...spec.tools import Tool
from .scope import BIG
from .unknown import UNKNOWN, SymbolicRecord

Model: TypeAlias = Callable[[str], int]  # the value of a variable; a Bool is 0 or 1
CALL = ("failed", "ok", "pending")
DECISION = ("given", "declined", "revoked")


def decode(symbolic: SymbolicRecord, model: Model) -> Record:
    """Return the record for which the model stands."""
    request, names = symbolic.request, symbolic.names
    relations = {
        r.name: [
            tuple(
                names.name(c.sort.name, i) for c, i in zip(r.columns, ids, strict=True)
            )
            for ids in names.tuples([c.sort.name for c in r.columns])
            if model(f"given.{r.name}({','.join(map(str, ids))})")
        ]
        for r in symbolic.world.relations
        if model(f"given.{r.name}?")
    }
    return record(
        request,
        *sorted(_gaps(symbolic, model), key=lambda gap: gap.source),
        *_lines(symbolic, model),
        bound=_optional(symbolic, model, "bound", request.binds),
        given=relations,
        entities=_entities(symbolic, model),
        now=model("now"),
    )


def _lines(symbolic: SymbolicRecord, model: Model) -> Iterator[Line]:
    handed, number = bool(model("handoff?")), 0
    for i in symbolic.slots:
        name = source_of(symbolic, model(f"e{i}.source"))
        if name is None:
            break
        start = model(f"e{i}.start")
        if handed and start >= model("handoff"):
            yield from (At(model("handoff")), HandedOver())
            handed, number = False, number + 1
        yield At(start)
        yield draft(symbolic, model, i, name)
        number += 1
        yield from _apart(symbolic, model, i, name, number)
    if handed:
        yield from (At(model("handoff")), HandedOver())
    slots = _optional(symbolic, model, "claim", symbolic.request.slots)
    if model("claimed"):
        yield from (At(model("now")), Claimed(slots))


def draft(symbolic: SymbolicRecord, model: Model, i: int, source: str) -> Draft:
    """Return what happened in slot ``i``, a call or a decision of ``source``."""
    decision = any(d.name == source for d in symbolic.world.decisions)
    thing = symbolic.world.decision(source) if decision else symbolic.world.tool(source)
    prefix, status = f"e{i}.{source}", model(f"e{i}.status")
    if decision:
        args = _cells(symbolic, model, prefix, symbolic.world.decision(source).columns)
    else:
        args = _cells(symbolic, model, prefix, symbolic.world.tool(source).takes)
    drafted = thing(**args).by(symbolic.names.name("Party", model(f"e{i}.by")))
    drafted = drafted.took(model(f"e{i}.end") - model(f"e{i}.start"))
    outcome = (DECISION if decision else CALL)[status]
    if decision or outcome == "pending":
        return attrs.evolve(drafted, outcome=outcome)
    values = _answer(symbolic, model, prefix, symbolic.world.tool(source))
    return drafted.ok(**values) if outcome == "ok" else drafted.failed(**values)


def _apart(
    symbolic: SymbolicRecord, model: Model, i: int, source: str, number: int
) -> Iterator[Line]:
    """Yield the receipt of a call of unknown outcome of which columns are known."""
    tools = {tool.name: tool for tool in symbolic.world.tools}
    if source in tools and model(f"e{i}.status") == int(UNKNOWN):
        values = _answer(symbolic, model, f"e{i}.{source}", tools[source])
        if values:
            yield receipt(tools[source], number, "unknown", values)


def _answer(
    symbolic: SymbolicRecord, model: Model, prefix: str, tool: Tool
) -> dict[str, Any]:
    known = tuple(c for c in tool.returns if model(f"{prefix}.{c.name}?"))
    return _cells(symbolic, model, prefix, known)


def source_of(symbolic: SymbolicRecord, number: int) -> str | None:
    """Return the tool or decision that a number stands for; 0 stands for none."""
    return next((n for n, k in symbolic.sources.items() if int(k) == number), None)


def _cells(
    symbolic: SymbolicRecord, model: Model, prefix: str, columns: tuple[Column, ...]
) -> dict[str, Any]:
    cells: dict[str, Any] = {}
    for column in columns:
        name = f"{prefix}.{column.name}"
        match column.sort.kind:
            case "Bool":
                cells[column.name] = bool(model(name))
            case "Rows":
                cells[column.name] = [
                    _cells(symbolic, model, f"{name}.{k}", column.columns)
                    for k in range(model(f"{name}#"))
                ]
            case "entity":
                cells[column.name] = symbolic.names.name(column.sort.name, model(name))
            case _:
                cells[column.name] = column.sort.write(model(name))
    return cells


def _optional(
    symbolic: SymbolicRecord, model: Model, kind: str, columns: tuple[Column, ...]
) -> dict[str, Any]:
    known = tuple(c for c in columns if model(f"{kind}.{c.name}?"))
    return _cells(symbolic, model, kind, known)


def _entities(symbolic: SymbolicRecord, model: Model) -> dict[str, list[str]]:
    names = symbolic.names
    return {
        sort: [
            names.name(sort, id)
            for id in range(names.size(sort))
            if model(f"entities.{sort}.{id}")
        ]
        for sort in names.sorts()
        if model(f"entities.{sort}?")
    }


def _gaps(symbolic: SymbolicRecord, model: Model) -> Iterator[Gap]:
    for source in symbolic.sources:
        if model(f"gap.{source}"):
            since, until = (model(f"gap.{source}.{end}") for end in ("since", "until"))
            yield Gap(
                source,
                None if since <= -BIG else since,
                None if until >= BIG else until,
            )
