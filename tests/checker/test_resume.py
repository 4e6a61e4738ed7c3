"""What is left to do, found from a frontier; and why nothing is where nothing is."""

from collections.abc import Iterator

import attrs
import pytest

from examples import invoicing, payments
from obligato.checker.find import Continued, next_after
from obligato.checker.reasons import Nothing, changes
from obligato.checker.resume import Owed, handed_over, resume
from obligato.checker.solver import Unanswered, Way
from obligato.checker.trees import Finish, Plan, Reference, Step
from obligato.model import Record, record, residual
from obligato.spec import (
    CaseError,
    Given,
    Obligation,
    Request,
    World,
    at,
    bound,
    claim,
    gap,
    handoff,
    some,
)
from obligato.spec.correctness import eq1
from obligato.spec.drafts import Line
from obligato.spec.verdicts import Established

settle, paying = invoicing.settle, payments.paying
SENT_LOST = invoicing.send(file="t7", to="a").lost()


def plan(world: object, *lines: Line, further: int = 4) -> Plan:
    """Return the continuation from a script of the invoices or of the payments."""
    request = settle if world is invoicing else paying
    bound = invoicing.BOUND if world is invoicing else payments.BOUND
    made = resume(request, record(request, *lines, bound=bound), further)
    assert isinstance(made, Plan)
    return made


def tools(tree: Step | Finish) -> list[str]:
    """Return the tools along the first branch."""
    found = []
    while isinstance(tree, Step):
        found.append(tree.tool)
        tree = tree.then[0][1]
    return found


def steps(tree: Step | Finish) -> Iterator[Step]:
    """Yield all steps of a tree."""
    if isinstance(tree, Step):
        yield tree
        for _, rest in tree.then:
            yield from steps(rest)


FRONTIERS: dict[str, tuple[object, list[Line], list[str]]] = {
    "after the choice, before any effect": (invoicing, [], ["pay", "send", "track"]),
    "after the payment": (invoicing, [invoicing.payment], ["send", "track"]),
    "after the sending": (
        invoicing,
        [invoicing.payment, invoicing.delivery],
        ["track"],
    ),
    "after a handoff in the middle": (
        invoicing,
        [invoicing.payment, handoff(), invoicing.delivery],
        ["track"],
    ),
    "after a claim that came too early": (
        invoicing,
        [invoicing.payment, claim()],
        ["send", "track"],
    ),
    "nothing paid yet": (payments, [], ["pay"]),
}


@pytest.mark.parametrize("which", FRONTIERS)
def test_the_shortest_continuation_is_found(which: str) -> None:
    world, lines, wanted = FRONTIERS[which]

    assert wanted == tools(plan(world, *lines).tree)


@pytest.mark.parametrize("which", FRONTIERS)
def test_every_branch_meets_exec_preserve_and_complete(which: str) -> None:
    world, lines, _ = FRONTIERS[which]
    request = settle if world is invoicing else paying

    for branch in plan(world, *lines).branches:
        assert {Established} == {type(f.verdict) for f in residual(request, branch)}


def test_an_argument_that_an_answer_brings_is_a_reference_to_it() -> None:
    _, send, track = steps(plan(invoicing).tree)

    assert {"file": Reference(1, "file"), "to": "a"} == send.args
    assert {"message": Reference(2, "message")} == track.args
    assert track.expects == {"arrived": True}


def test_a_lost_payment_is_probed_first_and_paid_only_if_it_is_absent() -> None:
    made = plan(payments, payments.lost)
    probe = made.tree

    assert isinstance(probe, Step)
    assert probe.tool == "probe"
    assert [list(guard) for guard, _ in probe.then] == [["paid"], ["paid"]]
    branches = {guard["paid"]: tools(rest) for guard, rest in probe.then}
    assert branches == {True: [], False: ["pay"]}
    assert len(made.branches) == 2


def test_a_probe_waits_until_the_lost_call_can_no_longer_land() -> None:
    probe = plan(payments, at(20), payments.lost).tree

    assert isinstance(probe, Step)
    assert probe.not_before == 20 + 100 + 1


def test_no_answer_is_hoped_for_that_is_still_to_come() -> None:
    """A second read, under way beside the first, was once taken to have answered."""
    another = payments.pay(invoice="INV-43").lost()
    frontier = record(paying, payments.lost, handoff(), another, bound=payments.BOUND)

    assert isinstance(resume(paying, frontier), Nothing)


