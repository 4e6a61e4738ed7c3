"""Step 1: what holds of a plan in every order, read off the order alone.

Each clause of Eq. 1 is read once for each outcome, over tables whose times are known
by order alone. There the quantifiers find causal links: a need is met by one row that
surely comes before, and no row that surely comes neither before that one nor after the
need may undo it. That is the condition known from partial-order planning (a producer
for each need, and every threat ordered), and it falls out of the one meaning of the
formulas. It is sound and not complete: where each order has a producer of its own (the
white knights of Chapman 1987), no single link is there.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import attrs

from ...model.settle import conflict
from ...model.tables import Tables
from ...model.truth import Truth
from ...spec.correctness import Clause
from ...spec.errors import TransformError
from ...spec.semantics import holds
from .continued import Continued, run_tables
from .layout import Layout, Outcome

Decides: TypeAlias = Callable[[Clause, Tables], bool]


@attrs.frozen
class Looked:
    """What step 1 found of one outcome.

    `possible`: whether some history fits it. `open`: the clauses that it did not find
    to hold in every order.
    """

    outcome: Outcome
    tables: Continued
    possible: bool
    open: tuple[Clause, ...]


def must(clause: Clause, tables: Tables) -> bool:
    """Whether a clause is established of tables, by the reading `Truth`."""
    try:
        return holds(clause.formula, Truth(tables), {}, sure=True)
    except TransformError:
        return False


def may(clause: Clause, tables: Tables) -> bool:
    """Whether a clause may hold of tables."""
    try:
        return holds(clause.formula, Truth(tables), {}, sure=False)
    except TransformError:
        return True


def look(
    before: Tables,
    clauses: Sequence[Clause],
    layout: Layout,
    outcomes: Sequence[Outcome],
    decides: Decides = must,
) -> Iterator[Looked]:
    """Yield what holds in every order, outcome by outcome."""
    for outcome in outcomes:
        tables = run_tables(before, layout, outcome)
        if conflict(tables) is not None:
            yield Looked(outcome, tables, False, ())
            continue
        found = tuple(c for c in clauses if not decides(c, tables))
        yield Looked(outcome, tables, True, found)
