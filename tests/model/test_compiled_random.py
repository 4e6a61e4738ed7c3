"""`Compiled` agrees with `Truth` on random formulas and records of a small shop."""

# ruff: noqa: D102  # the plants override methods that the algebra documents

import functools
from collections.abc import Callable

import attrs
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from obligato.model import Record, record, settle
from obligato.model.code import Condition, Scope, Truth, Value, Var
from obligato.model.compiled import Compiled
from obligato.model.program import Program, translated
from obligato.model.tables import Tables
from obligato.model.truth import Truth as Direct
from obligato.spec import (
    Bool,
    Decision,
    Effect,
    Given,
    Int,
    Request,
    Rows,
    Rule,
    Sort,
    Tool,
    World,
    at,
    bound,
    claim,
    count,
    every,
    frontier,
    handoff,
    none,
    now,
    some,
    total,
)
from obligato.spec import syntax as s
from obligato.spec.answers import mean, ratio, rounded
from obligato.spec.drafts import Gap, Line
from obligato.spec.errors import TransformError
from obligato.spec.semantics import interpret

Thing, Part = Sort("Thing"), Sort("Part")
thing, n, good = Thing("thing"), Int("n"), Bool("good")
parts = Rows("parts", thing, n, key=thing)
built = Effect("built", thing)
build = Tool("build", takes=[thing, n], returns=[good], makes=[built(thing)])
fetch = Tool(
    "fetch",
    takes=[thing],
    returns=[n, parts],
    makes=[built(parts.thing)],
    fails="clean",
)
scrap = Tool("scrap", takes=[thing], ends=[built(thing)], fails="clean")
allow = Decision("allow", of=[thing])
special = Given("special", thing)
shop = Request(
    "build things",
    World(
        "shop",
        tools=[build, fetch, scrap],
        decisions=[allow],
        relations=[special],
    ),
    binds=[thing],
    keeps=[Rule("nothing special", none(special(b.thing) for b in built.made()))],
)

makers, fetched = build.done(), fetch.done()
SHAPES = {
    "a count for each row": every(
        count(fetch.tried(thing=b.thing)) <= b.n for b in build.tried()
    ),
    "a count in the middle of three loops": some(
        count(built.made(thing=b.thing)) + b.n == f.n
        for b in build.tried()
        for f in fetch.tried()
        for g in allow.given()
    ),
    "a range that an outer row decides": every(
        some(allow.given(thing=b.thing).standing(b)) | ~f.before(b)
        for b in makers
        for f in fetched
    ),
    "rows counted through two loops": count(p for f in fetched for p in f.parts) >= 2,
    "values counted through two loops": count(
        p.thing for f in fetch.tried() for p in f.parts
    )
    == count(f.thing for f in fetched),
    "a sum through two loops": total(p.n for f in fetched for p in f.parts) <= 4,
    "the mean of a sum": mean(b.n for b in build.tried())
    <= rounded(ratio(total(f.n for f in fetched), 2), 1),
    "one count used three times": (count(makers) >= 1)
    & (count(makers) <= 2)
    & (count(makers) != count(fetched)),
    "each entity": every(
        some(built.made(thing=e)) | special(e) | (e == bound(thing)) for e in Thing
    ),
    "an interval of times": every(
        (b.end + 3 <= now) & ~(b.start >= frontier) for b in build.tried()
    ),
    "many conjuncts": functools.reduce(
        lambda left, right: left & right,
        (some(build.tried(n=i % 4)) | some(fetched) for i in range(20)),
    ),
}

TIMES = {"start": "Time", "end": "Time"}
TABLES: list[tuple[s.Table, dict[str, str]]] = [
    (s.Calls("build"), {"thing": "Thing", "n": "Int", "good": "Bool", "took": "Bool"}),
    (s.Calls("fetch"), {"thing": "Thing", "n": "Int", "took": "Bool", "parts": "Rows"}),
    (s.Decided("allow", "given"), {"thing": "Thing"}),
    (s.Decided("allow", "withdrawn"), {"thing": "Thing"}),
    (s.Made("built"), {"thing": "Thing", "took": "Bool"}),
    (s.Ended("built"), {"thing": "Thing", "took": "Bool"}),
]
PARTS = {"thing": "Thing", "n": "Int"}
ENTITIES = (s.Entities("Thing"), {"self": "Thing"})
Fields = dict[str, dict[str, str]]  # variable ↦ column ↦ sort
names = st.sampled_from("abc")
amounts = st.integers(0, 3)


