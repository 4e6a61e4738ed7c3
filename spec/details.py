"""What a script may say of a receipt beside its status and values."""

from collections.abc import Mapping
from typing import Any

from .errors import SpecError, shown, unknown

KINDS = {str: "text", bool: "True or False", dict: "a mapping"}
DETAILS: dict[str, type] = {
    "id": str,
    "issuer": str,
    "validated": bool,
    "complete": bool,
    "live": bool,
    "scope": dict,
    "version": str,
    "source": str,
    "task": str,
    "tenure": str,
    "args_digest": str,
}


def told(details: Mapping[str, object]) -> dict[str, Any]:
    """Return what is said of a receipt, each detail known and of its type."""
    for name, value in details.items():
        if name not in DETAILS:
            raise unknown("detail of a receipt", name, DETAILS)
        if type(value) is not DETAILS[name]:
            raise SpecError(
                f"receipt: {name}={shown(value)} must be {KINDS[DETAILS[name]]}"
            )
    return dict(details)
