"""What several seeds answer is one answer; two that exclude each other are a bug."""

import attrs
import pytest

from examples import invoicing, payments
from obligato.checker.reasons import Nothing
from obligato.checker.resume import Owed, Resumption, resume
from obligato.checker.solver import Unanswered
from obligato.checker.solver.answers import Broken
from obligato.checker.stable import one_of
from obligato.checker.trees import Finish, Plan
from obligato.model import record
from obligato.spec import Line


def found(*lines: Line) -> Resumption:
    frontier = record(invoicing.settle, *lines, bound=invoicing.BOUND)
    return resume(invoicing.settle, frontier, 4)


PLAN = found(invoicing.payment)
NOTHING = resume(
    payments.paying,
    record(payments.paying, payments.again, payments.again, bound=payments.BOUND),
    4,
)
assert isinstance(PLAN, Plan) and isinstance(NOTHING, Nothing)
OTHER = attrs.evolve(PLAN, tree=Finish({}))
FEWER = attrs.evolve(NOTHING, clauses=())
EXCLUDING: dict[str, tuple[Resumption, Resumption]] = {
    "two plans that both come first": (PLAN, OTHER),
    "two smallest sets of reasons": (NOTHING, FEWER),
    "a plan and none": (PLAN, NOTHING),
    "a plan not shown to come first, and none": (
        attrs.evolve(PLAN, first=False),
        NOTHING,
    ),
}
ALIKE: dict[str, tuple[Resumption, Resumption, bool]] = {
    "the same plan": (PLAN, PLAN, True),
    "the same reasons": (NOTHING, NOTHING, True),
    "plans not shown to come first": (
        attrs.evolve(PLAN, first=False),
        attrs.evolve(OTHER, first=False),
        False,
    ),
    "sets not shown to be smallest": (
        attrs.evolve(NOTHING, smallest=False),
        attrs.evolve(FEWER, smallest=False),
        False,
    ),
}


@pytest.mark.parametrize("which", EXCLUDING)
def test_answers_that_exclude_each_other_are_a_bug(which: str) -> None:
    with pytest.raises(Broken, match=r"under seed 0.* under seed 3"):
        one_of(dict(zip((0, 3), EXCLUDING[which], strict=True)))


@pytest.mark.parametrize("which", ALIKE)
def test_it_is_said_whether_each_seed_gave_the_same(which: str) -> None:
    one, two, same = ALIKE[which]
    answer = one_of({0: one, 1: two})

    assert isinstance(answer, Plan | Nothing)
    assert answer == one
    assert answer.same is same


def test_what_is_open_under_one_seed_is_open() -> None:
    answer = one_of({0: PLAN, 1: Unanswered("the budget is spent")})

    assert answer == Unanswered("open under seed 1: the budget is spent")


def test_that_nothing_is_owed_hangs_on_no_seed() -> None:
    assert one_of({0: Owed(), 1: Owed()}) == Owed()
