"""Which views suffice: the losing pairs, by the solver and by looking at every pair."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from examples import invoicing, payments, review, shipping
from obligato.checker.solver import NoneInScope, Scope, Unanswered, Way
from obligato.checker.solver.answers import Disagreement
from obligato.checker.sufficiency import (
    Histories,
    Loses,
    Sufficiency,
    lost,
    sufficiency,
    told_apart,
)
from obligato.model import Record, record
from obligato.model.judge import contradiction
from obligato.model.settle import settle
from obligato.model.views.fixed import aspects
from obligato.model.views.view import View, shown
from obligato.model.views.worlds import view_of, views
from obligato.properties.plants import planted
from obligato.spec import (
    Flag,
    Int,
    Line,
    Obligation,
    Request,
    Tool,
    World,
    some,
)
from obligato.spec import answers as a

PAYING, SETTLE = payments.paying, invoicing.settle
FOUR = ("bindings", "receipted effects", "ambiguous effects", "what is owed")
VIEWS = ("repository", "trace", "summary", "note", "full", "progress")

# How many events the least losing pair has, for each of the four; None: there is none.
LEAST: dict[str, tuple[int | None, ...]] = {
    "repository": (0, 3, 1, 1),
    "trace": (None, 2, 2, 2),
    "summary": (0, 2, 2, 2),
    "note": (0, 3, 2, 2),
    "full": (None, None, None, None),
    "progress": (None, None, None, None),
}


@cache
def found_of(name: str) -> Sufficiency:
    """Return what is found of a view of the payments, by the solver."""
    return sufficiency(PAYING, view_of(PAYING, name), Scope(events=2))


def losses(name: str) -> tuple[int | None, ...]:
    """Return how many events the least losing pair has, by the solver."""
    found = found_of(name)
    assert [answer.aspect.name for answer in found.answers] == list(FOUR)
    assert not any(isinstance(answer.found, Unanswered) for answer in found.answers)
    return tuple(
        answer.found.pair.events if isinstance(answer.found, Loses) else None
        for answer in found.answers
    )


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_loses_what_it_loses_by_a_pair_of_so_many_events(name: str) -> None:
    assert losses(name) == LEAST[name]


# ---- the other route: every pair of records of at most two events


def small(request: Request, most: int = 2) -> Iterator[tuple[int, Record]]:
    """Yield every record of so many events, over two invoices, judged at one time."""
    events: list[Line] = []
    for name in ("invoice-1", "invoice-2"):
        paid, asked = payments.pay(invoice=name), payments.probe(invoice=name)
        events += [paid.ok(), paid.failed(), paid, asked.failed(), asked]
        events += [asked.ok(paid=True), asked.ok(paid=False)]
    for size in range(most + 1):
        for lines in product(events, repeat=size):
            for role in ("invoice-1", "invoice-2"):
                made = record(request, *lines, bound={"invoice": role}, now=most)
                if contradiction(settle(request.world, made)) is None:
                    yield size, made


@cache
def all_small() -> list[tuple[int, Record, list[Any]]]:
    """Return the small records of the payments, each with what the four are of it."""
    four = aspects(PAYING)
    return [
        (size, made, [frozen(aspect, PAYING, made) for aspect in four])
        for size, made in small(PAYING)
    ]


def frozen(view: View, request: Request, made: Record) -> Any:
    """Return what a view shows, to be looked up."""
    return tuple(frozenset(item.items()) for item in shown(view, request, made))


def by_hand(name: str) -> tuple[int | None, ...]:
    """Return how many events the least losing pair has, by looking at every pair."""
    view = view_of(PAYING, name)
    classes: dict[Any, list[tuple[int, list[Any]]]] = defaultdict(list)
    for size, made, four in all_small():
        classes[frozen(view, PAYING, made)].append((size, four))
    return tuple(
        min((n for n in sizes if n is not None), default=None)
        for sizes in ([fewest(a, k) for a in classes.values()] for k in range(4))
    )


def fewest(alike: list[tuple[int, list[Any]]], aspect: int) -> int | None:
    """Return how many events two records have that look alike and differ in one."""
    sizes: dict[Any, int] = {}
    for size, four in alike:
        sizes[four[aspect]] = min(size, sizes.get(four[aspect], size))
    two = sorted(sizes.values())[:2]
    return sum(two) if len(two) == 2 else None


@pytest.mark.parametrize("name", VIEWS)
def test_the_least_pairs_are_those_of_all_pairs(name: str) -> None:
    assert by_hand(name) == LEAST[name]


# ---- what is found is what it is said to be


def test_each_of_the_four_views_loses_something_by_one_to_three_events() -> None:
    for name in VIEWS[:4]:
        found = found_of(name)
        assert found.loses
        assert not found.suffices
        sizes = [
            len(one.trajectory)
            for answer in found.answers
            if isinstance(answer.found, Loses) and answer.found.pair.events
            for one in (answer.found.pair.first, answer.found.pair.second)
        ]
        assert 1 <= max(sizes) <= 3


def test_the_difference_is_named_by_what_each_record_alone_shows() -> None:
    found = sufficiency(PAYING, view_of(PAYING, "trace"), Scope(events=1))
    told = {answer.aspect.name: answer.found for answer in found.answers}
    effects = told["receipted effects"]

    assert isinstance(effects, Loses)
    assert effects.pair.fewest
    one, other = effects.differs["charged"]
    assert (sum(one.values()), sum(other.values())) == (1, 0)


def test_a_trace_of_tools_that_all_answer_suffices_in_scope() -> None:
    found = sufficiency(SETTLE, view_of(SETTLE, "trace"), Scope(events=2))

    assert found.suffices
    assert not found.loses


def test_what_was_not_answered_suffices_for_nothing() -> None:
    found = sufficiency(PAYING, view_of(PAYING, "full"), Scope(2), Way(budget=1))

    assert not found.suffices
    assert any(isinstance(answer.found, Unanswered) for answer in found.answers)


def test_a_duty_without_an_encoding_is_not_answered() -> None:
    size = Int("size")
    weigh = Tool("weigh", returns=[size])
    heavy = Obligation(
        "heavy", some(a.mean(w.size for w in weigh.done()) == 3 for _ in weigh.done())
    )
    request = Request("weigh", World("scales", [weigh]), owes=[heavy])
    answers = sufficiency(request, view_of(request, "full"), Scope(1)).answers

    assert isinstance(answers[3].found, Unanswered)
    assert isinstance(answers[0].found, NoneInScope)


# ---- what is in no view


def test_what_happened_to_a_lost_call_is_in_no_view() -> None:
    found = lost(PAYING)

    assert isinstance(found, Histories)
    there, absent = found.histories
    assert there.truth != absent.truth
    assert [sum(state.values()) for state in found.worlds] == [1, 0]
    for view in views(PAYING).values():
        assert shown(view, PAYING, there) == shown(view, PAYING, absent)


def test_a_world_without_effects_has_no_such_call() -> None:
    seen = Flag("seen")
    look = Tool("look", returns=[seen])
    request = Request(
        "look", World("desk", [look]), owes=[Obligation("seen", some(look.done()))]
    )

    assert isinstance(lost(request), NoneInScope)


def test_a_record_without_an_unknown_call_has_one_history() -> None:
    made = record(PAYING, payments.again, bound=payments.BOUND)

    with pytest.raises(Disagreement, match="no call of unknown outcome"):
        told_apart(PAYING, made)


WRONG = [
    ("neg(conj(self.same(item) for item in apart.items))", "TRUE", "are the same"),
    ("same = conj(self.same(item) for item in alike.items)", "same = TRUE", "apart"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
def test_a_pair_that_is_none_is_our_bug(old: str, new: str, said: str) -> None:
    view = view_of(PAYING, "full")
    with (
        planted("obligato.checker.solver.pairs", old, new),
        pytest.raises(Disagreement, match=said),
    ):
        sufficiency(PAYING, view, Scope(events=1))


@pytest.mark.long
@pytest.mark.parametrize("request_", [PAYING, SETTLE, shipping.telling, review.review])
def test_the_whole_trace_suffices_in_scope_and_the_four_views_do_not(
    request_: Request,
) -> None:
    for name in VIEWS:
        found = sufficiency(request_, view_of(request_, name))
        print(request_.goal, name, [type(a.found).__name__ for a in found.answers])
        assert found.suffices == (name in ("full", "progress")) or name == "trace"
        assert found.suffices or found.loses
