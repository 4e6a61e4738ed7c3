"""The strategies of the tests: records of the lab, and formulas about them.

They construct and never filter; names come from pools of two, so that things meet.
"""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from obligato.model import Record, record
from obligato.spec import (
    Decision,
    Tool,
    at,
    bound,
    claim,
    count,
    every,
    frontier,
    gap,
    handoff,
    none,
    some,
    total,
)
from obligato.spec.drafts import Draft, Line
from obligato.spec.surface import Pattern
from obligato.spec.terms import Formula, Row, Term
from tests.lab import (
    Item,
    approve,
    changed,
    doc,
    ensure,
    item,
    lab,
    listing,
    look,
    made,
    make,
    special,
    touch,
    undo,
    worth,
)

ITEMS, DOCS, PARTIES = ("i1", "i2"), ("d1", "d2"), ("ann", "bob")
items, docs = st.sampled_from(ITEMS), st.sampled_from(DOCS)
numbers = st.integers(0, 2)


@st.composite
def calls(draw: st.DrawFn) -> Draft:
    """Return a call of a tool of the lab, and what came of it."""
    tool = draw(st.sampled_from([make, ensure, undo, look, listing, touch]))
    args: dict[str, Any] = {"item": draw(items)}
    if tool is make:
        args["size"] = draw(numbers)
    drafted = tool(**args).took(draw(st.sampled_from([0, 0, 2])))
    outcome = draw(st.sampled_from(["ok", "ok", "ok", "failed", "lost", "dropped"]))
    if outcome != "ok":
        done: Draft = getattr(drafted, outcome)()
        return done
    return drafted.ok(**draw(answers(tool.name)))


@st.composite
def answers(draw: st.DrawFn, tool: str) -> dict[str, Any]:
    """Return what a tool answers, now and then without one of its columns."""
    found: dict[str, Any] = {}
    match tool:
        case "look":
            found["here"] = draw(st.booleans())
        case "listing":
            rows = st.fixed_dictionaries({"doc": docs, "amount": numbers})
            found = {"lines": draw(st.lists(rows, max_size=2)), "size": draw(numbers)}
        case "touch":
            found["touched"] = draw(st.lists(docs, max_size=2))
    if found and draw(st.integers(0, 9)) == 9:
        found.pop(sorted(found)[0])
    return found


@st.composite
def decisions(draw: st.DrawFn) -> Draft:
    """Return a decision of the lab, given or withdrawn."""
    drafted = approve(item=draw(items), doc=draw(docs)).by(
        draw(st.sampled_from(PARTIES))
    )
    match draw(st.sampled_from(["given", "given", "declined", "revoked"])):
        case "declined":
            return drafted.declined()
        case "revoked":
            return drafted.revoked()
    return drafted


@st.composite
def records(draw: st.DrawFn, most: int = 5, claims: bool = True) -> Record:
    """Return a record of the lab, with overlaps, gaps and a handoff now and then."""
    lines: list[Line] = []
    clock = 0
    for _ in range(draw(st.integers(0, most))):
        clock += draw(st.integers(0, 3))
        lines += [at(clock), draw(st.one_of(calls(), calls(), calls(), decisions()))]
        if draw(st.integers(0, 7)) == 7:
            clock += 1
            lines += [at(clock), handoff()]
    end = clock + 9
    if claims and draw(st.booleans()):
        lines += [at(end), claim(worth=draw(numbers))]
        if draw(st.integers(0, 2)) == 2:
            end += 3
            lines += [at(end), draw(calls())]  # after the claim: it does not count
    if draw(st.integers(0, 4)) == 4:
        logs: list[Tool | Decision] = [make, ensure, undo, listing, touch, approve]
        source = draw(st.sampled_from(logs))
        since = draw(st.sampled_from([None, 2]))
        lines.append(gap(source, since, draw(st.sampled_from([None, 4]))))
    declared: list[dict[str, tuple[str, ...]]] = [
        {"Item": ITEMS},
        {"Item": ("i1",)},
        {},
    ]
    binding = draw(st.fixed_dictionaries({}, optional={"item": items, "doc": docs}))
    return record(
        lab,
        *lines,
        bound=binding,
        given={"special": draw(st.lists(docs, max_size=1))},
        entities=draw(st.sampled_from(declared)),
        now=end,
    )


