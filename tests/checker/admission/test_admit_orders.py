"""Admission looks at every order that a plan allows, not at one of them."""

import pytest

from obligato.checker.admission.admit import admit
from obligato.checker.admission.refused import Rejected
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff import (
    Action,
    Admitted,
    Edge,
    Plan,
)
from obligato.spec import (
    Code,
    Effect,
    Obligation,
    Request,
    Sort,
    Tool,
    World,
    some,
)

item = Sort("Item")("item")
open_, used = Effect("open", item), Effect("used", item)
unlock = Tool("unlock", [item], makes=[open_(item)], fails="clean")
lock = Tool("lock", [item], ends=[open_(item)], fails="clean")
enter = Tool(
    "enter",
    [item],
    makes=[used(item)],
    requires=some(open_.made(item=item).standing()),
    fails="clean",
)
ENTER = Request(
    "enter",
    World("door", [unlock, lock, enter]),
    owes=[Obligation("in", some(enter.done(item="d")))],
)


def acts(*names: str) -> list[Action]:
    return [Action(name, name.rstrip("12"), {"item": "d"}) for name in names]


def entering(plan: Plan) -> Admitted | Rejected:
    before = record(ENTER)
    return admit(freeze(ENTER, before), before, plan)


def test_a_need_without_an_order_is_an_unordered_conflict() -> None:
    made = entering(Plan(acts("unlock", "enter")))

    assert isinstance(made, Rejected)
    (failure,) = made.failures
    assert (failure.code, failure.clause) == (
        Code.UNORDERED_CONFLICT,
        "Exec: enter could run",
    )
    assert failure.run == ("enter", "unlock")


def test_a_need_with_an_order_is_met() -> None:
    made = entering(Plan(acts("unlock", "enter"), [Edge("needs", "unlock", "enter")]))

    assert isinstance(made, Admitted)
    assert made.decided_by == "links"


def test_one_simulated_order_is_not_enough() -> None:
    """The smallest plan that simulating one order lets through.

    In the order in which it is written nothing is wrong: the door is open when
    somebody enters. But the plan lets it be locked first.
    """
    frontier = record(ENTER, unlock(item="d").ok())
    plan = Plan(acts("enter", "lock"))

    made = admit(freeze(ENTER, frontier), frontier, plan)

    assert isinstance(made, Rejected)
    assert Code.UNORDERED_CONFLICT in made.codes


ring, knock = (Tool(name, [item], fails="clean") for name in ("ring", "knock"))
HEARD = Request(
    "be heard twice",
    World("hall", [ring, knock]),
    owes=[
        Obligation(
            "one after the other",
            some(
                a.before(b) | b.before(a)
                for a in ring.done(item="d")
                for b in knock.done(item="d")
            ),
        )
    ],
)


def heard(budget: int) -> Admitted | Rejected:
    before = record(HEARD)
    plan = Plan(
        [Action("r", "ring", {"item": "d"}), Action("k", "knock", {"item": "d"})]
    )
    return admit(freeze(HEARD, before), before, plan, budget)


def test_what_each_order_shows_in_its_own_way_is_found_in_the_runs() -> None:
    made = heard(2)

    assert isinstance(made, Admitted)
    assert made.decided_by == "runs"


@pytest.mark.parametrize("budget", [0, 1])
def test_a_budget_that_is_spent_admits_nothing(budget: int) -> None:
    made = heard(budget)

    assert isinstance(made, Rejected)
    assert made.codes == (Code.NOT_ESTABLISHED,)
