"""Step 1: what holds of a plan in every order, read off the order alone.

Each clause of Eq. 1 is read once for each outcome, over tables whose times are known
by order alone. There the quantifiers find causal links: a need is met by one row that
surely comes before, and no row that surely comes neither before that one nor after the
need may undo it. That is the condition known from partial-order planning (a producer
for each need, and every threat ordered), and it falls out of the one meaning of the
formulas. It is sound and not complete: where each order has a producer of its own (the
white knights of Chapman 1987), no single link is there.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TypeAlias

import attrs

from ...model.indexed import must as program
from ...model.scarce import scarce
from ...model.settle import conflict
from ...model.tables import Tables
from ...model.truth import Truth
from ...spec import syntax as s
from ...spec.correctness import Clause
from ...spec.errors import TransformError
from ...spec.semantics import holds
from .continued import Before, Continued
from .layout import Layout, Outcome

Decides: TypeAlias = Callable[[Tables], bool]


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


def by_program(clause: Clause) -> Decides:
    """Return what decides whether a clause is established: its program."""
    run, few = program(clause.formula), scarce(clause.formula)

    def decides(tables: Tables) -> bool:
        try:
            return (few is not None and few.holds(tables)) or run(tables)
        except TransformError:
            return False

    return decides


def by_truth(clause: Clause) -> Decides:
    """Return what decides the same by the reading `Truth`, slowly."""

    def decides(tables: Tables) -> bool:
        try:
            return holds(clause.formula, Truth(tables), {}, sure=True)
        except TransformError:
            return False

    return decides


def empty(clause: Clause, barren: Collection[s.Table]) -> bool:
    """Whether a clause denies rows of a table that has none in any record."""
    match clause.formula:
        case s.Not(s.Some(s.Bind(table=table), _)):
            return table in barren
    return False


def may(clause: Clause, tables: Tables) -> bool:
    """Whether a clause may hold of tables."""
    try:
        return holds(clause.formula, Truth(tables), {}, sure=False)
    except TransformError:
        return True


def disturbed(before: Before, layout: Layout, outcome: Outcome) -> bool:
    """Whether an action that may run by the end changes what the last read tells."""
    last, sure = outcome.ran[-1], {*outcome.ran}
    told = {t.instance.effect for t in before.tool(layout.nodes[last].tool).tells}
    for i in layout.order:
        if i not in sure and not layout.before[i] >> last & 1:
            tool = before.tool(layout.nodes[i].tool)
            if any(x.effect in told for x in (*tool.makes, *tool.ends)):
                return True
    return False


def look(
    before: Before,
    clauses: Sequence[tuple[Clause, Decides]],
    layout: Layout,
    outcomes: Sequence[Outcome],
) -> Iterator[Looked]:
    """Yield what holds in every order, outcome by outcome."""
    for outcome in outcomes:
        tables = Continued(before, layout, outcome)
        # Only a further read can contradict: before it, no history was excluded.
        if tables.tells and conflict(tables) is not None:
            possible = bool(outcome.amiss) and disturbed(before, layout, outcome)
            yield Looked(outcome, tables, possible, ())
            continue
        if outcome.amiss:
            yield Looked(outcome, tables, True, ())
            continue
        found = tuple(c for c, decides in clauses if not decides(tables))
        yield Looked(outcome, tables, True, found)
