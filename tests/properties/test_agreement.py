"""The readings agree, the same way for a seed, and agreement notices bugs."""

import json
from collections.abc import Iterator

import pytest

from examples import invoicing
from obligato.cli.agree import document, told
from obligato.cli.main import main
from obligato.model import load, parse
from obligato.properties.agreement import STATED, Agreeing, agree, own
from obligato.properties.by_hand import BITS
from obligato.properties.noticing import noticed
from obligato.properties.planted import PLANTS, Plant
from obligato.properties.plants import planted
from obligato.properties.tally import READINGS, Agreement
from obligato.properties.worlds import SHIPPED, booking, storing
from obligato.spec import Int, Obligation, Request, Tool, World, claim, some
from obligato.spec.answers import mean
from obligato.spec.correctness import eq1
from tests.odd import odd


@pytest.fixture(scope="module")
def found() -> Agreement:
    """Return what a quick comparison of the shipped worlds finds."""
    return agree(SHIPPED, 600)


def test_the_readings_agree() -> None:
    found = agree(SHIPPED)

    assert found.disagreements == ()
    assert found.finished and found.comparisons >= 10_000 and found.symbolic > 1_500


def test_the_solver_may_be_asked_in_a_few_rounds_alone() -> None:
    """The other readings are compared in every round all the same."""
    found = agree([invoicing.settle], 700, asking=9)

    assert found.disagreements == ()
    assert 0 < found.symbolic < found.cases // 2
    assert found.count("Compiled").comparisons >= 2 * found.cases * 9 // 10


def test_every_reading_is_compared(found: Agreement) -> None:
    assert min(count.comparisons for count in found.counts) > 0
    assert [count.reading for count in found.counts] == [*READINGS]


def test_what_does_not_fit_is_counted_apart(found: Agreement) -> None:
    symbolic = found.count("Symbolic")

    assert symbolic.unfit > 0
    assert symbolic.comparisons + symbolic.unfit == found.cases


def test_records_that_contradict_themselves_are_among_them(found: Agreement) -> None:
    assert 0 < found.contradicting < found.cases


def test_the_readings_agree_on_a_world_of_ones_own() -> None:
    assert agree([invoicing.settle], 200)


def test_a_seed_decides_the_report() -> None:
    def report(seed: int) -> str:
        return json.dumps(document(agree([booking], 250, seed)))

    first = report(1)

    assert first == report(1)
    assert first != report(2)


def campaign(seed: int) -> None:
    """Compare a fourth of a million times, and print the counts.

    Symbolic is asked plainly, and through views of what if.
    """
    found = agree(SHIPPED, 59_500, seed, asking=6)

    print("\n".join(told(found)))
    assert found.disagreements == ()
    plain, through_views = found.symbolic, found.count("Views").comparisons
    assert found.comparisons >= 250_000 and plain + through_views >= 12_500


@pytest.mark.long
@pytest.mark.parametrize("seed", [11, 12, 13, 14])
def test_the_readings_agree_a_million_times_in_four(seed: int) -> None:
    campaign(seed)


@pytest.mark.release
@pytest.mark.parametrize("seed", [21])
def test_the_readings_agree_for_a_release(seed: int) -> None:
    campaign(seed)


def test_what_has_no_encoding_is_no_agreement() -> None:
    counted = agree([odd], 100)

    assert counted.symbolic == 0
    assert counted.count("Symbolic").unfit == counted.cases
    assert counted.count("Compiled").comparisons > 0


def test_of_no_request_nothing_is_compared() -> None:
    counted = agree([])

    assert (counted.comparisons, bool(counted)) == (0, False)


def test_the_formulas_of_a_request_are_its_duties_and_eq1() -> None:
    asked = own(storing)

    assert {d.owed for d in storing.duties} | {c.formula for c in eq1(storing)} <= {
        *asked
    }


def test_an_interrupt_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = Agreeing.rounds

    def interrupted(self: Agreeing) -> Iterator[int]:
        yield next(rounds(self))
        raise KeyboardInterrupt

    monkeypatch.setattr(Agreeing, "rounds", interrupted)
    counted = agree([invoicing.settle])

    assert counted.cases > 0 and not counted.finished


def test_what_is_stated_has_every_verdict() -> None:
    letters = {letter for stated in STATED for _, letter in stated.letters}

    assert letters == BITS.keys()
    assert {stated.request.goal for stated in STATED} == {r.goal for r in SHIPPED}


QUICK = [
    "a negation keeps the bit",
    "a failure is always clean",
    "an early probe settles",
    "two answers to one call are no contradiction",
    "spans are equal that meet",
    "a conjunction holds if its first part does",
    "less compares the least",
    "pinned outcomes are all ok",
    "decoded failures are successes",
]


def plant(name: str) -> Plant:
    return next(p for p in PLANTS if p.name == name)


@pytest.mark.parametrize("name", QUICK)
def test_agreement_notices_a_bug(name: str) -> None:
    (one,) = noticed([plant(name)])

    assert one.reading in READINGS


@pytest.mark.long
def test_agreement_notices_every_planted_bug() -> None:
    assert main(["agree", "--planted"]) == 0  # which prints a table of them


def test_there_are_forty_bugs_in_every_part() -> None:
    groups = {p.group for p in PLANTS}

    assert len(PLANTS) >= 40 and len({p.name for p in PLANTS}) == len(PLANTS)
    assert groups >= {"interpreter", "values", "tables", "resolution", "settling"}
    assert groups >= {"encoder", "decoder", "compiled", "explained"}


def test_without_a_bug_none_is_noticed() -> None:
    nothing = Plant(
        "interpreter", "nothing", "spec.semantics", "rows, not sure", "rows,  not sure"
    )
    (one,) = noticed([nothing], [storing], cases=250)

    assert not one and one.cases >= 250


def test_a_disagreement_shows_its_case() -> None:
    bug = plant("a conjunction holds if its first part does")
    with planted(bug.module, bug.old, bug.new):
        case = agree([storing], 100).disagreements[0]

    shown = case.json
    again = load(shown["case"])

    assert shown["reading"] == "Explained"
    assert parse("\n".join(shown["script"]), storing) == case.record
    assert again.request.duties[-1].formula == case.formula


def test_the_smallest_case_of_each_reading_is_kept() -> None:
    bug = plant("a conjunction holds if its first part does")
    with planted(bug.module, bug.old, bug.new):
        few, many = agree([storing], 20), agree([storing], 120)

    assert many.disagreements[0].size <= few.disagreements[0].size
    assert len({d.reading for d in many.disagreements}) == len(many.disagreements)


def test_a_reading_that_breaks_down_disagrees() -> None:
    broken = "return Tree(1 / 0 > 1)"
    right = "return Tree(self.truth.equal(left, right))"
    with planted("obligato.model.explained", right, broken):
        case = agree([storing], 100).disagreements[0]

    assert (case.reading, case.found[:6]) == ("Explained", "raised")


def test_a_transform_without_an_encoding_is_asked_of_the_others() -> None:
    amount = Int("amount")
    listing = Tool("listing", returns=[amount])
    duty = Obligation("mean", mean(p.amount for p in listing.done()) == "1/2")
    more = Obligation("said", some(p.amount == claim(amount) for p in listing.done()))
    counted = agree([Request("say", World("w", [listing]), owes=[duty, more])], 300)

    assert counted and counted.count("Symbolic").unfit > 0
