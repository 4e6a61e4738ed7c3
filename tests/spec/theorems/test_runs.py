"""A run is believed only if it is one and shows what it is said to show."""

import attrs
import pytest

from obligato.checker.proofs.deciding import Deciding
from obligato.checker.proofs.results import Refuted
from obligato.spec.theorems.probe import PROBE
from obligato.spec.theorems.runs import (
    Run,
    Taken,
    Unsound,
    refutes,
    replayed,
    script,
    succeeds,
)

(CLAIM,) = PROBE.conclusions


def run_without(switch: str) -> Run:
    answer = Deciding(PROBE).decide((switch,))[str(CLAIM)]
    assert isinstance(answer, Refuted)
    return answer.run


def test_a_run_without_a_rule_is_none_with_it() -> None:
    run = run_without("p_closed")

    assert refutes(PROBE, run, CLAIM)
    with pytest.raises(Unsound, match="forbidden by \\['p_closed'\\]"):
        replayed(PROBE, attrs.evolve(run, off=()))


def test_a_run_cut_short_shows_nothing() -> None:
    run = run_without("p_closed")

    assert not refutes(PROBE, attrs.evolve(run, steps=run.steps[:-1]), CLAIM)


def test_a_run_that_begins_wrongly_is_none() -> None:
    run = run_without("p_closed")
    facts = run.facts | {("twice", (0,))}

    with pytest.raises(Unsound, match="begins against begun"):
        replayed(PROBE, attrs.evolve(run, facts=facts))


def test_an_example_has_nothing_dropped() -> None:
    run = Deciding(PROBE).example
    assert isinstance(run, Run)

    assert succeeds(PROBE, run)
    assert not succeeds(PROBE, attrs.evolve(run, off=("quiet",)))
    assert not succeeds(PROBE, attrs.evolve(run, steps=run.steps[:1]))


def test_a_script_says_what_changes() -> None:
    run = Run(
        {"Call": 1, "Effect": 1},
        (),
        frozenset({("flight", (0, 0)), ("used", (0,))}),
        (Taken("land", (0, 0)),),
    )

    assert script(PROBE, run) == [
        ("start", "c1 has been issued; c1, which makes e1, is in flight"),
        ("1", "c1 lands and makes e1"),
        ("now", "e1 is real"),
        ("not", "c1, which makes e1, is in flight"),
    ]
