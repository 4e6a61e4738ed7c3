"""What is true of every record in scope, whatever is asked of it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .scope import BIG, EXACT
from .smt import between, compare, conj, disj, neg

if TYPE_CHECKING:
    from .unknown import SymbolicRecord


def bounds(record: "SymbolicRecord") -> Iterator[str]:
    """Yield the conditions: the used slots come first, in order, and before now."""
    parties = max(0, record.names.size("Party") - 1)
    now = record.var("now")
    yield between(now, 0, EXACT)
    yield between(record.var("handoff"), 0, EXACT)
    for slot in record.request.slots:
        yield f"(=> {record.var(f'claim.{slot.name}?', 'Bool')} {record.claimed})"
    for i in record.slots:
        yield between(record.source(i), 0, len(record.sources))
        yield between(record.status(i), 0, 2)
        yield between(record.var(f"e{i}.by"), 0, parties)
        start, end = record.var(f"e{i}.start"), record.var(f"e{i}.end")
        unused = compare("=", record.source(i), "0")
        in_time = conj((compare("<=", start, end), compare("<=", end, now)))
        yield between(start, 0, EXACT)
        yield disj((unused, in_time))
        yield disj((unused, neg(record.claimed), compare("<", end, now)))
        if i:
            earlier = compare("<=", record.var(f"e{i - 1}.start"), start)
            yield disj((unused, earlier))
            yield disj((unused, neg(compare("=", record.source(i - 1), "0"))))
    for name in record.sources:
        since, until = (record.var(f"gap.{name}.{end}") for end in ("since", "until"))
        yield between(since, -BIG, BIG)
        yield between(until, -BIG, BIG)
        yield compare("<=", since, until)
