"""What falls without an assumption, and the shortest run that shows it."""

from collections import deque
from itertools import chain, combinations

import pytest

from obligato.checker.proofs.deciding import Deciding
from obligato.checker.proofs.results import Answer, Open, Proved, Refuted
from obligato.checker.proofs.unrolled import Unrolled
from obligato.spec.errors import UnknownNameError
from obligato.spec.theorems.catalogue import theories
from obligato.spec.theorems.formulas import TRUE
from obligato.spec.theorems.meaning import Fact, World, enabled, holds, taken
from obligato.spec.theorems.probe import PROBE
from obligato.spec.theorems.runs import refutes
from obligato.spec.theorems.theory import Theory
from tests.theorems import deciding

EVERY = theories()
# theory, what is dropped ↦ the parts that fall, each with the steps of its run
FALLS = {
    ("tenure", "quiet"): {"T1.effects": 1, "T1.bindings": 1, "T1.complete": 5},
    ("tenure", "authentic"): {"T1.complete": 2, "T2.complete": 2},
    ("tenure", "tools_break"): {"T1.complete": 6, "T2.complete": 6},
    ("tenure", "sound_contract"): {"T1.effects": 0, "T1.bindings": 0},
    ("tenure", "r_write_ahead"): {"T9.intent": 3},
    ("tenure", "r_no_swap"): {"T3.only_plan": 4},
    ("tenure", "a_cover"): {"T3.whole_plan": 3},
    ("tenure", "a_order"): {},
    ("omission", "no_buffering"): {"T3.omission": 0},
    ("termination", "a_adapter"): {"T4.real": 0, "T4.true": 0},
    ("order", "threats"): {"T5.executable": 3},
    ("order", "acyclic"): {},
    ("fenced", "i_keep"): {"T6.fenced": 4},
    ("drained", "f_under_lease"): {},
    ("adding", "not_newer"): {"T8.adding_latest": 0},
    ("frame", "untouched"): {"T10.framed": 0},
    ("probe", "p_closed"): {"T12.no_duplicate": 4},
}


def fallen(answers: dict[str, Answer]) -> dict[str, int]:
    return {
        name: len(answer.run.steps)
        for name, answer in answers.items()
        if isinstance(answer, Refuted)
    }


@pytest.mark.parametrize(("at", "falls"), FALLS.items(), ids=lambda v: "-".join(v))
def test_what_falls_falls_by_a_run_of_so_many_steps(
    at: tuple[str, str], falls: dict[str, int]
) -> None:
    theory = EVERY[at[0]]
    wanted = tuple(c for c in theory.conclusions if not falls or str(c) in falls)
    answers = deciding(theory.name).decide((at[1],), wanted)

    assert fallen(answers) == falls
    assert not any(isinstance(answer, Open) for answer in answers.values())


def test_nothing_is_dropped_that_is_not_there() -> None:
    with pytest.raises(UnknownNameError, match="no assumption 'calm'; there are: p_"):
        Deciding(PROBE).decide(("calm",))


@pytest.mark.parametrize("switch", PROBE.switches)
def test_the_shortest_run_is_as_long_as_an_exhaustive_search_says(switch: str) -> None:
    answers = Deciding(PROBE).decide((switch,))

    assert set(fallen(answers).values()) == {shortest(PROBE, switch)}


def shortest(theory: Theory, off: str) -> int:
    """Return how many steps refute the conclusion, looking at each state."""
    (claim,) = theory.conclusions
    sizes = {"Call": 3, "Effect": 1}
    on = frozenset((name, ()) for name in theory.switches if name != off)
    start = [world.facts for world in beginnings(theory, sizes, on)]
    seen, queue = set(start), deque((facts, 0) for facts in start)
    while queue:
        facts, steps = queue.popleft()
        world = World(sizes, facts)
        if not holds(claim.formula, world):
            return steps
        for step in theory.steps:
            for values in world.values(step.parameters):
                if not enabled(step, world, values):
                    later = taken(theory, step, world, values)
                    if later not in seen:
                        seen.add(later)
                        queue.append((later, steps + 1))
    raise AssertionError("no run at all")


def beginnings(
    theory: Theory, sizes: dict[str, int], on: frozenset[Fact]
) -> list[World]:
    """Return every world in which a run can begin."""
    known = World(sizes, frozenset())
    facts = [
        (name, tuple(chosen.values()))
        for name, relation in theory.relations.items()
        for chosen in known.values(relation.terms)
    ]
    some = chain.from_iterable(combinations(facts, n) for n in range(len(facts) + 1))
    worlds = (World(sizes, on | frozenset(chosen)) for chosen in some)
    first = theory.initial.values()
    return [world for world in worlds if all(holds(f, world) for f in first)]


def test_the_run_does_not_hang_on_what_was_asked_before() -> None:
    (claim,) = PROBE.conclusions
    fresh = Unrolled(PROBE).against(claim, ("quiet",), 2)
    used = Unrolled(PROBE)
    used.example(5)
    used.against(claim, ("p_single_use",), 6)

    assert fresh is not None
    assert used.against(claim, ("quiet",), 2) == fresh


def test_a_run_of_a_larger_universe_is_not_needed_to_refute() -> None:
    """The premises of a run are true of it alone; more elements change nothing."""
    (claim,) = PROBE.conclusions
    run = Unrolled(PROBE).against(claim, ("p_closed",), 4)

    assert run is not None
    assert refutes(PROBE, run, claim)


def test_true_is_never_refuted() -> None:
    theory = EVERY["frame"]
    claim = theory.conclusions[0]
    idle = type(claim)("T10", "true", "nothing", TRUE)

    assert Unrolled(theory).against(idle, (), 0) is None
    assert isinstance(Deciding(theory).decide()[str(claim)], Proved)
