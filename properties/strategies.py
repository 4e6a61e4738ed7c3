"""Strategies of Hypothesis for any request: its records, and formulas about them.

    @given(records(settle), formulas(settle))
    def test(record, formula): ...

They construct and never filter; an example shrinks towards fewer events and parts.
"""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st

from ..model.record import Record
from ..spec import syntax as s
from ..spec.requests import Request
from .choices import Pick
from .phrasing import DEPTH, draw_formula
from .pools import Pools
from .recording import draw_record

T = TypeVar("T")


def records(request: Request, events: int = 5) -> st.SearchStrategy[Record]:
    """Return the records of ``request`` with at most so many events before the claim.

    Small ones over few names, with all that may be amiss: calls lost, dropped, failed,
    pending or answered in part, overlaps, gaps, handoffs, early claims, what nobody
    bound or declared, and receipts that stand apart.
    """
    return _records(request, events, Pools(request))


def formulas(request: Request, depth: int = DEPTH) -> st.SearchStrategy[s.Formula]:
    """Return closed formulas over the world of ``request``.

    They range over its tools, effects, decisions, entities and the rows inside fields,
    and count, add and compare; `depth` is how deep they nest.
    """
    return _formulas(request, depth, Pools(request))


@st.composite
def _records(draw: st.DrawFn, request: Request, events: int, pools: Pools) -> Record:
    return draw_record(request, _picking(draw), events, pools)


@st.composite
def _formulas(draw: st.DrawFn, request: Request, depth: int, pools: Pools) -> s.Formula:
    return draw_formula(request, _picking(draw), depth, pools)


def _picking(draw: st.DrawFn) -> Pick:
    def pick(options: Sequence[T], /) -> T:
        return draw(st.sampled_from(options))

    return pick
