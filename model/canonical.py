"""Canonical bytes and digests: RFC 8785 JSON, SHA-256, and no floats."""

import hashlib
import json
from contextlib import suppress

import rfc8785

from ..spec.errors import CaseError, shown
from ..spec.sorts import EXACT


def canonical(document: object) -> bytes:
    """Return the one byte string of a document.

    Raises: `CaseError` for what our documents never hold: a float, an integer that
    some reader would round, text that is no Unicode.
    """
    if _usual(document):  # of these the standard library writes the same, and sooner
        with suppress(UnicodeEncodeError):  # said below
            return USUAL.encode(document).encode()
    _exact(document, "")
    try:
        return rfc8785.dumps(document)  # type: ignore[arg-type]  # checked by _exact
    except (rfc8785.CanonicalizationError, UnicodeEncodeError) as error:
        raise CaseError("document", f"has no canonical form: {error}") from None


USUAL = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False
)


def _usual(value: object) -> bool:
    """Whether it has plain values only, and keys whose order nobody disputes.

    Python sorts keys by code points and RFC 8785 by UTF-16 units: of ASCII, alike.
    """
    kind = type(value)
    if kind is dict:
        for key, item in value.items():  # type: ignore[attr-defined]  # seen just above
            if type(key) is not str or not key.isascii():
                return False
            if type(item) is not str and not _usual(item):
                return False
        return True
    if kind is list or kind is tuple:
        return all(map(_usual, value))  # type: ignore[call-overload]  # seen just above
    if kind is int:
        return -EXACT <= value <= EXACT  # type: ignore[operator]  # seen just above
    return kind is str or kind is bool or value is None


def digest(document: object) -> str:
    """Return the SHA-256 of the canonical bytes, as hex."""
    return hashlib.sha256(canonical(document)).hexdigest()


def _exact(value: object, place: str) -> None:
    match value:
        case None | bool() | int() | str():
            return
        case dict():
            for key, item in value.items():
                if not isinstance(key, str):
                    raise CaseError(place or "/", f"key={shown(key)} must be text")
                _exact(item, f"{place}/{key}")
        case list() | tuple():
            for i, item in enumerate(value):
                _exact(item, f"{place}/{i}")
        case _:
            raise CaseError(
                place or "/",
                f"value={shown(value)} is a {type(value).__name__}",
                "write amounts as integers or decimal text",
            )
