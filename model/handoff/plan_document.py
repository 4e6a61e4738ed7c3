"""The plan as a document: every name is there, and every value fits its sort.

What admission decides is not asked here: a plan that breaks every clause is read.
"""

from typing import Any

from ...spec.errors import SpecError
from ...spec.requests import Request
from ...spec.sorts import Column, find
from ..canonical import digest as digest_of
from ..cells import Change, value_read, value_written
from ..formulas import IDENTIFIER
from ..loader import parse
from ..parts import Record, printed, version
from ..places import Place, placed
from ..shapes import (
    Cell,
    Flag,
    Many,
    Maybe,
    Member,
    Named,
    Schema,
    Text,
    Whole,
    Word,
    closed,
    fields,
)
from .plan import (
    KINDS,
    Action,
    Argument,
    Bound,
    Claiming,
    Edge,
    Field,
    Literal,
    Plan,
    Test,
)

VERSION = "obligato/plan/1"
ID = Text(r"\S", "text that says something")
ARGUMENT = Record(
    {
        "literal": Member(Maybe(Cell()), None),
        "bound": Member(Maybe(IDENTIFIER), None),
        "field": Member(
            Maybe(Record({"node": Member(ID), "column": Member(IDENTIFIER)})), None
        ),
    }
)
TEST = Record(
    {"node": Member(ID), "column": Member(IDENTIFIER), "value": Member(Flag())}
)
NODE = Record(
    {
        "id": Member(ID),
        "tool": Member(IDENTIFIER),
        "args": Member(Named(ARGUMENT), {}),
        "guard": Member(Many(TEST), ()),
        "expects": Member(Named(Cell()), {}),
        "not_before": Member(Maybe(Whole()), None),
    }
)
EDGE = Record({"kind": Member(Word(KINDS)), "source": Member(ID), "target": Member(ID)})
CLAIM = Record({"slots": Member(Named(ARGUMENT), {}), "guard": Member(Many(TEST), ())})
MEMBERS = {
    "schema": Member(Word((VERSION,))),
    "nodes": Member(Many(NODE), ()),
    "edges": Member(Many(EDGE), ()),
    "claims": Member(Many(CLAIM), None),
}

SHAPE = Record(MEMBERS)


def write_plan(plan: Plan, request: Request) -> dict[str, Any]:
    """Return the document of a plan for ``request``."""
    place = Place("plan")
    nodes = []
    for i, node in enumerate(plan.nodes):
        at = place / "nodes" / i
        with placed(at):
            tool = request.world.tool(node.tool)
        told: dict[str, Any] = {"id": node.id, "tool": node.tool}
        told |= {
            "args": _arguments(node.args, tool.takes, "argument", at, value_written)
        }
        if node.guard:
            told["guard"] = [_test(test) for test in node.guard]
        if node.expects:
            told["expects"] = _cells(node.expects, tool.returns, at, value_written)
        if node.not_before is not None:
            told["not_before"] = node.not_before
        nodes.append(told)
    claims = []
    for i, claim in enumerate(plan.claims):
        at, slots = place / "claims" / i, request.slots
        said = {"slots": _arguments(claim.slots, slots, "slot", at, value_written)}
        guard = {"guard": [_test(t) for t in claim.guard]} if claim.guard else {}
        claims.append(said | guard)
    return {
        "schema": VERSION,
        "nodes": nodes,
        "edges": [
            {"kind": e.kind, "source": e.source, "target": e.target} for e in plan.edges
        ],
        "claims": claims,
    }


def read_plan(value: Any, request: Request, place: Place) -> Plan:
    """Return the plan that a document states for ``request``."""
    version(value, place, VERSION, "a plan")
    found = fields(MEMBERS, value, place)
    nodes = []
    for i, told in enumerate(found["nodes"]):
        at = place / "nodes" / i
        with placed(at):
            tool = request.world.tool(told["tool"])
        args = _read(told["args"], at / "args")
        with placed(at):
            node = Action(
                told["id"],
                told["tool"],
                _arguments(args, tool.takes, "argument", at, value_read),
                tuple(Test(**test) for test in told["guard"]),
                _cells(told["expects"], tool.returns, at, value_read),
                told["not_before"],
            )
        nodes.append(node)
    claims: list[Claiming] = []
    said: list[dict[str, Any]] = list(found["claims"] or ())
    for i, told in enumerate(said):
        at = place / "claims" / i
        slots = _read(told["slots"], at / "slots")
        read = _arguments(slots, request.slots, "slot", at, value_read)
        claims.append(Claiming(read, tuple(Test(**test) for test in told["guard"])))
    edges = tuple(Edge(**edge) for edge in found["edges"])
    with placed(place):
        if found["claims"] is None:
            return Plan(tuple(nodes), edges)
        return Plan(tuple(nodes), edges, tuple(claims))


def dump_plan(plan: Plan, request: Request, indent: int | None = None) -> str:
    """Return the text of a plan: canonical, or for people, with an indent."""
    document = write_plan(plan, request)
    return printed(document, "plan", indent)


def load_plan(text: str | bytes, request: Request, place: str = "plan") -> Plan:
    """Return the plan that a text states, or raise `CaseError` with the place."""
    return read_plan(parse(text, place), request, Place(place))


def plan_digest(plan: Plan, request: Request) -> str:
    """Return the SHA-256 of the canonical document of a plan."""
    return digest_of(write_plan(plan, request))


def plan_schema() -> Schema:
    """Return the JSON Schema of a plan document."""
    from ..schema import published  # which names every schema

    return published("A plan of Obligato", VERSION, lambda d: closed(MEMBERS, d))


def _test(test: Test) -> dict[str, Any]:
    return {"node": test.node, "column": test.column, "value": test.value}


def _read(told: dict[str, dict[str, Any]], place: Place) -> dict[str, Argument]:
    """Return arguments whose literals are still as documents hold them."""
    made: dict[str, Argument] = {}
    for name, one in told.items():
        given = {key: value for key, value in one.items() if value is not None}
        if len(given) != 1:
            raise (place / name).wrong(one, "write one of: literal, bound, field")
        ((key, value),) = given.items()
        if key == "literal":
            made[name] = Literal(value)
        else:
            made[name] = Bound(value) if key == "bound" else Field(**value)
    return made


def _arguments(
    args: Any, columns: tuple[Column, ...], what: str, place: Place, change: Change
) -> dict[str, Any]:
    """Return arguments with their literals read, or as a document writes them."""
    made: dict[str, Any] = {}
    for name, value in args.items():
        with placed(place):
            column = find(name, columns, what)
            if isinstance(value, Literal):
                told = _cell(value.value, column, change)
                made[name] = (
                    Literal(told) if change is value_read else {"literal": told}
                )
            elif change is value_read:
                made[name] = value
            elif isinstance(value, Bound):
                made[name] = {"bound": value.role}
            else:
                made[name] = {"field": {"node": value.node, "column": value.column}}
    return made


def _cells(
    values: Any, columns: tuple[Column, ...], place: Place, change: Change
) -> dict[str, Any]:
    with placed(place):
        return {
            name: _cell(value, find(name, columns, "column"), change)
            for name, value in values.items()
        }


def _cell(value: Any, column: Column, change: Change) -> Any:
    if column.columns:
        raise SpecError(f"{column.name} holds rows: let it be a field of an answer")
    return change(column.sort, value)
