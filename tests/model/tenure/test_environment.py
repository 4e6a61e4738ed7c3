"""The simulated world: deterministic, and as its tools declare."""

from collections.abc import Callable
from typing import Any

import pytest

from examples import invoicing, payments, store
from obligato.model import Record, record
from obligato.model.record import Call, Receipt
from obligato.model.step import Identity
from obligato.model.tenure import Environment, Fault, Order
from obligato.properties.plants import planted
from obligato.spec import (
    Effect,
    Int,
    Obligation,
    Request,
    Sort,
    Tool,
    World,
    handoff,
    some,
)
from obligato.spec.errors import SpecError
from tests.model.tenure.arenas import BOOK, HOLD, booking

PAID = ("paid", "INV-42")
NOTHING = record(store.settling, handoff(), bound=store.BOUND)


def call(world: Environment, tool: str, **args: str) -> Receipt | None:
    now = world.now() + 1
    name = f"c{world.sent + 1}"
    return world.call(Order(Call(name, tool, args, now, now)))


def pay(world: Environment) -> Receipt | None:
    return call(world, "pay", invoice="INV-42")


def looked(world: Environment) -> bool:
    receipt = call(world, "look_paid", invoice="INV-42")
    assert receipt is not None
    return bool(receipt.values["found"])


def made(world: Environment) -> dict[Identity, int]:
    return dict(world.history.states()[-1])


# What each kind of fault does to a payment: its answer, and how often it was made.
STRUCK: dict[str, tuple[Fault | None, str | None, int]] = {
    "none": (None, "ok", 1),
    "lost before": (Fault("lost before", 1), None, 0),
    "lost after": (Fault("lost after", 1), None, 1),
    "late": (Fault("late", 1, ms=9), None, 0),
    "unsettled": (Fault("unsettled", 1, ms=9), None, 0),
    "failed": (Fault("failed", 1), "failed", 0),
    "failed after": (Fault("failed after", 1), "failed", 1),
    "delayed": (Fault("delayed", 1, ms=9), "ok", 1),
    "altered": (Fault("altered", 1, details={"live": False}), "ok", 1),
    "duplicated": (Fault("duplicated", 1), "ok", 2),
    "forged": (Fault("forged", 1), "ok", 0),
    "concurrent": (
        Fault("concurrent", 1, tool="pay", args={"invoice": "INV-42"}),
        "ok",
        2,
    ),
}


@pytest.mark.parametrize("kind", STRUCK)
def test_a_fault_does_what_its_kind_says(kind: str) -> None:
    fault, status, times = STRUCK[kind]
    world = Environment(store.settling, NOTHING, [fault] if fault else [])

    receipt = pay(world)

    assert (receipt.status if receipt else None) == status
    assert made(world).get(PAID, 0) == times


@pytest.mark.parametrize(("kind", "lands"), [("late", 11), ("unsettled", 61)])
def test_what_was_lost_may_land_later(kind: str, lands: int) -> None:
    world = Environment(store.settling, NOTHING, [Fault(kind, 1, ms=9)])
    pay(world)

    world.wait(lands - 1)
    before = made(world)
    world.wait(lands)

    assert (before, made(world)) == ({}, {PAID: 1})


def test_a_read_tells_what_is_so_and_a_stale_one_what_was() -> None:
    world = Environment(store.settling, NOTHING, [Fault("stale", 3)])

    told = [looked(world), pay(world) is None, looked(world), looked(world)]

    assert told == [False, False, False, True]


def test_a_tool_refuses_what_it_requires_and_lacks() -> None:
    world = Environment(store.settling, NOTHING)
    send = {"invoice": "INV-42", "to": "ann"}

    first, _, second = (
        call(world, "send", **send),
        pay(world),
        call(world, "send", **send),
    )

    assert first is not None and second is not None
    assert (first.status, second.status) == ("failed", "ok")


