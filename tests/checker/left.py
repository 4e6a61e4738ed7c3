"""What is left of a record: fewer events, rows inside fields and entities."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import TypeVar

import attrs

from obligato.model.record import Call, Decided, Record
from obligato.properties.choices import Pick
from obligato.properties.recording import draw_record
from obligato.spec.requests import Request

T = TypeVar("T")


def drawn(request: Request, pick: Pick) -> Record:
    """Return a record of which each log has one gap at the most, as a scope has it."""
    record = draw_record(request, pick)
    gaps = {gap.source: gap for gap in record.gaps}
    return attrs.evolve(record, gaps=tuple(gaps.values()))


def events(record: Record) -> list[str]:
    """Return the ids of the calls and decisions."""
    return [e.id for e in record.trajectory if isinstance(e, Call | Decided)]


def left(record: Record, most: int, rows: int, entities: int) -> Iterator[Record]:
    """Yield what may be left of ``record``: of all of it at most so many."""
    ids = events(record)
    for kept in subsets(ids, most):
        gone = set(ids) - set(kept)
        yield from thinner(
            attrs.evolve(
                record,
                trajectory=tuple(e for e in record.trajectory if e.id not in gone),
                ledger=tuple(r for r in record.ledger if r.call not in gone),
            ),
            rows,
            entities,
        )


def thinner(record: Record, rows: int, entities: int) -> Iterator[Record]:
    """Yield the record with fewer rows in each field, and fewer entities declared."""
    fields = [
        [(i, column, kept) for kept in subsets(values, rows)]
        for i, receipt in enumerate(record.ledger)
        for column, values in receipt.values.items()
        if isinstance(values, tuple)
    ]
    sorts = [
        [(sort, kept) for kept in subsets(names, entities)]
        for sort, names in record.entities.items()
    ]
    for inside, declared in product(product(*fields), product(*sorts)):
        ledger = list(record.ledger)
        for i, column, kept in inside:
            values = {**ledger[i].values, column: kept}
            ledger[i] = attrs.evolve(ledger[i], values=values)
        yield attrs.evolve(record, ledger=tuple(ledger), entities=dict(declared))


def subsets(things: Sequence[T], most: int) -> Iterator[tuple[T, ...]]:
    """Yield the subsets of at most so many things, the smallest first."""
    sizes = range(min(most, len(things)) + 1)
    return chain.from_iterable(combinations(things, size) for size in sizes)
