"""Coverage: on which actions of a plan a duty rests, computed from its formula.

Edges of a plan say the same as claims of its proposer; they are compared with what is
computed, and nothing hangs on them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ...model.handoff.contract import Contract
from ...model.handoff.plan import Edge, Plan
from ...model.tables import KEY, Row
from ...model.truth import Truth
from ...spec import syntax as s
from ...spec.errors import TransformError
from ...spec.semantics import holds
from .continued import Continued

Rows = Mapping[str, Row]


def coverage(contract: Contract, runs: Sequence[Continued]) -> dict[str, list[str]]:
    """Return for each duty the actions on which it rests in some outcome.

    A duty that only forbids rests on none.
    """
    found: dict[str, list[str]] = {}
    for duty in contract.duties:
        rests: dict[str, None] = {}
        for tables in runs:
            nodes = {tables.layout.nodes[i].id for i in tables.outcome.ran}
            reading = Truth(tables)
            for row in support(duty.owed, reading, {}):
                if row.get(KEY) in nodes:
                    rests[row[KEY]] = None
        found[duty.name] = list(rests)
    return found


def blamed(formula: s.Formula, tables: Continued) -> list[Row]:
    """Return the rows that make a formula false in every run."""
    try:
        return list(support(s.Not(formula), Truth(tables), {}))
    except TransformError:
        return []


def support(formula: s.Formula, r: Truth, rows: Rows) -> Iterator[Row]:
    """Yield the rows of calls that make a formula established, one link for each part.

    Of a disjunction those of the first part that holds; of a count all that surely
    count; of what is denied, those that make its opposite hold.
    """
    match formula:
        case s.And(parts):
            for part in parts:
                yield from support(part, r, rows)
        case s.Known(body):
            yield from support(body, r, rows)
        case s.Not(s.Not(body)):
            yield from support(body, r, rows)
        case s.Not(s.Equal() | s.AtMost() | s.Less() as denied):
            yield from _compared(denied, r, rows)
        case s.Not(s.And(parts)):
            opposites = (s.Not(part) for part in parts)
            found = next((φ for φ in opposites if holds(φ, r, rows, True)), None)
            if found is not None:
                yield from support(found, r, rows)
        case s.Not(s.Some(bind, body)):
            for row in r.tables.rows(bind.table, outer(bind, rows)):
                inner = {**rows, bind.var: row}
                if holds(bind.where, r, inner, False):
                    yield from support(s.Not(s.And((bind.where, body))), r, inner)
        case s.Some(bind, body):
            for row in r.tables.rows(bind.table, outer(bind, rows)):
                inner = {**rows, bind.var: row}
                whole = s.And((bind.where, body))
                if r.there(row) and holds(whole, r, inner, True):
                    yield row
                    yield from support(whole, r, inner)
                    break
        case s.Equal() | s.AtMost() | s.Less():
            yield from _compared(formula, r, rows)


def _compared(
    formula: s.Equal | s.AtMost | s.Less, r: Truth, rows: Rows
) -> Iterator[Row]:
    """Yield the rows that surely count in what is compared."""
    for term in (formula.left, formula.right):
        for node in s.walk(term):
            if isinstance(node, s.Count | s.Total):
                yield from counted(node.of, r, rows)


def counted(bag: s.Bag, r: Truth, rows: Rows) -> Iterator[Row]:
    """Yield the rows that surely count."""
    if s.free(bag) - rows.keys():
        return  # of a row that an enclosing bag binds
    choices: list[Rows] = [rows]
    for bind in bag.binds:
        choices = [
            {**inner, bind.var: row}
            for inner in choices
            for row in r.tables.rows(bind.table, outer(bind, inner))
            if r.there(row) and holds(bind.where, r, {**inner, bind.var: row}, True)
        ]
    for bind, inner in product(bag.binds, choices):
        yield inner[bind.var]


def outer(bind: s.Bind, rows: Rows) -> Row | None:
    """Return the row inside which ``bind`` ranges, if it ranges inside one."""
    return rows[bind.table.row] if isinstance(bind.table, s.Inside) else None


def unsupported(plan: Plan, covered: Mapping[str, Sequence[str]]) -> tuple[Edge, ...]:
    """Return the edges by which the proposer claims what is not so.

    An edge ``keeps`` is so if the plan is admitted, as all that is fixed is kept then.
    """
    return tuple(
        edge
        for edge in plan.edges
        if edge.kind == "discharges" and edge.source not in covered.get(edge.target, ())
    )


def unsaid(
    plan: Plan, owed: Sequence[str], covered: Mapping[str, Sequence[str]]
) -> tuple[Edge, ...]:
    """Return an edge for each action on which something owed rests, where none is."""
    said = {(e.source, e.target) for e in plan.edges if e.kind == "discharges"}
    return tuple(
        Edge("discharges", node, name)
        for name in owed
        for node in covered.get(name, ())
        if (node, name) not in said
    )
