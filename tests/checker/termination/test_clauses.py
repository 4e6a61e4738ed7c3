"""Each clause of acceptance is needed, has one code, and is found by itself."""

from pathlib import Path

import pytest

from obligato.checker.termination import VERIFIER, Verifier, terminate
from obligato.model.finish.view import View
from obligato.model.truth import Truth
from obligato.spec import Code
from obligato.spec.semantics import interpret
from obligato.spec.termination import CLAUSES, TERMINATION
from tests.breaks import BREAKS
from tests.finishing import Bench, clean

BY_NAME = {clause.name: clause for clause in CLAUSES}
GROUPS = ("binding", "coverage", "evidence", "scope", "replay")
ROOT = Path(__file__).parents[3]
OWED = {Code.UNCOVERED_OBLIGATION}  # raised by what is owed, beside the clauses


def test_the_clean_certificate_is_complete() -> None:
    bench = clean()

    assert terminate(bench.contract, bench.ledger, bench.certificate).failures == ()


def test_each_clause_has_a_change_that_breaks_it() -> None:
    assert list(BREAKS) == list(BY_NAME)


@pytest.mark.parametrize("name", BREAKS)
def test_a_clause_broken_alone_gives_exactly_its_code(name: str) -> None:
    bench = BREAKS[name](clean())
    found = terminate(bench.contract, bench.ledger, bench.certificate)

    assert [failure.clause for failure in found.failures] == [name]
    assert found.codes == (BY_NAME[name].code,)
    assert found.word == "continue"


@pytest.mark.parametrize("name", BREAKS)
def test_a_verifier_without_the_clause_accepts_what_breaks_it(name: str) -> None:
    bench = BREAKS[name](clean())
    mutant = VERIFIER.without(name)

    assert terminate(bench.contract, bench.ledger, bench.certificate, mutant)
    assert not VERIFIER.complete(bench.contract, bench.ledger, bench.certificate)


def test_every_code_of_the_five_checks_can_be_reached() -> None:
    reached = {BY_NAME[name].code for name in BREAKS} | OWED

    assert {code for code in Code if code.check in GROUPS} <= reached


def test_the_clauses_stand_in_the_order_of_the_checks() -> None:
    """AFTER_CLAIM is of tenure, and found with coverage: it is of what is claimed."""
    order = ("contract", *GROUPS)
    checks = [c.code.check for c in CLAUSES if c.code is not Code.AFTER_CLAIM]

    assert [*dict.fromkeys(checks)] == [*order]
    assert checks == sorted(checks, key=order.index)


def test_each_clause_is_a_rule_of_a_request_of_the_language() -> None:
    assert [rule.name for rule in TERMINATION.keeps] == list(BY_NAME)
    assert [rule.formula for rule in TERMINATION.keeps] == [c.formula for c in CLAUSES]


def test_the_reference_lists_the_clauses_as_they_are() -> None:
    page = (ROOT / "docs" / "reference" / "finish.md").read_text("utf-8")
    rows = [f"| {c.code.check} | {c.name} | `{c.code.value}` |" for c in CLAUSES]

    assert "\n".join(("|---|---|---|", *rows, "")) in page
    assert f"by {len(CLAUSES)} named clauses" in (ROOT / "CHANGELOG.md").read_text(
        "utf-8"
    )


def truly(bench: Bench, verifier: Verifier = VERIFIER) -> list[str]:
    """Return the clauses that fail by the reading `Truth`, one by one."""
    view = View(bench.contract, bench.ledger, bench.certificate)
    return [
        clause.name
        for clause in verifier.clauses
        if not interpret(clause.formula, Truth(view))[0]
    ]


def test_the_program_accepts_what_every_clause_accepts_by_truth() -> None:
    bench = clean()

    assert truly(bench) == []
    assert VERIFIER.complete(bench.contract, bench.ledger, bench.certificate)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.long] if i % 8 else [])
        for i, name in enumerate(BREAKS)
    ],
)
def test_by_truth_too_the_broken_clause_alone_fails(name: str) -> None:
    assert truly(BREAKS[name](clean())) == [name]
