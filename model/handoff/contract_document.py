"""The contract as a document: what its digest is of, and what goes beside a case."""

from collections.abc import Iterable
from typing import Any

import attrs

from ...spec.errors import CaseError, SpecError, shown, unknown
from ...spec.requests import World
from ...spec.sorts import Sort
from ..cells import Change, cells_read, cells_written, value_read, value_written
from ..formulas import IDENTIFIER
from ..loader import parse
from ..parts import Later, Record, printed, version
from ..places import Place, placed
from ..request_document import read_request, write_request
from ..request_document import shape as request_shape
from ..shapes import (
    Cell,
    Many,
    Maybe,
    Member,
    Named,
    Schema,
    Shape,
    Text,
    Word,
    closed,
    fields,
)
from ..step import Identity
from .contract import Admissible, Contract, Known

VERSION = "obligato/contract/1"
DIGEST = Text("^[0-9a-f]{64}$", "a SHA-256 as 64 hex digits")
NAMES = Many(Text())
EFFECT: Shape = Record(
    {"effect": Member(IDENTIFIER), "args": Member(Many(Maybe(Cell())), ())}
)
MEMBERS: dict[str, Member] = {
    "schema": Member(Word((VERSION,))),
    "request": Member(Later(request_shape())),
    "bound": Member(Named(Cell()), {}),
    "kept": Member(Many(EFFECT), ()),
    "ambiguous": Member(Many(EFFECT), ()),
    "known": Member(
        Many(
            Record(
                {
                    "sort": Member(IDENTIFIER),
                    "value": Member(Text()),
                    "source": Member(Text()),
                }
            )
        ),
        (),
    ),
    "owed": Member(NAMES, ()),
    "held": Member(NAMES, ()),
    "admissible": Member(Many(EFFECT), ()),
    "permitted": Member(NAMES, ()),
    "request_digest": Member(DIGEST),
    "state_digest": Member(DIGEST),
    "ledger_digest": Member(DIGEST),
}


def write_contract(contract: Contract) -> dict[str, Any]:
    """Return the document of a contract."""
    place, world = Place("contract"), contract.request.world
    asked = write_request(contract.request, place / "request")

    def effects(found: Iterable[Identity], under: str) -> list[dict[str, Any]]:
        return [
            {
                "effect": name,
                "args": _args(name, args, world, place / under / i, value_written),
            }
            for i, (name, *args) in enumerate(found)
        ]

    patterns = [(a.effect, *a.args) for a in contract.admissible]
    binds = contract.request.binds
    return {
        "schema": VERSION,
        "request": asked,
        "bound": cells_written(contract.bound, binds, "role of binds", place / "bound"),
        "kept": effects(contract.kept, "kept"),
        "ambiguous": effects(contract.ambiguous, "ambiguous"),
        "known": [attrs.asdict(known) for known in contract.known],
        "owed": list(contract.owed),
        "held": list(contract.held),
        "admissible": effects(patterns, "admissible"),
        "permitted": list(contract.permitted),
        "request_digest": contract.request_digest,
        "state_digest": contract.state_digest,
        "ledger_digest": contract.ledger_digest,
    }


def dump_contract(contract: Contract, indent: int | None = None) -> str:
    """Return the text of a contract: canonical, or for people, with an indent."""
    document = write_contract(contract)
    return printed(document, "contract", indent)


def load_contract(text: str | bytes, place: str = "contract") -> Contract:
    """Return the contract that a text states, or raise `CaseError` with the place."""
    value, here = parse(text, place), Place(place)
    version(value, here, VERSION, "a contract")
    found = fields(MEMBERS, value, here)
    request = read_request(found["request"], here / "request")
    world = request.world

    def effects(under: str) -> tuple[Identity, ...]:
        return tuple(
            (e["effect"], *_args(e["effect"], e["args"], world, at, value_read))
            for i, e in enumerate(found[under])
            for at in [here / under / i]
        )

    for under, names in (
        ("owed", [d.name for d in request.duties]),
        ("held", [d.name for d in request.duties]),
        ("permitted", [t.name for t in world.tools]),
    ):
        _named(found[under], names, here / under)
    told = [Known(**known) for known in found["known"]]
    for i, one in enumerate(told):
        with placed(here / "known" / i):
            if Sort(one.sort).kind != "entity":
                raise SpecError(f"sort={one.sort!r} has no names: only entities do")
    bound = cells_read(found["bound"], request.binds, "role of binds", here / "bound")
    return Contract(
        request,
        bound,
        effects("kept"),
        effects("ambiguous"),
        tuple(told),
        found["owed"],
        found["held"],
        tuple(Admissible(name, tuple(args)) for name, *args in effects("admissible")),
        found["permitted"],
        found["request_digest"],
        found["state_digest"],
        found["ledger_digest"],
    )


def contract_schema() -> Schema:
    """Return the JSON Schema of a contract document."""
    from ..schema import published  # which names every schema

    return published("A contract of Obligato", VERSION, lambda d: closed(MEMBERS, d))


def _named(names: Iterable[str], known: list[str], place: Place) -> None:
    with placed(place):
        for name in names:
            if name not in known:
                raise unknown("name", name, known)


def _args(
    name: str, args: Iterable[Any], world: World, place: Place, change: Change
) -> list[Any]:
    """Return the arguments of an effect as rows, or as documents, hold them."""
    with placed(place):
        columns, told = world.effect(name).columns, list(args)
    if len(told) != len(columns):
        raise CaseError(
            str(place), f"args={shown(told)}", f"{name} has {len(columns)} arguments"
        )
    with placed(place):
        return [
            None if value is None else change(column.sort, value)
            for column, value in zip(columns, told, strict=True)
        ]
