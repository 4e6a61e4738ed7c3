"""Requirements: what a duty says where it only says that calls were made.

A conjunction of ``some(tool.done(…))`` and of counts of such calls can be told as a
list of calls, by which a reader without our language can check. A document says
such a duty both ways, and the two are held together.
"""

from collections.abc import Mapping
from typing import TypeAlias

import attrs

from ..spec import syntax as s
from ..spec.requests import Duty, World
from ..spec.sorts import Bool
from .notation import unicode

Value: TypeAlias = s.Const | s.Role
STATUS = {"took": "done", "unclear": "unclear"}  # a call's flag, in the word of tools
STATUSES = ("done", "unclear", "tried")


@attrs.frozen
class Requirement:
    """From `at_least` to `at_most` calls of `tool` with these values.

    `status`: ``done`` (they took effect), ``unclear`` (unanswered) or ``tried`` (any).
    `args`, `returns`: the value that an argument or a column of the answer has.
    """

    tool: str
    status: str
    args: Mapping[str, Value] = attrs.field(factory=dict)
    returns: Mapping[str, Value] = attrs.field(factory=dict)
    at_least: int = 1
    at_most: int | None = None

    def __str__(self) -> str:
        given = {**self.args, **self.returns}
        values = ", ".join(f"{name}={unicode(value)}" for name, value in given.items())
        most = "" if self.at_most is None else f" to {self.at_most}"
        return f"{self.at_least}{most} {self.tool}.{self.status}({values})"


def requirements(world: World, duty: Duty) -> tuple[Requirement, ...] | None:
    """Return what ``duty`` requires if it has the simple form, else None."""
    if duty.guard != s.TRUE:
        return None
    found = []
    for part in _parts(duty.formula):
        one = _requirement(world, part)
        if one is None:
            return None
        found.append(one)
    return tuple(found) or None


def _parts(formula: s.Formula) -> tuple[s.Formula, ...]:
    return formula.parts if isinstance(formula, s.And) else (formula,)


def _requirement(world: World, formula: s.Formula) -> Requirement | None:
    match formula:
        case s.Some(bind, s.And(())):
            return _calls(world, bind, 1, None)
        case s.AtMost(s.Const(int(n)), s.Count(s.Bag((bind,), None))):
            return _calls(world, bind, n, None) if n >= 0 else None
        case s.Equal(s.Count(s.Bag((bind,), None)), s.Const(int(n))):
            return _calls(world, bind, n, n) if n >= 0 else None
    return None


def _calls(
    world: World, bind: s.Bind, at_least: int, at_most: int | None
) -> Requirement | None:
    if not isinstance(bind.table, s.Calls):
        return None
    tool, status = world.tool(bind.table.tool), "tried"
    args: dict[str, Value] = {}
    returns: dict[str, Value] = {}
    of = {c.name: args for c in tool.takes} | {c.name: returns for c in tool.returns}
    for part in _parts(bind.where):
        match part:
            case s.Equal(s.Get(bind.var, flag), s.Const(True, Bool.name)) if (
                flag in STATUS and status == "tried"
            ):
                status = STATUS[flag]
            case s.Equal(s.Get(bind.var, name), s.Const() | s.Role() as value) if (
                name in of and name not in of[name]
            ):
                of[name][name] = value
            case _:
                return None
    return Requirement(tool.name, status, args, returns, at_least, at_most)
