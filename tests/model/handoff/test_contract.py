"""A contract goes into a document and back, and its digest tells any change."""

from typing import Any

import attrs
import pytest

from examples import invoicing
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff.contract import Admissible, Contract, Known
from obligato.model.handoff.contract_document import dump_contract, load_contract
from obligato.spec import CaseError
from tests.shop import CASES

PAID = freeze(
    invoicing.settle,
    record(invoicing.settle, invoicing.payment, bound=invoicing.BOUND),
)
CONTRACTS = {name: freeze(case.request, case.record) for name, case in CASES.items()}


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_contract_comes_back_from_its_document(name: str) -> None:
    made = CONTRACTS[name]

    assert load_contract(dump_contract(made)) == made
    assert load_contract(dump_contract(made, indent=2)).digest == made.digest


CHANGES: dict[str, dict[str, Any]] = {
    "another value": {"bound": {"invoice": "INV-43", "to": "a"}},
    "an effect left out": {"kept": ()},
    "an effect that may have been": {"ambiguous": (("sent", "t7", None),)},
    "a name that nobody told": {"known": (Known("File", "t8", "binding"),)},
    "nothing owed": {"owed": ()},
    "held instead": {"held": PAID.owed},
    "a narrower pattern": {"admissible": (Admissible("paid", ("INV-42",)),)},
    "a tool less": {"permitted": ("send",)},
    "another ledger": {"ledger_digest": "0" * 64},
    "another state": {"state_digest": "0" * 64},
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_digest_tells_a_change(change: str) -> None:
    other = attrs.evolve(PAID, **CHANGES[change])

    assert other.digest != PAID.digest
    assert load_contract(dump_contract(other)) == other


WRONG = {
    "another version": ("obligato/contract/1", "obligato/contract/9", "is not read"),
    "a tool that is none": ('"send","track"]', '"send","trace"]', "no name 'trace'"),
    "an effect that is none": ('"effect":"paid"', '"effect":"pied"', "no effect"),
    "a digest cut short": (PAID.state_digest, PAID.state_digest[:-1], "SHA-256"),
    "too many arguments": ('"args":["INV-42"]', '"args":["INV-42","a"]', "arguments"),
    "a duty that is none": ('["receipt delivered"]', '["receipt"]', "no name"),
    "a flag as a name": ('"sort":"File"', '"sort":"Bool"', "only entities"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_document_is_refused_with_the_reason(wrong: str) -> None:
    old, new, part = WRONG[wrong]
    text = dump_contract(PAID)
    assert old in text

    with pytest.raises(CaseError, match=part):
        load_contract(text.replace(old, new))


def test_an_unknown_argument_is_allowed_by_a_pattern_for_any_alone() -> None:
    narrow = Admissible("paid", ("INV-42",))

    assert Admissible("paid", (None,)).matches(("paid", "INV-43"))
    assert narrow.matches(("paid", "INV-42"))
    assert not narrow.matches(("paid", "INV-43"))
    assert not narrow.matches(("paid", None))
    assert not narrow.matches(("sent", "INV-42"))


def test_the_duties_are_what_is_owed_and_what_is_held() -> None:
    made: Contract = attrs.evolve(PAID, owed=(), held=())

    assert [duty.name for duty in PAID.duties] == ["receipt delivered"]
    assert made.duties == ()