def test_what_nobody_knows_is_as_the_truth_of_the_record_says() -> None:
    lost, dropped = (
        record(payments.paying, line, handoff(), bound=payments.BOUND)
        for line in (payments.lost, payments.pay(invoice="INV-42").dropped())
    )

    assert made(Environment(payments.paying, lost)) == {("charged", "INV-42"): 1}
    assert made(Environment(payments.paying, dropped)) == {}


def test_a_call_of_the_frontier_may_land_after_all() -> None:
    known = record(payments.paying, payments.lost, handoff(), bound=payments.BOUND)
    world = Environment(payments.paying, known, late={"e1": 40})

    before = made(world)
    world.wait(40)

    assert (before, made(world)) == ({}, {("charged", "INV-42"): 1})


def test_an_effect_that_is_ended_is_gone() -> None:
    world = Environment(booking, record(booking, HOLD, BOOK.ok(), bound={"seat": "s1"}))

    call(world, "cancel", seat="s1")

    assert made(world) == {("held", "s1"): 1}


def test_answers_are_data_and_new_names_else() -> None:
    world = Environment(
        invoicing.settle,
        record(invoicing.settle, bound=invoicing.BOUND),
        answers={"pay": [{"file": "t9"}]},
    )

    answers = [call(world, "pay", invoice=name) for name in ("INV-42", "INV-43")]

    assert [a and dict(a.values) for a in answers] == [
        {"file": "t9"},
        {"file": "file-2"},
    ]


def test_the_same_orders_have_the_same_history() -> None:
    def history() -> object:
        world = Environment(
            store.settling, NOTHING, [Fault("late", 2), Fault("stale", 3)]
        )
        for _ in range(2):
            pay(world)
        looked(world)
        return world.history

    assert history() == history()


Thing = Sort("Thing")
thing, level = Thing("thing"), Int("level")
grown = Effect("grown", thing)
gauge = Tool(
    "gauge", takes=[thing], returns=[level], tells=[grown(thing).when(level > 3)]
)
gauging = Request(
    "gauge it",
    World("garden", tools=[gauge]),
    owes=[Obligation("o", some(gauge.done()))],
)


def test_an_answer_that_no_flag_decides_must_be_given() -> None:
    here: Record = record(gauging, handoff())
    given = Environment(gauging, here, answers={"gauge": [{"level": 2}]})
    wrong = Environment(gauging, here, answers={"gauge": [{"level": 7}]})

    told = call(given, "gauge", thing="t")

    assert told is not None and told.values == {"level": 2}
    with pytest.raises(
        SpecError, match="gauge tells what no flag of its answer decides"
    ):
        call(wrong, "gauge", thing="t")


PLANTS: dict[str, tuple[Callable[..., Any], tuple[str, ...], tuple[str, str, str]]] = {
    "a tool requires what it requires": (
        test_a_tool_refuses_what_it_requires_and_lacks,
        (),
        ("environment", "if tool.requires == s.TRUE:", "if True:"),
    ),
    "a read is of the state": (
        test_a_read_tells_what_is_so_and_a_stale_one_what_was,
        (),
        ("environment", "if so(tool, row, state, truth):", "if True:"),
    ),
    "a duplicate lands twice": (
        test_a_fault_does_what_its_kind_says,
        ("duplicated",),
        ("environment", 'if took and fault.kind == "duplicated":', "if False:"),
    ),
    "what is late is late": (
        test_what_was_lost_may_land_later,
        ("late", 11),  # type: ignore[dict-item]  # the arguments of that test
        ("environment", "if lands <= until:", "if True:"),
    ),
}


@pytest.mark.parametrize("clause", PLANTS)
def test_a_world_that_is_broken_is_noticed(clause: str) -> None:
    test, args, (module, old, new) = PLANTS[clause]

    with (
        planted(f"obligato.model.tenure.{module}", old, new),
        pytest.raises(AssertionError),
    ):
        test(*args)
