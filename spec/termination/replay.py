"""Replay: the value is what an allowed transform gives on the evidence cited."""

from ..codes import Code
from ..surface import some
from ..terms import Formula, Row
from .clauses import Clause, flag, of_asked


def allowed(c: Row, x: Row) -> Formula:
    """Its transform, with its exact parameters, is one that the slot allows."""
    return some(a.transform == c.transform for a in x.allowed)


def replayed(c: Row, x: Row) -> Formula:
    """Require: it replays to the value, within the tolerance; if null, to nothing.

    What hangs on a tie replays to no one value: that is the next clause.
    """
    near = (c.number - c.replays <= x.tolerance) & (c.replays - c.number <= x.tolerance)
    same = (c.value == c.replayed) | (flag(c.numeric) & near)
    nothing = flag(c.null) & flag(c.nothing)
    return nothing | (~flag(c.null) & same) | flag(c.tied)


def untied(c: Row, x: Row) -> Formula:
    """Require: it hangs on no tie."""
    return ~flag(c.tied)


CLAUSES = (
    Clause(
        "it is by an allowed transform", Code.TRANSFORM_FORBIDDEN, of_asked, allowed
    ),
    Clause("its evidence gives its value", Code.VALUE_MISMATCH, of_asked, replayed),
    Clause("it hangs on no tie", Code.AMBIGUOUS_ORDER, of_asked, untied),
)
