"""Which exit code a judgement has, and which one outweighs the others."""

import attrs
import pytest

from examples.invoicing import JUDGED
from obligato.cli.exits import exit_of, exit_of_error, worst
from obligato.model import check
from obligato.spec import CaseError, SpecError
from obligato.spec.errors import NothingAskedError

# Ours first: then what could not be read, what is lost, what is open, what is empty.
WORST_FIRST = (4, 2, 1, 3, 5, 0)


@pytest.mark.parametrize("n", range(1, len(WORST_FIRST)))
def test_the_codes_outweigh_one_another_in_this_order(n: int) -> None:
    assert worst(WORST_FIRST[n - 1 : n + 1]) == WORST_FIRST[n - 1]
    assert worst(reversed(WORST_FIRST[n:])) == WORST_FIRST[n]


def test_a_judgement_of_nothing_is_no_success() -> None:
    found = check(JUDGED[0].request, JUDGED[0].record)

    assert exit_of(found) == 0
    assert exit_of(attrs.evolve(found, findings=())) == 5


def test_nothing_asked_is_told_apart_wherever_it_is_said() -> None:
    asked_nothing = NothingAskedError("nothing")
    with pytest.raises(CaseError) as raised:
        try:
            raise asked_nothing
        except SpecError as error:
            raise CaseError("a.json", str(error)) from None

    assert exit_of_error(asked_nothing) == 5
    assert exit_of_error(raised.value) == 5
    assert exit_of_error(CaseError("a.json", "wrong")) == 2
