"""Each judged record of each world gets the verdicts that its world gives it."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import pytest

import examples
from examples.judged import Judged
from obligato.checker.solver import Question, Scope
from obligato.checker.solver.pin import slots_of
from obligato.model import check, compile_formula, settle
from obligato.spec import Verdict
from obligato.spec.verdicts import verdict

LETTERS = {"established": "E", "not established": "N", "refuted": "R"}
# How many verdicts each world judges, so that a table that lost rows is noticed.
ROWS = {
    "airline": 5,
    "invoicing": 9,
    "medication": 45,
    "payments": 9,
    "pipeline": 32,
    "refunds": 9,
    "review": 7,
    "shipping": 10,
    "spending": 9,
    "workspace": 16,
}

Reading: TypeAlias = Callable[[Judged], Mapping[str, Verdict]]


def by_truth(case: Judged) -> Mapping[str, Verdict]:
    """Return the verdict of `Truth` on each duty."""
    judgement = check(case.request, case.record)
    return {found.duty.name: found.verdict for found in judgement.findings}


def by_compiled(case: Judged) -> Mapping[str, Verdict]:
    """Return the verdict of `Compiled` on each duty."""
    tables = settle(case.request.world, case.record)
    programs = {d.name: compile_formula(d.owed) for d in case.request.duties}
    return {name: verdict(*p.verdict(tables)) for name, p in programs.items()}


def by_symbolic(case: Judged) -> Mapping[str, Verdict]:
    """Return the verdict of `Symbolic`, pinned to the record, on each duty."""
    rows = [len(value) for r in case.record.ledger for value in inner(r.values)]
    size = Scope(events=max(1, len(slots_of(case.record))), rows=max(2, *rows, 0))
    question = Question(case.request, size, known=[case.record])
    found = {d.name: question.bits(d.owed, case.record) for d in case.request.duties}
    return {name: verdict(*bits) for name, bits in found.items() if bits is not None}


def inner(values: Mapping[str, object]) -> Iterator[tuple[object, ...]]:
    """Yield the rows inside an answer."""
    yield from (value for value in values.values() if isinstance(value, tuple))


# Whatever else can judge a record joins here, and must say the same.
READINGS: dict[str, Reading] = {
    "Truth": by_truth,
    "Compiled": by_compiled,
    "Symbolic": by_symbolic,
}


_verdicts: dict[tuple[str, int], Mapping[str, Verdict]] = {}


def verdicts(reading: str, case: Judged) -> Mapping[str, Verdict]:
    """Return the verdicts of a reading on a case, worked out once for all duties."""
    key = (reading, id(case))
    if key not in _verdicts:
        _verdicts[key] = READINGS[reading](case)
    return _verdicts[key]


def worlds() -> Iterator[tuple[str, Judged]]:
    """Yield every judged record, with the name of the module that judges it."""
    for found in pkgutil.iter_modules(examples.__path__):
        module = importlib.import_module(f"examples.{found.name}")
        for case in getattr(module, "JUDGED", ()):
            yield found.name, case


CASES = list(worlds())


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    ("case", "duty", "letter"),
    [
        pytest.param(case, duty, letter, id=f"{name}: {case.label}: {duty}")
        for name, case in CASES
        for duty, letter in case.verdicts.items()
    ],
)
def test_a_judged_record_gets_its_verdict(
    reading: str, case: Judged, duty: str, letter: str
) -> None:
    assert LETTERS[verdicts(reading, case)[duty].name] == letter


@pytest.mark.parametrize(
    ("case", "duty", "standing"),
    [
        pytest.param(case, duty, standing, id=f"{name}: {case.label}: {duty}")
        for name, case in CASES
        for duty, standing in case.standings.items()
    ],
)
def test_a_judged_record_stands_where_it_says(
    case: Judged, duty: str, standing: str
) -> None:
    findings = check(case.request, case.record).findings

    assert {f.duty.name: f.standing for f in findings}[duty] == standing


def test_no_judged_record_is_lost() -> None:
    names = [name for name, case in CASES for _ in case.verdicts]

    assert {name: names.count(name) for name in names} == ROWS


def test_the_predicates_of_ordinary_people_have_69_rows() -> None:
    own = ("airline", "medication", "pipeline")

    assert sum(n for name, n in ROWS.items() if name not in own) == 69


def test_no_record_is_judged_twice_under_one_label() -> None:
    labels = [(name, case.label, *case.verdicts) for name, case in CASES]

    assert sorted({x for x in labels if labels.count(x) > 1}) == []
