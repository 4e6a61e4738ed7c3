"""The codes and the fault kinds are closed lists that speak of each other."""

import pytest

from obligato.spec import Code
from obligato.spec.kinds import KINDS, raised_by

# Raised by the wrong plan or certificate itself, and not by a kind of the reports.
BY_ITSELF = {
    "EXTRA_SLOT",
    "UNRESOLVED_REFERENCE",
    "CYCLE",
    "UNORDERED_CONFLICT",
    "NOT_ESTABLISHED",
}


def test_there_are_47_kinds_in_8_families() -> None:
    assert len(KINDS) == 47
    assert len({kind.family for kind in KINDS.values()}) == 8


@pytest.mark.parametrize("code", Code)
def test_a_code_has_a_meaning_and_a_kind_that_raises_it(code: Code) -> None:
    assert code.meaning.endswith(".")
    assert bool(raised_by(code)) == (code not in BY_ITSELF)


def test_only_the_kind_that_asks_to_complete_raises_nothing() -> None:
    assert [name for name, kind in KINDS.items() if not kind.codes] == [
        "false_continue"
    ]
