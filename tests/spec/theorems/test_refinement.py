"""A program is a run of a theory exactly if each of its steps is one."""

import attrs
import pytest

from obligato.checker.proofs.results import Refuted
from obligato.spec.theorems.protocol import TENURE
from obligato.spec.theorems.refinement import (
    Observation,
    Observed,
    Seen,
    departures,
    fallen,
)
from obligato.spec.theorems.runs import Run, element_name, replayed
from tests.theorems import deciding


def observed(run: Run) -> Observation:
    """Return a run as a program would be seen that did the same."""
    rigid = {name for name, relation in TENURE.relations.items() if relation.rigid}

    def named(facts: frozenset[tuple[str, tuple[int, ...]]]) -> frozenset[Seen]:
        return frozenset(
            (name, names(TENURE.relations[name].sorts, elements))
            for name, elements in facts
            if name in TENURE.relations
        )

    def names(sorts: tuple[str, ...], elements: tuple[int, ...]) -> tuple[str, ...]:
        pairs = zip(sorts, elements, strict=True)
        return tuple(element_name(TENURE, sort, element) for sort, element in pairs)

    worlds = replayed(TENURE, run)
    things = {
        sort: tuple(element_name(TENURE, sort, n) for n in range(size))
        for sort, size in run.sizes.items()
    }
    steps = []
    for one, world in zip(run.steps, worlds[1:], strict=True):
        sorts = tuple(v.sort for v in TENURE.step(one.step).parameters)
        called = names(sorts, one.elements)
        steps.append(Observed(one.step, called, named(world.facts)))
    looked_at = frozenset(TENURE.relations) - rigid
    return Observation(things, named(run.facts), looked_at, tuple(steps), run.off)


@pytest.fixture
def success() -> Observation:
    run = deciding("tenure").example
    assert isinstance(run, Run)
    return observed(run)


def test_a_run_departs_nowhere(success: Observation) -> None:
    assert list(departures(TENURE, success)) == []


def test_a_run_without_an_assumption_departs_where_it_is_broken() -> None:
    claims = tuple(c for c in TENURE.conclusions if str(c) == "T1.no_duplicate")
    (answer,) = deciding("tenure").decide(("r_ambiguous",), claims).values()
    assert isinstance(answer, Refuted)
    seen = observed(answer.run)

    assert list(departures(TENURE, seen)) == []
    assert list(departures(TENURE, attrs.evolve(seen, off=()))) == [
        "step 2, issue(a1, v1): forbidden by r_ambiguous"
    ]


def test_a_conclusion_that_is_false_of_a_moment_is_told(success: Observation) -> None:
    *before, claimed = success.steps
    twice = attrs.evolve(claimed, after=claimed.after | {("twice", ("e2",))})
    seen = attrs.evolve(success, steps=(*before, twice, claimed))

    assert list(fallen(TENURE, success)) == []
    assert [str(claim) for claim in fallen(TENURE, seen)] == ["T1.no_duplicate"]


def test_a_conclusion_of_what_is_not_looked_at_is_not_judged(
    success: Observation,
) -> None:
    *before, claimed = success.steps
    twice = attrs.evolve(claimed, after=claimed.after | {("twice", ("e2",))})
    looked_at = success.looked_at - {"twice"}
    seen = attrs.evolve(success, steps=(*before, twice), looked_at=looked_at)

    assert list(fallen(TENURE, seen)) == []


def test_an_effect_that_was_not_seen_is_told(success: Observation) -> None:
    *before, last, claimed = success.steps
    missing = frozenset({("real", ("e2",))})
    less = attrs.evolve(last, after=last.after - missing)
    seen = attrs.evolve(success, steps=(*before, less, claimed))

    assert next(departures(TENURE, seen)) == (
        "step 5, answer(a2, v1, r2): not seen: e2 is real"
    )


def test_what_is_seen_and_should_not_be_is_told(success: Observation) -> None:
    first, *rest = success.steps
    more = attrs.evolve(first, after=first.after | {("twice", ("e1",))})
    seen = attrs.evolve(success, steps=(more, *rest))

    assert list(departures(TENURE, seen)) == [
        "step 1, admit(): seen against it: e1 has been made twice"
    ]


def test_what_is_not_looked_at_is_not_compared(success: Observation) -> None:
    first, *rest = success.steps
    more = attrs.evolve(first, after=first.after | {("twice", ("e1",))})
    seen = attrs.evolve(success, steps=(more, *rest))
    blind = attrs.evolve(seen, looked_at=seen.looked_at - {"twice"})

    assert list(departures(TENURE, blind)) == []


def test_a_step_left_out_is_noticed(success: Observation) -> None:
    seen = attrs.evolve(success, steps=success.steps[1:])

    assert list(departures(TENURE, seen)) == [
        "step 1, issue(a1, v1): forbidden by r_admitted"
    ]


def test_a_beginning_that_is_none_is_told(success: Observation) -> None:
    facts = success.facts | {("wrote", ())}
    seen = attrs.evolve(success, facts=facts, steps=())

    assert list(departures(TENURE, seen)) == ["it begins against begun"]
