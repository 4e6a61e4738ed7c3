"""A case goes into a document and comes back as itself, or is refused at a place."""

import hashlib
import json
from typing import Any

import attrs
import pytest
import rfc8785
from hypothesis import given, settings

from obligato.model import Record, check, parse, record, write
from obligato.model.document import EXPECTED, VERSION, Case, digest_of, dump, load
from obligato.spec import CaseError, SpecError
from tests.lab import lab
from tests.shop import CASES, DOCUMENT, GONE, SHOP, buy, changed, shop, simple
from tests.strategies import records


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_case_comes_back(case: Case) -> None:
    assert load(dump(case)) == case


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_case_that_came_back_is_judged_as_before(case: Case) -> None:
    back = load(dump(case).encode())

    assert check(back.request, back.record) == check(case.request, case.record)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_document_is_canonical_and_written_once(case: Case) -> None:
    text = dump(case)

    assert text == rfc8785.dumps(json.loads(text)).decode() + "\n"
    assert dump(load(text)) == text
    assert json.loads(dump(case, indent=2)) == json.loads(text)


@settings(max_examples=40, deadline=None)
@given(records())
def test_any_record_comes_back(made: Record) -> None:
    assert load(dump(Case(lab, made))).record == made


@settings(max_examples=40, deadline=None)
@given(records())
def test_a_script_comes_back_from_a_case_as_the_same_script(made: Record) -> None:
    text = write(made, lab)

    back = load(dump(Case(lab, parse(text, lab))))

    assert write(back.record, back.request) == text


def test_the_round_trip_tells_a_record_written_as_it_is_in_memory() -> None:
    plain = record(shop, buy(order="o1", price="12.50").ok())
    text = dump(Case(shop, plain)).replace('"12.50"}', "1250}")

    assert load(text).record != plain


@pytest.mark.parametrize("part", ["request", "record"])
def test_a_digest_is_that_of_a_part_of_the_document(part: str) -> None:
    made = digest_of(shop, SHOP.record if part == "record" else None)

    assert made == hashlib.sha256(rfc8785.dumps(DOCUMENT[part])).hexdigest()


WRONG: dict[str, tuple[str, object, str, str]] = {
    "an unknown version": (
        "schema",
        "obligato/case/9",
        "document/schema",
        f"'obligato/case/9' is not read here; the version read is {VERSION}",
    ),
    "no version": ("schema", GONE, "document/schema", "schema=missing"),
    "an unknown key": ("label", "x", "document", "key='label'; the keys are: schema,"),
    "no record": ("record", GONE, "document", "lacks record; it must have: schema"),
    "a title that is no text": ("title", 7, "document/title", "value=7; write text"),
    "a verdict that is none": (
        f"expected/{simple.name}",
        "maybe",
        f"document/expected/{simple.name}",
        f"'maybe'; write one of: {', '.join(EXPECTED)}",
    ),
    "a verdict on no duty": (
        "expected/x",
        "E",
        "document/expected",
        "rule 'x'; there are",
    ),
}


@pytest.mark.parametrize(("path", "value", "place", "part"), WRONG.values(), ids=WRONG)
def test_a_wrong_document_is_refused_at_its_place(
    path: str, value: object, place: str, part: str
) -> None:
    with pytest.raises(CaseError) as caught:
        load(changed(path, value))

    assert caught.value.place.endswith(place)
    assert part in str(caught.value)


@pytest.mark.parametrize(
    "path",
    ["title", "expected", "request/world/tools/0/repeat", "record/ledger/0/issuer"],
)
def test_what_has_a_default_may_be_left_out(path: str) -> None:
    load(changed(path, GONE))


UNWRITABLE = {
    "a time that is not exact": ({"now": 2**53}, "canonical"),
    "an entity that is a number": ({"bound": {"order": 7}}, "value=7 in memory is no"),
    "a role that is not bound": ({"bound": {"to": "x"}}, "no role of binds 'to'"),
    "a receipt of no call": ({"trajectory": ()}, "no call 'e1'; there are: none"),
    "a tuple too short": ({"given": {"special": [("o1",)]}}, "each of: order, line"),
    "text with half a character": ({"task": "\ud800"}, "canonical"),
}


@pytest.mark.parametrize(("wrong", "part"), UNWRITABLE.values(), ids=UNWRITABLE)
def test_what_no_document_can_say_is_not_written(
    wrong: dict[str, Any], part: str
) -> None:
    with pytest.raises(CaseError, match=part):
        dump(Case(shop, attrs.evolve(SHOP.record, **wrong)))


NO_CASES: dict[str, tuple[tuple[Any, ...], str]] = {
    "a misspelt duty": (
        (shop, SHOP.record, {"sold": "E"}),
        "no obligation or rule 'sold'; there are: ",
    ),
    "a verdict that is none": (
        (shop, SHOP.record, {simple.name: "yes"}),
        "no verdict 'yes'; there are: E, N, R, broken",
    ),
    "no request": ((shop.world, SHOP.record), "must be a Request"),
    "no record": ((shop, SHOP), "must be a Record"),
}


@pytest.mark.parametrize("which", NO_CASES)
def test_a_case_that_says_nothing_is_refused(which: str) -> None:
    parts, message = NO_CASES[which]

    with pytest.raises(SpecError, match=message):
        Case(*parts)
