"""The published schema is that of the classes, and allows whatever can be loaded."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from obligato.checker.constructor import freeze
from obligato.model import check
from obligato.model.document import Case, dump, load
from obligato.model.handoff import Action, Bound, Edge, Plan
from obligato.model.handoff.contract_document import contract_schema, dump_contract
from obligato.model.handoff.plan_document import dump_plan, plan_schema
from obligato.model.schema import case_schema
from obligato.spec import CaseError, SpecError, Tool
from tests.shop import CASES, DOCUMENT, GONE, SHOP, changed

PUBLISHED = Path(__file__).parents[2] / "docs" / "reference" / "case.schema.json"
VALIDATOR = Draft202012Validator(case_schema())


SCHEMAS = {"case": case_schema, "contract": contract_schema, "plan": plan_schema}


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_published_schema_is_the_one_of_the_classes(name: str) -> None:
    made = SCHEMAS[name]()
    Draft202012Validator.check_schema(made)

    published = PUBLISHED.with_name(f"{name}.schema.json")
    assert json.loads(published.read_text("utf-8")) == made


def test_contracts_and_plans_are_valid_by_their_schemas() -> None:
    contract, plan = freeze(SHOP.request, SHOP.record), Plan([PLANNED], [ORDERED])
    document = json.loads(dump_plan(plan, SHOP.request))

    contracts = Draft202012Validator(contract_schema())
    contracts.validate(json.loads(dump_contract(contract)))
    Draft202012Validator(plan_schema()).validate(document)
    assert not contracts.is_valid(document)
    document["edges"][0]["kind"] = "covers"
    assert not Draft202012Validator(plan_schema()).is_valid(document)


PLANNED = Action("a", "look", {"order": Bound("order")}, (), {"found": True})
ORDERED = Edge("discharges", "a", "the average")


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_case_is_valid_by_the_published_schema(case: Case) -> None:
    VALIDATOR.validate(json.loads(dump(case)))


BY_FORM: dict[str, tuple[str, object]] = {
    "an unknown version": ("schema", "obligato/case/9"),
    "an unknown key": ("label", "x"),
    "no record": ("record", GONE),
    "a verdict that is none": ("expected/the average", "maybe"),
    "a time as text": ("record/trajectory/0/call/start", "5"),
    "a time as a flag": ("record/trajectory/0/call/start", True),
    "an unknown event": ("record/trajectory/0", {"ask": {}}),
    "an unknown status": ("record/ledger/0/status", "fine"),
    "a flag as a word": ("record/ledger/0/live", "yes"),
    "a null among values": ("record/ledger/0/values/bad", None),
    "an unknown word for repeat": ("request/world/tools/0/repeat", "never"),
    "a settling before the end": ("request/world/tools/0/settles", -1),
    "a sort that is none": ("request/world/tools/0/takes/0/sort", "a b"),
    "a duty without a name": ("request/owes/0/name", " "),
    "an unknown tag": ("request/owes/0/formula", {"all": []}),
    "two tags": ("request/owes/0/formula", {"and": [], "not": {"and": []}}),
}


@pytest.mark.parametrize(("path", "value"), BY_FORM.values(), ids=BY_FORM)
def test_what_is_wrong_by_form_is_refused_by_schema_and_loader(
    path: str, value: object
) -> None:
    text = changed(path, value)

    assert not VALIDATOR.is_valid(json.loads(text))
    with pytest.raises(CaseError):
        load(text)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: Any = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        inner = enumerate(value)
    return [path, *(p for key, part in inner for p in paths(part, (*path, key)))]


PATHS = [path for path in paths(DOCUMENT) if path]
JUNK: list[Any] = [None, True, 0, -1, "", "x0", "this", "o1", [], {}, [[]], {"and": []}]
JUNK += [{"now": {}}, {"calls": "buy"}, "Int", "Rows", "1e9", 2**53, "\u0000", {"x": 1}]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(PATHS), st.sampled_from([GONE, *JUNK]))
def test_any_change_is_read_or_refused_and_the_schema_allows_what_is_read(
    path: tuple[Any, ...], value: object
) -> None:
    document: Any = copy.deepcopy(DOCUMENT)
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    if value is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    try:
        case = load(json.dumps(document))
    except CaseError:
        return

    assert load(dump(case)) == case
    assert VALIDATOR.is_valid(document)
    assert check(case.request, case.record) is not None


@pytest.mark.parametrize("field", ["repeat", "fails"])
def test_a_word_of_the_schema_is_one_that_a_tool_takes(field: str) -> None:
    words = case_schema()["$defs"]["tools.tool"]["properties"][field]["enum"]
    tool: Any = Tool

    assert [getattr(tool("t", **{field: word}), field) for word in words] == words
    with pytest.raises(SpecError, match=" or ".join(words)):
        tool("t", **{field: "never"})
