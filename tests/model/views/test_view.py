"""A view shows what its items say: the state, the events, the note, what is fixed."""

from collections import Counter
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from examples import invoicing, payments, shipping
from obligato.model import Record, check, record
from obligato.model.judge import contradiction
from obligato.model.progress import progress
from obligato.model.settle import settle
from obligato.model.views.fixed import aspects
from obligato.model.views.view import NOTHING_KNOWN, Told, shown
from obligato.model.views.wording import document, worded
from obligato.model.views.world_note import is_check
from obligato.model.views.worlds import view_of, views
from obligato.properties.plants import planted
from obligato.spec.errors import UnknownNameError
from obligato.spec.values import UNKNOWN
from tests.lab import lab, listing, look, make
from tests.strategies import records

SETTLE = invoicing.settle
PAID_AND_LOST = record(
    SETTLE,
    invoicing.payment,
    invoicing.send(file="t7", to="a").lost(),
    bound=invoicing.BOUND,
)


def words(name: str, made: Record = PAID_AND_LOST, request: Any = SETTLE) -> list[str]:
    """Return what a view shows, in words."""
    view = view_of(request, name)
    return list(worded(view, shown(view, request, made)))


SHOWN = {
    "repository": ['paid: invoice="INV-42"', "sent: NONE OBSERVED"],
    "trace": [
        'accepted: invoice="INV-42", to="a"',
        'pay: #0, by="agent", invoice="INV-42", file="t7", answered, not unclear',
        'send: #1, by="agent", file="t7", to="a", message=UNKNOWN, not answered, '
        "unclear",
    ],
    "summary": [
        "chosen: invoice, to",
        'pay: invoice="INV-42"',
        'send: file="t7"',
        "track: NONE OBSERVED",
    ],
    "note": [
        "change state: changed",
        'changed: paid: invoice="INV-42"',
        "changed: sent: NONE OBSERVED",
        'brought by pay: file="t7"',
        "brought by send: NONE OBSERVED",
        "validation after the last change: NONE OBSERVED",
        "last check: track: NONE OBSERVED",
        "evidence: track: NONE OBSERVED",
        "label: source-change-needs-verification",
    ],
    "progress": [
        'accepted: invoice="INV-42", to="a"',
        'paid: invoice="INV-42"',
        "sent: NONE OBSERVED",
        "perhaps paid: NONE OBSERVED",
        'perhaps sent: file="t7", address="a"',
        "stands: receipt delivered open",
    ],
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_view_shows_what_its_items_say(name: str) -> None:
    assert words(name) == SHOWN[name]


CHECKED = {
    "passed": (invoicing.arrival, "checked, passed", "validated-by-predecessor"),
    "not passed": (
        invoicing.track(message="m1").ok(arrived=False),
        "checked, failed",
        "with-failing-validation",
    ),
    "failed": (
        invoicing.track(message="m1").failed(),
        "checked, failed",
        "with-failing-validation",
    ),
    "no answer": (
        invoicing.track(message="m1").lost(),
        "checked",
        "needs-verification",
    ),
}


@pytest.mark.parametrize("case", CHECKED)
def test_the_note_tells_how_the_last_check_ended(case: str) -> None:
    line, ended, label = CHECKED[case]
    made = record(SETTLE, invoicing.payment, line, bound=invoicing.BOUND)
    told = words("note", made)

    assert f"validation after the last change: {ended}" in told
    assert f"label: source-change-{label}" in told


def test_a_write_after_the_check_leaves_no_validation() -> None:
    lines = (invoicing.payment, invoicing.arrival, invoicing.delivery)
    told = words("note", record(SETTLE, *lines, bound=invoicing.BOUND))

    assert "validation after the last change: NONE OBSERVED" in told


def test_an_answer_without_content_has_no_text_in_the_trace() -> None:
    answered = record(payments.paying, payments.again, bound=payments.BOUND)
    lost = record(payments.paying, payments.lost, bound=payments.BOUND)
    failed = record(
        payments.paying, payments.pay(invoice="INV-42").failed(), bound=payments.BOUND
    )
    told = [words("trace", made, payments.paying) for made in (answered, lost, failed)]

    assert told[0] == told[1] != told[2]


def test_what_is_owed_names_the_rows_it_is_owed_for() -> None:
    made = record(shipping.telling, shipping.ship(order="o1").ok())
    told = words("progress", made, shipping.telling)

    assert any('for: order="o1"' in line for line in told), told


def test_checks_are_the_reads_that_answer_with_a_flag() -> None:
    assert is_check(look)
    assert not is_check(listing)
    assert not is_check(make)


def test_an_unknown_view_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="full, note, progress, repository"):
        view_of(SETTLE, "diary")


