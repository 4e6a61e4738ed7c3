"""The plan `H`: the whole closed remainder as a graph of actions (CFRC).

A node is one call; an argument is a literal, a bound role, or a column of the answer
to an earlier call, bound again when that answer comes. A guard lets a call run in some
outcomes alone, so that *probe, then branch* can be said. What the edges say about
coverage is what the proposer claims, never evidence; the order they give is the order
that is kept. Node and edge kinds are this project's definition.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from ...spec.codes import Code
from ...spec.errors import CaseError, SpecError, shown, unknown
from ...spec.worlds import several, text

if TYPE_CHECKING:
    import networkx as nx

KINDS = ("needs", "yields", "discharges", "keeps")
ORDERING = ("needs", "yields")  # the kinds of edges that say what comes first


@attrs.frozen
class Literal:
    """A value that is known before anything is called."""

    value: Any


@attrs.frozen
class Bound:
    """The value that the accepted binding gives a role."""

    role: str


@attrs.frozen
class Field:
    """A column of the answer to an earlier action."""

    node: str
    column: str


Argument: TypeAlias = Literal | Bound | Field


def argument(value: object) -> Argument:
    """Return an argument; what is none of the three kinds is a literal."""
    return value if isinstance(value, Literal | Bound | Field) else Literal(value)


def arguments(values: Mapping[str, object]) -> Mapping[str, Argument]:
    """Return arguments by name."""
    if not isinstance(values, Mapping):
        raise SpecError(f"args={shown(values)} must map names to arguments")
    return {name: argument(value) for name, value in values.items()}


@attrs.frozen
class Test:
    """One part of a guard: a flag of the answer to an earlier action has this value."""

    __test__ = False  # no test of pytest, whose classes begin so
    node: str
    column: str
    value: bool


Guard: TypeAlias = tuple[Test, ...]  # all of its tests


def tests(given: Iterable[Test]) -> Guard:
    """Return a guard: a tuple of its tests."""
    return tuple(given)


@attrs.frozen
class Action:
    """One call, made once if its guard holds.

    `expects`: columns of the answer on which the rest relies; an answer with another
    value is a mismatch. `not_before`: ms, where it has to wait.
    """

    id: str
    tool: str
    args: Mapping[str, Argument] = attrs.field(factory=dict, converter=arguments)
    guard: Guard = attrs.field(default=(), converter=tests)
    expects: Mapping[str, Any] = attrs.field(factory=dict)
    not_before: int | None = None

    def __attrs_post_init__(self) -> None:
        text(self.id, "id of an action")
        text(self.tool, f"tool of action {self.id!r}")
        for test in self.guard:
            if not isinstance(test, Test):
                raise SpecError(
                    f"{self.id}: guard={shown(test)} must be Test(node, column, value)"
                )

    @property
    def reads(self) -> tuple[str, ...]:
        """The actions whose answers its arguments and its guard speak of."""
        fields = [a.node for a in self.args.values() if isinstance(a, Field)]
        return tuple(dict.fromkeys((*fields, *(test.node for test in self.guard))))


@attrs.frozen
class Edge:
    """What the proposer says of two things.

    ``needs`` and ``yields``: the first action comes before the second, because of
    what it does or what it answers. ``discharges``: an action meets an obligation.
    ``keeps``: an action leaves a rule, a role or an effect as it is.
    """

    kind: str
    source: str
    target: str

    def __attrs_post_init__(self) -> None:
        if self.kind not in KINDS:
            raise unknown("kind of edge", self.kind, KINDS)


@attrs.frozen
class Claiming:
    """The claim to be done that ends the plan, where its guard holds."""

    slots: Mapping[str, Argument] = attrs.field(factory=dict, converter=arguments)
    guard: Guard = attrs.field(default=(), converter=tests)

    @property
    def reads(self) -> tuple[str, ...]:
        """The actions whose answers it speaks of."""
        fields = [a.node for a in self.slots.values() if isinstance(a, Field)]
        return tuple(dict.fromkeys((*fields, *(test.node for test in self.guard))))


def _nodes(given: Iterable[Action]) -> tuple[Action, ...]:
    return several(given, Action, "nodes", "an Action")


def _edges(given: Iterable[Edge]) -> tuple[Edge, ...]:
    return several(given, Edge, "edges", "an Edge")


def _claims(given: Iterable[Claiming]) -> tuple[Claiming, ...]:
    return several(given, Claiming, "claims", "a Claiming")


@attrs.frozen(slots=False)
class Plan:
    """A whole remainder: actions, edges, and the claim in each outcome.

    Without ``claims`` there is one claim, in every outcome and with no slots. That its
    names are apart is checked here; that they are there, and all else, by admission.
    """

    nodes: tuple[Action, ...] = attrs.field(default=(), converter=_nodes)
    edges: tuple[Edge, ...] = attrs.field(default=(), converter=_edges)
    claims: tuple[Claiming, ...] = attrs.field(default=(Claiming(),), converter=_claims)

    def __attrs_post_init__(self) -> None:
        if len(self.by_id) < len(self.nodes):
            ids = [node.id for node in self.nodes]
            twice = next(name for name in ids if ids.count(name) > 1)
            raise SpecError(f"{Code.DUPLICATE_ID}: two actions have id={twice!r}")

    @cached_property
    def by_id(self) -> dict[str, Action]:
        """The actions by their ids."""
        return {node.id: node for node in self.nodes}

    @cached_property
    def waits(self) -> dict[str, tuple[str, ...]]:
        """For each action those that come right before it: read, or said by an edge."""
        before = {node.id: dict.fromkeys(node.reads) for node in self.nodes}
        for edge in self.edges:
            if edge.kind in ORDERING and edge.target in before:
                before[edge.target][edge.source] = None
        return {name: tuple(found) for name, found in before.items()}

    def graph(self) -> "nx.MultiDiGraph":
        """Return the plan as a graph of networkx.

        Its nodes are ids of actions, with ``action``, and what edges name beside
        them; an edge has its ``kind``. What is read is an edge ``yields``, or
        ``guards`` where a guard reads it.
        """
        import networkx as nx

        graph = nx.MultiDiGraph()
        for node in self.nodes:
            graph.add_node(node.id, action=node)
        for kind, source, target in self._drawn():
            graph.add_edge(source, target, key=kind, kind=kind)
        return graph

    def _drawn(self) -> Iterator[tuple[str, str, str]]:
        for node in self.nodes:
            for value in node.args.values():
                if isinstance(value, Field):
                    yield "yields", value.node, node.id
            yield from (("guards", test.node, node.id) for test in node.guard)
        yield from ((edge.kind, edge.source, edge.target) for edge in self.edges)


Answers: TypeAlias = Mapping[str, Mapping[str, Any]]  # node ↦ columns of its answer


def holds(guard: Guard, answers: Answers) -> bool:
    """Whether a guard holds of the answers so far; one that never came fails it."""
    return all(
        answers.get(test.node, {}).get(test.column) is test.value for test in guard
    )


def rebound(
    values: Mapping[str, Argument], bound: Mapping[str, Any], answers: Answers
) -> dict[str, Any]:
    """Return the values of arguments, references bound to live answers.

    Raises: `CaseError` for a role without a value and an answer that never came.
    """
    return {name: _value(name, value, bound, answers) for name, value in values.items()}


def _value(
    name: str, value: Argument, bound: Mapping[str, Any], answers: Answers
) -> Any:
    match value:
        case Literal(found):
            return found
        case Bound(role) if role in bound:
            return bound[role]
        case Field(node, column) if column in answers.get(node, {}):
            return answers[node][column]
    problem = f"{Code.UNRESOLVED_REFERENCE}: {shown(value)} has no value"
    raise CaseError(f"argument {name}", problem, "let it refer to what has been told")
