"""Whether two records look alike: by the solver, and by Python, on given pairs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obligato.checker.solver import Scope
from obligato.checker.solver.pairs import Pairs, splits
from obligato.checker.solver.pin import pinned
from obligato.checker.solver.replay import Replay, decided
from obligato.model import Record, record
from obligato.model.judge import contradiction
from obligato.model.settle import settle
from obligato.model.views.fixed import aspects
from obligato.model.views.view import shown
from obligato.model.views.worlds import views
from obligato.properties.plants import planted
from obligato.spec import (
    Decision,
    Effect,
    Flag,
    Int,
    Line,
    Obligation,
    Request,
    Rows,
    Rule,
    Sort,
    Tool,
    World,
    bound,
    every,
    none,
    some,
)

Order, Thing = Sort("Order"), Sort("Thing")
order, thing, amount, there = (
    Order("order"),
    Thing("thing"),
    Int("amount"),
    Flag("there"),
)
things = Rows("things", thing, amount, key=thing)
bought, packed = Effect("bought", order), Effect("packed", thing)
buy = Tool("buy", [order], [things], makes=[bought(order), packed(things.thing)])
drop = Tool("drop", [order], ends=[bought(order)], fails="clean")
ask = Tool("ask", [order], [there], tells=[bought(order).when(there)], fails="clean")
allow = Decision("allow", of=[order])
shop = Request(
    "buy what was allowed",
    World("shop", [buy, drop, ask], decisions=[allow]),
    binds=[order],
    owes=[Obligation("bought", some(bought.made(order=bound(order)).standing()))],
    keeps=[
        Rule(
            "allowed",
            every(some(allow.given(order=b.order).standing(b)) for b in buy.tried()),
        ),
        Rule("nothing bought", none(bought.made())),
    ],
)
orders = st.sampled_from(("order-1", "order-2"))


@st.composite
def lines(draw: st.DrawFn) -> Line:
    """Return an event of the shop."""
    name = draw(orders)
    kind = draw(st.sampled_from(("buy", "buy", "drop", "ask", "allow")))
    if kind == "allow":
        given_ = allow(order=name)
        return draw(st.sampled_from((given_, given_.declined())))
    drafted = {"buy": buy, "drop": drop, "ask": ask}[kind](order=name)
    ended = draw(st.sampled_from(("ok", "ok", "failed", "pending")))
    if ended == "pending":
        return drafted
    if ended == "failed":
        return drafted.failed()
    if kind == "buy":
        row = st.fixed_dictionaries(
            {"thing": st.just("thing-1"), "amount": st.integers(0, 1)}
        )
        return drafted.ok(things=draw(st.lists(row, max_size=1)))
    return drafted.ok(there=draw(st.booleans())) if kind == "ask" else drafted.ok()


@st.composite
def shops(draw: st.DrawFn) -> Record:
    """Return a record of the shop, judged at 5."""
    told = draw(st.lists(lines(), max_size=2))
    return record(shop, *told, bound={"order": draw(orders)}, now=5)


class Alike:
    """Asks the solver whether two given records look alike."""

    def __init__(self) -> None:
        self.pairs = Pairs(shop, Scope(events=2, entities=2, rows=1))
        self.known = [*views(shop).values(), *aspects(shop)]
        self.items = [[self.pairs.same(i) for i in view.items] for view in self.known]
        self.replay = Replay(self.pairs.question.base.text)

    def bits(self, first: Record, second: Record) -> list[list[bool]] | None:
        """Return for each item of each view whether it shows the same of both."""
        fixed = [
            condition
            for side, one in zip(self.pairs.sides, (first, second), strict=True)
            for condition in pinned(side, one)
        ]
        flat = [self.replay.bit(term) for items in self.items for term in items]
        with self.replay.on_top(fixed) as solver:
            found = decided(solver, flat)
        if found is None:
            return None
        values = iter(found)
        return [[next(values) for _ in items] for items in self.items]

    def agrees(self, first: Record, second: Record) -> bool:
        """Whether the solver and Python say the same of each item."""
        found = self.bits(first, second)
        broken = [contradiction(settle(shop.world, one)) for one in (first, second)]
        if found is None or any(broken):
            return found is None and any(broken)
        told = []
        for view in self.known:
            one, other = (shown(view, shop, made) for made in (first, second))
            told.append([x == y for x, y in zip(one, other, strict=True)])
        return found == told


@pytest.fixture(scope="module")
def alike() -> Alike:
    return Alike()


@settings(max_examples=12, deadline=None)
@given(shops(), shops())
def test_records_look_alike_to_the_solver_if_they_do(
    alike: Alike, first: Record, second: Record
) -> None:
    assert alike.agrees(first, second)
    assert alike.agrees(first, first)


@pytest.mark.long
@settings(max_examples=300, deadline=None, derandomize=True)
@given(shops(), shops())
def test_many_records_look_alike_to_the_solver_if_they_do(
    alike: Alike, first: Record, second: Record
) -> None:
    assert alike.agrees(first, second)


def at_five(*told: Line, order: str = "order-1") -> Record:
    """Return a record of the shop, judged at 5."""
    return record(shop, *told, bound={"order": order}, now=5)


BOUGHT = buy(order="order-1").ok(things=[{"thing": "thing-1", "amount": 1}])
TOLD = [
    (at_five(BOUGHT), at_five(BOUGHT, BOUGHT)),
    (at_five(BOUGHT), at_five(buy(order="order-1"))),
    (at_five(buy(order="order-1")), at_five(buy(order="order-1").failed())),
    (at_five(ask(order="order-1")), at_five(ask(order="order-2"))),
    (at_five(), at_five(order="order-2")),
    (at_five(BOUGHT), at_five()),
]
PLANTS = [
    ("disj((neg(line.may), shown))", "shown"),
    ('compare("=", a.must, b.must), alike', "alike"),
    ("conj((b.may, ", "conj(("),
    ("((first, second), (second, first))", "((first, second),)"),
    ("shown = disj(there)", 'shown = compare("=", _many(here), _many(there))'),
    ("if stands(values) == wanted", "if values[2]"),
    ('name if SHARED.fullmatch(name) else f"second {name}"', "name"),
]


def noticed(asked: Alike) -> bool:
    """Whether some pair is judged otherwise, or not at all."""
    try:
        return not all(asked.agrees(*pair) for pair in TOLD)
    except AssertionError:  # a fixed pair leaves a bit open
        return True


def test_without_a_bug_nothing_is_noticed(alike: Alike) -> None:
    assert not noticed(alike)


@pytest.mark.parametrize(("old", "new"), PLANTS)
def test_a_planted_bug_in_what_is_alike_is_noticed(old: str, new: str) -> None:
    with planted("obligato.checker.solver.pairs", old, new):
        assert noticed(Alike())


def test_pairs_of_few_events_come_first_and_each_once() -> None:
    found = list(splits(2))

    assert found == [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
