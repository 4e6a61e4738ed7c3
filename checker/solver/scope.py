"""The scope of a bounded question, and the names that stand for ids in it."""

from collections.abc import Iterable, Iterator
from itertools import count, islice, product

import attrs

from ...model.names import mentioned
from ...model.record import Record
from ...spec import syntax as s
from ...spec.errors import SpecError, shown
from ...spec.requests import Request

BIG = 2**60  # beyond every number in scope and every sum of them: stands for ∞
EXACT = 2**53 - 1
LONGER, LONGEST = 2, 8  # so many events more does a larger scope have, up to so many


@attrs.frozen
class Scope:
    """How much a bounded question looks at.

    `events`: calls and decisions, at the most. `entities`: of each sort, beside the
    constants that the request names. `rows`: inside one field. `gaps`: whether logs
    may be incomplete.
    """

    events: int = 6
    entities: int = 2
    rows: int = 2
    gaps: bool = False

    def __attrs_post_init__(self) -> None:
        for name, least in (("events", 0), ("entities", 1), ("rows", 0)):
            value = getattr(self, name)
            if type(value) is not int or value < least:
                raise SpecError(f"scope {name}={shown(value)} must be {least} or more")

    def __str__(self) -> str:
        logs = "some logs incomplete" if self.gaps else "logs complete"
        return (
            f"at most {self.events} events, {self.entities} further entities of each "
            f"sort, {self.rows} rows in a field, {logs}"
        )


def larger(scope: Scope, request: Request) -> Iterator[Scope]:
    """Yield larger scopes to look at where nothing is found: first only longer."""
    world = request.world
    columns = [c for tool in world.tools for c in tool.columns]
    columns += [c for decision in world.decisions for c in decision.columns]
    events = max(scope.events, min(scope.events + LONGER, LONGEST))
    entities = scope.entities + 1
    if events > scope.events:
        yield attrs.evolve(scope, events=events)
    yield attrs.evolve(scope, events=events, entities=entities)
    if any(column.columns for column in columns):
        yield attrs.evolve(scope, events=events, entities=entities, rows=scope.rows + 1)


class Names:
    """The names of each sort that a question speaks of; an id is an index."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self._of: dict[str, dict[str, int]] = {}
        self._list: dict[str, list[str]] = {}

    def id(self, sort: str, name: str) -> int:
        """Return the id of ``name``, which joins the sort if it is new."""
        ids = self._of.setdefault(sort, {})
        if name not in ids:
            ids[name] = len(ids)
            self._list.setdefault(sort, []).append(name)
        return ids[name]

    def another(self, sort: str) -> int:
        """Return the id of a name that nobody has said, which joins the sort."""
        count = self.size(sort) + 1
        while self.has(sort, f"{sort.lower()}-{count}"):
            count += 1
        return self.id(sort, f"{sort.lower()}-{count}")

    def has(self, sort: str, name: str) -> bool:
        """Whether ``name`` is among the names of the sort."""
        return name in self._of.get(sort, ())

    def join(self, request: Request, record: Record) -> None:
        """Let the entities that a record speaks of join."""
        for sort, names in mentioned(request, record).items():
            for name in names:
                self.id(sort, name)

    def close(self, request: Request) -> None:
        """Add to each sort the entities that the scope allows beside the named ones."""
        self.id("Party", "agent")
        for sort in sorted(set(sorts(request))):
            self._close(sort)

    def _close(self, sort: str) -> None:
        made = (f"{sort.lower()}-{i}" for i in count(1))
        unsaid = (name for name in made if not self.has(sort, name))
        for name in list(islice(unsaid, self.scope.entities)):
            self.id(sort, name)

    def name(self, sort: str, id: int) -> str:
        """Return the name that an id stands for."""
        return self._list[sort][id]

    def sorts(self) -> list[str]:
        """Return the sorts that have names."""
        return sorted(self._of)

    def tuples(self, sorts: list[str]) -> Iterator[tuple[int, ...]]:
        """Yield the ids of all tuples over these sorts."""
        return product(*(range(self.size(sort)) for sort in sorts))

    def size(self, sort: str) -> int:
        """Return how many names the sort has."""
        return len(self._of.get(sort, ()))


def sorts(request: Request) -> Iterator[str]:
    """Yield the sorts of entities that a request and its world speak of."""
    world = request.world
    columns = [*request.binds, *request.slots]
    columns.extend(c for tool in world.tools for c in tool.columns)
    columns.extend(c for decision in world.decisions for c in decision.columns)
    columns.extend(c for relation in world.relations for c in relation.columns)
    for column in columns:
        for inner in column.columns or (column,):
            if inner.sort.kind == "entity":
                yield inner.sort.name
    yield "Party"


def constants(request: Request, formulas: Iterable[s.Formula]) -> Iterable[s.Const]:
    """Return the constants in formulas and in what the tools say of themselves."""
    nodes: list[s.Node] = list(formulas)
    for tool in request.world.tools:
        nodes.append(tool.requires)
        nodes.extend(t for i in (*tool.makes, *tool.ends) for t in i.terms)
        for told in tool.tells:
            nodes.extend((*told.instance.terms, told.when))
    return [c for node in nodes for c in s.walk(node) if isinstance(c, s.Const)]