def test_data_tells_what_is_not_known_as_null() -> None:
    view = view_of(SETTLE, "trace")
    items = document(view, shown(view, SETTLE, PAID_AND_LOST))["items"]
    cells = items[2]["lines"][0]["cells"]

    assert (cells["message"], cells["unclear"], cells["#"]) == (None, True, 1)


# ---- two routes to F and O


def agrees(made: Record) -> bool:
    """Whether the four are the bindings, `progress` and the standings of `check`."""
    bound, kept, maybe, owed = (shown(a, lab, made) for a in aspects(lab))
    tables = settle(lab.world, made)
    found = [counted(kept), counted(maybe)]
    told = [Counter(map(identity, effects)) for effects in progress(tables)]
    (roles,) = bound[0]
    (stands,) = owed[0]
    binding = tuple(made.bound.get(c.name, (NOTHING_KNOWN, None)) for c in lab.binds)
    standings = tuple(str(f.standing) for f in check(lab, made).findings)
    return found == told and roles.cells == binding and stands.cells == standings


def counted(items: tuple[Any, ...]) -> Counter[Any]:
    """Return the effects that items show, by name and arguments."""
    found: Counter[Any] = Counter()
    for effect, item in zip(lab.world.effects, items, strict=True):
        for line, times in item.items():
            found[(effect.name, *line.cells)] += times
    return found


def identity(effect: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return an identity with what nobody knows as a view shows it."""
    return tuple((NOTHING_KNOWN, None) if part is UNKNOWN else part for part in effect)


@settings(max_examples=20, deadline=None)
@given(records(claims=False))
def test_the_four_are_the_bindings_progress_and_standings(made: Record) -> None:
    if contradiction(settle(lab.world, made)) is None:
        assert agrees(made)


SENT = make(item="i1", size=1)
AMBIGUOUS = record(lab, SENT.lost(), SENT.lost(), SENT.ok())
PLANTS = ['""', "SURE", "PERHAPS"]  # instead of what tells the two apart


@pytest.mark.parametrize("new", PLANTS)
def test_a_planted_bug_in_what_is_fixed_is_noticed(new: str) -> None:
    assert agrees(AMBIGUOUS)
    old = "SURE if sure else PERHAPS"
    with planted("obligato.model.views.fixed", old, new):
        assert not agrees(AMBIGUOUS)


def test_a_line_that_may_be_there_is_told_from_one_that_must() -> None:
    told = shown(view_of(lab, "progress"), lab, AMBIGUOUS)
    known, maybe = told[1], told[3]

    assert known == {Told(True, ("i1",)): 1}
    assert maybe == {Told(False, ("i1",)): 2}


# ---- no view shows what nobody knew


@settings(max_examples=8, deadline=None)
@given(records())
def test_no_view_shows_what_really_happened(made: Record) -> None:
    other = attrs.evolve(made, truth={k: not v for k, v in made.truth.items()})
    for view in views(lab).values():
        assert shown(view, lab, made) == shown(view, lab, other)


@settings(max_examples=8, deadline=None)
@given(records(claims=False))
def test_a_view_is_a_function_of_the_record_and_not_of_the_order_of_receipts(
    made: Record,
) -> None:
    other = attrs.evolve(made, ledger=made.ledger[::-1])
    for view in views(lab).values():
        assert shown(view, lab, made) == shown(view, lab, other)
