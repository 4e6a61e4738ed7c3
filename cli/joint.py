"""Whether a request can be met at once, as ``verify`` asks and tells it."""

from typing import TYPE_CHECKING, Any

import attrs

from .limits import WHY, Limits

if TYPE_CHECKING:
    from ..checker.joint import Excluding
    from ..checker.solver import Unanswered
    from ..checker.verify import Check
    from ..spec.requests import Request
    from ..spec.verdicts import Verdict


@attrs.frozen
class Joint:
    """A request, whether all of it can be met, and if not, what excludes what."""

    request: "Request"
    check: "Check"
    excluding: "Excluding | Unanswered | None"

    @property
    def checks(self) -> "tuple[Check]":
        """The one check of it."""
        return (self.check,)

    @property
    def verdict(self) -> "Verdict":
        """Whether there is a record in the scope that meets all of it."""
        assert self.check.verdict is not None  # it is demanded
        return self.check.verdict

    @property
    def why(self) -> str:
        """What excludes what, in words; nothing where it was not asked."""
        if self.excluding is None:
            return ""
        reason = getattr(self.excluding, "reason", None)
        if reason is None:
            return str(self.excluding)
        return f"which duties exclude each other: not answered: {reason}"

    @property
    def about(self) -> dict[str, Any]:
        """What is said of the request beside its check, as data."""
        return {
            "request": self.request.goal,
            "excluding": list(getattr(self.excluding, "duties", ())),
            "why": self.why,
        }


def joined(request: "Request", scope: Any, limits: Limits) -> Joint:
    """Return whether a request can be met at once."""
    from ..checker.apart import jointly_apart
    from ..checker.joint import TOGETHER
    from ..checker.solver import Unanswered, Way
    from ..checker.verify import Check

    made = jointly_apart(request, scope, Way(limits.budget), limits.memory)
    found = list(limits.made(made, lambda _: f"{request.goal}: jointly"))
    checks = [f for f in found if isinstance(f, Check)]
    others = [f for f in found if not isinstance(f, Check)]
    check = checks[0] if checks else TOGETHER.answered(Unanswered(WHY))
    if check.verdict is not None and check.verdict.name == "refuted":
        others.append(Unanswered(WHY))
    return Joint(request, check, others[0] if others else None)
