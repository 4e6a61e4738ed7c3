"""The family of frontiers is what it says, and the peers are asked the same."""

import pytest

from benchmarks.family import VARIANTS, needed
from benchmarks.peers import PEERS, Problem, missing, problem
from benchmarks.plans import ground
from obligato.checker.find import Continued, Finder, NoneInReach

SIZES = range(1, 5)


@pytest.mark.parametrize("n", SIZES)
def test_a_satisfiable_frontier_has_a_plan_of_the_calls_it_needs(n: int) -> None:
    found = Finder(ground(n, "sat")).shortest()

    assert isinstance(found, Continued)
    assert (found.calls, found.shortest) == (needed(n), True)


@pytest.mark.parametrize("variant", ["short", "cycle"])
@pytest.mark.parametrize("n", SIZES)
def test_a_frontier_that_is_too_short_or_cyclic_has_no_plan(
    n: int, variant: str
) -> None:
    assert isinstance(Finder(ground(n, variant)).shortest(), NoneInReach)


@pytest.mark.parametrize("peer", PEERS)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("n", SIZES)
def test_a_peer_agrees_with_the_search(n: int, variant: str, peer: str) -> None:
    if told := missing(peer):
        pytest.skip(told)
    asked = ground(n, variant)
    finder, found = Finder(asked), PEERS[peer](problem(asked, asked.reach.further))

    assert (variant == "sat") == (found is not None)
    if found is not None:
        slots, values = finder.order(found) or ([], {})
        assert finder.built(slots, values, False).calls == needed(n)


@pytest.mark.parametrize("peer", PEERS)
def test_a_peer_is_told_of_the_cycles_of_orders(peer: str) -> None:
    if told := missing(peer):
        pytest.skip(told)
    asked = problem(ground(4, "cycle"))

    assert PEERS[peer](asked) is None
    assert PEERS[peer](Problem(asked.clauses, (), asked.flags)) is not None
