"""Why a plan is not admitted: every failure, each with its code and its clause."""

import attrs

from ...spec.codes import Code

RESOLVES = "Plan: what is referred to is there"
WITHIN = "Plan: within the authority"
ACYCLIC = "Plan: no action waits for itself"
FIXED = "Preserve: nothing fixed is made again"
ENDS = "Complete: every outcome ends with a claim"
CURRENT = "Contract: it is of this frontier"
RUNS = "Plan: some history fits it"
DECIDED = "Plan: decided within the budget"


@attrs.frozen
class Failure:
    """One thing that is wrong with a plan.

    `clause`: what it breaks: a clause of Eq. 1, or one of those named above. `nodes`:
    the actions that it is about. `run`: the actions in an order in which it shows,
    where one was found.
    """

    code: Code
    clause: str
    reason: str
    nodes: tuple[str, ...] = ()
    run: tuple[str, ...] | None = None

    def __str__(self) -> str:
        return f"{self.code}: {self.clause}: {self.reason}"


@attrs.frozen
class Rejected:
    """That a plan is not admitted. `decided_by`: ``links`` or ``runs``, as there.

    `scope`: what was looked at.
    """

    failures: tuple[Failure, ...]
    decided_by: str
    scope: str

    @property
    def codes(self) -> tuple[Code, ...]:
        """The codes of the failures, each once, in order."""
        return tuple(dict.fromkeys(failure.code for failure in self.failures))

    def __bool__(self) -> bool:
        """Whether the plan is admitted: never."""
        return False
