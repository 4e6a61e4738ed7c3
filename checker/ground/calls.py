"""The calls that could follow a record: which tools, with which known arguments.

An argument is a name known at the frontier or a column of an earlier answer, and an
answer names something new. A tool is worth calling if a duty speaks of it or of what
it does, if such a tool requires or is told of it, or if it answers with what such a
tool takes. No other call can change what a duty says, by the law of irrelevant events.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

import attrs

from ...model.record import Record
from ...spec import syntax as s
from ...spec.requests import Request, World
from ...spec.resolution import tellers
from ...spec.tools import Tool
from ..solver.scope import Names

MOST = 20_000  # calls that one table may have


@attrs.frozen
class Candidate:
    """A call that could be made, `answers` being the new names it would bring.

    `copy`: 0 for the first call of this tool with these arguments, then 1, 2, …
    """

    tool: Tool
    args: Mapping[str, int]
    answers: Mapping[str, int]
    copy: int


@attrs.frozen
class Reach:
    """How far a search for a continuation looks.

    `further`: the most calls of a continuation. `calls`: how many calls could be
    made, each at most `copies` times. `whole`: whether those are all there are.
    """

    further: int
    calls: int
    copies: int
    whole: bool = True

    def __str__(self) -> str:
        times = {1: "once", 2: "twice"}.get(self.copies, f"{self.copies} times")
        cut = "" if self.whole else f", the first {MOST} alone"
        return (
            f"at most {self.further} further calls, each answered, out of "
            f"{self.calls} that could be made{cut}, each at most {times}"
        )


def candidates(
    request: Request,
    names: Names,
    prefix: Record,
    formulas: Iterable[s.Formula],
    further: int,
    copies: int,
    most: int = MOST,
) -> tuple[list[Candidate], bool]:
    """Return the calls that could follow ``prefix``, and whether those are all.

    There are at most ``most``, and their new names join ``names``. A chain of answers
    is at most ``further`` long.
    """
    found: dict[tuple[str, tuple[int, ...]], None] = {}
    made: list[Candidate] = []
    tools = relevant(request.world, prefix, formulas)
    known = {sort: list(range(names.size(sort))) for sort in names.sorts()}
    for _ in range(further):
        new: dict[str, list[int]] = {}
        for tool in tools:
            for args in arguments(tool, request, prefix, names, known):
                key = tool.name, tuple(args.values())
                if key in found:
                    continue
                if len(made) + copies > most:
                    return made, False
                found[key] = None
                for copy in range(copies):
                    answers = fresh(tool, names)
                    made.append(Candidate(tool, args, answers, copy))
                    for column in tool.returns:
                        if column.name in answers:
                            new.setdefault(column.sort.name, []).append(
                                answers[column.name]
                            )
        if not new:
            break
        for sort, ids in new.items():
            known.setdefault(sort, []).extend(ids)
    return made, True


def fresh(tool: Tool, names: Names) -> dict[str, int]:
    """Return a new name for each column of an answer that names an entity."""
    return {
        c.name: names.another(c.sort.name)
        for c in tool.returns
        if c.sort.kind == "entity"
    }


def arguments(
    tool: Tool,
    request: Request,
    prefix: Record,
    names: Names,
    known: Mapping[str, list[int]],
) -> Iterator[dict[str, int]]:
    """Yield the lists of known arguments with which the tool might run.

    What the tool requires of its arguments alone, relations that are given, narrows
    them down first.
    """
    columns = {c.name: c for c in tool.takes if c.sort.kind == "entity"}
    partial: list[dict[str, int]] = [{}]
    for relation, terms in required(tool):
        tuples = prefix.given.get(relation, frozenset())
        sorts = [c.sort.name for c in request.world.relation(relation).columns]
        ids = [
            [names.id(sort, v) for sort, v in zip(sorts, values, strict=True)]
            for values in sorted(tuples)
        ]
        partial = list(joined(partial, terms, ids))
    for args in partial:
        left = [name for name in columns if name not in args]
        pools = [known.get(columns[name].sort.name, []) for name in left]
        for values in product(*pools):
            chosen = {**args, **dict(zip(left, values, strict=True))}
            yield {name: chosen[name] for name in columns}


def required(tool: Tool) -> Iterator[tuple[str, list[str]]]:
    """Yield each relation that ``tool`` requires of its arguments, and of which."""
    parts = tool.requires.parts if isinstance(tool.requires, s.And) else [tool.requires]
    entities = {c.name for c in tool.takes if c.sort.kind == "entity"}
    for part in parts:
        if isinstance(part, s.Given):
            terms = [t.field for t in part.terms if isinstance(t, s.Get)]
            if len(terms) == len(part.terms) and entities.issuperset(terms):
                yield part.relation, terms


def joined(
    partial: list[dict[str, int]], terms: list[str], tuples: list[list[int]]
) -> Iterator[dict[str, int]]:
    """Yield each partial list of arguments with each tuple that agrees with it."""
    shared = [name for name in terms if partial and name in partial[0]]
    index: dict[tuple[int, ...], list[dict[str, int]]] = {}
    for values in tuples:
        row = dict(zip(terms, values, strict=True))
        if all(row[n] == v for n, v in zip(terms, values, strict=True)):
            index.setdefault(tuple(row[n] for n in shared), []).append(row)
    for args in partial:
        for row in index.get(tuple(args[n] for n in shared), ()):
            yield {**args, **row}


def relevant(
    world: World, prefix: Record, formulas: Iterable[s.Formula]
) -> tuple[Tool, ...]:
    """Return the tools whose calls may matter, in the order of the world."""
    answered = {r.call for r in prefix.ledger if r.status != "unknown"}
    doubtful = {c.tool for c in prefix.calls if c.id not in answered}
    found = spoken_of(world, formulas)
    for name in doubtful:
        for made in world.tool(name).makes:
            found |= {tool.name: None for tool, _ in tellers(world, made.effect)}
    todo = list(found)
    while todo:
        tool = world.tool(todo.pop())
        taken = {c.sort.name for c in tool.takes if c.sort.kind == "entity"}
        needed = spoken_of(world, [tool.requires])
        needed |= {
            t.name: None
            for t in world.tools
            if any(c.sort.name in taken for c in t.returns)
        }
        todo += [name for name in needed if name not in found]
        found |= needed
    return tuple(tool for tool in world.tools if tool.name in found)


def spoken_of(world: World, formulas: Iterable[s.Formula]) -> dict[str, None]:
    """Return the tools that formulas speak of, by name or by effect."""
    calls, effects = set[str](), set[str]()
    for formula in formulas:
        for node in s.walk(formula):
            match node:
                case s.Calls(tool):
                    calls.add(tool)
                case s.Made(effect) | s.Ended(effect):
                    effects.add(effect)
    return {
        tool.name: None
        for tool in world.tools
        if tool.name in calls
        or any(i.effect.name in effects for i in (*tool.makes, *tool.ends))
    }
