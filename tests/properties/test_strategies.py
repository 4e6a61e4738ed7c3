"""The strategies build whatever a record and a formula may be, and nothing else."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from examples import invoicing, medication, pipeline, review, spending, workspace
from obligato.model import Record, parse, settle, to_json, write
from obligato.model.judge import contradiction
from obligato.model.record import Call, Claim, Decided, Handoff
from obligato.model.truth import Truth
from obligato.properties.choices import seeded
from obligato.properties.phrasing import draw_formula
from obligato.properties.recording import draw_record
from obligato.properties.strategies import formulas, records
from obligato.properties.worlds import SHIPPED, booking, storing
from obligato.spec import Request
from obligato.spec import syntax as s
from obligato.spec.errors import TransformError
from obligato.spec.fitting import Fitting
from obligato.spec.semantics import interpret
from tests.lab import lab
from tests.odd import odd

REQUESTS = [
    *SHIPPED,
    lab,
    odd,
    invoicing.settle,
    review.review,
    workspace.editing,
    *(
        next(v for v in vars(world).values() if isinstance(v, Request))
        for world in (spending, pipeline, medication)
    ),
]
EVERY = pytest.mark.parametrize("request_", REQUESTS, ids=lambda r: r.world.name)
QUICK = settings(
    max_examples=25,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


@EVERY
def test_every_record_is_written_and_judged(request_: Request) -> None:
    @QUICK
    @given(records(request_))
    def judged(record: Record) -> None:
        contradiction(settle(request_.world, record))
        again = parse(write(record, request_), request_)

        assert write(record, request_) == write(again, request_)

    judged()


@EVERY
def test_every_formula_is_closed_fits_its_world_and_is_written(
    request_: Request,
) -> None:
    @QUICK
    @given(formulas(request_))
    def fits(formula: s.Formula) -> None:
        Fitting("drawn", request_.world, request_.binds, {}).check(formula, {})
        to_json(formula)

        assert s.free(formula) == frozenset()

    fits()


@EVERY
def test_every_formula_has_a_verdict_of_every_record(request_: Request) -> None:
    @QUICK
    @given(formulas(request_), records(request_))
    def judged(formula: s.Formula, record: Record) -> None:
        tables = settle(request_.world, record)
        try:
            must, may = interpret(formula, Truth(tables))
        except TransformError:
            return  # the mean of nothing, and the like
        assert may or not must or contradiction(tables) is not None

    judged()


def drawn(request: Request, size: int = 300) -> list[Record]:
    pick = seeded("what records have", request.world.name)
    return [draw_record(request, pick) for _ in range(size)]


def features(record: Record) -> Iterable[str]:
    """Yield what a record has of what a record may have."""
    receipts, events = record.receipts(storing.world), record.trajectory
    for call in record.calls:
        known = receipts.get(call.id, ())
        yield from (r.status for r in known)
        if call.id in record.truth:
            yield "lost" if record.truth[call.id] else "dropped"
        elif not known:
            yield "pending"
        yield "two receipts" if len(known) > 1 else ""
        for receipt in known:
            yield "" if receipt.complete else "cut short"
    yield from ("no evidence" for r in record.ledger if r.issuer == "model")
    yield from (e.verdict for e in events if isinstance(e, Decided))
    yield from (f"by {e.by}" for e in events if isinstance(e, Call | Decided))
    yield from ("handoff" for e in events if isinstance(e, Handoff))
    yield from ("overlap" for a, b in pairwise(events) if b.start < a.end)
    claim = record.claim
    if claim is not None:
        yield "claim"
        yield "claim, partial" if not claim.slots else "claim, whole"
        if not isinstance(events[-1], Claim):
            yield "after the claim"
    for gap in record.gaps:
        yield f"gap {gap.since is None} {gap.until is None}"
    yield "two gaps" if len(record.gaps) > 1 else ""
    for kind in ("bound", "given", "entities"):
        yield f"{kind}: {len(getattr(record, kind))}"
    yield from ("nobody declared" for names in record.entities.values() if not names)
    yield "empty" if not events else ""


FEATURES = [
    *("ok", "failed", "unknown", "lost", "dropped", "pending"),
    *("two receipts", "cut short", "no evidence"),
    *("given", "declined", "revoked", "by agent", "by ann", "by bob"),
    *("handoff", "overlap", "claim", "claim, partial", "claim, whole"),
    *("after the claim", "two gaps", "gap True True", "gap False False"),
    *("gap True False", "gap False True", "bound: 0", "bound: 1", "bound: 2"),
    *("given: 0", "given: 1", "entities: 0", "entities: 3", "nobody declared", "empty"),
]


@pytest.fixture(scope="module")
def seen() -> Counter[str]:
    return Counter(f for record in drawn(storing) for f in features(record))


@pytest.mark.parametrize("feature", FEATURES)
def test_records_have_all_that_a_record_may_have(
    feature: str, seen: Counter[str]
) -> None:
    assert seen[feature] > 0


def test_some_records_contradict_themselves() -> None:
    broken = [contradiction(settle(storing.world, r)) for r in drawn(storing)]

    assert 0 < sum(found is not None for found in broken) < len(broken) // 4


def test_answers_lack_columns_and_rows_inside_them_too() -> None:
    answers = [r for record in drawn(booking) for r in record.ledger if r.values]
    columns = {t.name: len(t.returns) for t in booking.world.tools}
    inside = [row for r in answers for row in r.values.get("open", ())]

    assert any(len(r.values) < columns[r.tool] for r in answers)
    assert {1, 2} <= {len(row) for row in inside}


def shapes(formula: s.Formula) -> Iterable[str]:
    for node in s.walk(formula):
        name = type(node).__name__
        yield name
        match node:
            case s.Apply(transform):
                yield transform
            case s.Decided(_, verdict):
                yield f"{name} {verdict}"
            case s.Get(field=field):
                yield f".{field}"


SHAPES = [
    *("Calls", "Made", "Ended", "Decided given", "Decided withdrawn", "Inside"),
    *("Entities", "Equal", "Less", "AtMost", "Given", "Not", "And", "Some", "Known"),
    *("Const", "Role", "Slot", "Now", "Frontier", "Get", "Plus", "Minus"),
    *("Count", "Total", "Bag", ".took", ".unclear", ".by", ".start", ".end", ".self"),
    *("absent", "compare", "most", "least", "mean", "ratio", "rounded", "first"),
    *("union", "common", "without", "joined"),
]


@pytest.fixture(scope="module")
def said() -> Counter[str]:
    pick = seeded("what formulas say")
    made = [draw_formula(storing, pick) for _ in range(600)]
    return Counter(shape for formula in made for shape in shapes(formula))


@pytest.mark.parametrize("shape", SHAPES)
def test_formulas_say_all_that_a_formula_may_say(
    shape: str, said: Counter[str]
) -> None:
    assert said[shape] > 0


def test_a_seed_decides_what_is_drawn() -> None:
    first, again, other = (
        [draw_record(storing, seeded(n)) for _ in range(3)] for n in (1, 1, 2)
    )

    assert first == again != other


def smallest(strategy: st.SearchStrategy[Any], wanted: Callable[[Any], bool]) -> Any:
    searching = settings(
        database=None,
        derandomize=True,
        max_examples=2000,
        phases=[Phase.generate, Phase.shrink],
    )
    return find(strategy, wanted, settings=searching)


def test_a_record_shrinks_to_what_matters() -> None:
    found = smallest(records(storing), lambda r: any(r.truth.values()))

    assert len(found.trajectory) == 1 and not found.gaps


def test_a_formula_shrinks_to_what_matters() -> None:
    def counts(formula: s.Formula) -> bool:
        return any(isinstance(node, s.Count) for node in s.walk(formula))

    found = smallest(formulas(storing), counts)

    assert sum(1 for _ in s.walk(found)) <= 12
