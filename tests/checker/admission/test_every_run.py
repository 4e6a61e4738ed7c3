"""Admission against every run of a plan: nothing unsafe is admitted."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import attrs
import pytest

from obligato.checker.admission.admit import Admission, admit
from obligato.checker.admission.links import by_truth
from obligato.checker.constructor import freeze
from obligato.checker.resume import resume
from obligato.checker.tree_plan import plan_of
from obligato.checker.trees import Plan as Found
from obligato.model import Record
from obligato.model.handoff import Admitted, Plan
from obligato.model.handoff.frontier import handed_over
from obligato.properties.choices import seeded
from obligato.spec import Request
from tests.checker.admission.drawn import Drawing
from tests.checker.admission.every_run import SAFE, judged
from tests.checker.frontiers import PLACES
from tests.checker.test_plans import SCRIPTS, script


@attrs.define
class Comparison:
    """What came of comparing admission with every run."""

    plans: int = 0
    admitted: Counter[str] = attrs.field(factory=Counter)
    wrongly: list[str] = attrs.field(factory=list)
    refused: Counter[str] = attrs.field(factory=Counter)
    refused_safe: Counter[str] = attrs.field(factory=Counter)

    def compare(self, request: Request, frontier: Record, plan: Plan) -> None:
        """Compare one plan."""
        self.plans += 1
        made = admit(freeze(request, frontier), frontier, plan)
        truth = judged(request, handed_over(frontier), plan)
        if isinstance(made, Admitted):
            self.admitted[made.decided_by] += 1
            if truth != SAFE:
                self.wrongly.append(f"{truth}: {plan} after {frontier}")
            return
        self.refused.update(made.codes)
        if truth == SAFE:
            self.refused_safe[", ".join(made.codes)] += 1


Frontiers: TypeAlias = Iterable[tuple[Request, Record, int]]


def placed(where: str, number: int) -> Frontiers:
    """Return frontiers of a world, with how many calls may follow."""
    place = PLACES[where]
    return ((place.request, f, further) for f, further in place.some(number))


def scripted() -> Frontiers:
    """Return the frontiers that are written by hand."""
    for name in SCRIPTS:
        request, (frontier, further), _ = script(name)
        yield request, frontier, further


def plans(frontiers: Frontiers, seed: int) -> Iterator[tuple[Request, Record, Plan]]:
    """Yield plans at frontiers: from nothing, and changed from a right one."""
    for n, (request, frontier, further) in enumerate(frontiers):
        pick = seeded(seed, request.goal, n)
        drawing = Drawing(request, handed_over(frontier), pick)
        drawn = [drawing.plan(4), drawing.plan(3)]
        found = resume(request, frontier, further)
        if isinstance(found, Found):
            right = plan_of(found)
            drawn += [right, *(drawing.changed(right) for _ in range(3))]
            drawn.append(drawing.changed(drawing.changed(right)))
        yield from ((request, frontier, plan) for plan in drawn)


@pytest.fixture(autouse=True)
def unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out why there is no plan, which takes ten times as long."""
    monkeypatch.setattr("obligato.checker.resume.why_not", lambda *_: None)


def compared(frontiers: Frontiers, seed: int) -> Comparison:
    made = Comparison()
    for request, frontier, plan in plans(frontiers, seed):
        if len(plan.nodes) <= 5:
            made.compare(request, frontier, plan)
    return made


def test_nothing_is_admitted_that_some_run_breaks() -> None:
    made = compared(scripted(), seed=1)

    assert made.wrongly == []
    assert made.refused_safe.total() == 0
    assert made.plans > 40
    assert made.admitted.total() > 10


HEAD = f"{'world':<10} {'plans':>6} {'links':>6} {'runs':>5} {'wrong':>6}  refused safe"


@pytest.mark.long
@pytest.mark.parametrize("where", PLACES)
def test_nothing_is_admitted_that_some_run_of_many_plans_breaks(where: str) -> None:
    made = compared(placed(where, {"yard": 12}.get(where, 40)), seed=7)

    by = [made.admitted["links"], made.admitted["runs"], len(made.wrongly)]
    print(HEAD)
    print(f"{where:<10} {made.plans:>6} {by[0]:>6} {by[1]:>5} {by[2]:>6}  ", end="")
    print(dict(made.refused_safe))
    assert made.wrongly == []
    assert made.refused_safe.total() <= made.plans // 50


def test_programs_decide_as_truth_does() -> None:
    for n, (request, frontier, _) in enumerate(scripted()):
        pick = seeded("truth", n)
        contract = freeze(request, frontier)
        slow = Admission(contract, frontier, by_truth)
        fast = Admission(contract, frontier)
        for _ in range(6):
            plan = Drawing(request, handed_over(frontier), pick).plan(4)
            assert fast.admit(plan, 20) == slow.admit(plan, 20)
