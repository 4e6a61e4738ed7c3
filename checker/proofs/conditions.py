"""What has to be shown so that the conclusions of a theory hold in every state.

    initially ⊢ I        each conjunct of the invariant holds at the beginning,
    step ⊢ I             and is kept by every step, if all of them held before;
    ⊢ C                  then the conclusions about a state follow from them,
    step ⊢ C             and those about a step from them and from its guards.

What a step changes is put into the formula that is to hold after it, so that a
condition speaks of one moment only.
"""

from collections.abc import Iterator

import attrs

from ...spec.theorems.formulas import Formula
from ...spec.theorems.theory import Step, Theory, after

INITIALLY = "initially"


@attrs.frozen
class Condition:
    """From the axioms, the invariant and ``premises`` follows ``goal``.

    `of`: the conjunct or the conclusion that it is about. `step`: None if it is about
    a state. `first`: it is about the beginning, where no invariant is known. `same`:
    the step changes nothing that the goal reads, so that the goal is a premise.
    """

    of: str
    premises: tuple[Formula, ...]
    goal: Formula
    step: Step | None = None
    first: bool = False
    same: bool = False

    def __str__(self) -> str:
        at = self.step.name if self.step else INITIALLY if self.first else ""
        return f"{at} ⊢ {self.of}".strip()


def inductive(theory: Theory) -> Iterator[Condition]:
    """Yield the conditions under which the invariant always holds."""
    initial = tuple(theory.initial.values())
    for name, conjunct in theory.invariant.items():
        yield Condition(name, initial, conjunct, first=True)
    for step in theory.steps:
        guards = tuple(step.guards.values())
        for name, conjunct in theory.invariant.items():
            goal = after(conjunct, step)
            yield Condition(name, guards, goal, step, same=goal == conjunct)


def following(theory: Theory) -> Iterator[Condition]:
    """Yield the conditions under which the conclusions follow from the invariant.

    Where nothing ever happens, there is no invariant but what holds at the beginning.
    """
    start = () if theory.steps else tuple(theory.initial.values())
    for claim in theory.conclusions:
        if not claim.of_steps:
            yield Condition(str(claim), start, claim.formula)
            continue
        for step in theory.steps:
            guards = tuple(step.guards.values())
            yield Condition(str(claim), guards, after(claim.formula, step), step)
