"""The witness is the first in a stated order, whatever model the solver had first."""

import random

import pytest

from examples import invoicing, payments, pipeline, refunds, review, workspace
from obligato.checker.solver import Found, Question, Scope, Way
from obligato.checker.solver.decode import decode
from obligato.checker.solver.least import variables
from obligato.model import write
from obligato.properties.plants import planted
from obligato.spec import Request, bound, some
from obligato.spec import syntax as s
from obligato.spec.terms import Formula
from tests.lab import item, lab, make

SEEDS = (0, 1, 2, 3)
ASKED = {
    "a flow": (invoicing.settle, invoicing.settle.owes[0].owed, "not established"),
    "a count": (payments.paying, payments.paying.duties[1].owed, "refuted"),
    "amounts": (refunds.once, refunds.refunded.owed, "not established"),
    "people": (review.review, review.approved.owed, "refuted"),
    "given": (workspace.editing, workspace.editing.duties[0].owed, "not established"),
    "entities": (pipeline.handing, pipeline.whole.owed, "established"),
}


def found(
    request: Request, formula: s.Formula, verdict: str, way: Way, gaps: bool = True
) -> Found:
    """Return what is found in a small scope."""
    scope = Scope(events=3, gaps=gaps)
    answer = Question(request, scope, [formula], way=way).find(formula, verdict)
    assert isinstance(answer, Found)
    return answer


def made(formula: Formula) -> str:
    """Return the witness of a formula about the laboratory, as a script."""
    answer = found(lab, formula.node, "established", Way(), gaps=False)
    assert answer.least
    return write(answer.record, lab)


@pytest.mark.parametrize("which", ASKED)
def test_the_witness_is_the_same_whatever_the_seed(which: str) -> None:
    answers = [found(*ASKED[which], Way(seed=seed)) for seed in SEEDS]

    assert answers[0].least
    assert answers == [answers[0]] * len(SEEDS)


def test_without_the_order_the_witness_hangs_on_the_seed() -> None:
    """So that the test above has something to notice."""
    unordered = ("while done < len(goals", "while done > len(goals")
    with planted("obligato.checker.solver.least", *unordered):
        answers = [found(*ASKED["entities"], Way(seed=seed)) for seed in SEEDS]

    assert any(answer.record != answers[0].record for answer in answers)


@pytest.mark.parametrize("seed", range(20))
def test_all_that_a_record_shows_has_its_place_in_the_order(seed: int) -> None:
    symbolic = Question(lab, Scope(events=3, gaps=True)).symbolic
    drawn = random.Random(seed)
    values: dict[str, int] = {}
    read: set[str] = set()

    def value(name: str) -> int:
        read.add(name)
        if name not in values:
            values[name] = drawn.randint(0, 2 if name.endswith(".status") else 1)
            if name.endswith((".source", ".start", ".end")):
                values[name] = 1 + int(name[1]) + name.endswith(".source")
        return values[name]

    decode(symbolic, value)
    shown = set(read)

    assert {"handoff?", "given.special?", "gap.make"} < shown
    assert shown <= set(variables(symbolic, 3, value))


def test_a_number_is_the_nearest_to_0_that_will_do_and_not_below_it_if_it_can() -> None:
    sizes = make.done()

    assert "size=1001)" in made(some(m.size > 1000 for m in sizes))
    assert "size=-7)" in made(some(m.size < -6 for m in sizes))
    assert "size=0)" in made(some(m.size < 6 for m in sizes))


FEW = some(make.done()) & (bound(item) != "first")


def test_few_names_come_before_small_ones() -> None:
    """What is made would be the first item, were the other not named already."""
    other = made(FEW)

    assert "first" not in other
    assert other.count('item="item-1"') == 2


def test_names_that_are_not_counted_give_another_record() -> None:
    uncounted = ("TRUE if named == FALSE else", "TRUE if named else")
    with planted("obligato.checker.solver.frugal", *uncounted):
        assert "first" in made(FEW)


def test_a_witness_that_the_budget_did_not_prove_least_is_not_called_so() -> None:
    delivered = invoicing.settle.owes[0].owed
    scope, spent = Scope(events=3), 1

    answer = None
    while not isinstance(answer, Found):
        spent *= 2
        way = Way(budget=spent)
        question = Question(invoicing.settle, scope, way=way)
        answer = question.find(delivered, "established")

    assert spent > 2
    assert not answer.least
