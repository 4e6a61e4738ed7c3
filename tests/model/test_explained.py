"""`Explained` has the bits of `Truth`, and its tree shows what made them."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from examples import (
    invoicing,
    payments,
    refunds,
    review,
    shipping,
    spending,
    workspace,
)
from obligato.model import record, settle
from obligato.model.explained import Explained, Tree, explain, near
from obligato.model.record import Record
from obligato.model.tables import KEY, Row
from obligato.model.truth import Truth
from obligato.spec import every, gap, now, ratio, some
from obligato.spec import syntax as s
from obligato.spec.correctness import eq1
from obligato.spec.requests import Request
from obligato.spec.semantics import holds, interpret
from obligato.spec.verdicts import REFUTED

Body = Callable[[Row], Tree]
WORLDS = (invoicing, payments, refunds, review, shipping, spending, workspace)
JUDGED = [
    pytest.param(j.request, j.record, id=f"{world.__name__}: {j.label}")
    for world in WORLDS
    for j in world.JUDGED
]


def questions(request: Request) -> list[s.Formula]:
    """Return the duties, the clauses of Eq. 1, and whether each tool was called."""
    duties = [f for duty in request.duties for f in (duty.owed, duty.guard)]
    called = [
        s.Some(s.Bind("x0", s.Calls(tool.name), s.TRUE), s.TRUE)
        for tool in request.world.tools
    ]
    return [*duties, *called, *(clause.formula for clause in eq1(request))]


def disagreements(reading: Explained, asked: Iterable[s.Formula]) -> list[s.Formula]:
    truth = Truth(reading.tables)
    return [
        formula
        for formula in asked
        if interpret(formula, truth)
        != tuple(tree.held for tree in interpret(formula, reading))
    ]


def tree_of(request: Request, label: str) -> Tree:
    judged = next(
        j for w in WORLDS for j in w.JUDGED if (j.request, j.label) == (request, label)
    )
    return explain(
        request.duties[0].owed, Explained(settle(request.world, judged.record))
    )[1]


@pytest.mark.parametrize(("request_", "told"), JUDGED)
def test_its_bits_are_those_of_truth(request_: Request, told: Record) -> None:
    reading = Explained(settle(request_.world, told))

    assert disagreements(reading, questions(request_)) == []


def forgets_the_last_conjunct(self: Explained, parts: Iterable[Tree]) -> Tree:
    return Explained.all(self, list(parts)[:-1])


def keeps_what_it_negates(self: Explained, body: Tree) -> Tree:
    return body


def takes_missing_rows_for_sure(
    self: Explained, table: s.Table, outer: Row | None, sure: bool, body: Body
) -> Tree:
    return Explained.some(self, table, outer, False, body)


def skips_the_first_row(
    self: Explained, table: s.Table, outer: Row | None, sure: bool, body: Body
) -> Tree:
    first = next(iter(self.tables.rows(table, outer)), None)

    def other(row: Row) -> Tree:
        return Tree(False) if row is first else body(row)

    return Explained.some(self, table, outer, sure, other)


def counts_what_may_be(
    self: Explained, value: Any, table: s.Table, row: Row, surely: Tree
) -> Any:
    return Explained.unit(self, value, table, row, Tree(True))


def takes_unequal_for_different(self: Explained, left: Any, right: Any) -> Tree:
    return self.no(self.equal(left, right))


def takes_at_most_for_less(self: Explained, left: Any, right: Any) -> Tree:
    return self.at_most(left, right)


PLANTS = {
    "all": forgets_the_last_conjunct,
    "no": keeps_what_it_negates,
    "some, sure": takes_missing_rows_for_sure,
    "some": skips_the_first_row,
    "unit": counts_what_may_be,
    "differ": takes_unequal_for_different,
    "less": takes_at_most_for_less,
}


@pytest.mark.parametrize("method", PLANTS)
def test_a_planted_bug_is_noticed(method: str) -> None:
    planted: type[Explained] = type(
        "Planted", (Explained,), {method.split(",")[0]: PLANTS[method]}
    )

    assert any(
        disagreements(planted(settle(j.request.world, j.record)), questions(j.request))
        for world in WORLDS
        for j in world.JUDGED
    )


def test_a_conjunction_looks_past_its_first_failure() -> None:
    tree = tree_of(invoicing.settle, "sent to b")
    send = tree.parts[0].parts[1].parts[0]

    assert [part.held for part in send.parts[0].parts] == [True, False, True]


def test_a_body_is_skipped_where_the_row_does_not_fit() -> None:
    tree = tree_of(invoicing.settle, "sent to b")
    send = tree.parts[0].parts[1].parts[0]

    assert send.parts[1].skipped


def test_the_rows_that_came_nearest_are_kept_nearest_first() -> None:
    tree = tree_of(refunds.once, "a refund of o2, then of o1")
    every = tree.parts[1].parts[0]

    assert [part.row[KEY] for part in every.parts if part.row] == ["e2", "e1"]
    assert every.tried == 2


def test_the_nearest_row_is_kept_however_late_it_comes() -> None:
    far = [refunds.refund(order="o2", amount=n).ok() for n in range(5)]
    close = refunds.refund(order="o1", amount=5).failed()
    told = record(refunds.once, *far, close, bound=refunds.BOUND)
    asked = some(refunds.refund.done(order="o1", amount=5))

    _, tree = explain(asked.node, Explained(settle(refunds.once.world, told)))

    names = [part.row[KEY] for part in tree.parts if part.row]
    assert (names[0], len(names), tree.tried) == ("e6", 3, 6)


def test_a_refutation_shows_what_cannot_be_and_not_what_is_unknown() -> None:
    told = record(invoicing.settle, invoicing.send(file="t7", to="b").lost())
    asked = some(invoicing.send.done(to="a"))
    tables = settle(invoicing.settle.world, told)

    verdict, tree = explain(asked.node, Explained(tables))
    (row,) = tree.parts

    assert verdict == REFUTED
    assert [part.held for part in row.parts[0].parts] == [False, True]


def test_what_the_record_leaves_open_is_told_from_what_fails() -> None:
    tree = tree_of(invoicing.settle, "the send lost, tracked as arrived")
    send = tree.parts[0].parts[1].parts[0]
    took = send.parts[0].parts[2]

    assert (took.held, took.open) == (False, True)


def test_rows_that_the_record_may_lack_are_told() -> None:
    asked = s.Some(s.Bind("x0", s.Calls("shell"), s.TRUE), s.TRUE)
    told = record(workspace.editing, gap(workspace.shell))
    tree = holds(asked, Explained(settle(workspace.editing.world, told)), {}, True)

    assert tree.missed and tree.open


def test_a_failure_counts_for_more_than_any_number_of_hits() -> None:
    one_failed = Tree(False, parts=(Tree(True, s.TRUE), Tree(False, s.Not(s.TRUE))))
    open_only = Tree(False, parts=(Tree(False, s.Not(s.TRUE), open=True),))

    assert near(open_only) > near(one_failed)


def test_what_cannot_matter_any_more_is_not_transformed() -> None:
    """The ratio to 0 has no value, and no row for which it is asked."""
    another = invoicing.pay.done(invoice="another")
    asked = every(ratio(now - now, 0) == "1/2" for _ in another)
    tables = settle(
        invoicing.settle.world,
        record(invoicing.settle, invoicing.payment, bound=invoicing.BOUND),
    )

    assert interpret(asked.node, Truth(tables)) == (True, True)
    assert [t.held for t in interpret(asked.node, Explained(tables))] == [True, True]
