"""The second solver: it answers the script alone, and is heard where it objects."""

import sys

import attrs
import pytest

from examples import review
from obligato.checker.solver import Scope, Way
from obligato.checker.solver.answers import Broken
from obligato.checker.solver.export import Query
from obligato.checker.solver.second import SecondMissingError, opinion, version
from obligato.checker.verify import verify
from obligato.properties.plants import planted

OPPOSITE = {"sat": "unsat", "unsat": "sat"}
pytest.importorskip("cvc5", reason="the extra `second` is not installed")


@pytest.fixture(scope="module")
def queries() -> list[Query]:
    """All that is asked of a rule in a small scope."""
    made = verify(review.review, review.approved, Scope(events=2), Way(heard=[]))
    return [query for check in made.checks for query in check.queries]


def test_it_agrees_on_all_that_is_asked_of_a_rule(queries: list[Query]) -> None:
    assert {"sat", "unsat"} == {query.said for query in queries}
    assert [query.said for query in queries] == [opinion(query) for query in queries]


@pytest.mark.parametrize("said", OPPOSITE)
def test_it_objects_to_a_wrong_answer(said: str, queries: list[Query]) -> None:
    right = next(query for query in queries if query.said == said)
    wrong = attrs.evolve(right, said=OPPOSITE[said])

    with pytest.raises(Broken, match=f"z3 says {wrong.said}, cvc5 .* says {said}"):
        opinion(wrong)


def test_it_does_not_object_to_what_z3_left_open(queries: list[Query]) -> None:
    left = attrs.evolve(queries[0], said="unknown")

    assert opinion(left) == queries[0].said


def test_it_gives_up_when_its_budget_is_spent(queries: list[Query]) -> None:
    assert opinion(queries[-1], budget=1) == "unknown"


def test_what_it_cannot_read_is_a_fault_and_no_answer(queries: list[Query]) -> None:
    garbled = attrs.evolve(queries[0], lines=("(assert (! nonsense :named asked-1))",))

    with pytest.raises(Broken, match=r"cvc5 cannot read the question: .*nonsense"):
        opinion(garbled)


def test_text_that_was_cut_is_noticed(queries: list[Query]) -> None:
    """A planted export without the question, so that all seems possible."""
    with (
        planted("obligato.checker.solver.export", "*search.parts.items(), ", ""),
        pytest.raises(Broken, match=r"z3 says unsat, cvc5 .* says sat"),
    ):
        made = verify(review.review, review.approved, Scope(events=2), Way(heard=[]))
        for check in made.checks:
            for query in check.queries:
                opinion(query)


def test_without_it_the_message_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "cvc5", None)

    with pytest.raises(SecondMissingError, match=r"pip install 'obligato\[second\]'"):
        version()
