"""Each mistake is exposed as it says, and the page shows what exposes it."""

from typing import NamedTuple

import pytest

from examples import payments, pipeline, refunds, review, shipping
from examples.wrong.exposing import MISTAKES, Exposure, expose
from examples.wrong.mistake import Kind, Mistake, Shows
from examples.wrong.page import page, row
from obligato.model import check
from obligato.spec import (
    Obligation,
    Request,
    Rule,
    bound,
    count,
    every,
    hours,
    none,
    some,
)
from obligato.spec.requests import Duty
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "explanation" / "when-it-is-wrong.md"
DUTIES = {m.meant.name: m.meant for m in MISTAKES}
KINDS = 4  # of mistakes, for each predicate, at least


class Exposed(NamedTuple):
    """A mistake, what exposed it, and the row of the page that shows it."""

    mistake: Mistake
    exposure: Exposure
    shown: str


def rows() -> list[str]:
    """Return the rows of the page that show mistakes, in order."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("| **")]


@pytest.fixture(
    scope="module",
    params=range(len(MISTAKES)),
    ids=[f"{m.meant.name}: {m.written.name}" for m in MISTAKES],
)
def exposed(request: pytest.FixtureRequest) -> Exposed:
    """Expose a mistake once for all that is claimed of it."""
    which: int = request.param
    return Exposed(MISTAKES[which], expose(MISTAKES[which]), rows()[which])


def test_a_mistake_is_exposed_as_it_says(exposed: Exposed) -> None:
    assert exposed.exposure.shown == exposed.mistake.shows


def test_the_record_tells_what_was_written_from_what_was_meant(
    exposed: Exposed,
) -> None:
    mistake, exposure, _ = exposed
    asked, record = mistake.request, exposure.record
    assert record is not None
    owes = [d for d in (mistake.written, *asked.owes) if isinstance(d, Obligation)]
    keeps = [d for d in (mistake.written, *asked.keeps) if isinstance(d, Rule)]
    both = Request(asked.goal, asked.world, asked.binds, owes, keeps)

    found = {f.duty.name: f.verdict.name for f in check(both, record).findings}

    verdicts = (found[mistake.written.name], found[mistake.meant.name])
    assert verdicts == (exposure.written, exposure.meant)
    # The same formula under the other kind of duty differs in what it demands alone.
    same = mistake.written.owed == mistake.meant.owed
    assert (verdicts[0] == verdicts[1]) == same


def test_the_page_shows_what_exposes_a_mistake(exposed: Exposed) -> None:
    assert exposed.shown == row(exposed.mistake, exposed.exposure)


def test_the_page_is_what_its_command_prints_around_the_rows() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(rows())


@pytest.mark.parametrize("name", DUTIES)
def test_a_predicate_has_mistakes_of_several_kinds(name: str) -> None:
    kinds = {m.kind for m in MISTAKES if m.meant.name == name}

    assert len(kinds) >= KINDS


@pytest.mark.parametrize("name", DUTIES)
def test_no_two_mistakes_of_a_predicate_are_the_same(name: str) -> None:
    written = [(type(m.written), m.written.owed) for m in of(name)]
    right = (type(DUTIES[name]), DUTIES[name].owed)

    assert len({*written, right}) == len(written) + 1


def of(name: str) -> list[Mistake]:
    """Return the mistakes of a predicate."""
    return [m for m in MISTAKES if m.meant.name == name]


def test_every_predicate_has_been_got_wrong() -> None:
    asked = {m.request.goal: m.request for m in MISTAKES}.values()

    assert len(asked) == 9
    assert set(DUTIES) == {d.name for request in asked for d in request.duties}


unheld = none(pipeline.hold.given(dataset=bound(pipeline.dataset)).standing())
out = pipeline.publish.done(dataset=bound(pipeline.dataset))
told_in_time = some(
    none(shipping.notify.done(order=s.order).after(s).within(hours(24), of=s))
    for s in shipping.ship.done()
)
RIGHT: list[tuple[Request, Duty, Duty]] = [
    (
        refunds.once,
        refunds.refunded,
        Obligation(
            "neither none nor two",
            (count(refunds.refund.done(order=bound(refunds.order))) >= 1)
            & ~(count(refunds.refund.done(order=bound(refunds.order))) >= 2)
            & every(
                r.amount == bound(refunds.amount)
                for r in refunds.refund.done(order=bound(refunds.order))
            ),
        ),
    ),
    (shipping.telling, shipping.told, Rule("no shipment untold", ~told_in_time)),
    (
        pipeline.handing,
        pipeline.once,
        Obligation("held, or published once", ~unheld | (count(out) == 1)),
    ),
    (
        payments.paying,
        payments.paid_once,
        Obligation("paid once, by another name", payments.paid_once.formula),
    ),
    (
        review.review,
        review.approved,
        Rule("by another name", review.approved.formula),
    ),
]

NAMES = [right.name for _, _, right in RIGHT]


@pytest.mark.parametrize("shows", ["weaker", "stronger", "incomparable"])
@pytest.mark.parametrize(("asked", "meant", "right"), RIGHT, ids=NAMES)
def test_what_is_right_is_related_to_itself_as_equal(
    asked: Request, meant: Duty, right: Duty, shows: Shows
) -> None:
    planted = Mistake(asked, meant, Kind.PART, right, "It is wrong.", shows, 3)

    assert expose(planted) == Exposure("equal", None, "", "")


@pytest.mark.parametrize("shows", ["by nothing", "evidenced", "scoped"])
@pytest.mark.parametrize(("asked", "meant", "right"), RIGHT, ids=NAMES)
def test_what_is_right_fails_no_check(
    asked: Request, meant: Duty, right: Duty, shows: Shows
) -> None:
    planted = Mistake(asked, meant, Kind.PART, right, "It is wrong.", shows, 2)

    assert expose(planted) == Exposure("", None, "", "")
