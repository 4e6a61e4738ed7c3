"""Explanations in words: which rows, which values, what is missing."""

from types import ModuleType

import pytest
from hypothesis import given, settings

from examples import invoicing, payments, refunds, review, shipping, spending, workspace
from examples.judged import Judged
from obligato.model import Record, record, settle
from obligato.model.explained import Explained, explain
from obligato.model.telling import tell
from obligato.model.why import NO, UNSURE, YES, Why, document, reason, render
from obligato.spec import Obligation, Request, gap, some
from obligato.spec import syntax as s
from obligato.spec.errors import TransformError
from obligato.spec.terms import Formula
from tests.lab import lab
from tests.strategies import formulas, records


def told(judged: Judged, duty: int = 0) -> tuple[Why, ...]:
    return lines(judged.request, judged.record, judged.request.duties[duty].owed)


def lines(request: Request, record_: Record, formula: s.Formula) -> tuple[Why, ...]:
    reading = Explained(settle(request.world, record_))
    _, tree = explain(formula, reading)
    return tell(tree, reading)


def labelled(world: ModuleType, label: str) -> Judged:
    found: list[Judged] = world.JUDGED
    return next(j for j in found if j.label == label)


REASONS = [
    (
        invoicing,
        0,
        "paid, sent t7 to a, tracked as arrived",
        "by pay e1, send e2, track e3",
    ),
    (invoicing, 0, "not tracked", "send e2: no call of track"),
    (invoicing, 0, "tracked, not arrived", "track e3: arrived false ≠ true"),
    (invoicing, 0, "sent to b", "send e2: to b ≠ a (bound)"),
    (invoicing, 0, "another file sent", "send e2: file t1 ≠ t7 (pay e1)"),
    (
        invoicing,
        0,
        "the send lost, tracked as arrived",
        "send e2: no answer came, so whether it took effect is unknown",
    ),
    (invoicing, 0, "nothing", "no call of pay"),
    (refunds, 0, "the refund twice", "calls of refund: 2 ≠ 1"),
    (refunds, 0, "a refund of 4", "refund e1: amount 4 ≠ 5 (bound)"),
    (
        refunds,
        0,
        "a refund failed (maybe), then one of 5",
        "calls of refund: 1 to 2 =? 1; perhaps: refund e1: "
        "it failed, which may have taken effect all the same",
    ),
    (shipping, 0, "notified at 24 h + 1 ms", "notify e2: end 24 h 1 ms > 24 h"),
    (
        shipping,
        0,
        "the shipping itself lost, no notice",
        "ship e1: no answer came, so whether it took effect is unknown; "
        "no call of notify",
    ),
    (review, 0, "bob twice", "merge e3: different people in approve decisions: 1 < 2"),
    (payments, 1, "pay lost at 0, pay at 200", "pay e2: no call of probe"),
    (spending, 0, "both pages, claim 11", "claimed spend 11 ≠ total of amount: 12"),
    (spending, 0, "both pages, no claim yet", "spend is not claimed"),
    (
        workspace,
        1,
        "a shell touches tests/a",
        "shell e1 (changed tests/a): protected: path tests/a",
    ),
    (
        workspace,
        1,
        "a shell whose response was lost",
        "shell e1, whose answer is missing",
    ),
]


@pytest.mark.parametrize(
    ("world", "duty", "label", "expected"),
    [pytest.param(*row, id=row[2]) for row in REASONS],
)
def test_the_reason_names_what_decided(
    world: ModuleType, duty: int, label: str, expected: str
) -> None:
    assert reason(told(labelled(world, label), duty)) == expected


def test_a_refutation_shows_the_row_that_came_nearest() -> None:
    found = render(told(labelled(invoicing, "sent to b")), width=60)

    assert found == [
        "✗ no call of pay fits",
        "└─✓ pay e1: invoice INV-42 = INV-42 (bound)",
        "  └─✗ no call of send fits",
        "    └─✗ send e2: file t7 = t7 (pay e1), to b ≠ a (bound)",
    ]


def test_a_count_says_what_it_left_out_and_why() -> None:
    found = render(told(labelled(review, "bob approves d, cy another diff")), width=80)

    assert found[-2:] == [
        "  ├─· counted: bob (e1)",
        "  └─· left out: approve e2 by cy: diff d0 ≠ d (merge e3)",
    ]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        (
            "pay lost at 0, probe paid at 150",
            "pay e1: took effect, as probe e2 tells, though no answer of its own did",
        ),
        (
            "pay lost at 0, probe says unpaid at 150, pay at 200",
            "left out: pay e1: took no effect, as probe e2 tells, "
            "though no answer of its own did",
        ),
    ],
)
def test_an_outcome_that_a_read_settled_says_which(label: str, expected: str) -> None:
    (count,) = told(labelled(payments, label))

    assert expected in [part.text for part in count.parts]


def test_a_log_that_may_be_incomplete_is_told() -> None:
    asked = s.Some(s.Bind("x0", s.Calls("shell"), s.TRUE), s.TRUE)
    found = lines(
        workspace.editing, record(workspace.editing, gap(workspace.shell)), asked
    )

    assert render(found) == [
        "? no call of shell",
        "└─? the record may lack a call of shell",
    ]


def test_what_a_terminal_would_obey_is_escaped() -> None:
    hostile = invoicing.pay(invoice="\x1b[2J\u202e").ok(file="t7")
    made = record(invoicing.settle, hostile, bound=invoicing.BOUND)
    found = lines(invoicing.settle, made, invoicing.delivered.formula)

    assert "\\x1b[2J\\u202e ≠ INV-42" in reason(found)
    assert all(line.isprintable() for line in render(found))


def test_long_values_are_cut_where_they_differ() -> None:
    wrong = f"{'INV-' * 30}43"
    made = record(
        invoicing.settle,
        invoicing.pay(invoice=wrong).ok(file="t7"),
        bound={"invoice": f"{'INV-' * 30}42"},
    )
    found = lines(invoicing.settle, made, invoicing.delivered.formula)

    assert reason(found) == "pay e1: invoice …-INV-INV-43 ≠ …-INV-INV-42 (bound)"


def test_a_guarded_duty_is_broken_by_its_formula_not_by_its_guard() -> None:
    duty = Obligation(
        "tracked", some(invoicing.track.done()), guard=some(invoicing.pay.done())
    )
    made = record(invoicing.settle, invoicing.payment, bound=invoicing.BOUND)
    found = lines(invoicing.settle, made, duty.owed)

    assert reason(found) == "no call of track"


def test_a_line_is_also_data() -> None:
    (found,) = told(labelled(invoicing, "another invoice paid"))

    assert document(found) == {
        "state": NO,
        "text": "no call of pay fits",
        "parts": [
            {
                "state": NO,
                "text": "invoice INV-43 ≠ INV-42 (bound)",
                "about": "pay e1",
                "events": ["e1"],
            }
        ],
    }


@settings(max_examples=60, deadline=None)
@given(records(), formulas(3))
def test_whatever_is_judged_is_told_in_the_width_asked(
    made: Record, formula: Formula
) -> None:
    reading = Explained(settle(lab.world, made))
    try:
        verdict, tree = explain(formula.node, reading)
    except TransformError:
        return
    found = tell(tree, reading)
    amiss = {"established": {YES}, "refuted": {NO}}.get(verdict.name, {UNSURE, NO})

    assert all(len(line) <= 60 for line in render(found, 60))
    assert reason(found)
    assert {line.state for line in found} & {YES, NO, UNSURE} <= amiss
