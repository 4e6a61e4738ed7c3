"""The lease: one successor at a time, in one process and in two real ones (T6)."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import attrs
import pytest

from examples.store import chosen, made_in, plain, settling
from obligato.checker.constructor import freeze
from obligato.model.record import Receipt
from obligato.model.tenure import (
    Bottom,
    Environment,
    Journal,
    Lease,
    LeaseError,
    Leases,
    Memory,
    Order,
    Success,
    Tenure,
    passed_on,
    seen,
)
from obligato.properties.plants import planted
from obligato.spec.codes import Code
from obligato.spec.errors import CaseError, SpecError
from tests.model.tenure.admitting import forged

ROOT = Path(__file__).resolve().parents[3]
TWICE = [("paid", "INV-42"), ("sent", "INV-42", "ann")] * 2


@attrs.frozen
class Other:
    """A successor in another process."""

    process: "subprocess.Popen[str]"

    def tell(self, order: str, folder: Path) -> str:
        """Have it do something on the store of a folder; return what it says."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{order} {folder}\n")
        self.process.stdin.flush()
        return str(json.loads(self.process.stdout.readline()))


@contextmanager
def two() -> Iterator[tuple[Other, Other]]:
    """Start two successors."""
    with ExitStack() as stack:
        found = []
        for name in ("a", "b"):
            process = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "tests.model.tenure.successor", name],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    cwd=ROOT,
                )
            )
            assert process.stdin is not None
            stack.callback(process.stdin.close)
            found.append(Other(process))
        yield found[0], found[1]


def test_two_admitted_plans_at_one_frontier_double_without_a_lease_and_not_with_it(
    tmp_path: Path,
) -> None:
    bare, leased = tmp_path / "bare", tmp_path / "leased"
    for folder in (bare, leased):
        folder.mkdir()

    with two() as (a, b):
        assert (a.tell("act", bare), b.tell("act", bare)) == ("Success", "Success")
        assert a.tell("take", leased) == "epoch 1"
        assert b.tell("take", leased) == "epoch 2"
        assert a.tell("act", leased) == f"Bottom {Code.NOT_OWNER}"
        assert b.tell("act", leased) == "Success"
        # An old call that lands now is fenced; the old frontier gives no lease.
        assert a.tell("send", leased) == "failed fenced"
        assert "is not the state" in a.tell("take", leased)

    assert sorted(made_in(bare / "store.db")) == sorted(TWICE)
    assert made_in(leased / "store.db") == TWICE[:2]


STATE = seen(settling, chosen())


def tenure(
    name: str, lease: Lease, leases: Leases, world: Environment, lines: Memory
) -> Tenure:
    contract, plan = freeze(settling, chosen()), plain()
    return Tenure(
        name,
        contract,
        chosen(),
        [(plan, forged(contract, plan))],
        world,
        Journal(lines, settling),
        lease=lease,
        registry=leases,
    )


def test_an_old_contract_does_not_come_back_by_taking_the_lease_again() -> None:
    leases, world = Leases(STATE), Environment(settling, chosen())
    first = leases.acquire("a", STATE)
    second = leases.acquire("b", STATE)

    assert isinstance(tenure("b", second, leases, world, Memory()).run(), Success)

    with pytest.raises(LeaseError, match="somebody wrote since"):
        leases.acquire("a", STATE)
    ended = tenure("a", first, leases, world, Memory()).run()
    assert isinstance(ended, Bottom) and ended.code == Code.NOT_OWNER
    assert world.history.twice() == set()


def test_a_lease_that_moves_on_the_way_ends_the_tenure() -> None:
    leases, world = Leases(STATE), Environment(settling, chosen())
    mine = leases.acquire("a", STATE)

    perform = world.call

    def call(order: Order) -> Receipt | None:
        leases.epoch = 2  # somebody else takes it meanwhile
        return perform(order)

    world.call = call  # type: ignore[method-assign]  # so that it can be interfered with
    end = tenure("a", mine, leases, world, Memory()).run()

    assert isinstance(end, Bottom) and end.code == Code.NOT_OWNER
    assert world.sent == 1


def test_a_world_that_fences_refuses_a_late_call_of_an_older_lease() -> None:
    world = Environment(settling, chosen(), epoch=2)
    leases = Leases(STATE)
    lease = leases.acquire("a", STATE)

    end = tenure("a", lease, leases, world, Memory()).run()

    assert isinstance(end, Bottom) and world.history.states()[-1] == {}


def test_a_contract_frozen_before_the_lease_was_taken_is_refused() -> None:
    world, leases = Environment(settling, chosen()), Leases("later")
    lease = leases.acquire("a", "later")

    with pytest.raises(CaseError, match="NOT_OWNER: it was taken on state='later'"):
        tenure("a", lease, leases, world, Memory())


def test_a_lease_needs_its_registry() -> None:
    contract = freeze(settling, chosen())

    with pytest.raises(SpecError, match="lease and registry belong together"):
        Tenure(
            "a",
            contract,
            chosen(),
            [],
            Environment(settling, chosen()),
            Journal(Memory(), settling),
            lease=Lease("a", 1, STATE),
        )


def test_a_successor_takes_the_lease_on_what_the_last_one_left() -> None:
    leases, world, lines = Leases(STATE), Environment(settling, chosen()), Memory()
    first = tenure("a", leases.acquire("a", STATE), leases, world, lines)
    assert isinstance(first.run(), Success)
    record = passed_on(first.so_far.record)

    assert leases.acquire("b", seen(settling, record)).epoch == 2


PLANTS = {
    "the holder is asked before a call": (
        test_an_old_contract_does_not_come_back_by_taking_the_lease_again,
        ("authority", "return self.registry.holds(self.lease)", "return True"),
    ),
    "what is attempted is published": (
        test_an_old_contract_does_not_come_back_by_taking_the_lease_again,
        ("lease", "self.state = state\n\n    def holds", "pass\n\n    def holds"),
    ),
    "the state is compared": (
        test_an_old_contract_does_not_come_back_by_taking_the_lease_again,
        ("lease", "if seen != self.state:", "if False:"),
    ),
    "the contract is of the leased state": (
        test_a_contract_frozen_before_the_lease_was_taken_is_refused,
        (
            "authority",
            "if self.lease is not None and self.lease.state != state:",
            "if False:",
        ),
    ),
    "the world fences": (
        test_a_world_that_fences_refuses_a_late_call_of_an_older_lease,
        (
            "environment",
            "if self.epoch is not None and order.epoch < self.epoch:",
            "if False:",
        ),
    ),
    "what was seen does not hang on when an answer came": (
        test_a_successor_takes_the_lease_on_what_the_last_one_left,
        ("lease", "attrs.evolve(event, end=event.start)", "event"),
    ),
}


@pytest.mark.parametrize("clause", PLANTS)
def test_a_clause_of_the_lease_that_is_broken_is_noticed(clause: str) -> None:
    test, (module, old, new) = PLANTS[clause]

    with (
        planted(f"obligato.model.tenure.{module}", old, new),
        pytest.raises((AssertionError, LeaseError, pytest.fail.Exception)),
    ):
        test()
