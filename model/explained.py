"""The reading `Explained`: the same two bits as `Truth`, each with what made it so.

A truth is a tree: whether it held, what was asked, of which rows, and the trees it
was made of. Which tree answers "why" follows from the verdict: the must tree shows
what establishes a formula or what it still lacks, the may tree what refutes it.
"""

import heapq
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeVar

import attrs

from ..spec import syntax as s
from ..spec.errors import TransformError
from ..spec.semantics import holds
from ..spec.values import UNKNOWN
from ..spec.verdicts import ESTABLISHED, REFUTED, NotEstablished, Verdict
from .tables import Row, Tables
from .truth import Bag, Truth

Y = TypeVar("Y")
NEAREST = 3  # how many of the rows that did not fit are kept


@attrs.frozen
class Tree:
    """A truth, and why.

    `node`: what was asked, None for the conjunction of a row's condition and body.
    `rows`: the rows in scope. `open`: the other bit differs, so the record leaves it
    open. `table`, `row`: which row was tried, of what. `parts`: for a quantifier its
    witness, or the rows that came nearest, of the `tried` that were looked at.
    `missed`: the table may have rows that the record does not show. `skipped`: not
    looked at, since it could not matter any more.
    """

    held: bool
    node: s.Formula | None = None
    rows: Mapping[str, Row] = attrs.field(factory=dict, repr=False)
    open: bool = False
    table: s.Table | None = None
    row: Row | None = attrs.field(default=None, repr=False)
    parts: tuple["Tree", ...] = ()
    tried: int = 0
    missed: bool = False
    skipped: bool = False


SKIPPED = Tree(False, skipped=True)


class Explained:
    """`Truth` with its reasons: its terms and its rows, and a tree for each truth."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.truth = tables, Truth(tables)
        self._terms = terms = Truth(tables)  # remembers trees, `truth` bare bits
        self.constant, self.bound, self.claim = terms.constant, terms.bound, terms.claim
        self.now, self.frontier, self.field = terms.now, terms.frontier, terms.field
        self.plus, self.minus, self.each = terms.plus, terms.minus, terms.each
        self.count, self.total, self.apply = terms.count, terms.total, terms.apply
        self._idle = 0  # within how many conjunctions that have failed already

    def equal(self, left: Any, right: Any) -> Tree:
        return Tree(self.truth.equal(left, right))

    def differ(self, left: Any, right: Any) -> Tree:
        return Tree(self.truth.differ(left, right))

    def less(self, left: Any, right: Any) -> Tree:
        return Tree(self.truth.less(left, right))

    def at_most(self, left: Any, right: Any) -> Tree:
        return Tree(self.truth.at_most(left, right))

    def related(self, relation: str, values: list[Any]) -> Tree:
        return Tree(self.truth.related(relation, values))

    def unrelated(self, relation: str, values: list[Any]) -> Tree:
        return Tree(self.truth.unrelated(relation, values))

    def no(self, body: Tree) -> Tree:
        return Tree(self.truth.no(body.held), parts=(body,), skipped=body.skipped)

    def all(self, parts: Iterable[Tree]) -> Tree:
        """Conjoin, and look past the first failure at what costs nothing to look at."""
        found: list[Tree] = []
        before = self._idle
        try:
            for part in parts:
                found.append(part)
                if not part.held:
                    self._idle = before + 1
        finally:
            self._idle = before
        return Tree(self.truth.all(p.held for p in found), parts=tuple(found))

    def some(
        self, table: s.Table, outer: Row | None, sure: bool, body: Callable[[Row], Tree]
    ) -> Tree:
        nearest: list[tuple[tuple[int, int], int, Tree, Row]] = []
        tried, missed = 0, False
        for row in self.tables.rows(table, outer):
            if sure and not self.truth.there(row):
                missed = True
                continue
            tree, tried = body(row), tried + 1
            if tree.held:
                found = attrs.evolve(tree, table=table, row=row)
                return Tree(True, parts=(found,), tried=tried)
            entry = (near(tree), -tried, tree, row)
            push = heapq.heappush if len(nearest) < NEAREST else heapq.heappushpop
            push(nearest, entry)
        parts = tuple(
            attrs.evolve(tree, table=table, row=row)
            for _, _, tree, row in sorted(nearest, key=itemgetter(0, 1), reverse=True)
        )
        return Tree(False, parts=parts, tried=tried, missed=missed)

    def there(self, row: Row) -> Tree:
        return Tree(self.truth.there(row))

    def unit(self, value: Any, table: s.Table, row: Row, surely: Tree) -> Bag:
        return self.truth.unit(value, table, row, surely.held)

    def when(self, condition: Tree, body: Callable[[], Bag]) -> Bag:
        return self.truth.when(condition.held, body)

    def shared(
        self, node: s.Node, rows: Mapping[str, Row], sure: bool, make: Callable[[], Y]
    ) -> Y:
        if self._idle:
            nothing: Any = SKIPPED if isinstance(node, s.Some) else UNKNOWN
            return nothing  # type: ignore[no-any-return]  # Y is a tree or a value
        return self._terms.shared(node, rows, sure, make)

    def mark(
        self, node: s.Formula, rows: Mapping[str, Row], sure: bool, held: Tree
    ) -> Tree:
        if self._idle and (held.skipped or counts(node)):
            return Tree(False, node, rows, skipped=True)
        # What must be is so in any case, what may not is not: only else ask again.
        open_ = held.held != sure and self._open(node, rows, sure)
        if held.node is not None:  # `Known` hands on the tree of its body
            return Tree(held.held, node, rows, open_, parts=(held,))
        return Tree(
            held.held,
            node,
            rows,
            open_,
            parts=held.parts,
            tried=held.tried,
            missed=held.missed,
            skipped=held.skipped,
        )

    def _open(self, node: s.Formula, rows: Mapping[str, Row], sure: bool) -> bool:
        """Whether the other bit of a truth that is not ``sure`` is, so it is open."""
        try:
            return holds(node, self.truth, rows, not sure) == sure
        except TransformError:  # the verdict does not hang on it, or raises as well
            return False


@lru_cache(maxsize=4096)
def counts(node: s.Formula) -> bool:
    """Whether the value of ``node`` hangs on what is counted, added or transformed."""
    return any(isinstance(below, s.Bag | s.Apply) for below in s.walk(node))


def near(tree: Tree) -> tuple[int, int]:
    """Return how near a tree came to holding: fewest failures, then most that held."""
    if tree.skipped:
        return 0, 0
    match tree.node:
        case None | s.And():
            found = [near(part) for part in tree.parts]
            return sum(f for f, _ in found), sum(h for _, h in found)
        case s.Some() if not tree.held:
            failed, held = max(map(near, tree.parts), default=(-1, 0))
            return (0 if tree.open else min(failed, -1)), held
    return (0 if tree.held or tree.open else -1), int(tree.held)


def explain(
    formula: s.Formula, reading: Explained, rows: Mapping[str, Row] | None = None
) -> tuple[Verdict, Tree]:
    """Return the verdict on ``formula`` and the tree that says why."""
    must = holds(formula, reading, rows or {}, True)
    if must.held:
        return ESTABLISHED, must
    may = holds(formula, reading, rows or {}, False)
    if not may.held:
        return REFUTED, may
    return NotEstablished("the record leaves it open"), must
