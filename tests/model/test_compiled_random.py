"""`Compiled` agrees with `Truth` on random formulas and records."""

# ruff: noqa: D102  # the plants override methods that the algebra documents

import functools
from collections.abc import Callable

import attrs
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from obligato.model import Record, settle
from obligato.model.code import Condition, Scope, Truth, Value, Var
from obligato.model.compiled import Compiled
from obligato.model.program import Program, translated
from obligato.model.tables import Tables
from obligato.model.truth import Truth as Direct
from obligato.spec import (
    bound,
    count,
    every,
    frontier,
    now,
    some,
    total,
)
from obligato.spec import syntax as s
from obligato.spec.answers import mean, ratio, rounded
from obligato.spec.errors import TransformError
from obligato.spec.semantics import interpret
from tests.lab import Item, approve, item, lab, listing, made, make, touch
from tests.strategies import ITEMS, numbers, records

pages, makers, tries = listing.done(), make.done(), make.tried()
SHAPES = {
    "a count for each row": every(
        count(listing.tried(item=m.item)) <= m.size for m in tries
    ),
    "a count in the middle of three loops": some(
        count(made.made(item=m.item)) + m.size == p.size
        for m in tries
        for p in listing.tried()
        for _ in approve.given()
    ),
    "a range that an outer row decides": every(
        some(approve.given(item=m.item).standing(m)) | ~p.before(m)
        for m in makers
        for p in pages
    ),
    "rows counted through two loops": count(x for p in pages for x in p.lines) >= 2,
    "values counted through two loops": count(
        x.doc for p in listing.tried() for x in p.lines
    )
    == count(p.size for p in pages),
    "a sum through two loops": total(x.amount for p in pages for x in p.lines) <= 2,
    "a mean": mean(m.size for m in tries)
    <= rounded(ratio(total(p.size for p in pages), 2), 1),
    "one count used three times": (count(tries) >= 1)
    & (count(tries) <= 2)
    & (count(tries) != count(pages)),
    "each entity": every(some(made.made(item=e)) | (e == bound(item)) for e in Item),
    "an interval of times": every(
        (m.end + 3 <= now) & ~(m.start >= frontier) for m in tries
    ),
    "many conjuncts": functools.reduce(
        lambda left, right: left & right,
        (some(make.tried(size=i % 3)) | some(touch.done()) for i in range(20)),
    ),
}

TIMES = {"start": "Time", "end": "Time"}
OWN = {"item": "Item", "took": "Bool"}
TABLES: list[tuple[s.Table, dict[str, str]]] = [
    (s.Calls("make"), OWN | {"size": "Int", "again": "Bool"} | TIMES),
    (s.Calls("look"), OWN | {"here": "Bool", "answered": "Bool"} | TIMES),
    (s.Calls("listing"), OWN | {"size": "Int", "lines": "Rows"} | TIMES),
    (s.Decided("approve", "given"), {"item": "Item", "doc": "Doc"} | TIMES),
    (s.Decided("approve", "withdrawn"), {"item": "Item", "doc": "Doc"} | TIMES),
    (s.Made("made"), OWN | TIMES),
    (s.Ended("made"), OWN | TIMES),
    (s.Made("changed"), {"doc": "Doc", "took": "Bool"} | TIMES),
    (s.Entities("Item"), {"self": "Item"}),
]
LINES = {"doc": "Doc", "amount": "Int"}
Fields = dict[str, dict[str, str]]  # variable ↦ column ↦ sort


@st.composite
def binds(draw: DrawFn, scope: Fields, depth: int) -> tuple[s.Bind, Fields]:
    inside = [(s.Inside(x, "lines"), LINES) for x in scope if "lines" in scope[x]]
    table, columns = draw(st.sampled_from([*TABLES, *inside]))
    var = f"x{len(scope)}"
    inner = scope | {var: columns}
    where = draw(formulas(inner, depth - 1)) if draw(st.booleans()) else s.TRUE
    return s.Bind(var, table, where), inner


@st.composite
def bags(draw: DrawFn, scope: Fields, depth: int, sort: str) -> s.Bag:
    found, inner = [], scope
    for _ in range(draw(st.integers(1, 2))):
        bind, inner = draw(binds(inner, depth - 1))
        found.append(bind)
    return s.Bag(tuple(found), draw(terms(inner, 0, sort)))


