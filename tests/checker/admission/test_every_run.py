"""Admission against every run of a plan: nothing unsafe is admitted."""

from collections import Counter
from collections.abc import Iterator

import attrs
import pytest

from obligato.checker.admission.admit import admit
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


@pytest.mark.parametrize("where", PLACES)
def test_nothing_is_admitted_that_some_run_breaks(where: str) -> None:
    made = compared(where, 6)

    assert made.wrongly == []
    assert made.plans >= 6
