"""Which receipts count, and what the names that they bring may be."""

from typing import Any

import attrs
import pytest

from examples.invoicing import settle
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff import Action, Plan
from obligato.model.record import Receipt
from obligato.model.tenure import (
    Bottom,
    Environment,
    Journal,
    Memory,
    Order,
    Stuck,
    Success,
    Tenure,
)
from obligato.spec import Effect, Obligation, Request, Sort, Tool, World, count
from obligato.spec.codes import Code
from tests.model.tenure.admitting import forged
from tests.model.tenure.work import PAID, RIGHT, Work, bottom


@attrs.define
class Altering:
    """A port whose receipts are changed on the way."""

    world: Environment
    change: Any

    def now(self) -> int:
        """Return the time."""
        return self.world.now()

    def wait(self, until: int) -> None:
        """Let time pass."""
        self.world.wait(until)

    def call(self, order: Order) -> Receipt | None:
        """Make a call, and change its receipt."""
        receipt = self.world.call(order)
        return None if receipt is None else self.change(receipt)


def altered(change: Any) -> Bottom:
    contract, world = freeze(settle, PAID), Environment(settle, PAID)
    port, journal = Altering(world, change), Journal(Memory(), settle)
    admitted = forged(contract, RIGHT)
    return bottom(Tenure("t", contract, PAID, [(RIGHT, admitted)], port, journal).run())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"values": {"message": 3}}, "is no Address|is no Message"),
        ({"values": {"other": "x"}}, "no response column of send 'other'"),
        ({"id": "r1"}, "receipt r1 was there before"),
        ({"tool": "pay"}, "is no evidence of this call"),
        ({"call": "e1"}, "is no evidence of this call"),
        ({"args_digest": "0" * 64}, "is no evidence of this call"),
    ],
    ids=str,
)
def test_a_receipt_that_is_no_evidence_counts_as_silence(
    change: dict[str, Any], reason: str
) -> None:
    end = altered(lambda receipt: attrs.evolve(receipt, **change))

    with pytest.raises(AssertionError, match=reason):
        raise AssertionError(end.reason)


def test_a_port_that_raises_leaves_the_outcome_unknown() -> None:
    def broken(receipt: Receipt) -> Receipt:
        raise TimeoutError("no answer in 3 s")

    assert altered(broken).reason == "send: TimeoutError: no answer in 3 s"


# Names that answers bring.

Ticket, Title = Sort("Ticket"), Sort("Title")
ticket, title = Ticket("ticket"), Title("title")
opened = Effect("opened", ticket)
open_ = Tool("open", takes=[title], returns=[ticket], makes=[opened(ticket)])
two = Request(
    "open two tickets",
    World("tickets", tools=[open_]),
    owes=[Obligation("two", count(o.ticket for o in open_.done()) == 2)],
)
BOTH = Plan([Action("a", "open", {"title": "a"}), Action("b", "open", {"title": "b"})])


def test_two_calls_may_each_make_something_new() -> None:
    assert isinstance(Work(record(two), BOTH, two).end(), Success)


def test_a_name_that_is_answered_twice_is_found_at_the_claim() -> None:
    twice = {"open": [{"ticket": "T1"}, {"ticket": "T1"}]}

    assert bottom(Work(record(two), BOTH, two, answers=twice).end()).code == (
        Code.DUPLICATE_EFFECT
    )


def test_an_effect_that_is_not_admissible_is_not_made() -> None:
    contract = freeze(two, record(two), admissible=[])
    world = Environment(two, record(two))

    end = Tenure(
        "t",
        contract,
        record(two),
        [(BOTH, forged(contract, BOTH))],
        world,
        Journal(Memory(), two),
    ).run()

    assert isinstance(end, Stuck) and end.code == Code.AUTHORITY_WIDENED
    assert (world.sent, end.reason) == (
        0,
        "open (a): opened(ticket of t:1) is not admissible",
    )
