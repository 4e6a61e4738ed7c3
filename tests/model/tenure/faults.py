"""Which faults a play draws: those that T1 admits, and those that break it."""

from typing import Any

ADMITTED_FAULTS = (
    *("lost before", "lost after", "late", "failed"),
    *("failed after", "delayed", "altered"),
)
BREAKING = ("stale", "duplicated", "concurrent", "forged", "unsettled", "failed after")
ALTERED: tuple[dict[str, Any], ...] = (
    {"live": False},
    {"issuer": "model"},
    {"validated": False},
    {"tenure": "tenure-0"},
    {"call": "another"},
    {"args_digest": "0" * 64},
)
