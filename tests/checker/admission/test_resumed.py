"""What `resume` finds is admitted; where it finds nothing, no plan at all is."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from examples import airline, invoicing, medication, payments, pipeline, refunds
from obligato.checker.admission.admit import Admission
from obligato.checker.constructor import freeze
from obligato.checker.resume import resume
from obligato.checker.tree_plan import plan_of
from obligato.checker.trees import Plan as Found
from obligato.model import Record
from obligato.model.handoff import Action, Admitted, Claiming, Plan
from obligato.model.handoff.frontier import handed_over
from obligato.model.handoff.plan import Argument, Field, Literal
from obligato.model.names import mentioned
from obligato.spec import Request
from obligato.spec.errors import CaseError
from obligato.spec.sorts import Column
from tests.checker.admission.drawn import NUMBERS
from tests.checker.admission.test_every_run import Frontiers, placed, scripted
from tests.checker.frontiers import PLACES

MODULES = (airline, invoicing, medication, payments, pipeline, refunds)


@pytest.fixture(autouse=True)
def unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out why there is no plan, which takes ten times as long."""
    monkeypatch.setattr("obligato.checker.resume.why_not", lambda *_: None)


def refused(request: Request, frontier: Record, found: Found) -> list[str]:
    """Return why a continuation is not admitted, if it is not."""
    made = Admission(freeze(request, frontier), frontier).admit(plan_of(found))
    return [] if isinstance(made, Admitted) else [str(f) for f in made.failures]


JUDGED = [case for module in MODULES for case in module.JUDGED]


def admitted(pairs: Frontiers) -> tuple[int, list[str]]:
    """Return how many continuations were found, and why some are not admitted."""
    number, wrong = 0, list[str]()
    for request, frontier, further in pairs:
        try:
            found = resume(request, frontier, further)
        except CaseError:
            continue  # the record contradicts itself
        if isinstance(found, Found):
            number += 1
            told = refused(request, frontier, found)
            wrong += [f"{line}: {plan_of(found)} after {frontier}" for line in told]
    return number, wrong


def test_what_resume_finds_is_admitted() -> None:
    number, wrong = admitted(scripted())

    assert wrong == []
    assert number == 4


@pytest.mark.long
def test_what_resume_finds_after_every_judged_record_is_admitted() -> None:
    number, wrong = admitted((case.request, case.record, 5) for case in JUDGED)

    print(f"{number} continuations after {len(JUDGED)} judged records, all admitted")
    assert wrong == []
    assert number > 20


@pytest.mark.long
@pytest.mark.parametrize("where", PLACES)
def test_what_resume_finds_of_many_frontiers_is_admitted(where: str) -> None:
    number, wrong = admitted(placed(where, {"yard": 24}.get(where, 70)))

    print(f"{where}: {number} continuations, all admitted")
    assert wrong == []
    assert number > 2


def plans(request: Request, frontier: Record, most: int) -> Iterator[Plan]:
    """Yield every plan of at most so many actions, one after another."""
    names = mentioned(request, handed_over(frontier))

    def values(column: Column, before: tuple[Action, ...]) -> list[Argument]:
        if column.sort.kind == "Bool":
            return [Literal(True), Literal(False)]
        if column.sort.kind != "entity":
            return [Literal(n) for n in NUMBERS]
        fields: list[Argument] = [
            Field(node.id, c.name)
            for node in before
            for c in request.world.tool(node.tool).returns
            if c.sort == column.sort
        ]
        return fields + [Literal(n) for n in names.get(column.sort.name, ())]

    def grown(before: tuple[Action, ...]) -> Iterator[tuple[Action, ...]]:
        yield before
        if len(before) == most:
            return
        for tool in request.world.tools:
            flags = [c for c in tool.returns if c.sort.kind == "Bool"]
            numbers = [c for c in tool.returns if c.sort.kind == "Int"]
            pools = [values(c, before) for c in tool.takes]
            hopes = [(True, False)] * len(flags) + [NUMBERS] * len(numbers)
            for args, hoped in product(product(*pools), product(*hopes)):
                names_ = [c.name for c in (*flags, *numbers)]
                action = Action(
                    f"a{len(before)}",
                    tool.name,
                    dict(zip((c.name for c in tool.takes), args, strict=True)),
                    (),
                    dict(zip(names_, hoped, strict=True)),
                    handed_over(frontier).now + 200 * (len(before) + 1),
                )
                yield from grown((*before, action))

    for nodes in grown(()):
        pools = [[None, *values(slot, nodes)] for slot in request.slots]
        for chosen in product(*pools):
            told = zip((slot.name for slot in request.slots), chosen, strict=True)
            slots = {name: value for name, value in told if value is not None}
            yield Plan(nodes, (), [Claiming(slots)])


def none_admitted(pairs: Frontiers, most: int) -> tuple[Counter[str], list[str]]:
    """Return how many frontiers have no continuation, and plans admitted there."""
    counts, wrong = Counter[str](), list[str]()
    for request, frontier, further in pairs:
        calls = min(most, further)
        if resume(request, frontier, calls) is not None:  # what stands for nothing
            continue
        counts["frontiers"] += 1
        admission = Admission(freeze(request, frontier), frontier)
        for plan in plans(request, frontier, calls):
            counts["plans"] += 1
            made = admission.admit(plan, budget=20)
            if isinstance(made, Admitted):
                wrong.append(f"{plan} after {frontier}")
    return counts, wrong


def test_where_resume_finds_nothing_no_plan_is_admitted() -> None:
    counts, wrong = none_admitted(scripted(), 1)

    assert wrong == []
    assert counts["frontiers"] >= 5
    assert counts["plans"] > 30


@pytest.mark.long
@pytest.mark.parametrize("where", ["payments", "seen", "undone", "invoicing"])
def test_where_resume_finds_nothing_no_enumerated_plan_is_admitted(where: str) -> None:
    counts, wrong = none_admitted(placed(where, 25), 2)

    print(f"{where}: {dict(counts)}, none admitted")
    assert wrong == []
    assert counts["plans"] > 100