def test_nothing_is_owed_where_all_is_met() -> None:
    lines = (invoicing.payment, invoicing.delivery, invoicing.arrival)

    assert Owed() == resume(settle, record(settle, *lines, bound=invoicing.BOUND))


STUCK: dict[str, tuple[object, list[Line], set[str]]] = {
    "paid twice already": (
        payments,
        [payments.again, payments.again],
        {"paid once"},
    ),
    "the sending lost, and nothing tells of it": (
        invoicing,
        [invoicing.payment, SENT_LOST],
        {"paid once", "sent once", "receipt delivered"},
    ),
}


def stuck(which: str, further: int = 4) -> tuple[Nothing, Record]:
    """Return why there is no continuation, and the frontier."""
    world, lines, _ = STUCK[which]
    request = settle if world is invoicing else paying
    bound = invoicing.BOUND if world is invoicing else payments.BOUND
    frontier = record(request, *lines, bound=bound)
    made = resume(request, frontier, further)
    assert isinstance(made, Nothing)
    return made, handed_over(frontier)


@pytest.mark.parametrize("which", STUCK)
def test_the_reasons_are_named(which: str) -> None:
    made, _ = stuck(which)

    assert STUCK[which][2] == {clause.name for clause in made.clauses}


@pytest.mark.parametrize("which", STUCK)
def test_without_any_one_of_the_reasons_there_is_a_continuation(which: str) -> None:
    made, frontier = stuck(which)
    request = settle if STUCK[which][0] is invoicing else paying

    for clause in made.clauses:
        fewer = tuple(c for c in made.clauses if c != clause)
        assert isinstance(next_after(request, frontier, fewer, 4), Continued)


@pytest.mark.parametrize("which", STUCK)
def test_each_repair_of_the_frontier_leaves_a_continuation(which: str) -> None:
    made, frontier = stuck(which)
    request = settle if STUCK[which][0] is invoicing else paying
    others = dict(changes(request, frontier, made.clauses))

    assert made.repairs
    for words in made.repairs:
        assert isinstance(
            next_after(request, others[words], eq1(request), 4), Continued
        )


def test_too_few_further_calls_are_said_to_be_too_few() -> None:
    frontier = record(settle, invoicing.payment, bound=invoicing.BOUND)

    made = resume(settle, frontier, 1)

    assert isinstance(made, Nothing)
    assert made.reach.further == 1
    assert {"receipt delivered"} == {c.name for c in made.clauses}


def test_a_read_that_can_never_settle_leaves_the_branch_without_a_continuation() -> (
    None
):
    """Without `settles` a lost call may land for ever, so it is never made again."""
    world = paying.world
    endless = attrs.evolve(
        paying,
        world=attrs.evolve(
            world, tools=tuple(attrs.evolve(tool, settles=None) for tool in world.tools)
        ),
    )

    made = resume(endless, record(endless, payments.lost, bound=payments.BOUND))

    assert isinstance(made, Nothing)
    assert made.after == "probe tells paid False"
    assert made.reach.further == 40 - made.reach.copies  # and no read is asked for ever


def test_what_the_solver_cannot_be_told_is_not_answered() -> None:
    twice = (gap(payments.probe, until=1), gap(payments.probe, since=3))

    made = resume(paying, record(paying, *twice, bound=payments.BOUND))

    assert made == Unanswered("the record has no encoding: a log with two gaps")


def test_a_record_that_contradicts_itself_is_no_frontier() -> None:
    twice = (payments.again, at(200), payments.absent)

    with pytest.raises(CaseError, match="no history fits it"):
        resume(paying, record(paying, *twice, bound=payments.BOUND))


admitted = Given("admitted", payments.invoice)
careful_pay = attrs.evolve(payments.pay, requires=admitted(payments.invoice))
admitting = Request(
    "pay what is admitted",
    World("desk", [careful_pay], relations=[admitted]),
    binds=[payments.invoice],
    owes=[Obligation("paid", some(careful_pay.done(invoice=bound(payments.invoice))))],
)


def test_the_repairs_name_what_might_be_given_or_chosen_too() -> None:
    frontier = record(
        admitting, bound=payments.BOUND, given={"admitted": [("INV-43",)]}
    )

    made = resume(admitting, frontier)

    assert isinstance(made, Nothing)
    assert {"paid"} == {clause.name for clause in made.clauses}
    assert made.repairs == (
        "if admitted(INV-42) were given too",
        "if invoice were INV-43",
    )


def test_a_spent_budget_is_no_answer() -> None:
    made = resume(settle, record(settle, bound=invoicing.BOUND), 4, Way(budget=5))

    assert isinstance(made, Unanswered)
