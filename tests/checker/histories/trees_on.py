"""The trees of `Shape` on one record, and what is left of a record: for the tests."""

import math
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from obligato.checker.histories.shaped import (
    All,
    Endless,
    Exists,
    Fixed,
    Key,
    Least,
    Not,
    Tree,
    Var,
)
from obligato.model.tables import KEY, LANDS, OPEN, Row, Tables
from obligato.model.truth import Truth
from obligato.spec.values import UNKNOWN, known

Env: TypeAlias = Mapping[Var, Row]
T = TypeVar("T")


def value_of(tree: Tree, tables: Tables, env: Env) -> bool:
    """Return the value of a tree on one record, all rows of which are kept."""
    match tree:
        case Fixed(key):
            return fixed(key, tables, env)
        case Not(body):
            return not value_of(body, tables, env)
        case All(parts):
            return all(value_of(part, tables, env) for part in parts)
        case Exists(row, body):
            return any(
                value_of(body, tables, {**env, row: found})
                for found in rows_of(row, tables, env)
            )
        case Least(number, ways):
            assert number is not None
            found = (
                choices(rows, body, tables, env) * (1 if rows else math.inf)
                for rows, body in ways
                if rows or value_of(body, tables, env)  # an open row is any number
            )
            return sum(found) >= number
        case Endless(why):
            raise AssertionError(why)


def choices(rows: tuple[Var, ...], body: Tree, tables: Tables, env: Env) -> float:
    """Return in how many ways rows can be chosen of which ``body`` holds."""
    if not rows:
        return int(value_of(body, tables, env))
    first, *rest = rows
    return sum(
        choices(tuple(rest), body, tables, {**env, first: found})
        for found in rows_of(first, tables, env)
    )


def rows_of(row: Var, tables: Tables, env: Env) -> Iterator[Row]:
    """Yield the rows of a record that a variable may be."""
    match row.kind:
        case "entity":
            names = tables.record.entities.get(row.of) or ()
            yield from ({"self": name} for name in names)
        case "row":
            assert row.outer is not None
            inside = env[row.outer][row.of]
            if isinstance(inside, list):
                yield from (found for found in inside if OPEN not in found)
        case _ if " " in row.of:
            name, verdict = row.of.split()
            rows = tables.decided[name, verdict]
            yield from (found for found in rows if known(found[KEY]))
        case _:
            yield from (r for r in tables.calls[row.of] if OPEN not in r)


def fixed(key: Key, tables: Tables, env: Env) -> bool:
    """Return a truth that hangs on its own rows, read off the record."""
    truth = Truth(tables)
    match key:
        case "there", Var() as event:
            return OPEN not in env[event]
        case "whole", Var() as owner, str() as field, _:
            inside = env[owner][field]
            return isinstance(inside, list) and not any(OPEN in r for r in inside)
        case "declared", str() as sort:
            return sort in tables.record.entities
        case "complete", str() as source, _:
            return all(gap.source != source for gap in tables.record.gaps)
    what, *terms = key
    values = [term(t, tables, env) for t in terms]
    match what:
        case "=":
            return truth.equal(*values)
        case "≠":
            return truth.differ(*values)
        case "<":
            return truth.less(*values)
        case "≤":
            return truth.at_most(*values)
    if what.startswith("given "):
        return truth.related(what.removeprefix("given "), values)
    return truth.unrelated(what.removeprefix("not given "), values)


def term(key: Key, tables: Tables, env: Env) -> Any:
    """Return the value of a term, read off the record."""
    match key:
        case "const", _, value:
            return value
        case "bound", str() as role:
            return tables.record.bound.get(role, UNKNOWN)
        case "claim", str() as slot, _:
            return tables.slots.get(slot, UNKNOWN)
        case "now", _:
            return tables.now
        case "frontier", _:
            return tables.frontier
        case "get", Var() as row, str() as name, _:
            return env[row][LANDS if name == "lands" else name]
        case "status", Var() as row, _:
            cells = env[row]
            return (
                "ok"
                if cells["answered"]
                else "unknown"
                if cells["unclear"]
                else "failed"
            )
        case "gap", str() as source, str() as name, _:
            (gap,) = gaps(source, tables)
            return gap.get(LANDS if name == "lands" else name, UNKNOWN)
        case "hidden", *_:
            return UNKNOWN
        case "+", left, right:
            return term(left, tables, env) + term(right, tables, env)
        case "-", left, right:
            return term(left, tables, env) - term(right, tables, env)
    raise AssertionError(key)


def gaps(source: str, tables: Tables) -> list[Row]:
    """Return the open rows of a log."""
    rows = [
        row
        for table in (tables.calls, tables.decided)
        for key, found in table.items()
        if source in (key, key[0])
        for row in found
        if OPEN in row and row[KEY] is UNKNOWN
    ]
    return rows[:1]
