"""What exposes a mistake: how compare relates it, or the check of verify it fails."""

from typing import NamedTuple

from examples.wrong import (
    invoicing,
    medication,
    payments,
    pipeline,
    refunds,
    review,
    shipping,
    spending,
    workspace,
)
from examples.wrong.mistake import Mistake
from obligato.checker.compare import INCOMPARABLE, STRONGER, WEAKER, compare
from obligato.checker.facts import Asked, truth
from obligato.checker.solver import Answer, Found, Question, Scope
from obligato.checker.verify import checks
from obligato.model import Record
from obligato.spec import Obligation, Request, Rule
from obligato.spec.syntax import And, Not
from obligato.spec.verdicts import REFUTED, verdict

WORLDS = (
    invoicing,
    refunds,
    shipping,
    review,
    payments,
    spending,
    workspace,
    pipeline,
    medication,
)
MISTAKES: list[Mistake] = [mistake for world in WORLDS for mistake in world.WRONG]
RELATIONS = (WEAKER, STRONGER, INCOMPARABLE)


class Exposure(NamedTuple):
    """What came out of a mistake.

    `shown`: the relation or the failed check; of verify, nothing if that check held.
    `record`: the smallest that shows it, or None. `written`, `meant`: the verdicts
    that the two duties get of it.
    """

    shown: str
    record: Record | None
    written: str
    meant: str


def expose(mistake: Mistake) -> Exposure:
    """Return what exposes a mistake, looking where it says that it shows."""
    answer: Answer | None
    if mistake.shows in RELATIONS:
        shown, answer = compared(mistake)
    else:
        shown, answer = checked(mistake)
        if shown and not isinstance(answer, Found):  # there is none, but should be
            _, answer = compared(mistake)
    if not isinstance(answer, Found):
        return Exposure(shown, None, "", "")
    if shown in RELATIONS:
        answer = opposed(mistake) or answer
    of = mistake.request
    written, meant = (
        verdict(*truth(of, duty.owed, answer.record)).name
        for duty in (mistake.written, mistake.meant)
    )
    return Exposure(shown, answer.record, written, meant)


def opposed(mistake: Mistake) -> Found | None:
    """Return a record of which one duty is established and the other refuted."""
    written, meant = mistake.written.owed, mistake.meant.owed
    for one, other in ((written, meant), (meant, written)):
        question = Question(mistake.request, scope_of(mistake), [one, other])
        answer = question.find(And((one, Not(other))), "established")
        if isinstance(answer, Found):
            return answer
    return None


def compared(mistake: Mistake) -> tuple[str, Answer]:
    """Return the relation of what was written to what was meant, with its record."""
    found = compare(
        mistake.request, mistake.written.owed, mistake.meant.owed, scope_of(mistake)
    )
    sides = (found.first_only, found.second_only)
    records = [answer for answer in sides if isinstance(answer, Found)]
    return found.relation, min(records, key=lambda a: a.events, default=sides[0])


def checked(mistake: Mistake) -> tuple[str, Answer | None]:
    """Return the check that what was written fails, with its answer."""
    asked = Asked(instead(mistake), mistake.written, scope_of(mistake))
    for check in checks(asked):
        if check.name == mistake.shows and check.verdict == REFUTED:
            return check.name, check.answer
    return "", None


def scope_of(mistake: Mistake) -> Scope:
    """Return the scope in which a mistake shows."""
    return Scope(events=mistake.events, entities=mistake.entities)


def instead(mistake: Mistake) -> Request:
    """Return the request with what was written in the place of what was meant."""
    asked = mistake.request
    duties = [mistake.written if d == mistake.meant else d for d in asked.duties]
    owes = [d for d in duties if isinstance(d, Obligation)]
    keeps = [d for d in duties if isinstance(d, Rule)]
    return Request(asked.goal, asked.world, asked.binds, owes, keeps)
