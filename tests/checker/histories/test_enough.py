"""What is kept is enough: of every record so much can be left that the bit stays."""

import pytest

from obligato.checker.histories.enough import Enough, TooMany, enough
from obligato.checker.histories.shape import Shape
from obligato.checker.histories.shaped import Tree, neg
from obligato.model import record
from obligato.model.record import Record
from obligato.model.settle import conflict, settle
from obligato.model.truth import Truth
from obligato.properties.choices import seeded
from obligato.properties.phrasing import draw_formula
from obligato.properties.plants import planted
from obligato.properties.worlds import (
    SHIPPED,
    Parcel,
    find,
    keep,
    put,
    release,
    stock,
    storing,
    take,
)
from obligato.spec import Line, count, every, none, some, total
from obligato.spec import syntax as s
from obligato.spec.requests import Request
from obligato.spec.resolution import conflicts
from obligato.spec.semantics import holds, interpret
from obligato.spec.terms import Formula
from tests.checker.left import drawn, left

QUICK, LONG = 50, 1_500


def needs(
    request: Request, formula: s.Formula, bit: int, value: bool, most: int = 8
) -> Enough:
    """Return what is enough for a bit to keep its value in a record that fits."""
    shape = Shape(request.world, gaps=True)
    tree: Tree = interpret(formula, shape)[bit]
    fits = [neg(holds(f, shape, {}, True)) for _, f in conflicts(request.world)]
    return enough([tree if value else neg(tree), *fits], most=most)


def stays(
    request: Request, formula: s.Formula, whole: Record, bit: int, most: int = 8
) -> bool:
    """Whether the bit stays if so much of a record is left as is said to be enough."""
    value = interpret(formula, Truth(settle(request.world, whole)))[bit]
    found = needs(request, formula, bit, value, most)
    sizes = len(found.events), len(found.rows), len(found.entities)
    for kept in left(whole, *sizes):
        tables = settle(request.world, kept)
        if conflict(tables) is None and interpret(formula, Truth(tables))[bit] == value:
            return True
    return False


def failures(seeds: range) -> tuple[int, list[int]]:
    """Return how many bits were tried, and the seeds of those that do not stay."""
    tried, failed = 0, []
    for seed in seeds:
        request, pick = SHIPPED[seed % 2], seeded("enough", seed)
        formula = draw_formula(request, pick, 1 + seed % 2)
        if any(isinstance(node, s.Apply) for node in s.walk(formula)):
            continue  # no solver reads it, and it may be of nothing
        whole = drawn(request, pick)
        if conflict(settle(request.world, whole)) is not None:
            continue
        for bit in (0, 1):
            try:
                kept = stays(request, formula, whole, bit, most=4)
            except TooMany:
                continue
            tried += 1
            if not kept:
                failed.append(seed)
    return tried, failed


def test_so_much_can_be_left_of_drawn_records_that_a_bit_stays() -> None:
    tried, failed = failures(range(QUICK))

    assert failed == []
    assert tried > 50


@pytest.mark.long
def test_so_much_can_be_left_of_many_records_that_a_bit_stays() -> None:
    tried, failed = failures(range(QUICK, LONG))

    assert failed == []
    assert tried > 1_500


ONE, TWO = put(parcel="p", weight=1), put(parcel="q", weight=2)
there = find(parcel="p").ok(found=True)
paired = every(some(release.given(parcel=t.parcel).before(t)) for t in take.tried())
allowed: list[Line] = [
    line
    for name in "pq"
    for line in (release(parcel=name, shelf="s"), take(parcel=name).ok())
]
page = stock(parcel="p").ok(
    lines=[{"shelf": "a", "pieces": 1}, {"shelf": "b", "pieces": 2}], weight=1
)
emptied_after = every(
    (p.weight != 2) | some(take.tried(parcel=p.parcel).after(p)) for p in put.tried()
)
lined = some(x.pieces == 2 for i in stock.done() for x in i.lines)

