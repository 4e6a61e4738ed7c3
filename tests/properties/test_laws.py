"""Laws try what is proved by another route, under the names of what is proved."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from obligato.checker.proofs.conditions import following
from obligato.properties.choices import seeded
from obligato.properties.laws import knowledge, omitting, orders
from obligato.properties.laws.every import LAWS, WITHOUT
from obligato.properties.laws.law import Broken, Law
from obligato.spec.theorems.catalogue import THEOREMS, theories

PARTS = {str(claim) for one in THEOREMS.values() for _, claim in one.parts}
CASES, MANY = 300, 20_000


def met(law: Law, cases: int) -> int:
    """Try a law on so many cases; return how many met its premises."""
    return sum(law.tried(seeded(law.name, n)) for n in range(cases))


@pytest.mark.parametrize("law", LAWS.values(), ids=list(LAWS))
def test_a_law_holds_of_drawn_cases_of_which_enough_say_something(law: Law) -> None:
    assert met(law, CASES) >= CASES // 40


@pytest.mark.long
@pytest.mark.parametrize("law", LAWS.values(), ids=list(LAWS))
def test_a_law_holds_of_many_cases(law: Law) -> None:
    found = met(law, MANY)

    assert found >= MANY // 40
    print(f"{law.name}: {found} of {MANY} cases meet the premises")


@given(st.data())
def test_a_law_is_a_strategy_too(data: st.DataObject) -> None:
    LAWS["T3.omission"].tried(lambda options: data.draw(st.sampled_from(options)))


def test_statements_proofs_and_laws_have_the_same_names() -> None:
    proved = {c.of for theory in theories().values() for c in following(theory)}

    assert proved == PARTS
    assert LAWS.keys() | WITHOUT.keys() == PARTS
    assert not LAWS.keys() & WITHOUT.keys()
    assert all(WITHOUT.values()), "a part without a law says why"


@pytest.mark.parametrize(
    ("module", "name", "wrong", "law"),
    [
        (orders, "linked", lambda plan: True, "T5.executable"),
        (orders, "linked", lambda plan: True, "T5.effects"),
        (orders, "linked", lambda plan: True, "T5.no_duplicate"),
        (orders, "linked", lambda plan: True, "T5.complete"),
        (orders, "linked", lambda plan: True, "T11.never_stuck"),
        (omitting, "lets_through", lambda whole, done: done == whole, "T3.omission"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_condition_is_noticed(
    module: object,
    name: str,
    wrong: object,
    law: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, name, wrong)

    with pytest.raises(Broken, match=law):
        met(LAWS[law], CASES)


def test_one_simulated_order_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """An admission that runs one order takes plans that fail in another."""

    def simulated(plan: orders.Planned) -> bool:
        return not orders.safe(plan, next(orders.orders(plan)))

    monkeypatch.setattr(orders, "linked", simulated)

    with pytest.raises(Broken, match=r"T5\.executable"):
        met(LAWS["T5.executable"], 10 * CASES)


def test_a_threat_before_the_consumer_is_noticed() -> None:
    """Two unordered actions, one of which requires what the other makes false."""
    nothing = frozenset[int]()
    first = frozenset({0})
    needs = orders.Acting(first, nothing, nothing, nothing, nothing)
    cuts = attrs.evolve(needs, requires=nothing, cuts=first)
    plan = orders.Planned((needs, cuts), frozenset(), first, nothing, nothing)

    assert not orders.linked(plan)
    assert orders.safe(plan, (0, 1)) == set()
    assert orders.safe(plan, (1, 0)) == {"executable"}
    assert orders.linked(attrs.evolve(plan, before=frozenset({(0, 1)})))


def test_what_is_unknown_read_as_false_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = knowledge.bits

    def read(*args: object) -> tuple[bool, bool] | None:
        found = real(*args)  # type: ignore[arg-type]  # handed on as they came
        return None if found is None else (found[0], found[0])

    monkeypatch.setattr(knowledge, "bits", read)

    with pytest.raises(Broken, match=r"T8\.less"):
        met(LAWS["T8.less"], CASES)