@st.composite
def binds(draw: DrawFn, scope: Fields, depth: int) -> tuple[s.Bind, Fields]:
    inside = [
        (s.Inside(x, "parts"), PARTS)
        for x, columns in scope.items()
        if "parts" in columns
    ]
    events = [(table, columns | TIMES) for table, columns in TABLES]
    table, columns = draw(st.sampled_from([*events, ENTITIES, *inside]))
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
        case "Thing":
            kinds += [
                st.just(s.Role("thing", sort)),
                names.map(lambda v: s.Const(v, sort)),
            ]
        case "Bool":
            kinds += [st.booleans().map(lambda v: s.Const(v, sort))]
        case "Time":
            kinds += [st.sampled_from([s.Now(), s.Frontier()])]
        case _:
            kinds += [amounts.map(lambda v: s.Const(v, sort))]
            kinds += [st.just(s.Slot("sum", sort))]
    if depth > 0 and sort == "Int":
        inner = bags(scope, depth - 1, sort)
        pair = st.tuples(terms(scope, 0, sort), terms(scope, 0, sort))
        kinds += [
            inner.map(s.Count),
            inner.map(lambda bag: s.Count(attrs.evolve(bag, value=None))),
            bags(scope, depth - 1, "Thing").map(s.Count),
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
            sorts = (
                ("Thing", "Int", "Bool", "Time") if kind == "==" else ("Int", "Time")
            )
            sort = draw(st.sampled_from(sorts))
            left, right = (draw(terms(scope, depth, sort)) for _ in range(2))
            if kind == "==":
                return s.Equal(left, right)
            return s.Less(left, right) if kind == "<" else s.AtMost(left, right)
        case "given":
            return s.Given("special", (draw(terms(scope, 0, "Thing")),))
        case "some":
            bind, inner = draw(binds(scope, depth))
            return s.Some(bind, draw(formulas(inner, depth - 1)))
        case "and":
            wanted = st.lists(formulas(scope, depth - 1), max_size=3)
            return s.And(tuple(draw(wanted)))
    body = draw(formulas(scope, depth - 1))
    return s.Known(body) if kind == "known" else s.Not(body)


@st.composite
def events(draw: DrawFn) -> Line:
    what = draw(names)
    inside = draw(st.none() | st.dictionaries(names, st.none() | amounts, max_size=2))
    rows = [{"thing": k, "n": v} for k, v in (inside or {}).items()]
    answer = {"n": draw(st.none() | amounts), "parts": None if inside is None else rows}
    yes = draw(st.none() | st.booleans())
    made, fetched = build(thing=what, n=draw(amounts)), fetch(thing=what)
    given = allow(thing=what).by(draw(st.sampled_from(["ann", "bob"])))
    lines: list[Line] = [
        made.ok(good=yes),
        made.failed(),
        made.lost().took(5),
        fetched.ok(**answer),
        fetched.lost(),
        scrap(thing=what).ok(),
        scrap(thing=what).lost(),
        given,
        given.revoked(),
        at(draw(st.integers(0, 9))),
        handoff(),
        Gap("build", 3),
        Gap("allow"),
    ]
    return draw(st.sampled_from(lines))


@st.composite
def shop_records(draw: DrawFn) -> Record:
    return record(
        shop,
        *draw(st.lists(events(), max_size=7)),
        *draw(st.sampled_from([[], [claim()]])),
        bound=draw(st.sampled_from([{}, {"thing": "a"}])),
        given=draw(st.sampled_from([{}, {"special": ["a", "b"]}])),
        entities=draw(st.sampled_from([{}, {"Thing": ["a", "b", "c"]}])),
    )


shapes = st.sampled_from([shape.node for shape in SHAPES.values()])


@st.composite
def shop_cases(draw: DrawFn, of: SearchStrategy[s.Formula]) -> tuple[s.Formula, Tables]:
    tables = settle(shop.world, draw(shop_records()), draw(st.booleans()))
    tables.slots = draw(st.sampled_from([{}, {"sum": 2}]))  # `shop` itself has none
    return draw(of), tables


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


@settings(SEARCH, max_examples=400)
@given(shop_cases(formulas({}, 4) | shapes))
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
    "plant", [OpenIsThere, NeverForgotten], ids=lambda plant: plant.__name__
)
def test_random_records_notice_a_planted_bug(plant: type[Compiled]) -> None:
    def differs(case: tuple[s.Formula, Tables]) -> bool:
        return not agree(case[0], translated(case[0], plant()), case[1])

    find(shop_cases(shapes), differs, settings=SEARCH)
