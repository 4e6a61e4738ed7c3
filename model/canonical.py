"""Canonical bytes and digests: RFC 8785 JSON, SHA-256, and no floats."""

import hashlib

import rfc8785

from ..spec.errors import CaseError, shown


def canonical(document: object) -> bytes:
    """Return the one byte string of a document.

    Raises: `CaseError` for what our documents never hold: a float, an integer that
    some reader would round, text that is no Unicode.
    """
    _exact(document, "")
    try:
        return rfc8785.dumps(document)  # type: ignore[arg-type]  # checked by _exact
    except (rfc8785.CanonicalizationError, UnicodeEncodeError) as error:
        raise CaseError("document", f"has no canonical form: {error}") from None


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
