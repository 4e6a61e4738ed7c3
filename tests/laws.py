"""The laws of the language, each a function that raises if a case breaks it.

The tests run them over drawn cases, and over a fixed corpus with bugs planted.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import attrs
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from obligato.checker.solver import Question, Scope
from obligato.checker.solver.pin import slots_of
from obligato.model import Record, settle
from obligato.model import record as script
from obligato.model.explained import Explained
from obligato.model.program import compile_formula
from obligato.model.record import Call, Event
from obligato.model.settle import conflict
from obligato.model.truth import Truth
from obligato.spec import at, count, gap, none, some
from obligato.spec import syntax as s
from obligato.spec.drafts import Gap, Line
from obligato.spec.semantics import interpret
from tests.histories import History, completions, fits
from tests.lab import lab, look, made, make, undo
from tests.strategies import formulas, probed, records

Bits = tuple[bool, bool]


class OfHistory(Truth):
    """`Truth` of a completed record: its roles are those of the history."""

    def bound(self, role: str, sort: str) -> object:
        """Return the value that the history gives the role."""
        assert isinstance(self.tables, History)
        return self.tables.roles[role]


def bits(formula: s.Formula, record: Record) -> Bits | None:
    """Return must and may, or None of a record that no history fits."""
    tables = settle(lab.world, record)
    return None if conflict(tables) else interpret(formula, Truth(tables))


def must_implies_may(formula: s.Formula, record: Record) -> None:
    """See that what must hold may hold."""
    must, may = interpret(formula, Truth(settle(lab.world, record)))
    assert may or not must


def sound(formula: s.Formula, record: Record) -> None:
    """T0: must is true in every history that fits, and not-may is false in each."""
    found = bits(formula, record)
    for history in fitting(record):
        assert found is not None, "a history fits a record said to contradict itself"
        (must, may), (true, perhaps) = found, interpret(formula, OfHistory(history))
        if true == perhaps:  # else the history itself reports one row in two ways
            assert true or not must, "must, and false in a history"
            assert may or not true, "not may, and true in a history"
        else:
            assert any(isinstance(node, s.Total) for node in s.walk(formula))


_histories: dict[str, list[History]] = {}


def fitting(record: Record) -> list[History]:
    """Return histories that fit ``record``, worked out once."""
    key = repr(record)
    if key not in _histories:
        _histories[key] = [h for h in completions(record, 60) if fits(h)]
    return _histories[key]


def forgetting(formula: s.Formula, record: Record) -> None:
    """T8: whoever knows less has no definite verdict that the fuller record lacks."""
    if any(isinstance(n, s.Get) and n.field == "unclear" for n in s.walk(formula)):
        return
    fuller = bits(formula, record)
    for poorer in forgotten(record):
        found = bits(formula, poorer)
        if fuller is not None and found is not None:
            assert fuller[0] or not found[0], "established by knowing less"
            assert not fuller[1] or found[1], "refuted by knowing less"


def forgotten(record: Record) -> Iterable[Record]:
    """Yield records that know less: an outcome, a column, or a stretch of a log."""
    for i, receipt in enumerate(record.ledger):
        rest = record.ledger[:i] + record.ledger[i + 1 :]
        yield attrs.evolve(record, ledger=rest)
        for name in receipt.values:
            kept = {k: v for k, v in receipt.values.items() if k != name}
            poorer = attrs.evolve(receipt, values=kept)
            yield attrs.evolve(record, ledger=(*rest, poorer))
    for source in ("make", "undo", "touch", "approve"):
        yield attrs.evolve(record, gaps=(*record.gaps, Gap(source, 1, 5)))


def irrelevant(formula: s.Formula, record: Record) -> None:
    """See that an event which matches nothing and settles nothing changes nothing."""
    speaks_of = {n.tool for n in s.walk(formula) if isinstance(n, s.Calls)}
    if "listing" in speaks_of:
        return
    for time in (0, 2, record.now):
        extra = Call("extra", "listing", {"item": "i1"}, time, time)
        events: list[Event] = [*record.trajectory, extra]
        events.sort(key=lambda event: event.start)
        more = attrs.evolve(record, trajectory=tuple(events))
        assert bits(formula, record) == bits(formula, more)


def renaming(formula: s.Formula, record: Record) -> None:
    """See that other names for the entities change nothing."""
    names = {"i1": "i2", "i2": "i1", "d1": "d2", "d2": "d1", "ann": "bob", "bob": "ann"}
    assert bits(formula, record) == bits(
        renamed(formula, names), renamed(record, names)
    )


def renamed(thing: Any, names: dict[str, str]) -> Any:
    """Return a formula or a record with other names for its entities."""
    match thing:
        case str():
            return names.get(thing, thing)
        case tuple() | frozenset():
            return type(thing)(renamed(part, names) for part in thing)
        case dict():
            return {key: renamed(value, names) for key, value in thing.items()}
    if not attrs.has(type(thing)):
        return thing
    parts = {
        f.name: renamed(getattr(thing, f.name), names)
        for f in attrs.fields(type(thing))
    }
    return type(thing)(**parts)


def readings_agree(formula: s.Formula, record: Record) -> None:
    """`Explained` and `Compiled` have the bits of `Truth`, now and later."""
    for future in (False, True):
        tables = settle(lab.world, record, future=future)
        truth = interpret(formula, Truth(tables))
        trees = interpret(formula, Explained(tables))
        program = compile_formula(formula)
        assert truth == (trees[0].held, trees[1].held), "Explained differs"
        assert truth == (program.must(tables), program.may(tables)), "Compiled differs"


def solver_agrees(formula: s.Formula, record: Record) -> None:
    """`Symbolic`, pinned to the record, has the bits of `Truth`."""
    scope = Scope(events=max(1, len(slots_of(record))))
    question = Question(lab, scope, [formula], known=[record])
    assert bits(formula, record) == question.bits(formula, record), "Symbolic differs"


def decoded(record: Record) -> None:
    """See that pinning a record and decoding the model gives the record back."""
    if record.claim is not None and record.now > record.claim.start:
        return  # what came after the claim is not pinned
    question = Question(
        lab, Scope(events=max(1, len(slots_of(record)))), known=[record]
    )
    back = question.replayed(record)
    assert back == (None if conflict(settle(lab.world, record)) else plainly(record))


def plainly(record: Record) -> Record:
    """Return the record without what no judgement reads: the truth of lost calls."""
    return attrs.evolve(record, truth={}, gaps=tuple(sorted(record.gaps, key=repr)))


LAWS = (must_implies_may, sound, forgetting, irrelevant, renaming, readings_agree)


RESOLVING = (
    (count(made.made(item="i1")) == 1).node,
    some(make.done(item="i1")).node,
    (count(make.done()) <= 1).node,
    some(made.made(item="i1").standing()).node,
    none(undo.done(item="i1")).node,
)


LOST = make(item="i1", size=1).lost()
KNOWN: tuple[tuple[Line, ...], ...] = (
    # An undo that was never answered lands after a make that was.
    (
        undo(item="i1").lost(),
        make(item="i1", size=1).ok(),
        look(item="i1").ok(here=False),
    ),
    # A make that was never answered lands after it was undone.
    (LOST, at(2), undo(item="i1").ok()),
    # A read cannot confirm a call that started after it.
    (LOST, at(5), look(item="i1").ok(here=True), at(9), LOST),
)


@cache
def probes(size: int) -> tuple[Record, ...]:
    """Return a fixed set of records in which reads tell of lost calls."""
    found = [script(lab, *lines, bound={"item": "i1", "doc": "d1"}) for lines in KNOWN]
    drawn(probed(), size, found.append)
    return tuple(found)


@cache
def corpus(size: int) -> tuple[tuple[s.Formula, Record], ...]:
    """Return a fixed set of cases, the same on every run."""
    hole = script(lab, gap(undo), bound={"item": "i1", "doc": "d1"})
    cases: list[tuple[s.Formula, Record]] = [(some(undo.tried()).node, hole)]
    pairs = st.tuples(st.lists(formulas(), min_size=2, max_size=2), records(most=4))
    drawn(pairs, size, lambda pair: cases.extend((f.node, pair[1]) for f in pair[0]))
    return tuple(cases)


def drawn(
    strategy: st.SearchStrategy[Any], size: int, take: Callable[[Any], None]
) -> None:
    """Draw ``size`` examples, the same on every run, and hand them to ``take``."""

    @seed(1)
    @settings(
        max_examples=size,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(strategy)
    def collect(example: Any) -> None:
        take(example)

    collect()
