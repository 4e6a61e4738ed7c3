"""`Indexed` agrees with `Truth`, on Eq. 1 and on the shapes of formulas."""

import pytest
from hypothesis import given, settings

from examples import invoicing, medication, payments, pipeline, refunds, review
from obligato.model import Record, settle
from obligato.model.indexed import must
from obligato.model.scarce import scarce
from obligato.model.tables import Tables
from obligato.model.truth import Truth
from obligato.properties.choices import seeded
from obligato.properties.plants import planted
from obligato.properties.pools import Pools
from obligato.properties.recording import draw_record
from obligato.spec import syntax as s
from obligato.spec.correctness import eq1
from obligato.spec.errors import TransformError
from obligato.spec.semantics import holds
from tests.lab import lab
from tests.model.test_compiled_random import SHAPES
from tests.strategies import records

MODULES = (invoicing, medication, payments, pipeline, refunds, review)
FORMULAS = {
    **{f"{c.conjunct}: {c.name}": c.formula for c in eq1(lab)},
    **{name: shape.node for name, shape in SHAPES.items()},
}


def differ(formula: s.Formula, tables: Tables) -> bool:
    try:
        direct = holds(formula, Truth(tables), {}, sure=True)
    except TransformError:
        return False
    few = scarce(formula)
    if few is not None and few.holds(tables) and not direct:
        return True
    return must(formula)(tables) != direct


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_eq1_of_a_judged_record_is_read_alike(module: object) -> None:
    for case in vars(module)["JUDGED"]:
        tables = settle(case.request.world, case.record)
        wrong = [c.name for c in eq1(case.request) if differ(c.formula, tables)]
        assert wrong == []


@pytest.mark.parametrize("name", FORMULAS)
@settings(max_examples=8, deadline=None)
@given(records())
def test_a_formula_is_read_alike_of_any_record(name: str, record: Record) -> None:
    assert not differ(FORMULAS[name], settle(lab.world, record))


def test_a_loop_with_an_equality_looks_its_rows_up() -> None:
    once = next(c for c in eq1(invoicing.settle) if c.name == "paid once")
    few = scarce(once.formula)

    assert few is not None
    assert (few.column, few.most) == ("invoice", 1)


PLANTS = {
    "an index forgets what is not known": (
        "obligato.model.index",
        "return rows + self.others if self.others else rows",
        "return rows",
    ),
    "an index of a value finds nothing": (
        "obligato.model.index",
        "        return rows + self.others",
        "        return self.others",
    ),
    "of an unknown value nothing is found": (
        "obligato.model.index",
        "return self.every",
        "return self.others",
    ),
    "a count is never too great": (
        "obligato.model.scarce",
        "len(rows) <= self.most",
        "True",
    ),
    "what is not known does not count": (
        "obligato.model.scarce",
        "if index.others:",
        "if False:",
    ),
}


@pytest.mark.parametrize("bug", PLANTS)
def test_a_planted_bug_is_noticed(bug: str) -> None:
    pools = Pools(lab)
    drawn = (draw_record(lab, seeded(bug, i), 6, pools) for i in range(150))

    with planted(*PLANTS[bug]):
        noticed = any(
            differ(formula, settle(lab.world, made))
            for made in drawn
            for formula in FORMULAS.values()
        )

    assert noticed
