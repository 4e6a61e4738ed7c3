"""A ground table says of a sequence of calls what `Truth` says of their record."""

import random
from collections.abc import Iterator

import pytest

from examples import invoicing, medication, payments, pipeline, refunds, shipping
from obligato.checker.ground.building import continued
from obligato.checker.ground.grounding import Grounded, grounded
from obligato.checker.ground.record import made, moment
from obligato.checker.ground.table import AtMost, Var
from obligato.checker.resume import handed_over
from obligato.model.judge import contradiction, judge
from obligato.model.settle import settle
from obligato.properties.plants import planted
from obligato.spec.correctness import eq1
from obligato.spec.verdicts import Established

WORLDS = {
    module.__name__.split(".")[-1]: module.JUDGED
    for module in (invoicing, medication, payments, pipeline, refunds, shipping)
}


def tables(world: str, copies: int = 2) -> Iterator[Grounded]:
    """Yield the ground tables after the judged records of a world."""
    for case in WORLDS[world]:
        prefix = handed_over(case.record)
        if contradiction(settle(case.request.world, prefix)) is None:
            yield grounded(case.request, prefix, eq1(case.request), 3, copies)


def sequence(ground: Grounded, draw: random.Random) -> tuple[list[int], dict[str, int]]:
    """Return slots in an order in which they could be made, and values of the rest."""
    needs = dict(enumerate(ground.record.needs(), ground.record.first))
    slots: list[int] = []
    for _ in range(draw.randrange(5)):
        ready = [i for i, n in needs.items() if i not in slots and set(n) <= set(slots)]
        slots += draw.sample(ready, min(1, len(ready)))
    values, clock = {}, ground.record.begin - 1
    for condition in ground.table.conditions:
        if isinstance(condition, Var):
            values[condition.name] = draw.randrange(2)
        elif isinstance(condition, AtMost):
            for name in {name for (name, _), _ in condition.sum.parts if name}:
                values[name] = draw.randrange(-2, 300)
    for i, _ in ground.slots():
        values[made(i)] = int(i in slots)
    for i in slots:
        clock = values[moment(i)] = clock + draw.choice((1, 1, 1, 2, 90, 150))
    values["|now|"] = clock + 1
    return slots, values


def differences(ground: Grounded, draw: random.Random) -> Iterator[str]:
    """Yield the clauses on which the table and `Truth` differ, of one sequence."""
    slots, values = sequence(ground, draw)
    held = ground.table.truths(values)
    tables = settle(ground.request.world, continued(ground.record, slots, values))
    if contradiction(tables) is not None:
        return
    for j, clause in enumerate(ground.clauses):
        literal = ground.named[f"clause {j}"]
        table_says = held[abs(literal)] == (literal > 0)
        if table_says != isinstance(judge(clause.formula, tables), Established):
            yield f"{clause.conjunct} {clause.name}: {table_says} of {slots}"


@pytest.mark.parametrize("world", WORLDS)
def test_each_clause_of_a_table_is_what_truth_says(world: str) -> None:
    draw = random.Random(7)
    for ground in tables(world):
        for _ in range(4):
            assert list(differences(ground, draw)) == []


PLANTS = [
    (
        "a row whose column is not known is not looked at",
        "obligato.checker.ground.reading",
        "found.extend(self.others)",
        "found.extend(())",
        "medication",
    ),
    (
        "a call goes without saying where it does not",
        "obligato.checker.ground.table",
        "kept -= self.implied[part]",
        "kept -= {*kept} - {part}",
        "invoicing",
    ),
    (
        "at most is less than",
        "obligato.checker.ground.parsing",
        "return table.at_most(left, right)",
        "return table.at_most(left.plus(Sum(1)), right)",
        "payments",
    ),
    (
        "of two clauses with opposite orders the rest is dropped",
        "obligato.checker.ground.orders",
        "found.append(-table.conj(rest))",
        "found.append(-table.conj(rest[:1]))",
        "refunds",
    ),
]


@pytest.mark.parametrize("plant", PLANTS, ids=[p[0] for p in PLANTS])
def test_a_planted_bug_is_noticed(plant: tuple[str, str, str, str, str]) -> None:
    _, module, old, new, world = plant
    with planted(module, old, new):
        draw = random.Random(7)
        told = (
            line
            for ground in tables(world)
            for _ in range(25)
            for line in differences(ground, draw)
        )
        assert next(told, None) is not None


def test_a_call_after_none_that_answers_it_is_refused_by_the_table() -> None:
    prefix = handed_over(invoicing.JUDGED[-1].record)
    ground = grounded(invoicing.settle, prefix, eq1(invoicing.settle), 3, 1)
    needing = next(
        i for i, n in enumerate(ground.record.needs(), ground.record.first) if n
    )
    root = ground.named[""]

    held = ground.table.truths({made(needing): 1})

    assert held[abs(root)] != (root > 0)


def test_values_that_are_free_are_those_of_no_cycle() -> None:
    for ground in tables("invoicing"):
        orders = {
            k
            for k, condition in enumerate(ground.table.conditions)
            if isinstance(condition, AtMost)
        }
        assert set(ground.free) <= orders