@st.composite
def probed(draw: st.DrawFn) -> Record:
    """Return a record in which calls get lost, and reads tell of them in the end."""
    lines: list[Line] = [make(item=draw(items), size=1).lost()]
    clock = draw(st.sampled_from([1, 5]))
    for _ in range(draw(st.integers(0, 3))):
        name = draw(items)
        lines.append(at(clock))
        match draw(st.integers(0, 5)):
            case 0:
                lines.append(make(item=name, size=1).lost())
            case 1:
                lines.append(make(item=name, size=1).ok())
            case 2:
                lines.append(draw(st.sampled_from([undo, ensure]))(item=name).ok())
            case 3:
                lines.append(undo(item=name).lost())
            case _:
                lines.append(look(item=name).ok(here=draw(st.booleans())))
        clock += draw(st.sampled_from([1, 4, 5]))
    lines += [at(clock), look(item=draw(items)).ok(here=draw(st.booleans()))]
    return record(lab, *lines, bound={"item": "i1", "doc": "d1"}, now=clock + 5)


@st.composite
def formulas(draw: st.DrawFn, depth: int = 2) -> Formula:
    """Return a closed formula about the lab."""
    return draw(_formula([], depth))


@st.composite
def _formula(draw: st.DrawFn, scope: list[Row], depth: int) -> Formula:
    if depth == 0:
        return draw(_atom(scope))
    deeper = _formula(scope, depth - 1)
    match draw(st.integers(0, 6)):
        case 0:
            return draw(deeper) & draw(deeper)
        case 1:
            return draw(deeper) | draw(deeper)
        case 2:
            return ~draw(deeper)
        case 3:
            return draw(_counting(scope))
        case 4:
            return draw(_quantified(scope, depth, every))
        case 5:
            return draw(_quantified(scope, depth, none))
    return draw(_quantified(scope, depth, some))


@st.composite
def _quantified(
    draw: st.DrawFn, scope: list[Row], depth: int, over: Callable[[Any], Formula]
) -> Formula:
    pattern = draw(_pattern(scope))
    if over is not every and draw(st.booleans()):
        return over(pattern)
    return over(draw(_formula([*scope, x], depth - 1)) for x in pattern)


@st.composite
def _pattern(draw: st.DrawFn, scope: list[Row]) -> Pattern:
    which: dict[str, Any] = {}
    if draw(st.booleans()):
        which["item"] = draw(_item(scope))
    pattern: Pattern
    match draw(st.integers(0, 8)):
        case 0:
            pattern = make.done(**which)
        case 1:
            pattern = draw(st.sampled_from([make, ensure, touch])).tried(**which)
        case 2:
            pattern = made.made(**which)
        case 3:
            pattern = made.ended(**which)
        case 4:
            pattern = approve.given(**which)
        case 5:
            pattern = changed.made()
        case 6:
            pattern = made.made(**which).standing()
        case 7:
            pattern = look.done(here=draw(st.booleans()), **which)
        case _:
            pattern = listing.done(**which)
    if bool(scope) and draw(st.booleans()):
        other = draw(st.sampled_from(scope))
        match draw(st.integers(0, 3)):
            case 0:
                return pattern.after(other)
            case 1:
                return pattern.before(other)
            case 2:
                return pattern.within(draw(st.integers(0, 4)), of=other)
    return pattern


@st.composite
def _item(draw: st.DrawFn, scope: list[Row]) -> Any:
    having = [x for x in scope if any(c.name == "item" for c in x.columns)]
    if bool(having) and draw(st.booleans()):
        return draw(st.sampled_from(having)).item
    found: Term = bound(item)
    return draw(st.sampled_from([found, ~found, "i1"]))


@st.composite
def _atom(draw: st.DrawFn, scope: list[Row]) -> Formula:
    timed = [x for x in scope if x.columns]
    match draw(st.integers(0, 6)):
        case 0 if len(timed) > 1:
            first, last = draw(st.permutations(timed))[:2]
            return first.before(last)
        case 1 if timed:
            return draw(st.sampled_from(timed)).start >= frontier
        case 2:
            having = [x.doc for x in scope if any(c.name == "doc" for c in x.columns)]
            return special(draw(st.sampled_from([*having, bound(doc)])))
        case 3:
            return claim(worth) == draw(numbers)
        case 4:
            return bound(item) == draw(items)
        case 5:
            return draw(st.sampled_from([some, every]))(
                some(made.made(item=i)) for i in Item
            )
    return draw(_counting(scope))


@st.composite
def _counting(draw: st.DrawFn, scope: list[Row]) -> Formula:
    wanted = draw(numbers)
    match draw(st.integers(0, 3)):
        case 0:
            return count(draw(_pattern(scope))) <= wanted
        case 1:
            return count(x.by for x in approve.given()) >= wanted
        case 2:
            spent = total(line.amount for p in listing.done() for line in p.lines)
            return spent == claim(worth)
    return count(line.doc for p in listing.done() for line in p.lines) == wanted
