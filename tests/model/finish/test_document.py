"""A case with its certificate reads back, is valid by its schema, or is refused."""

import copy
import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from obligato.checker.termination import finish
from obligato.model import record
from obligato.model.finish import (
    AnswerContract,
    Demand,
    Expected,
    Finish,
    Slot,
    dump,
    load,
)
from obligato.model.finish.document import finish_schema
from obligato.spec import CaseError, SpecError
from tests.finishing import CONTRACT, RECORD, asked, clean

PUBLISHED = Path(__file__).parents[3] / "docs" / "reference" / "finish.schema.json"
VALIDATOR = Draft202012Validator(finish_schema())
CASE = Finish(
    asked, RECORD, CONTRACT, clean().certificate, Expected("complete"), "a survey"
)
DOCUMENT = json.loads(dump(CASE))
GONE = object()


def changed(path: str, value: object) -> str:
    document: Any = copy.deepcopy(DOCUMENT)
    inner = document
    *steps, last = [int(s) if s.isdigit() else s for s in path.split("/")]
    for step in steps:
        inner = inner[step]
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value
    return json.dumps(document)


def test_the_published_schema_is_the_one_of_the_classes() -> None:
    Draft202012Validator.check_schema(finish_schema())

    assert json.loads(PUBLISHED.read_text("utf-8")) == finish_schema()


def test_a_case_with_its_certificate_reads_back() -> None:
    VALIDATOR.validate(DOCUMENT)

    assert load(dump(CASE)) == CASE
    assert load(dump(CASE, indent=2)) == CASE


def test_the_verdict_is_the_same_of_the_case_that_was_read() -> None:
    read = load(dump(CASE))

    assert finish(read.request, read.record, read.contract, read.certificate)
    assert read.contract.descriptor_digest == CONTRACT.descriptor_digest


REFUSED: dict[str, tuple[str, object, str]] = {
    "another version": ("schema", "obligato/case/1", "obligato/finish/1"),
    "no version": ("schema", GONE, "schema=missing"),
    "no contract": ("contract", GONE, "lacks contract"),
    "no certificate": ("certificate", GONE, "lacks certificate"),
    "an unknown key": ("contract/gold", 12, "key='gold'"),
    "a transform of no list": (
        "contract/slots/0/allowed/0/name",
        "median",
        "write one of: identity",
    ),
    "a float": ("certificate/claims/0/value", 4.5, "decimal as text"),
    "a tolerance below 0": ("contract/slots/0/tolerance", "-1", "0 or more"),
    "a tolerance of thirds of nothing": ("contract/slots/0/tolerance", "1/0", "1/0"),
    "an unknown tool": ("contract/slots/0/evidence/tool", "rat", "no tool 'rat'"),
    "an unknown argument": (
        "contract/slots/2/evidence/args",
        {"colour": "red"},
        "no argument that owner demands, 'colour'",
    ),
    "an unknown role": ("contract/bound", {"who": "x"}, "no role of binds 'who'"),
    "an unknown decision": (
        "contract/slots/2/approval/decision",
        "approve",
        "no decision 'approve'",
    ),
    "another request": ("contract/request", "0" * 64, "ORACLE_CONFLICT"),
    "a slot twice": ("contract/slots/1/name", "average", "twice"),
    "no evidence wanted": ("contract/slots/0/evidence/at_least", 0, "without evidence"),
    "a verdict that is none": ("expected/verdict", "done", "complete, continue"),
    "a code that is none": ("expected/codes", ["WRONG"], "write one of"),
    "a certificate of a list": ("certificate", [], "write an object"),
}


@pytest.mark.parametrize(("path", "value", "message"), REFUSED.values(), ids=REFUSED)
def test_what_a_document_may_not_say_is_refused_at_its_place(
    path: str, value: object, message: str
) -> None:
    with pytest.raises(CaseError) as error:
        load(changed(path, value), "case.json")

    assert str(error.value).startswith("case.json")
    assert message in str(error.value)


def paths(value: Any, path: str = "") -> list[str]:
    inner: Any = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        inner = enumerate(value)
    return [
        path,
        *(p for k, part in inner for p in paths(part, f"{path}/{k}".strip("/"))),
    ]


PATHS = [
    path
    for path in paths(DOCUMENT)
    if path.split("/")[0] in ("contract", "certificate")
]
JUNK: list[Any] = [GONE, None, True, 0, -1, "", "x", "1/3", [], {}, [[]], 2**53, "mean"]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PATHS), st.sampled_from(JUNK))
def test_any_change_is_read_or_refused_and_the_schema_allows_what_is_read(
    path: str, value: object
) -> None:
    text = changed(path, value)
    try:
        case = load(text)
    except CaseError:
        return

    assert load(dump(case)) == case
    assert VALIDATOR.is_valid(json.loads(text))
    assert finish(case.request, case.record, case.contract, case.certificate).word


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"record": "x"}, "must be of class Record"),
        ({"certificate": {}}, "must be of class Certificate"),
        ({"contract": attrs.evolve(CONTRACT, request="0")}, "ORACLE_CONFLICT"),
    ],
)
def test_a_case_that_does_not_fit_together_is_no_case(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(SpecError, match=message):
        attrs.evolve(CASE, **changes)


def test_a_contract_says_of_its_lists_what_they_hold() -> None:
    slots: Any = ["average"]
    with pytest.raises(SpecError, match="must be a Slot"):
        AnswerContract("task", slots)
    allowed: Any = ["mean"]
    with pytest.raises(SpecError, match="must be a Transform"):
        Slot("a", CONTRACT.slots[0].sort, allowed, Demand())


def test_the_record_of_a_case_may_be_empty() -> None:
    empty = attrs.evolve(
        CASE, record=record(asked, bound={"item": "i1"}), expected=None
    )

    assert load(dump(empty)) == empty
    found = finish(asked, empty.record, CONTRACT, empty.certificate)
    assert found.word == "continue"
