"""The canonical bytes are those of RFC 8785, whichever way they are written."""

from enum import StrEnum
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from obligato.model.canonical import canonical, digest
from obligato.spec import CaseError
from tests.second import canonical as by_hand
from tests.second import digest as digest_by_hand

TEXT = st.text(max_size=6) | st.sampled_from(
    ["\x7f", "\u2028", "é", "\U0001f600", "\ufffd"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXT,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(TEXT, inner, max_size=4)
        | st.dictionaries(st.sampled_from(["b", "a", "B", "_", "a1"]), inner)
    ),
    max_leaves=15,
)


@settings(max_examples=200, deadline=None)
@given(VALUES)
def test_the_bytes_are_those_of_the_standard_and_of_a_second_implementation(
    value: Any,
) -> None:
    assert canonical(value) == rfc8785.dumps(value) == by_hand(value).encode()
    assert digest(value) == digest_by_hand(value)


class Word(StrEnum):
    """A text that is no plain one."""

    ONE = "one"


@pytest.mark.parametrize("value", [Word.ONE, [Word.ONE], {"a": Word.ONE}, ("x", 1)])
def test_words_and_tuples_are_written_as_text_and_lists(value: Any) -> None:
    assert canonical(value).decode().replace('"', "").strip("[]{}a:") in ("one", "x,1")


@pytest.mark.parametrize(
    "value", [1.5, [1.0], {"a": float("nan")}, {1: 2}, 2**53, {"a": {2: 1}}, "\ud800"]
)
def test_what_no_document_holds_is_refused(value: Any) -> None:
    with pytest.raises(CaseError):
        canonical(value)
