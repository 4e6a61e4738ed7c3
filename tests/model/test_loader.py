"""Strict JSON is read as it is, and everything else is refused at its place."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from obligato.model.loader import SIZE, parse
from obligato.spec import CaseError

WRONG = {
    "empty text": ("", "document line 1 column 1", "ends too early"),
    "only blanks": (" \n ", "document line 2 column 2", "ends too early"),
    "a half": ('{"a":[1,', "document line 1 column 9", "ends too early"),
    "trailing text": ('{"a":1}\n x', "document line 2 column 2", "'x' follows"),
    "two values": ("1 2", "document line 1 column 3", "one JSON value"),
    "no colon": ('{"a" 1}', "document line 1 column 6", "expecting ':'"),
    "a string without end": ('["abc', "document line 1 column 2", "unterminated"),
    "many quotes without end": ('"' + '\\"' * 10**5, "column 1", "unterminated"),
    "a bare line feed": ('["a\nb"]', "document line 1 column 4", "control char"),
    "a byte order mark": (
        "\ufeff1",
        "document line 1 column 1",
        "'\\ufeff1' is no JSON",
    ),
    "a duplicate key": ('{"a":1,"a":1}', "document/a", "'a'; this key is there twice"),
    "a duplicate key deep in": (
        '[0,{"x/y":{"b~":[],"b~":2}}]',
        "document/1/x~1y/b~0",
        "there twice",
    ),
    "NaN": ('{"a":NaN}', "document/a", "value=NaN"),
    "Infinity": ("[1,Infinity]", "document/1", "value=Infinity"),
    "minus Infinity": ("-Infinity", "document", "value=-Infinity"),
    "a float": (
        '{"a":{"b":1.0}}',
        "document/a/b",
        "1.0; write an integer, or a decimal",
    ),
    "an exponent": ("[1e3]", "document/0", "value=1e3"),
    "minus nought point nought": ("[-0.0]", "document/0", "value=-0.0"),
    "an integer too large": ("[9007199254740992]", "document/0", "within ±(2**53 - 1)"),
    "an integer too small": ("[-9007199254740992]", "document/0", "-9007199254740992"),
    "5,000 digits": (
        '{"n":' + "9" * 5000 + "}",
        "document/n",
        "999…; write an integer",
    ),
    "65 levels": ("[" * 65 + "]" * 65, "document line 1 column 65", "64 levels"),
    "100,000 levels": ("[" * 10**5, "document line 1 column 65", "64 levels"),
    "objects too deep": ('{"a":' * 10**4, "document line 1 column 321", "64 levels"),
    "a lone surrogate, escaped": ('["\\ud800"]', "document/0", r"'\ud800'; text holds"),
    "a lone surrogate, raw": ('["\ud800"]', "document/0", "lone surrogate"),
    "a surrogate in a key": ('{"\\udc00":1}', "document", r"'\udc00'"),
    "a surrogate outside text": ("\ud800", "document line 1 column 1", "no JSON"),
    "no UTF-8": (b'{"a":"\xff"}', "document byte 6", "write UTF-8"),
    "UTF-16": ("[1]".encode("utf-16"), "document byte 0", "write UTF-8"),
    "half a character": (b'"\xc3"', "document byte 1", "write UTF-8"),
    "too large": (b" " * (SIZE + 1), "document", f"size={SIZE + 1} bytes; at most"),
    "too large in bytes": ("é" * (SIZE // 2 + 1), "document", "at most"),
}


@pytest.mark.parametrize(("text", "place", "part"), WRONG.values(), ids=WRONG)
def test_what_is_no_strict_json_is_refused_at_its_place(
    text: str | bytes, place: str, part: str
) -> None:
    with pytest.raises(CaseError) as caught:
        parse(text)

    assert caught.value.place.endswith(place)
    assert part in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_refusal_names_the_document_that_it_was_given() -> None:
    with pytest.raises(CaseError) as caught:
        parse("[1.5]", place="refund.json#")

    assert caught.value.place == "refund.json#/0"


RIGHT = {
    "64 levels": "[" * 64 + "]" * 64,
    "brackets in text": json.dumps("[" * 100),
    "a quote before brackets": json.dumps('\\"' + "[" * 100),
    "the least integer": "-9007199254740991",
    "the greatest integer": "9007199254740991",
    "a pair of surrogates": '"\\ud83d\\ude00"',
    "blanks around": " \t\r\n[ 1 , null ] ",
}


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_what_is_strict_json_is_read_as_python_reads_it(text: str) -> None:
    assert parse(text) == json.loads(text)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("ab/~"), inner),
    max_leaves=10,
)


@given(VALUES, st.booleans(), st.booleans())
def test_every_exact_value_is_read_back(
    value: object, escaped: bool, raw: bool
) -> None:
    text = json.dumps(value, ensure_ascii=escaped)

    assert parse(text.encode() if raw else text) == value


@given(st.text(alphabet='[]{}",:\\0 e1-.u'))
def test_any_text_is_read_or_refused_and_nothing_else(text: str) -> None:
    try:
        found = parse(text)
    except CaseError:
        return

    assert json.loads(text) == found
