"""Of the shortest continuations the first is found, whoever asked what before."""

from collections.abc import Iterable
from itertools import combinations

import pytest

from obligato.checker.find import Continued, Finder
from obligato.checker.foremost import foremost
from obligato.checker.ground.grounding import grounded
from obligato.checker.ground.record import made
from obligato.checker.resume import handed_over
from obligato.checker.solver import Way
from obligato.checker.solver.planner import (
    Chosen,
    GaveUp,
    Limit,
    OrderSolver,
    Outcome,
)
from obligato.model import record
from obligato.properties.plants import planted
from obligato.spec import (
    Effect,
    Obligation,
    Request,
    Sort,
    Tool,
    World,
    some,
)
from obligato.spec.correctness import eq1

Person, Room = Sort("Person"), Sort("Room")
person, room = Person("person"), Room("room")
told, booked = Effect("told", Person), Effect("booked", Room)
tell = Tool("tell", takes=[person], makes=[told(person)])
write = Tool("write", takes=[person], makes=[told(person)])
book = Tool("book", takes=[room], makes=[booked(room)])
somebody = Obligation("somebody told", some(told.made()))
somewhere = Obligation("a room booked", some(booked.made()))
meeting = Request(
    "tell somebody of a room",
    World("meeting", tools=[book, write, tell]),
    owes=[somebody, somewhere],
)
FRONTIER = handed_over(
    record(meeting, entities={"Person": ["ann", "bob", "eve"], "Room": ["a", "b"]})
)


def finder(seed: int = 0) -> Finder:
    return Finder(grounded(meeting, FRONTIER, eq1(meeting), 4), Way(seed=seed))


def calls(found: object) -> list[tuple[str, ...]]:
    assert isinstance(found, Continued)
    assert found.first
    return [(call.tool, *call.args.values()) for call in found.record.calls]


def test_the_first_calls_of_the_table_are_found_under_every_seed() -> None:
    assert [sorted(calls(foremost(finder(seed)))) for seed in range(4)] == [
        [("book", "a"), ("write", "ann")]
    ] * 4


def test_the_record_is_the_same_under_every_seed() -> None:
    records = [foremost(finder(seed)) for seed in range(4)]

    assert all(found == records[0] for found in records)


def test_nothing_hangs_on_what_was_asked_before() -> None:
    fresh, used = finder(), finder()
    for clause in eq1(meeting):
        used.possible([clause])
    used.shortest()

    assert foremost(used) == foremost(fresh)


def test_no_choice_of_as_few_calls_comes_before_it() -> None:
    """Every choice is tried, in order, until one holds."""
    other, found = finder(), foremost(finder())
    assert isinstance(found, Continued)
    slots, names = other.ground.useful, [n for n in other.ground.asked if n]

    def holds(chosen: tuple[int, ...]) -> bool:
        left_out = [f"-{made(i)}" for i in slots if i not in chosen]
        wanted = (*names, *map(made, chosen), *left_out)
        return isinstance(other.solver.ask(wanted), Chosen)

    choices = combinations(slots, found.calls)
    assert sorted(found.slots) == list(next(c for c in choices if holds(c)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("for i in finder.ground.useful:", "for i in found.slots:"),
        ("if i in slots:", "if i in found.slots:"),
    ],
    ids=["the first that is found stays", "what is found on the way is forgotten"],
)
def test_a_bug_in_the_choice_is_noticed(old: str, new: str) -> None:
    with planted("obligato.checker.foremost", old, new):
        records = [foremost(finder(seed)) for seed in range(8)]

    first = [("book", "a"), ("write", "ann")]
    assert any(
        not isinstance(r, Continued) or sorted(calls(r)) != first for r in records
    )


def spent_when_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every solver have spent its budget with its first question."""
    right = OrderSolver.ask

    def ask(
        self: OrderSolver,
        names: Iterable[str],
        most: Limit = None,
        without: Iterable[str] = (),
    ) -> Outcome:
        if not self.asked:
            return right(self, names, most, without)
        self.asked += 1
        return GaveUp("spent")

    monkeypatch.setattr(OrderSolver, "ask", ask)


def test_what_a_warm_solver_gives_up_a_fresh_one_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = foremost(finder())
    spent_when_warm(monkeypatch)

    assert foremost(finder()) == expected


def test_without_a_fresh_solver_it_is_not_said_to_be_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So that the test above has something to notice."""
    spent_when_warm(monkeypatch)
    with planted("obligato.checker.find", "and self.solver.asked > 1:", "and False:"):
        found = foremost(finder())

    assert not isinstance(found, Continued) or not found.first
