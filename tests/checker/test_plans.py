"""`resume` finds a plan where trying all of them does, and one as short."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import attrs
import pytest

from examples import invoicing, payments
from obligato.checker.ground.calls import Reach
from obligato.checker.reasons import Nothing
from obligato.checker.resume import Owed, resume
from obligato.checker.solver import Unanswered
from obligato.checker.trees import Plan
from obligato.model import Record, record
from obligato.properties.plants import planted
from obligato.spec import (
    Obligation,
    Request,
    Tool,
    World,
    at,
    count,
    gap,
    handoff,
    some,
)
from obligato.spec.drafts import Line
from tests.checker.carried import astray, shortest
from tests.checker.frontiers import PLACES, Frontier
from tests.checker.plans import Trial, handed
from tests.checker.tiny import look, send

NUMBERS = (0, 1, 2)  # what a number in a plan may be


@pytest.fixture(autouse=True)
def unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out why there is no plan, which takes ten times as long as to see that."""

    def nothing(*_: object, **__: object) -> Nothing:
        return Nothing(Reach(0, 0, 1), (), False, ())

    monkeypatch.setattr("obligato.checker.resume.why_not", nothing, raising=False)


@attrs.define
class Comparison:
    """What came of comparing: the calls of the plans that trying found, differences."""

    trial: Trial
    calls: Counter[int | None] = attrs.field(factory=Counter)
    differ: list[str] = attrs.field(factory=list)

    def row(self, name: str) -> str:
        """Return the counts as a row of a table."""
        sizes = " ".join(f"{self.calls[n]:>6}" for n in (0, 1, 2, 3, None))
        return f"{name:<12} {self.calls.total():>9} {sizes} {len(self.differ):>7}"


HEAD = (
    f"{'world':<10} frontiers {'0':>6} {'1':>6} {'2':>6} {'3':>6} {'none':>6}  differ"
)


def compared(request: Request, frontiers: Iterable[Frontier]) -> Comparison:
    """Compare the plans that `resume` finds with those that trying finds."""
    made = Comparison(Trial(request, NUMBERS))
    for frontier, further in frontiers:
        wanted = made.trial.fewest(handed(frontier), further)
        made.calls[wanted] += 1
        told = differences(made.trial, frontier, further, wanted)
        made.differ += [f"{line}; at most {further} after {frontier}" for line in told]
    return made


def differences(
    trial: Trial, frontier: Record, further: int, wanted: int | None
) -> Iterator[str]:
    """Yield how the answer differs from trying, and how its plan goes astray."""
    match resume(trial.request, frontier, further):
        case Owed():
            found: int | None = 0
        case Nothing():
            found = None
        case Plan(tree):
            found = shortest(tree)
            yield from astray(trial.start(handed(frontier)), tree, further)
        case Unanswered(reason):
            yield f"not answered: {reason}"
            return
    if found != wanted:
        yield f"resume finds {found}, trying finds {wanted}"


PAID, SENT, SEEN = invoicing.payment, invoicing.delivery, invoicing.arrival
LOST, PAID_ONCE = payments.lost, payments.again
Scripted: TypeAlias = tuple[str, int, int | None, list[Line]]
SCRIPTS: dict[str, Scripted] = {  # where, calls at the most, calls of the plan
    "nothing done": ("invoicing", 3, 3, []),
    "one call too few": ("invoicing", 2, None, []),
    "paid": ("invoicing", 3, 2, [PAID]),
    "paid and sent": ("invoicing", 3, 1, [PAID, SENT]),
    "all done": ("invoicing", 3, 0, [PAID, SENT, SEEN]),
    "the sending lost": (
        "invoicing",
        3,
        None,
        [PAID, invoicing.send(file="t7", to="a").lost()],
    ),
    "the payment lost": ("payments", 2, 1, [LOST]),
    "no time to pay again": ("payments", 1, None, [LOST]),
    "paid twice": ("payments", 3, None, [PAID_ONCE, PAID_ONCE]),
    # Another invoice may have been paid since, and nothing is to be hoped of a read.
    "a payment lost before, and one after": (
        "payments",
        2,
        None,
        [LOST, handoff(), payments.pay(invoice="INV-43").lost()],
    ),
    "nothing known": ("undone", 2, None, []),
    # What was sent must stay, however soon it is undone.
    "sent, and handed over at that instant": (
        "undone",
        2,
        None,
        [gap(look), at(1), send(item="i").ok().took(2), at(1), handoff().took(2)],
    ),
}


