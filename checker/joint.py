"""Whether all that a request asks can be met at once, or else what excludes what."""

import attrs

from ..spec.requests import Request
from . import hangs
from .facts import Asked
from .solver.ask import NoneInScope, Question, Unanswered
from .solver.scope import Scope
from .solver.ways import Way
from .verify import EXISTS, Check, Planned


@attrs.frozen
class Excluding:
    """Duties of which no record in the scope meets all, with Exec and Preserve.

    `least`: it is proved that without any one of them the others can be met.
    """

    duties: tuple[str, ...]
    least: bool

    def __str__(self) -> str:
        names = " and ".join(map(repr, self.duties))
        if len(self.duties) == 1:
            return f"{names} cannot be met without breaking Exec or Preserve"
        rest = "without any one of them the rest can be met"
        return f"{names} exclude each other; {rest if self.least else 'maybe fewer do'}"


TOGETHER = Planned(
    "jointly",
    "a record that meets all duties at once",
    EXISTS,
    lambda asked: hangs.together(asked.request, asked.question()),
)


def jointly(
    request: Request, scope: Scope | None = None, way: Way | None = None
) -> Check:
    """Return whether all of a request can be met together, with Exec and Preserve."""
    return TOGETHER.made(
        Asked(request, request.duties[0], scope or Scope(), way or Way())
    )


def excluding(
    request: Request, scope: Scope | None = None, way: Way | None = None
) -> Excluding:
    """Return duties that exclude each other, of a request that cannot be met."""
    question = Question(request, scope or Scope(), way=way).shared()
    kept, least = tuple(duty.name for duty in request.duties), True
    for name in kept:
        fewer = tuple(other for other in kept if other != name)
        answer = hangs.together(request, question, fewer)
        least = least and not isinstance(answer, Unanswered)
        if isinstance(answer, NoneInScope):
            kept = fewer
    return Excluding(kept, least)
