"""A table handed over as clauses asks what it asks as SMT-LIB, and what it says."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from obligato.checker.ground.handed import EVERY, Handed, handed
from obligato.checker.ground.table import NO, YES, Literal, Sum, Table
from obligato.checker.ground.text import script
from obligato.checker.solver.planner import Chosen, Excluded, OrderSolver
from obligato.checker.solver.ways import Way
from obligato.properties.plants import planted

FLAGS = [f"|made {k}|" for k in range(5)]
SEEDS, WAY = range(40), Way(10**7)
Named = dict[str, Literal]
CONJUNCT = 'said += [f"{denied[k]} {denied[-part]}" for part in parts]'


def drawn(seed: int) -> tuple[Table, Named]:
    """Return a table of flags alone, with conjunctions in conjunctions."""
    random, table = Random(seed), Table()
    pool = [table.variable(name) for name in FLAGS]
    for _ in range(14):
        parts = [p * random.choice((1, -1)) for p in random.sample(pool, 2)]
        pool.append(random.choice((table.conj, table.disj))(parts))
    pool = [p for p in pool if abs(p) != YES]
    named = {f"clause {k}": random.choice(pool) * random.choice((1, -1)) for k in "abc"}
    return table, {**named, "nothing": random.choice((YES, NO, pool[-1])), "": pool[0]}


def ways(table: Table, named: Named, wanted: set[str]) -> Iterator[set[str]]:
    """Yield the sets of flags with which all that is wanted holds."""
    for bits in product((0, 1), repeat=len(FLAGS)):
        held = table.truths(dict(zip(FLAGS, bits, strict=True)))
        if all(held[named[name]] for name in (*wanted, "")):
            yield {name for name, bit in zip(FLAGS, bits, strict=True) if bit}


def differing(seeds: range = SEEDS) -> list[int]:
    """Return the seeds of which a solver is wrong, given the clauses or the script."""
    found = []
    for seed in seeds:
        table, named = drawn(seed)
        random, clauses = Random(seed), handed(table, named)
        smtlib = Handed(script(table, named, EVERY), clauses.known, clauses.names, None)
        assert clauses.clauses, "a table of flags has clauses"
        names = sorted(named)
        questions = [set(names), *(set(random.sample(names, 2)) for _ in range(3))]
        for solver in (OrderSolver(clauses, WAY), OrderSolver(smtlib, WAY)):
            for wanted in questions:
                told = [*ways(table, named, wanted)]
                outcome = solver.ask(wanted)
                right = isinstance(outcome, Chosen if told else Excluded)
                if isinstance(outcome, Chosen) and right:
                    right = {f for f in FLAGS if outcome.values.get(f, 0)} in told
                if not right:
                    found.append(seed)
    return found


def test_clauses_and_script_both_ask_what_the_table_says() -> None:
    assert differing() == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (CONJUNCT, "pass"),
        ("else (-part,)", "else (part,)"),
        ("range(1, len(names))]", "range(2, len(names))]"),
        ('} " if name else ""', '} " if name else "-1 "'),
    ],
    ids=["a conjunct is free", "turned round", "a name is left out", "not outright"],
)
def test_what_is_wrong_in_clauses_is_noticed(right: str, wrong: str) -> None:
    with planted("obligato.checker.ground.clauses", right, wrong):
        assert differing()


def test_what_speaks_of_more_than_flags_has_no_clauses() -> None:
    table = Table()
    flags = [table.variable(name) for name in FLAGS]
    few = table.at_most(Sum(0, tuple((("", flag), 1) for flag in flags)), Sum(2))

    within = table.disj((flags[0], table.conj((flags[1], few))))

    assert handed(table, {"few": few}).clauses is None
    assert handed(table, {"within": within}).clauses is None
    assert handed(table, {"flag": flags[0]}).clauses is not None
