"""Robustness: what a verifier did instead of answering, each with its own code.

None of it is about what is right. A verifier that does any of this has decided
nothing, and least of all that work is done.
"""

from enum import StrEnum

import attrs


class Robustness(StrEnum):
    """One thing that a verifier did instead of answering, and its `meaning`."""

    meaning: str

    def __new__(cls, name: str, meaning: str) -> "Robustness":
        """Make a code whose value is its name."""
        code = str.__new__(cls, name)
        code._value_, code.meaning = name, meaning
        return code

    CRASHED = "CRASHED", "It ended before it had answered."
    HUNG = "HUNG", "It had not answered when its time was over."
    MEMORY = "MEMORY", "It took more memory than it may."
    ERRORED = "ERRORED", "It said that it failed on a case that is well formed."
    NOT_JSON = "NOT_JSON", "It began an object that is no strict JSON."
    BAD_UTF8 = "BAD_UTF8", "It wrote bytes that are no UTF-8."
    TOO_LONG = "TOO_LONG", "It wrote more than an answer may have."
    NOISE = "NOISE", "It wrote on its standard output what is no message."
    NO_VERDICT = "NO_VERDICT", "Its answer is none, or its verdict no known word."
    ANSWERED_TWICE = "ANSWERED_TWICE", "It answered again what it had answered."
    OUT_OF_ORDER = "OUT_OF_ORDER", "It answered another case than the one asked."
    UNSTABLE = "UNSTABLE", "It answered the same case in two ways."
    LEFT_A_CHILD = "LEFT_A_CHILD", "It ended, and a process that it began did not."
    NO_STOP = "NO_STOP", "It did not end when it was told to, or not well."
    ADAPTER = "ADAPTER", "Not the verifier failed, but what adapts it."


@attrs.frozen
class Noticed:
    """That a verifier did one such thing, and how."""

    code: Robustness
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.code}: {self.detail or self.code.meaning}"
