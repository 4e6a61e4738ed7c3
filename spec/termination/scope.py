"""Scope: what is cited is of the entity, attribute, level, time and call asked for."""

from ..codes import Code
from ..surface import every, some
from ..terms import Formula, Row, conjunction
from .clauses import Clause, flag, of_receipts, of_scope


def same_entity(d: Row, r: Row) -> Formula:
    """Require: it is about the entity that the slot names."""
    return (d.entity == "") | (d.entity == r.entity)


def same_attribute(d: Row, r: Row) -> Formula:
    """Require: it is about the attribute that the slot names."""
    return (d.attribute == "") | (d.attribute == r.attribute)


def same_level(d: Row, r: Row) -> Formula:
    """Require: it is of the level that the slot names."""
    return (d.level == "") | (d.level == r.level)


def within_time(d: Row, r: Row) -> Formula:
    """Its range of time lies within that of the slot."""
    return flag(d.timed).implies((d.since <= r.since) & (r.until <= d.until))


def same_tool(d: Row, r: Row) -> Formula:
    """Require: it is of the tool that the slot names."""
    return (d.tool == "") | (d.tool == r.tool)


def same_arguments(d: Row, r: Row) -> Formula:
    """Its call had the arguments that the slot names."""
    return every(
        some(
            (b.argument == a.argument) & (b.value == a.value)
            for call in r.calls
            for b in call.arguments
        )
        for a in d.arguments
    )


def in_scope(d: Row, r: Row) -> Formula:
    """Return: ``r`` is in every way of the scope that ``d`` demands."""
    return conjunction(*(clause.body(d, r) for clause in DEMANDED))


def of_its_tool(k: Row, r: Row) -> Formula:
    """Its call is of the tool that it names."""
    return every(call.tool == r.tool for call in r.calls)


def of_its_arguments(k: Row, r: Row) -> Formula:
    """Its digest of the arguments, if it has one, is that of its call."""
    return (r.args_digest == "") | (r.args_digest == r.of_args)


DEMANDED = (
    Clause("it is of the entity", Code.SCOPE_ENTITY, of_scope, same_entity),
    Clause("it is of the attribute", Code.SCOPE_ATTRIBUTE, of_scope, same_attribute),
    Clause("it is of the level", Code.SCOPE_LEVEL, of_scope, same_level),
    Clause("it is of the time", Code.SCOPE_TIME, of_scope, within_time),
    Clause("its call has the arguments", Code.SCOPE_ARGS, of_scope, same_arguments),
    Clause("it is of the tool", Code.SCOPE_TOOL, of_scope, same_tool),
)
CLAUSES = (
    *DEMANDED,
    Clause(
        "it digests the arguments of its call",
        Code.SCOPE_ARGS,
        of_receipts,
        of_its_arguments,
    ),
    Clause("it is of the tool of its call", Code.SCOPE_TOOL, of_receipts, of_its_tool),
)
