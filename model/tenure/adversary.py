"""The adversary: what may go wrong between a call and its receipt, as data.

A fault says which call it strikes and what it does. `KINDS` says of each kind which
assumption of T1 it breaks, if it breaks one: under the others a tenure must be safe.
Kinds and names are this project's definition; the assumptions are named as in T1.
"""

from collections.abc import Mapping
from typing import Any

import attrs

from ...spec.errors import SpecError, shown, unknown
from ...spec.tools import Tool

# Fields of a receipt that decide whether it is evidence of its call at all.
EVIDENCE = (
    *("call", "tool", "task", "tenure"),
    *("issuer", "live", "validated", "args_digest"),
)


@attrs.frozen
class Kind:
    """A kind of fault: what it means, and the assumption it `breaks`, or nothing."""

    meaning: str
    breaks: str = ""


KINDS: Mapping[str, Kind] = {
    "lost before": Kind("The call never arrives, and no answer comes."),
    "lost after": Kind("The call takes effect, and no answer comes."),
    "late": Kind("No answer comes, and `ms` after it was given up it takes effect."),
    "failed": Kind("The call is answered as failed, and nothing happened."),
    "failed after": Kind("It is answered as failed, and took effect all the same."),
    "delayed": Kind("The call takes effect, and the answer takes `ms`."),
    "altered": Kind("It took effect, and the receipt is evidence of something else."),
    "stale": Kind("A read tells what was so before the last write.", "tools_tell"),
    "duplicated": Kind("The call takes effect twice, and is answered once.", "once"),
    "concurrent": Kind("Somebody else makes a call first: `tool`, `args`.", "quiet"),
    "forged": Kind("It is answered as done, and never arrived.", "authentic"),
    "unsettled": Kind("It takes effect `ms` after it was to be settled.", "settles"),
}


@attrs.frozen
class Fault:
    """What strikes the call at ``at``, counted from 1 over all calls that are sent.

    `ms`: how long. `details`: fields of an altered receipt. `tool`, `args`: the call
    that somebody else makes.
    """

    kind: str
    at: int
    ms: int = 1
    details: Mapping[str, Any] = attrs.field(factory=dict)
    tool: str = ""
    args: Mapping[str, Any] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        if self.kind not in KINDS:
            raise unknown("kind of fault", self.kind, KINDS)
        for name, value in (("at", self.at), ("ms", self.ms)):
            if type(value) is not int or value < 1:
                raise SpecError(f"{name}={shown(value)} must be an integer from 1")
        for name in self.details:
            if name not in EVIDENCE:
                raise unknown("field that makes it other evidence", name, EVIDENCE)

    def breaks(self, tool: Tool) -> str:
        """Return the assumption it breaks when it strikes a call of ``tool``.

        What a tool declares decides: that a failed call took effect, or that a lost
        one lands later, is only wrong where it says that this cannot be.
        """
        writes, kind = tool.writes, KINDS[self.kind]
        match self.kind:
            case "failed after":
                return "fails_clean" if writes and tool.fails == "clean" else ""
            case "late":
                late = tool.settles is not None and self.ms > tool.settles
                return "settles" if writes and late else ""
            case "unsettled":
                return kind.breaks if writes and tool.settles is not None else ""
            case "duplicated":
                return kind.breaks if writes and tool.repeat == "again" else ""
            case "stale":
                return kind.breaks if tool.tells else ""
        return kind.breaks
