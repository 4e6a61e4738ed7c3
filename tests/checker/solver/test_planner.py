"""A solver opened ahead answers as one that is opened when it is asked."""

import pytest

from obligato.checker.ground.handed import handed
from obligato.checker.ground.table import Table
from obligato.checker.solver import planner
from obligato.checker.solver.child import Child, Died
from obligato.checker.solver.planner import Chosen, Excluded, OrderSolver, open_ahead
from obligato.checker.solver.ways import Way


def solver() -> OrderSolver:
    """Return the solver of three flags, of which one of two must be set."""
    table = Table()
    a, b, c = (table.variable(f"|{name}|") for name in "abc")
    named = {"either": table.disj((a, b)), "": table.disj((-a, c))}
    return OrderSolver(handed(table, named), Way(10**6))


def answers() -> list[object]:
    """Return what a solver says, one question after the other."""
    asked, found = solver(), list[object]()
    for without in ((), ("|a|",), ("|b|",), ("|b|", "|c|")):
        outcome = asked.ask(["either"], without=without)
        found.append(outcome.values if isinstance(outcome, Chosen) else outcome)
    return found


def test_a_solver_opened_ahead_answers_as_any_other() -> None:
    planner._ahead.clear()
    plain = answers()
    open_ahead()

    assert answers() == plain
    assert isinstance(plain[-1], Excluded)


def test_each_child_finds_the_solver_that_was_opened_before_it() -> None:
    open_ahead()
    before = planner._ahead[0]

    def used() -> list[object]:
        return [planner.opened() is before, answers()]

    told: list[object] = []
    for _ in range(2):
        with Child(used) as child:
            told.append([thing for thing in child if not isinstance(thing, Died)])

    assert told[0] == told[1] == [True, answers()]


def test_a_model_is_not_read_once_the_solver_was_asked_again() -> None:
    asked = solver()
    first = asked.ask(["either"])
    asked.ask(["either"], without=["|a|"])

    assert isinstance(first, Chosen)
    with pytest.raises(AssertionError, match="asked again"):
        _ = first.values


def test_what_the_solver_is_told_holds_of_the_flags_of_its_clauses() -> None:
    asked = solver()
    asked.tell("(and (not |a|) (< |at 1| |at 2|))")

    assert isinstance(asked.ask(["either"], without=["|b|"]), Excluded)
    assert isinstance(asked.ask(["either"]), Chosen)