def script(name: str) -> tuple[Request, Frontier, int | None]:
    """Return a frontier by hand, with the calls of its plan."""
    where, further, wanted, lines = SCRIPTS[name]
    request = PLACES[where].request
    known = {**invoicing.BOUND, **payments.BOUND, "item": "i"}
    told = {role.name: known[role.name] for role in request.binds}
    bound = told if name != "nothing known" else {}
    return request, (record(request, *lines, bound=bound), further), wanted


@pytest.mark.parametrize("name", SCRIPTS)
def test_trying_finds_what_is_known(name: str) -> None:
    request, (frontier, further), wanted = script(name)

    assert Trial(request, NUMBERS).fewest(handed(frontier), further) == wanted


@pytest.mark.parametrize("name", SCRIPTS)
def test_resume_finds_what_is_known(name: str) -> None:
    request, frontier, _ = script(name)

    assert compared(request, [frontier]).differ == []


def test_another_plan_is_found_where_the_shortest_branch_leads_nowhere() -> None:
    """If the probe says unpaid, there is no time left to note it twice."""
    note = Tool("note", takes=[payments.invoice], fails="clean")
    told = some(payments.probe.done(paid=True)) | (count(note.done()) >= 2)
    tools = [payments.pay, payments.probe, note]
    owed = Obligation("told or noted", told)
    request = Request("say so", World("office", tools), owes=[owed])
    frontier = record(request, LOST)

    assert Trial(request).fewest(handed(frontier), 2) == 2
    assert compared(request, [(frontier, 2)]).differ == []


@pytest.mark.parametrize("where", PLACES)
def test_resume_finds_what_trying_finds(where: str) -> None:
    place = PLACES[where]

    made = compared(place.request, place.some(15))

    assert made.differ == []
    assert made.calls.total() >= 15


@pytest.mark.parametrize("where", PLACES)
def test_where_exec_or_preserve_failed_no_plan_goes_on(where: str) -> None:
    request = PLACES[where].request
    giving_up, going_on = Trial(request, NUMBERS), Trial(request, NUMBERS, prunes=False)

    for frontier, _ in PLACES[where].some(5):
        before = handed(frontier)
        assert giving_up.fewest(before, 2) == going_on.fewest(before, 2)


@pytest.mark.long
@pytest.mark.parametrize("where", PLACES)
def test_resume_finds_what_trying_finds_of_all_frontiers(where: str) -> None:
    place = PLACES[where]

    made = compared(place.request, place.frontiers())

    print(HEAD, made.row(where), sep="\n")
    assert made.differ == []
    assert made.calls.total() == place.size
    assert len(made.calls) > 1


def test_there_are_ten_thousand_frontiers() -> None:
    assert sum(place.size for place in PLACES.values()) >= 10_000


RESUME, GROUND = "obligato.checker.resume", "obligato.checker.ground."
PLANTS = {
    "only the hoped answer is provided for": (
        RESUME,
        "for told in (True, False):",
        "for told in (True,):",
        "the payment lost",
    ),
    "a branch has as many calls as the plan": (
        RESUME,
        "self.further - (number - 1)",
        "self.further",
        "no time to pay again",
    ),
    "each branch is told the same": (
        RESUME,
        "{**receipt.values, **told}",
        "{**told, **receipt.values}",
        "the payment lost",
    ),
    "any name is known": (
        GROUND + "record",
        "[bringer[name] for name in named if name in bringer]",
        "[]",
        "nothing done",
    ),
    "a read is asked too early": (
        GROUND + "grounding",
        "str(call.end + maker.settles)",
        "str(call.end)",
        "the payment lost",
    ),
    "what follows begins at the handoff": (
        GROUND + "record",
        "prefix.now + 1",
        "prefix.now",
        "sent, and handed over at that instant",
    ),
}


@pytest.mark.parametrize("bug", PLANTS)
def test_a_planted_bug_is_noticed(bug: str) -> None:
    module, old, new, name = PLANTS[bug]
    request, frontier, _ = script(name)

    with planted(module, old, new):
        assert compared(request, [frontier]).differ != []
