"""Admission against every run of a plan: nothing unsafe is admitted."""

from collections import Counter
from collections.abc import Iterator

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


def plans(where: str, number: int, seed: int) -> Iterator[tuple[Record, Plan]]:
    """Yield plans at frontiers: from nothing, and changed from a right one."""
    place = PLACES[where]
    for n, (frontier, further) in enumerate(place.some(number)):
        pick = seeded(seed, where, n)
        drawing = Drawing(place.request, handed_over(frontier), pick)
        yield frontier, drawing.plan(4)
        found = resume(place.request, frontier, further)
        if isinstance(found, Found):
            right = plan_of(found)
            yield frontier, right
            for _ in range(3):
                yield frontier, drawing.changed(right)
            yield frontier, drawing.changed(drawing.changed(right))


@pytest.fixture(autouse=True)
def unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out why there is no plan, which takes ten times as long."""
    monkeypatch.setattr("obligato.checker.resume.why_not", lambda *_: None)


def compared(where: str, number: int, seed: int = 1) -> Comparison:
    made = Comparison()
    for frontier, plan in plans(where, number, seed):
        if len(plan.nodes) <= 5:
            made.compare(PLACES[where].request, frontier, plan)
    return made


QUICK = {"payments": 2, "invoicing": 2, "undone": 2, "desk": 2}


@pytest.mark.parametrize("where", QUICK)
def test_nothing_is_admitted_that_some_run_breaks(where: str) -> None:
    made = compared(where, QUICK[where])

    assert made.wrongly == []
    assert made.plans >= QUICK[where]


HEAD = f"{'world':<10} {'plans':>6} {'links':>6} {'runs':>5} {'wrong':>6}  refused safe"


@pytest.mark.long
@pytest.mark.parametrize("where", PLACES)
def test_nothing_is_admitted_that_some_run_of_many_plans_breaks(where: str) -> None:
    made = compared(where, {"yard": 12}.get(where, 40), seed=7)

    by = [made.admitted["links"], made.admitted["runs"], len(made.wrongly)]
    print(HEAD)
    print(f"{where:<10} {made.plans:>6} {by[0]:>6} {by[1]:>5} {by[2]:>6}  ", end="")
    print(dict(made.refused_safe))
    assert made.wrongly == []
    assert made.refused_safe.total() <= made.plans // 50


@pytest.mark.parametrize("where", ["payments", "desk"])
def test_programs_decide_as_truth_does(where: str) -> None:
    request = PLACES[where].request
    for n, (frontier, _) in enumerate(PLACES[where].some(4)):
        pick = seeded("truth", where, n)
        contract = freeze(request, frontier)
        slow = Admission(contract, frontier, by_truth)
        fast = Admission(contract, frontier)
        for _ in range(4):
            plan = Drawing(request, handed_over(frontier), pick).plan(4)
            assert fast.admit(plan, 50) == slow.admit(plan, 50)
