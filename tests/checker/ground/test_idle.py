"""What need not be asked for can be left out without losing a plan."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from benchmarks.family import frontier, needed, request
from obligato.checker.find import Continued, Finder
from obligato.checker.ground.grounding import grounded
from obligato.checker.ground.orders import without_idle
from obligato.checker.ground.table import AtMost, Literal, Sum, Table
from obligato.checker.resume import handed_over
from obligato.spec.correctness import eq1

FLAGS = [f"|made {k}|" for k in range(5)]


def drawn(seed: int) -> tuple[Table, dict[str, Literal]]:
    """Return a table over five flags, with conditions that are drawn."""
    random, table = Random(seed), Table()
    pool = [table.variable(name) for name in FLAGS]
    pool.append(table.at_most(Sum(0, tuple(((("", p), 1)) for p in pool[:4])), Sum(2)))
    for _ in range(12):
        parts = random.sample(pool, random.randint(2, 3))
        pool.append(table.disj(p * random.choice((1, -1)) for p in parts))
    return table, {f"clause {k}": random.choice(pool) for k in range(4)}


def sizes(table: Table, asked: dict[str, Literal]) -> Iterator[int]:
    """Yield how many flags are set, for each way to meet all that is asked."""
    for bits in product((0, 1), repeat=len(FLAGS)):
        held = table.truths(dict(zip(FLAGS, bits, strict=True)))
        if all(held[literal] for literal in asked.values()):
            yield sum(bits)


@pytest.mark.parametrize("seeds", [range(k, k + 50) for k in range(0, 300, 50)])
def test_the_fewest_flags_are_as_few_without_idle_ones(seeds: range) -> None:
    for seed in seeds:
        table, named = drawn(seed)
        fewest = min(sizes(table, named), default=None)

        left = without_idle(table, named)

        assert min(sizes(table, left), default=None) == fewest
        assert set(sizes(table, left)) >= set(sizes(table, named))


def test_some_drawn_tables_have_idle_flags_and_some_count() -> None:
    told = [drawn(seed) for seed in range(300)]

    assert sum(without_idle(table, named) != named for table, named in told) > 50
    assert any(
        isinstance(table.conditions[k], AtMost)
        for table, named in told
        for k in table.reached(without_idle(table, named).values())
    )


def test_a_payment_of_another_task_is_not_asked_for() -> None:
    asked, prefix = request(4, "sat"), handed_over(frontier(4, "sat"))
    table = grounded(asked, prefix, eq1(asked), needed(4), copies=1)
    found = Finder(table).shortest()

    assert isinstance(found, Continued)
    assert set(found.slots) <= set(table.useful)
    assert len(table.useful) < len(table.record.calls)
