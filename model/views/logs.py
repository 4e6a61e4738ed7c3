"""The logs of a world as items of a view: which rows there are, and what each shows."""

from collections.abc import Iterator

from ...spec import syntax as s
from ...spec.requests import Request
from ...spec.sorts import Column, Party, Time
from ...spec.surface import Pattern, count
from ...spec.terms import Row, Term
from ...spec.tools import Tool
from .view import Column as Shown
from .view import Item

THIS = s.THIS  # the row that is shown
INNER = "row"  # a row inside one of its fields


def sources(request: Request) -> Iterator[tuple[str, s.Table, tuple[Column, ...]]]:
    """Yield each log of the world: what it is called, its table, its arguments."""
    for tool in request.world.tools:
        yield tool.name, s.Calls(tool.name), tool.takes
    for decision in request.world.decisions:
        for verdict in ("given", "withdrawn"):
            table = s.Decided(decision.name, verdict)
            yield f"{decision.name} {verdict}", table, decision.columns


def events(request: Request, whole: bool) -> Iterator[Item]:
    """Yield each log of the world; `whole`: with times, and with every outcome."""
    where = place(request)
    tools = {tool.name: tool for tool in request.world.tools}
    for title, table, columns in sources(request):
        over = (s.Bind(THIS, table, s.TRUE),)
        head: tuple[tuple[str, Shown], ...] = (
            ("#", where),
            ("by", get("by", Party.name)),
        )
        if whole:
            head += tuple((time, get(time, Time.name)) for time in ("start", "end"))
        tool = tools.get(title) if isinstance(table, s.Calls) else None
        shown = (*head, *cells(THIS, columns))
        if tool is None:
            yield Item(title, shown, over)
            continue
        shown = (*shown, *cells(THIS, tool.returns), *outcome(tool, whole))
        yield Item(title, shown, over)
        for column in tool.columns:
            if column.columns:
                inside = s.Bind(INNER, s.Inside(THIS, column.name), s.TRUE)
                inner = (("#", where), *cells(INNER, column.columns))
                yield Item(f"{title} {column.name}", inner, (*over, inside))


def outcome(tool: Tool, whole: bool) -> Iterator[tuple[str, Shown]]:
    """Yield what the events say of how a call ended; an empty answer says nothing."""
    answered, unclear = flag(THIS, "answered"), flag(THIS, "unclear")
    if whole or tool.returns:
        yield "answered", answered
        yield "unclear", unclear
    else:
        yield "failed", s.And((s.Not(answered), s.Not(unclear)))


def place(request: Request) -> s.Term:
    """Return how many events started before the one shown: its place, from 0."""
    this = Row(THIS, ())
    earlier = [
        count(before.such(before.row.start < this.start))
        for _, table, _ in sources(request)
        for before in (Pattern(table, ()),)
    ]
    found = earlier[0] if earlier else Term(s.Const(0, "Int"), Time)
    for more in earlier[1:]:
        found = found + more
    return found.node


def flag(row: str, name: str) -> s.Formula:
    """Return: a flag of a row is set."""
    return s.Equal(s.Get(row, name, "Bool"), s.Const(True, "Bool"))


def get(name: str, sort: str) -> s.Term:
    """Return a field of the row that is shown."""
    return s.Get(THIS, name, sort)


def cells(row: str, columns: tuple[Column, ...]) -> tuple[tuple[str, Shown], ...]:
    """Return columns of a row as those of an item, but for rows inside a field."""
    return tuple(
        (c.name, s.Get(row, c.name, c.sort.name)) for c in columns if not c.columns
    )
