"""The trees of `Shape` mean on each record what `Truth` says of it."""

from collections.abc import Iterator

import attrs
import pytest

from obligato.checker.histories.shape import Shape
from obligato.checker.histories.shaped import All as Every
from obligato.checker.histories.shaped import Endless, Exists, Least, Not, Tree
from obligato.model import Record, record
from obligato.model.record import Decided, Event
from obligato.model.settle import settle
from obligato.model.truth import Truth
from obligato.properties.choices import seeded
from obligato.properties.phrasing import draw_formula
from obligato.properties.plants import planted
from obligato.properties.worlds import (
    SHIPPED,
    emptied,
    find,
    put,
    release,
    stored,
    storing,
    take,
)
from obligato.spec import Line, at, claim, count, gap, none, some
from obligato.spec import syntax as s
from obligato.spec.semantics import holds, interpret
from tests.checker.histories.trees_on import value_of
from tests.checker.left import drawn
from tests.lab import lab, make

QUICK, LONG = 100, 4_500


def disagreements(formulas: range) -> tuple[int, list[int]]:
    """Return how many bits were compared, and the seeds of those that differ."""
    compared, differ = 0, []
    for seed in formulas:
        request, pick = SHIPPED[seed % 2], seeded("shape", seed)
        formula = draw_formula(request, pick)
        trees = interpret(formula, Shape(request.world, gaps=True))
        if not exact(formula) or any(map(endless, trees)):
            continue
        counted = any(isinstance(node, s.Count) for node in s.walk(formula))
        for _ in range(2):
            record = drawn(request, pick)
            whole = tuple(attrs.evolve(r, complete=True) for r in record.ledger)
            record = attrs.evolve(record, ledger=whole)
            if counted:  # an open row beside others is any number, which no tree says
                record = attrs.evolve(
                    record, gaps=(), trajectory=tuple(over_by_the_claim(record))
                )
            tables = settle(request.world, record)
            bits = tuple(value_of(tree, tables, {}) for tree in trees)
            compared += 2
            if bits != interpret(formula, Truth(tables)):
                differ.append(seed)
    return compared, differ


def over_by_the_claim(record: Record) -> Iterator[Event]:
    """Yield the events but decisions under way at the claim, which are open rows."""
    claimed = record.claim
    for event in record.trajectory:
        under_way = claimed is not None and event.end >= claimed.start
        if not (isinstance(event, Decided) and under_way):
            yield event


def exact(formula: s.Formula) -> bool:
    """Whether trees say all of it: they count rows, but no values and no open rows."""
    for node in s.walk(formula):
        match node:
            case s.Total() | s.Apply():
                return False
            case s.Count(of):
                tables = [bind.table for bind in of.binds]
                if of.value is not None or any(
                    isinstance(table, s.Inside | s.Entities) for table in tables
                ):
                    return False
    return True


def endless(tree: Tree) -> bool:
    """Whether a tree says of some part that nothing is known of it."""
    return any(
        isinstance(below, Endless) or (isinstance(below, Least) and not below.number)
        for below in walk(tree)
    )


def walk(tree: Tree) -> Iterator[Tree]:
    """Yield a tree and all below it."""
    yield tree
    match tree:
        case Not(body) | Exists(_, body):
            yield from walk(body)
        case Every(parts):
            for part in parts:
                yield from walk(part)
        case Least(_, ways):
            for _, held in ways:
                yield from walk(held)


def test_a_tree_is_true_of_a_record_where_truth_says_so() -> None:
    compared, differ = disagreements(range(QUICK))

    assert differ == []
    assert compared > 250


@pytest.mark.long
def test_a_tree_is_true_of_many_records_where_truth_says_so() -> None:
    compared, differ = disagreements(range(QUICK, LONG))

    assert differ == []
    assert compared > 12_000


LATE: list[Line] = [at(7), release(parcel="p", shelf="s").took(3), at(8), claim()]
FOUND, GONE = (find(parcel="p").ok(found=found) for found in (True, False))
SETTLED: dict[str, list[Line]] = {
    "found by a read, which confirms it": [put(parcel="p", weight=1).lost(), FOUND],
    "not found, once it can land no more, which denies it": [
        at(0),
        put(parcel="p", weight=1).dropped(),
        at(9),
        GONE,
    ],
    "not found while it may still land": [put(parcel="p", weight=1).dropped(), GONE],
    "found, but one of two made it": [
        put(parcel="p", weight=1).lost(),
        put(parcel="p", weight=2).lost(),
        FOUND,
    ],
    "taken out while it may still land": [
        put(parcel="p", weight=1).lost(),
        take(parcel="p").ok(),
        FOUND,
    ],
    "one, of a log that is not known to be complete": [
        put(parcel="p", weight=1).ok(),
        gap(put),
    ],
    "a decision that ended after the claim": LATE,
}
ASKED = [
    some(put.done()),
    none(put.done()),
    count(put.done()) == 1,
    count(put.tried()) >= 1,
    count(emptied.ended()) >= 0,
    some(stored.made().standing()),
    some(release.given()),
]


def unlike(lines: list[Line]) -> bool:
    """Whether a tree is not what Truth says of a record of the store."""
    tables = settle(storing.world, record(storing, *lines))
    shape = Shape(storing.world, gaps=True)
    return any(
        tuple(value_of(tree, tables, {}) for tree in interpret(asked.node, shape))
        != interpret(asked.node, Truth(tables))
        for asked in ASKED
    )


@pytest.mark.parametrize("name", SETTLED)
def test_what_later_reads_settle_is_in_the_tree(name: str) -> None:
    assert not unlike(SETTLED[name])


PLANTS = {
    "no rule of resolution is applied": ("shape", "self.rules == 0", "self.rules >= 0"),
    "what denies a call is not read": (
        "shape",
        "rule = denied if self.rules == 1 else confirmed",
        "rule = confirmed",
    ),
    "as many as less than that many": (
        "shape",
        "return right.least(_number(left), True)",
        "return right.least(_up(_number(left)), True)",
    ),
    "none is not at least none": (
        "shaped",
        "return TRUE if number <= 0 else FALSE if",
        "return FALSE if",
    ),
    "a gap is forgotten": ("ranges", "if self.gaps:", "if False:"),
    "an effect ends when its call does": (
        "ranges",
        'return Known(("get", call, "lands", self.view))',
        'return Known(("get", call, "end", self.view))',
    ),
    "a decision that came too late is there": (
        "ranges",
        'yield (event,), _of(event, Fixed(("there", event)))',
        "yield (event,), _of(event)",
    ),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_bug_in_the_reading_is_noticed(name: str) -> None:
    module, old, new = PLANTS[name]
    with planted(f"obligato.checker.histories.{module}", old, new):
        assert any(map(unlike, SETTLED.values()))


def test_a_sum_is_beyond_what_a_tree_can_say() -> None:
    shape = Shape(lab.world)
    bind = s.Bind("x0", s.Calls("make"), s.TRUE)
    added = s.Equal(s.Total(s.Bag((bind,), s.Const(1, "Int"))), s.Slot("worth", "Int"))
    counted = (count(make.done()) == count(make.tried())).node

    assert isinstance(holds(added, shape, {}, True), Endless)
    assert any(map(endless, interpret(counted, shape)))
    assert not endless(holds(some(make.done()).node, shape, {}, True))
