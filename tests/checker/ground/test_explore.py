"""Two routes to a continuation: every state there is, and the solver."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest

from benchmarks import family
from examples import invoicing, payments, shipping
from obligato.checker.find import Continued, Finder, NoneInReach
from obligato.checker.ground.building import continued
from obligato.checker.ground.explore import (
    Exhausted,
    Reached,
    Undecided,
    explore,
)
from obligato.checker.ground.grounding import Grounded, grounded
from obligato.checker.ground.packing import Packed, Unexplorable, packed
from obligato.checker.resume import handed_over
from obligato.checker.solver.ask import Disagreement
from obligato.model import Record, record
from obligato.model.judge import check
from obligato.properties.plants import planted
from obligato.spec import Request, at
from obligato.spec.correctness import eq1
from obligato.spec.drafts import Line
from tests.checker.ground.drawn import Drawn, fewest
from tests.checker.test_resume import FRONTIERS, SENT_LOST

MOMENTS = "obligato.checker.ground.moments"
PACKING = "obligato.checker.ground.packing"
UNROLLED = "obligato.checker.ground.unrolled"
EXPLORE = "obligato.checker.ground.explore"
ORDERS = "obligato.checker.ground.orders"
FIND = "obligato.checker.find"

ROWS: dict[str, tuple[object, list[Line]]] = {
    **{label: (world, lines) for label, (world, lines, _) in FRONTIERS.items()},
    "paid twice already": (payments, [payments.again] * 2),
    "the payment lost": (payments, [payments.lost]),
    "the payment lost later": (payments, [at(20), payments.lost]),
}
FAMILY = [(n, variant) for n in (2, 3, 4) for variant in family.VARIANTS]
DRAWN = 120
SEEDS = [*range(DRAWN), 160, 168, 375, 555]  # the last notice what few others do


def after(
    request: Request, frontier: Record, further: int, copies: int = 0
) -> Grounded:
    """Return the ground table after a frontier."""
    start = handed_over(frontier)
    return grounded(request, start, eq1(request), further, copies or None)


def asked(which: str, further: int = 4) -> Grounded:
    """Return the ground table of a row."""
    world, lines = ROWS[which]
    request = invoicing.settle if world is invoicing else payments.paying
    bound = invoicing.BOUND if world is invoicing else payments.BOUND
    return after(request, record(request, *lines, bound=bound), further)


def of_family(n: int, variant: str) -> Grounded:
    """Return the ground table of the family, one call too few if it is short."""
    request, frontier = family.request(n, variant), family.frontier(n, variant)
    return after(request, frontier, family.needed(n) - (variant == "short"), 1)


def explored(ground: Grounded) -> int | None:
    """Return the fewest calls that the exploration finds; None if there are none."""
    found = explore(ground)
    assert isinstance(found, Reached | Exhausted), found
    return len(found.slots) if isinstance(found, Reached) else None


def solved(ground: Grounded) -> int | None:
    """Return the fewest calls that the solver finds; None if there are none."""
    found = Finder(ground).shortest()
    assert isinstance(found, Continued | NoneInReach), found
    return found.calls if isinstance(found, Continued) else None


@pytest.mark.parametrize("further", [1, 2, 3, 4])
@pytest.mark.parametrize("which", ROWS)
def test_both_routes_agree_on_the_frontiers(which: str, further: int) -> None:
    ground = asked(which, further)

    assert explored(ground) == solved(ground)


@pytest.mark.parametrize(("n", "variant"), FAMILY)
def test_both_routes_agree_on_the_family(n: int, variant: str) -> None:
    ground = of_family(n, variant)
    wanted = family.needed(n) if variant == "sat" else None

    assert explored(ground) == solved(ground) == wanted


@pytest.mark.parametrize("which", ["the payment lost later", "after the payment"])
def test_the_record_of_what_is_reached_meets_eq1(which: str) -> None:
    ground = asked(which)
    found = explore(ground)
    assert isinstance(found, Reached)

    made = continued(ground.record, list(found.slots), found.values)

    assert check(ground.request, made)


def drawn(seeds: Iterable[int]) -> list[int]:
    """Return the seeds of the tables for which brute force finds another answer."""
    return [n for n in seeds if explored(Drawn.ground(n)) != answer(n)]


@cache
def answer(seed: int) -> int | None:
    """Return what brute force says of a drawn table."""
    return fewest(Drawn.ground(seed))


def test_the_exploration_answers_as_every_run_of_a_drawn_table_does() -> None:
    assert drawn(SEEDS) == []


@pytest.mark.long
def test_the_exploration_answers_as_every_run_of_many_drawn_tables_does() -> None:
    assert drawn(range(DRAWN, 1_500)) == []


def test_the_drawn_tables_have_answers_of_every_kind() -> None:
    kinds = Counter(explored(Drawn.ground(n)) for n in range(DRAWN))

    assert {None, 0, 1, 2} <= set(kinds)
    assert kinds[None] > DRAWN / 20


# What is broken, in which module, and the text that changes.
IN_THE_EXPLORATION = [
    (
        "an order is turned round",
        MOMENTS,
        "return -self.layout.bit(",
        "return self.layout.bit(",
    ),
    (
        "what is late is taken as it is",
        MOMENTS,
        "                return bit\n        raise LateError",
        "                return bit\n        return bit",
    ),
    (
        "a clause guards a call that it outlives",
        MOMENTS,
        "return _signed(known[abs(clause)], clause) is True",
        "return True",
    ),
    (
        "what could still be mended prunes",
        MOMENTS,
        "case Var(name) if held or not MADE.match(name):",
        "case Var(name) if not MADE.match(name):",
    ),
    ("nothing bars a call", PACKING, "bar | own, more", "own, more"),
    ("no answer is chosen", PACKING, "yield from map(sum, product(*masks))", "yield 0"),
    ("time passes alone", EXPLORE, "self.front + found if found else", ""),
    ("an order is not remembered", UNROLLED, ": q += {latch}", ": pass"),
    (
        "what else is asked is not",
        UNROLLED,
        "for literal in move.more]",
        "for literal in ()]",
    ),
    ("one call too few", EXPLORE, "range(self.further + 1)", "range(self.further)"),
    (
        "one state of a front is dropped",
        EXPLORE,
        "self.front = found\n",
        "self.front = found[1:]\n",
    ),
]
IN_THE_SOLVER = [
    (
        "just enough calls are too few",
        FIND,
        "if self.least > further",
        "if self.least >= further",
    ),
    ("one call too few", FIND, "= self.ground.reach.further, None", "= 0, None"),
    (
        "an order that can always be had is denied",
        ORDERS,
        "left[k] = YES if free[k] else NO",
        "left[k] = NO",
    ),
]


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [plant[1:] for plant in IN_THE_EXPLORATION],
    ids=[name for name, *_ in IN_THE_EXPLORATION],
)
def test_brute_force_notices_a_bug_in_the_exploration(
    module: str, old: str, new: str
) -> None:
    with planted(module, old, new):
        assert any(map(differs, SEEDS))


def differs(seed: int) -> bool:
    """Return whether brute force finds another answer, or the check of a plan none."""
    try:
        return explored(Drawn.ground(seed)) != answer(seed)
    except Disagreement:
        return True


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [plant[1:] for plant in IN_THE_SOLVER],
    ids=[name for name, *_ in IN_THE_SOLVER],
)
def test_the_exploration_notices_a_bug_in_the_other_route(
    module: str, old: str, new: str
) -> None:
    with planted(module, old, new):
        grounds = asked("after the choice, before any effect"), of_family(2, "sat")

        assert any(explored(ground) != solved(ground) for ground in grounds)


def test_a_call_is_tried_only_after_what_answers_its_arguments() -> None:
    ground = of_family(3, "sat")
    moves = packed(ground)
    assert isinstance(moves, Packed)

    for move in moves.moves:
        assert move.slot is not None
        needed = ground.record.needs()[move.slot - ground.record.first]
        assert all(moves.calls[slot] & move.need for slot in needed)


UNEXPLORABLE = {
    "an unknown name in the frontier": (
        invoicing.settle,
        record(invoicing.settle, invoicing.payment, SENT_LOST, bound=invoicing.BOUND),
        "e1.send.message is chosen, and no time of a call",
    ),
    "a wait between two calls": (
        shipping.JUDGED[0].request,
        shipping.JUDGED[0].record,
        "-86400000 ms are to lie between",
    ),
}


@pytest.mark.parametrize("which", UNEXPLORABLE)
def test_what_bits_do_not_decide_is_refused(which: str) -> None:
    request, frontier, reason = UNEXPLORABLE[which]

    found = explore(after(request, frontier, 3))

    assert isinstance(found, Unexplorable)
    assert reason in found.reason


def test_beyond_the_states_to_be_seen_nothing_is_decided() -> None:
    ground = of_family(4, "short")

    found = explore(ground, 100)

    assert isinstance(found, Undecided)
    assert found.seen.states > 100


def test_a_plan_that_the_table_refuses_is_a_bug_and_never_an_answer() -> None:
    ground = of_family(2, "sat")
    right = "values[moment(slot)] = clock"

    wrong = right.replace("clock", "-clock")

    with planted(EXPLORE, right, wrong), pytest.raises(Disagreement):
        explore(ground)