@st.composite
def terms(draw: DrawFn, scope: Fields, depth: int, sort: str) -> s.Term:
    fields = [
        s.Get(x, field, sort)
        for x, columns in scope.items()
        for field, found in columns.items()
        if found == sort
    ]
    kinds: list[SearchStrategy[s.Term]] = (
        [st.sampled_from(fields)] * 3 if fields else []
    )
    match sort:
        case "Item":
            kinds += [
                st.just(s.Role("item", sort)),
                st.sampled_from(ITEMS).map(lambda v: s.Const(v, sort)),
            ]
        case "Doc":
            kinds += [st.just(s.Role("doc", sort))]
        case "Bool":
            kinds += [st.booleans().map(lambda v: s.Const(v, sort))]
        case "Time":
            kinds += [st.sampled_from([s.Now(), s.Frontier()])]
        case _:
            kinds += [numbers.map(lambda v: s.Const(v, sort))]
            kinds += [st.just(s.Slot("worth", sort))]
    if depth > 0 and sort == "Int":
        inner = bags(scope, depth - 1, sort)
        pair = st.tuples(terms(scope, 0, sort), terms(scope, 0, sort))
        kinds += [
            inner.map(s.Count),
            inner.map(lambda bag: s.Count(attrs.evolve(bag, value=None))),
            bags(scope, depth - 1, "Item").map(s.Count),
            inner.map(s.Total),
            inner.map(lambda bag: s.Apply("most", (bag,), sort)),
            pair.map(lambda both: s.Plus(*both)),
            pair.map(lambda both: s.Minus(*both)),
        ]
    return draw(st.one_of(kinds))


@st.composite
def formulas(draw: DrawFn, scope: Fields, depth: int) -> s.Formula:
    kind = draw(
        st.sampled_from(
            ["==", "<", "<=", "given", "some", "some", "not", "and", "known"]
        )
    )
    if depth <= 0 and kind in ("some", "not", "and", "known"):
        kind = "=="
    match kind:
        case "==" | "<" | "<=":
            sorts = ("Item", "Int", "Bool", "Time") if kind == "==" else ("Int", "Time")
            sort = draw(st.sampled_from(sorts))
            left, right = (draw(terms(scope, depth, sort)) for _ in range(2))
            if kind == "==":
                return s.Equal(left, right)
            return s.Less(left, right) if kind == "<" else s.AtMost(left, right)
        case "given":
            return s.Given("special", (draw(terms(scope, 0, "Doc")),))
        case "some":
            bind, inner = draw(binds(scope, depth))
            return s.Some(bind, draw(formulas(inner, depth - 1)))
        case "and":
            wanted = st.lists(formulas(scope, depth - 1), max_size=3)
            return s.And(tuple(draw(wanted)))
    body = draw(formulas(scope, depth - 1))
    return s.Known(body) if kind == "known" else s.Not(body)


shapes = st.sampled_from([shape.node for shape in SHAPES.values()])


@st.composite
def cases(draw: DrawFn, of: SearchStrategy[s.Formula]) -> tuple[s.Formula, Tables]:
    made: Record = draw(records())
    if draw(st.booleans()):  # else which items there are is not known
        made = attrs.evolve(made, entities={})
    return draw(of), settle(lab.world, made, future=draw(st.booleans()))


Outcome = tuple[bool, bool] | str


def outcome(bits: Callable[[], tuple[bool, bool]]) -> Outcome:
    try:
        return bits()
    except TransformError as error:
        return str(error)


def agree(formula: s.Formula, program: Program, tables: Tables) -> bool:
    direct = outcome(lambda: interpret(formula, Direct(tables)))
    return outcome(lambda: program.verdict(tables)) == direct


SEARCH = settings(
    derandomize=True,
    max_examples=2000,
    deadline=None,
    database=None,
    phases=[Phase.generate],
)


@settings(SEARCH, max_examples=300)
@given(cases(formulas({}, 4) | shapes))
def test_compiled_agrees_with_truth_on_random_formulas_and_records(
    case: tuple[s.Formula, Tables],
) -> None:
    program = translated(case[0], Compiled())
    assert agree(case[0], program, case[1]), program.source


class OpenIsThere(Compiled):
    """A row that stands for any number of rows is taken to be there."""

    def there(self, row: Var) -> Truth:
        return Condition("True", "False", self.scope)


class NeverForgotten(Compiled):
    """What was computed for one row is used for the next."""

    def _cell(self, home: Scope, made: Truth | Value) -> Condition | Value:
        return super()._cell(self.root, made)


@pytest.mark.parametrize(
    ("plant", "shape"),
    [
        pytest.param(OpenIsThere, "one count used three times", id="OpenIsThere"),
        pytest.param(NeverForgotten, "a count for each row", id="NeverForgotten"),
    ],
)
def test_random_records_notice_a_planted_bug(plant: type[Compiled], shape: str) -> None:
    formula = SHAPES[shape].node
    planted = translated(formula, plant())

    def differs(case: tuple[s.Formula, Tables]) -> bool:
        return not agree(formula, planted, case[1])

    find(cases(st.just(formula)), differs, settings=SEARCH)
