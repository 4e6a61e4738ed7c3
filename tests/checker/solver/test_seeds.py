"""A question under several seeds: one answer, or none, or a fault."""

import pytest

from examples import invoicing, refunds, shipping
from obligato.checker.compare import compare
from obligato.checker.solver import Found, NoneInScope, Question, Scope, Unanswered, Way
from obligato.checker.solver.answers import Answer, Broken
from obligato.checker.solver.search import Confirm, Search
from obligato.checker.solver.seeds import agreed
from obligato.checker.solver.session import Session
from obligato.checker.verify import verify
from obligato.model import record
from obligato.properties.plants import planted

SMALL = Scope(events=2)
EMPTY, SHIPPED = (
    record(shipping.telling),
    record(shipping.telling, shipping.ship(order="o1").ok()),
)
NONE, OPEN = NoneInScope(SMALL), Unanswered("the budget is spent")
LEAST, OTHER = Found(EMPTY, 0, True), Found(SHIPPED, 1, True)


@pytest.mark.parametrize("which", ["an obligation", "a rule"])
def test_what_is_found_is_the_same_under_every_seed(which: str) -> None:
    rule = which == "a rule"
    request = shipping.telling if rule else refunds.once
    duty = shipping.told if rule else refunds.refunded

    one = verify(request, duty, SMALL)
    three = verify(request, duty, SMALL, Way(seeds=3))
    found = [c.answer for c in three.checks if isinstance(c.answer, Found)]

    assert one.checks == three.checks
    assert found
    assert all(answer.same for answer in found)


def test_each_seed_has_a_solver_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Session, int]] = []
    begin = Session.__init__

    def seeded(self: Session, text: object, way: Way) -> None:
        begin(self, text, way)  # type: ignore[arg-type]  # whatever it was given
        asked.append((self, way.seed))

    monkeypatch.setattr(Session, "__init__", seeded)
    question = Question(refunds.once, SMALL, way=Way(seeds=3))
    question.find(refunds.refunded.owed, "established")

    assert [seed for _, seed in asked] == [0, 1, 2]


AGREED: dict[str, tuple[list[Answer], Answer]] = {
    "none under all": ([NONE, NONE], NONE),
    "the same under all": ([LEAST, LEAST], LEAST),
    "open under one": ([LEAST, OPEN], Unanswered("open under seed 1: " + OPEN.reason)),
    "the proved one wins": ([Found(SHIPPED, 1), LEAST], LEAST),
}


@pytest.mark.parametrize("which", AGREED)
def test_the_answers_come_to_one(which: str) -> None:
    answers, wanted = AGREED[which]

    assert agreed(dict(enumerate(answers))) == wanted


def test_another_record_that_is_not_proved_the_least_is_told() -> None:
    unlike = agreed({0: LEAST, 1: Found(SHIPPED, 1)})
    like = agreed({0: LEAST, 1: Found(EMPTY, 0)})

    assert isinstance(unlike, Found)
    assert isinstance(like, Found)
    assert (unlike.same, like.same) == (False, True)


BROKEN: dict[str, tuple[list[Answer], str]] = {
    "a record and none": ([NONE, LEAST], "sat under seed 1, unsat under seed 0"),
    "open hides nothing": ([LEAST, OPEN, NONE], "sat under seed 0, unsat under seed 2"),
    "two that are least": ([LEAST, OTHER], "the least record under seed 0 is another"),
}


@pytest.mark.parametrize("which", BROKEN)
def test_answers_that_exclude_each_other_are_a_fault(which: str) -> None:
    answers, said = BROKEN[which]

    with pytest.raises(Broken, match=said):
        agreed(dict(enumerate(answers)))


def of_seed_1(monkeypatch: pytest.MonkeyPatch, answer: Answer) -> None:
    """Plant a solver that answers a certain thing whenever its seed is 1."""
    right = Question._answer

    def wrong(self: Question, search: Search, seed: int, confirm: Confirm) -> Answer:
        return answer if seed == 1 else right(self, search, seed, confirm)

    monkeypatch.setattr(Question, "_answer", wrong)


def test_a_planted_answer_of_one_seed_is_a_fault_that_names_the_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of_seed_1(monkeypatch, NONE)
    said = "told within a day: dischargeable: a record that .*: sat under seed 0, unsat"

    with pytest.raises(Broken, match=said) as caught:
        verify(shipping.telling, shipping.told, SMALL, Way(seeds=2))
    assert caught.value.query is not None


def test_a_comparison_names_its_question_too(monkeypatch: pytest.MonkeyPatch) -> None:
    of_seed_1(monkeypatch, NONE)
    owed, nothing = refunds.refunded.owed, invoicing.settle.owes[0].guard

    with pytest.raises(Broken, match="a record of which the second says more: sat"):
        compare(refunds.once, owed, nothing, SMALL, Way(seeds=3))


def test_a_check_that_is_open_under_one_seed_is_not_established(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of_seed_1(monkeypatch, OPEN)

    made = verify(shipping.telling, shipping.told, SMALL, Way(seeds=3))

    assert made.verdict.name == "not established"
    assert made.checks[0].answer == Unanswered(f"open under seed 1: {OPEN.reason}")


def test_a_witness_that_hangs_on_the_seed_is_a_fault() -> None:
    unordered = ("while done < len(goals", "while done > len(goals")
    question = Question(refunds.once, SMALL, way=Way(seeds=5))
    with (
        planted("obligato.checker.solver.least", *unordered),
        pytest.raises(Broken, match="the least record under seed 0 is another than"),
    ):
        question.find(refunds.refunded.owed, "established")
