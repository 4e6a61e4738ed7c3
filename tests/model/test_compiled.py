"""`Compiled` gives the verdict that `Truth` gives, whatever the formula and record."""

# ruff: noqa: D102  # the plants override methods that the algebra documents

import ast
import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
import pytest

from examples import (
    invoicing,
    payments,
    refunds,
    review,
    shipping,
    spending,
    workspace,
)
from examples.workspace import write
from obligato.model import settle
from obligato.model.code import Bag, Truth, Value
from obligato.model.compiled import Compiled
from obligato.model.program import Program, compile_formula, translated
from obligato.model.tables import Tables
from obligato.model.truth import Truth as Direct
from obligato.spec import Request, SpecError, some
from obligato.spec import syntax as s
from obligato.spec.correctness import eq1
from obligato.spec.semantics import interpret

JUDGED = [
    judged
    for module in (
        invoicing,
        refunds,
        shipping,
        review,
        payments,
        spending,
        workspace,
    )
    for judged in module.JUDGED
]


def formulas_of(request: Request) -> list[s.Formula]:
    return [clause.formula for clause in eq1(request)]  # the duties are among them


def agree(formula: s.Formula, program: Program, tables: Tables) -> bool:
    return program.verdict(tables) == interpret(formula, Direct(tables))


@functools.cache
def cases() -> list[tuple[s.Formula, Tables]]:
    return [
        (formula, settle(judged.request.world, judged.record, future=future))
        for judged in JUDGED
        for future in (False, True)
        for formula in formulas_of(judged.request)
    ]


def differing(
    translate: Callable[[s.Formula], Program],
) -> Iterator[tuple[s.Formula, Tables]]:
    programs: dict[s.Formula, Program] = {}
    for formula, tables in cases():
        if formula not in programs:
            programs[formula] = translate(formula)
        if not agree(formula, programs[formula], tables):
            yield formula, tables


def test_compiled_agrees_with_truth_on_every_judged_record() -> None:
    assert len(cases()) > 500
    assert list(differing(compile_formula)) == []


class Swapped(Compiled):
    """The operands of ``<`` change places."""

    def less(self, left: Value, right: Value) -> Truth:
        return super().less(right, left)


class UnknownIsFalse(Compiled):
    """What is not surely equal is taken to differ."""

    def differ(self, left: Value, right: Value) -> Truth:
        return self.no(self.equal(left, right))


class WhereDropped(Compiled):
    """The first of several conjuncts is forgotten."""

    def all(self, parts: Iterable[Truth]) -> Truth:
        found = list(parts)
        return super().all(iter(found[1:] if len(found) > 1 else found))


class OneMore(Compiled):
    """A count may be one greater than it is."""

    def count(self, bag: Bag, distinct: bool) -> Value:
        made = super().count(bag, distinct)
        return attrs.evolve(made, steps=[*made.steps, f"{made.high} += 1"])


SEEN = [Swapped, UnknownIsFalse, WhereDropped, OneMore]  # by the judged records alone


@pytest.mark.parametrize("plant", SEEN, ids=lambda plant: plant.__name__)
def test_the_judged_records_notice_a_planted_bug(plant: type[Compiled]) -> None:
    assert any(differing(lambda formula: translated(formula, plant())))


def test_the_source_is_a_loop_that_ends_at_the_first_match() -> None:
    source = compile_formula(some(write.done(path="a")).node).source
    assert source.splitlines()[:4] == [
        "def verdict(tables):",
        "    write_1 = tables.calls['write']",
        "    for write_2 in write_1:",
        "        if write_2['path'] == 'a' and write_2['took'] is True "
        "and 'open row' not in write_2:",
    ]
    assert source.splitlines()[4] == "            return True, True"


def test_a_failing_program_shows_the_line_of_its_source() -> None:
    program = compile_formula(some(write.tried()).node)
    tables: Any = object()
    with pytest.raises(AttributeError) as raised:
        program.verdict(tables)
    assert "tables.calls" in str(raised.traceback[-1].statement)


def test_text_in_a_formula_never_becomes_code() -> None:
    nasty = "x') or print('"
    table = s.Calls(nasty)
    where = s.Equal(s.Get("x0", nasty, nasty), s.Const(nasty, nasty))
    source = translated(s.Some(s.Bind("x0", table, where), s.TRUE), Compiled()).source
    calls = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Call)]
    assert calls == []


def test_an_open_formula_is_refused() -> None:
    open_formula = s.Equal(s.Get("x0", "path", "Path"), s.Const("a", "Path"))
    with pytest.raises(SpecError, match="free variables, x0"):
        compile_formula(open_formula)


def test_more_loops_than_python_nests_are_refused() -> None:
    formula: s.Formula = s.TRUE
    for i in range(25):
        formula = s.Some(s.Bind(f"x{i}", s.Calls("write"), s.TRUE), formula)
    with pytest.raises(SpecError, match="too deep"):
        compile_formula(formula)


def test_a_hundred_conjuncts_with_loops_are_no_hundred_levels() -> None:
    parts = tuple(some(write.done(path=str(i))).node for i in range(100))
    assert "return True, True" in compile_formula(s.And(parts)).source
