"""Exec: what a tool requires is judged of what had happened when its call started."""

from functools import partial

from obligato.model import record, residual
from obligato.spec import (
    Code,
    Effect,
    Obligation,
    Request,
    Rows,
    Sort,
    Tool,
    World,
    at,
    bound,
    every,
    now,
    some,
)
from obligato.spec.drafts import Line
from obligato.spec.surface import Pattern
from obligato.spec.terms import Formula

item = Sort("Item")("item")
made = Effect("made", item)
make = Tool("make", takes=[item], makes=[made(item)], fails="clean")
MAKE, USE = make(item="i"), Tool("use", takes=[item])(item="i").ok()


def codes_of_use(requires: Pattern | Formula, *lines: Line) -> list[Code]:
    """Return what is wrong with a record in a world whose tool `use` requires this."""
    use = Tool("use", takes=[item], requires=requires, fails="clean")
    used = Obligation("used", some(use.done(item=bound(item))))
    request = Request("use it", World("uses", [make, use]), binds=[item], owes=[used])
    found = residual(request, record(request, *lines, bound={"item": "i"}))
    return [f.code for f in found if f.code is not None]


def test_a_requirement_is_judged_when_the_call_starts_and_not_later() -> None:
    codes = partial(codes_of_use, made.made(item=item).standing())

    assert codes(MAKE.ok(), USE) == []
    assert codes(at(3), MAKE.ok().took(2), at(5), USE) == [Code.PRECONDITION]
    assert codes(at(3), MAKE.ok().took(2), at(6), USE) == []
    assert codes(USE, MAKE.ok()) == [Code.PRECONDITION]
    assert codes(MAKE.lost(), USE) == [Code.OPEN_CALL]


def test_what_a_tool_requires_of_now_is_judged_when_the_call_starts() -> None:
    fresh = some(now - m.end <= 10 for m in made.made(item=item))
    codes = partial(codes_of_use, fresh)

    assert codes(MAKE.ok(), USE, at(999)) == []
    assert codes(MAKE.ok(), at(11), USE) == [Code.PRECONDITION]


def test_a_requirement_may_speak_of_the_rows_of_an_earlier_answer() -> None:
    page = Sort("Page")("page")
    pages = Rows("pages", page)
    search = Tool("search", returns=[pages], fails="clean")
    cite = Tool(
        "cite",
        takes=[page],
        requires=some(x.page == page for p in search.done() for x in p.pages),
        fails="clean",
    )
    world = World("citing", tools=[search, cite])
    request = Request("cite", world, owes=[Obligation("cited", some(cite.done()))])
    found, citing = search().ok(pages=["p1"]), cite(page="p1").ok()

    def codes(*lines: Line) -> list[Code]:
        case = record(request, *lines)
        return [f.code for f in residual(request, case) if f.code is not None]

    assert codes(found, citing) == []
    assert codes(found, cite(page="p2").ok()) == [Code.PRECONDITION]
    assert codes(citing, found) == [Code.PRECONDITION]


def test_a_requirement_may_range_over_entities() -> None:
    Key = Sort("Key")
    key = Key("key")
    turned = Effect("turned", key)
    turn = Tool("turn", takes=[key], makes=[turned(key)], fails="clean")
    start = Tool(
        "start", requires=every(some(turned.made(key=k)) for k in Key), fails="clean"
    )
    world = World("keys", tools=[turn, start])
    request = Request("start", world, owes=[Obligation("on", some(start.done()))])

    def codes(*lines: Line) -> list[Code]:
        case = record(request, *lines, entities={"Key": ["a", "b"]})
        return [f.code for f in residual(request, case) if f.code is not None]

    assert codes(turn(key="a").ok(), turn(key="b").ok(), start().ok()) == []
    assert codes(turn(key="a").ok(), start().ok()) == [Code.PRECONDITION]