# name: formula, the bit and its value, a record that has it, events that are enough
NAMED: dict[str, tuple[Formula, int, bool, list[Line], int]] = {
    "a row that must be there": (some(stock.tried()), 0, True, [page], 1),
    "no row that must be there": (none(keep.tried()), 0, True, [], 0),
    "rows that must not be there": (
        none(keep.tried()),
        1,
        False,
        [keep(parcel="p").ok(), keep(parcel="q").ok()],
        1,
    ),
    "two of three": (
        count(put.tried()) >= 2,
        0,
        True,
        [ONE.ok(), TWO.ok(), ONE.ok()],
        2,
    ),
    "at most one": (count(put.tried()) <= 1, 0, True, [ONE.ok()], 0),
    "one with what it needs": (
        paired & some(take.tried()),
        0,
        True,
        allowed,
        2,
    ),
    "one for two of another table": (
        paired & (count(take.tried()) >= 2),
        0,
        True,
        allowed,
        4,
    ),
    "a row inside a field": (lined, 0, True, [page], 1),
    "a read, and what it found": (
        some(find.done(found=True)),
        0,
        True,
        [keep(parcel="p").ok(), keep(parcel="p").ok(), there],
        2,
    ),
    "one or the other, of which one needs more": (
        (some(put.tried(weight=1)) | some(put.tried(weight=2))) & emptied_after,
        0,
        True,
        [TWO.ok(), take(parcel="q").ok()],
        2,
    ),
}


@pytest.mark.parametrize("name", NAMED)
def test_so_many_events_are_enough(name: str) -> None:
    formula, bit, value, lines, events = NAMED[name]
    whole = record(storing, *lines)

    assert interpret(formula.node, Truth(settle(storing.world, whole)))[bit] is value
    assert len(needs(storing, formula.node, bit, value).events) == events
    assert stays(storing, formula.node, whole, bit)


ENDLESS: dict[str, Formula] = {
    "a rule by which a row needs one like itself": every(
        some(put.tried().after(p)) for p in put.tried()
    )
    & some(put.tried()),
    "two rules by which two tables need each other": every(
        some(take.tried().after(p)) for p in keep.tried()
    )
    & every(some(keep.tried().after(t)) for t in take.tried())
    & some(keep.tried()),
    "a sum": total(p.weight for p in put.tried()) >= 3,
    "as many as another count": count(put.tried()) == count(take.tried()),
    "for each entity one, of as many as there are": every(
        count(put.tried(parcel=p)) >= 9 for p in Parcel
    )
    & some(Parcel),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_may_go_on_without_end_is_not_counted(name: str) -> None:
    shape = Shape(storing.world)

    with pytest.raises(TooMany):
        enough([holds(ENDLESS[name].node, shape, {}, True)], most=8)


def broken() -> list[str]:
    """Return which of the named cases do not stay."""
    failed = []
    for name, (formula, bit, _, lines, _) in NAMED.items():
        try:
            if not stays(storing, formula.node, record(storing, *lines), bit):
                failed.append(name)
        except TooMany:
            continue
    return failed


PLANTS = {
    "what must be there is not kept": (
        "enough",
        "            self.kept.append(new)\n",
        "            pass\n",
    ),
    "a count of n needs one": (
        "enough",
        "for i in range(number):",
        "for i in range(1):",
    ),
    "nothing is asked of a kept row": ("enough", "    search.close()\n", ""),
    "of alternatives the first is taken": (
        "enough",
        "for part in open_:",
        "for part in open_[:1]:",
    ),
    "whoever asks the same of another row is not heard": (
        "enough",
        "of = frozenset((var, id(env[var])) for var in tree.vars)",
        "of = frozenset()",
    ),
    "a row inside a field is none": ("ranges", "yield (inner,), _of(inner)", "pass"),
    "what is known of one is known of all": (
        "enough",
        "kept.of[source] & facts if source in kept.of else facts",
        "kept.of.get(source, facts)",
    ),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_bug_in_the_count_is_noticed(name: str) -> None:
    module, old, new = PLANTS[name]
    with planted(f"obligato.checker.histories.{module}", old, new):
        assert broken()
