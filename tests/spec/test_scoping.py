"""A comprehension binds what it ranges over, and nothing stays bound after it."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from obligato.spec import Obligation, SpecError, bound, count, every, none, some
from obligato.spec.scoping import opened
from obligato.spec.terms import Formula, Row

from .trade import amount, pay


class Mishap(Exception):
    """Something of the user's own that goes wrong."""


def mishap(row: Row) -> Formula:
    """Go wrong over a row."""
    raise Mishap(row.var)


def test_an_exception_in_a_comprehension_leaves_nothing_bound() -> None:
    with pytest.raises(Mishap):
        every(some(mishap(q) for q in pay.done()) for p in pay.done())

    assert opened() == []


def test_a_pattern_left_half_iterated_leaves_nothing_bound() -> None:
    for row in pay.done():
        assert row.amount is not None
        break

    assert opened() == []


def test_a_row_of_another_iteration_is_not_taken_in() -> None:
    held: list[Iterator[Row]] = []

    def stray(row: Row) -> Formula:
        held.append(iter(pay.tried()))
        return next(held[0]).before(row)

    with pytest.raises(SpecError, match="a row of an iteration that is not its own"):
        some(stray(p) for p in pay.done())


@pytest.mark.parametrize(
    "formula_of",
    [
        lambda row: row.amount == 1,
        lambda row: some(row.before(q) for q in pay.done()),
        lambda row: count(pay.done().after(row)) == 1,
    ],
    ids=["a column", "under a quantifier", "in a pattern"],
)
def test_a_row_is_not_used_outside_its_comprehension(
    formula_of: Callable[[Row], Formula],
) -> None:
    rows: list[Row] = []

    def kept(row: Row) -> Formula:
        rows.append(row)
        return row.amount == 1

    some(kept(p) for p in pay.done())

    with pytest.raises(SpecError, match="outside the comprehension that binds it"):
        Obligation("x", formula_of(rows[0]))


def alike() -> list[tuple[Formula, Formula]]:
    """Return pairs of spellings of one formula."""
    a, b = pay.done(), pay.done()
    return [
        (some(p.amount == 1 for p in a), some(other.amount == 1 for other in b)),
        (
            every(some(q.before(p) for q in a) for p in b),
            every(some(p.before(q) for p in b) for q in a),
        ),
        (some(a), some(pay.done())),
        (
            some(p.before(q) for p in a for q in a),
            some(q.before(p) for q in a for p in b),
        ),
        (~~some(a), some(b)),
        (none(a), ~some(b)),
        (some(a) & some(b) & some(a), some(a) & (some(b) & some(a))),
        (count(a) > 1, 1 < count(b)),  # noqa: SIM300  # the point
        (pay.done(amount=1) & some(a), some(pay.done(amount=1)) & pay.done()),
        (some(p.at <= 3 for p in a), some(p.end <= 3 for p in a)),
    ]


@pytest.mark.parametrize("i", range(len(alike())))
def test_names_of_variables_never_tell_formulas_apart(i: int) -> None:
    left, right = alike()[i]

    assert left.node == right.node
    assert hash(left.node) == hash(right.node)


UNLIKE: list[tuple[Formula, Formula]] = [
    (some(pay.done()), some(pay.tried())),
    (some(p.amount == 1 for p in pay.done()), some(p.amount == 2 for p in pay.done())),
    (
        every(some(p.before(q) for q in pay.done()) for p in pay.done()),
        every(some(q.before(p) for q in pay.done()) for p in pay.done()),
    ),
    (bound(amount) < 1, bound(amount) <= 1),
    (
        some(some(p.amount == q.amount for q in pay.done()) for p in pay.done()),
        some(some(q.amount == q.amount for q in pay.done()) for p in pay.done()),
    ),
]


@pytest.mark.parametrize(("left", "right"), UNLIKE, ids=range(len(UNLIKE)))
def test_formulas_of_other_shape_differ(left: Formula, right: Formula) -> None:
    assert left.node != right.node


def test_a_pattern_ranged_over_twice_binds_two_variables() -> None:
    twice = pay.done()

    pairs = some(p.file == q.file for p in twice for q in twice)

    assert (
        pairs.node
        == some(p.file == q.file for p in pay.done() for q in pay.done()).node
    )


def test_an_iteration_left_hanging_may_end_while_another_runs() -> None:
    hanging = [iter(pay.tried())]
    next(hanging[0])

    def body(row: Row) -> Formula:
        hanging.clear()
        return row.amount == 1

    found = some(body(p) for p in pay.done())

    assert found.node == some(p.amount == 1 for p in pay.done()).node


def test_threads_build_their_formulas_apart() -> None:
    expected = every(some(q.before(p) for q in pay.done()) for p in pay.tried()).node
    together = Barrier(8)

    def build(_: int) -> bool:
        def body(row: Row) -> Formula:
            together.wait()
            return some(q.before(row) for q in pay.done())

        return every(body(p) for p in pay.tried()).node == expected

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(build, range(8)))
