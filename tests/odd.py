"""A world with every sort and with awkward names, and every record it can have."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from obligato.model.record import Call, Claim, Decided, Event, Handoff, Receipt, Record
from obligato.spec import (
    Decimal,
    Decision,
    Flag,
    Given,
    Int,
    Obligation,
    Request,
    Rows,
    Sort,
    Time,
    Tool,
    World,
    claim,
    some,
)
from obligato.spec.drafts import Gap
from obligato.spec.sorts import Column, List, Ratio

Item = Sort("Item")
lines = Rows("lines", Item("item"), Decimal(2)("price"), List("tags"))
claim_ = Tool(
    "claim",
    takes=[Item("from"), Decimal(2)("price"), Time("due"), Flag("in_")],
    returns=[Ratio("share"), List("names"), lines, Rows("ids", Item("id"))],
)
return_ = Tool("return", takes=[Rows("paths", Item("path"))])
at_ = Decision("at", of=[Item("class")])
odd = Request(
    "whatever may be called",
    World(
        "odd",
        tools=[claim_, return_],
        decisions=[at_],
        relations=[Given("near", Item("a"), Decimal(1)("far")), Given("is", List("l"))],
    ),
    binds=[Item("from"), Int("n")],
    owes=[Obligation("o", some(x.share == claim(Ratio("s")) for x in claim_.done()))],
)

texts = st.text("ab\"\\\n é\u2028😀'#", max_size=3)
exact = st.integers(-3, 3) | st.just(2**53 - 1)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "entity": texts,
    "Bool": st.booleans(),
    "Int": exact,
    "Time": exact,
    "Decimal": exact,
    "Ratio": st.builds(Fraction, exact, st.integers(1, 3)),
    "List": st.lists(texts | exact, max_size=2).map(tuple),
}


def cells(column: Column) -> st.SearchStrategy[Any]:
    if column.sort.kind != "Rows":
        return VALUES[column.sort.kind]
    row = st.fixed_dictionaries({}, optional={c.name: cells(c) for c in column.columns})
    return st.lists(row, max_size=2).map(tuple)


def filled(columns: tuple[Column, ...]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({c.name: cells(c) for c in columns})


def partly(columns: tuple[Column, ...]) -> st.SearchStrategy[dict[str, Any]]:
    every = {c.name: cells(c) for c in columns}
    return st.fixed_dictionaries({}, optional=every)


names = st.sampled_from(["e1", "e2", "x", "y"])
parties = st.sampled_from(["agent", "bob"])


@st.composite
def events(draw: st.DrawFn) -> Event:
    start = draw(st.integers(-2, 9))
    end = start + draw(st.integers(0, 2))
    by = draw(parties)
    match draw(st.sampled_from(["claim", "return", "at", "done", "handoff"])):
        case "claim":
            args = draw(filled(claim_.takes))
            return Call(draw(names), "claim", args, start, end, by)
        case "return":
            args = draw(filled(return_.takes))
            return Call(draw(names), "return", args, start, end, by)
        case "at":
            verdict = draw(st.sampled_from(["given", "declined", "revoked"]))
            args = draw(filled(at_.columns))
            return Decided(draw(names), "at", args, verdict, start, end, by)
        case "done":
            return Claim(draw(names), draw(partly(odd.slots)), start, end, by)
    return Handoff(draw(names), start, end)


@st.composite
def receipts(draw: st.DrawFn) -> Receipt:
    tool = draw(st.sampled_from([claim_, return_]))
    runs = st.sampled_from(["task", "tenure-1", "other"])
    plain = texts | st.none() | st.lists(exact, max_size=2) | st.tuples(exact)
    return Receipt(
        draw(st.sampled_from(["r1", "r2", "x1"])),
        draw(names),
        tool.name,
        draw(st.sampled_from(["ok", "ok", "failed", "unknown"])),
        draw(partly(tool.returns)),
        draw(runs),
        draw(runs),
        draw(st.sampled_from(["runtime", "tool", "human", "model", "child"])),
        draw(st.sampled_from(["", "wrong"])),
        "",
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.dictionaries(texts, plain, max_size=1)),
        draw(texts),
        draw(texts),
    )


@st.composite
def records(draw: st.DrawFn) -> Record:
    gaps = st.builds(
        Gap,
        st.sampled_from(["claim", "return", "at"]),
        st.none() | st.integers(-2, 4),
        st.none() | st.integers(4, 9),
    )
    near = st.frozensets(st.tuples(texts, exact), max_size=2)
    lists = st.frozensets(st.tuples(VALUES["List"]), max_size=2)
    happened = tuple(draw(st.lists(events(), max_size=4)))
    calls = sorted({event.id for event in happened if isinstance(event, Call)})
    took = {name: draw(st.sampled_from([None, True, False])) for name in calls}
    return Record(
        happened,
        tuple(draw(st.lists(receipts(), max_size=4))),
        draw(partly(odd.binds)),
        draw(st.fixed_dictionaries({}, optional={"near": near, "is": lists})),
        draw(st.dictionaries(st.just("Item"), st.lists(texts).map(tuple))),
        tuple(draw(st.lists(gaps, max_size=2))),
        draw(st.integers(-2, 9)),
        draw(st.sampled_from(["task", "T"])),
        draw(st.sampled_from(["tenure-1", "2"])),
        {name: flag for name, flag in took.items() if flag is not None},
    )
