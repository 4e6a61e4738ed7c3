"""Plans by trial: every tree of calls after a frontier, written down and judged.

The second route to what `resume` finds. It knows no solver: it makes each call that
somebody could make, takes each answer, and asks `Truth` of what comes out. A call is
by the agent, is answered, and starts when the one before has ended, or once a call
without an answer can no longer land. A name in an argument was known at the frontier
or came in an earlier answer; a name in an answer is new. On what a read tells the
tree branches; the other flags and numbers of an answer are as the plan expects. So
no formula may compare times otherwise than by their order, and `settles`.

Pruned is only what no later call can mend. Exec and Preserve speak of a call and of
what came before it, so a later call changes what is found of the earlier ones by
settling an outcome alone, and that makes bits definite and never takes one back.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any, TypeAlias

import attrs

from obligato.model import Record, residual, settle
from obligato.model.judge import contradiction, judge
from obligato.model.names import mentioned
from obligato.model.record import Call, Claim, Handoff, Receipt
from obligato.model.tables import OPEN, Tables
from obligato.spec import Request, Tool
from obligato.spec import syntax as s
from obligato.spec.correctness import eq1
from obligato.spec.sorts import Column, Party
from obligato.spec.values import UNKNOWN
from obligato.spec.verdicts import Established, Refuted

Names: TypeAlias = Mapping[str, frozenset[str]]  # of each sort, those that are known
Cells: TypeAlias = dict[str, Any]


class Trial:
    """The plans of one request. `numbers`: what a number in a plan may be."""

    def __init__(
        self, request: Request, numbers: tuple[int, ...] = (), prunes: bool = True
    ) -> None:
        self.request, self.numbers, self.prunes = request, numbers, prunes
        self.clauses = eq1(request)
        self.slots = request.slots
        self.flags = {tool.name: telling(tool) for tool in request.world.tools}
        self.fixed = [c for c in self.clauses if c.conjunct != "Complete"]
        nodes: list[s.Node] = [clause.formula for clause in self.clauses]
        nodes += (n for d in request.duties for n in (d.formula, d.guard))
        nodes += (node for tool in request.world.tools for node in tool.told)
        self.constants = [
            (node.sort, node.value)
            for root in nodes
            for node in s.walk(root)
            if isinstance(node, s.Const) and isinstance(node.value, str)
        ]

    def fewest(self, frontier: Record, further: int) -> int | None:
        """Return the calls on the shortest branch of a plan, None if there is none.

        No branch of it has more than ``further`` calls.
        """
        start, sizes = self.start(frontier), range(further + 1)
        return next((n for n in sizes if start.meets(n, further)), None)

    def start(self, frontier: Record) -> "Node":
        """Return the point from which a plan goes on."""
        names = {Party.name: {"agent"}}
        for sort, name in self.constants:
            names.setdefault(sort, set()).add(name)
        for sort, found in mentioned(self.request, frontier).items():
            names.setdefault(sort, set()).update(found)
        known = {sort: frozenset(found) for sort, found in names.items()}
        return Node(self, frontier, known)

    def claims(self, names: Names) -> Iterator[Cells]:
        """Yield each answer that may be claimed; a slot may be left out."""
        for chosen in product(*([None, *self.values(c, names)] for c in self.slots)):
            filled = _named(self.slots, chosen)
            yield {name: value for name, value in filled.items() if value is not None}

    def values(self, column: Column, names: Names) -> list[Any]:
        """Return what a column of a call or of a claim may hold."""
        match column.sort.kind:
            case "entity":
                return sorted(names.get(column.sort.name, ()))
            case "Bool":
                return [False, True]
            case "Int":
                return list(self.numbers)
        raise AssertionError(f"no trial is made of a {column.sort.name}")

    def dead(self, tables: Tables) -> bool:
        """Whether Exec or Preserve fails, whatever is called later."""
        if not self.prunes:
            return False
        rows = (row for calls in tables.calls.values() for row in calls)
        open_ = any(row["took"] is UNKNOWN and OPEN not in row for row in rows)
        found = (judge(clause.formula, tables) for clause in self.fixed)
        if open_:
            return any(isinstance(verdict, Refuted) for verdict in found)
        return not all(isinstance(verdict, Established) for verdict in found)


class Node:
    """A point in a plan: what happened until then, and which names are known."""

    def __init__(self, trial: Trial, record: Record, names: Names) -> None:
        self.trial, self.record, self.names = trial, record, names

    def meets(self, n: int, further: int) -> bool:
        """Whether a plan goes on from here, with a branch of at most ``n`` calls.

        No branch has more than ``further``.
        """
        if self.finished:
            return True
        return n > 0 and any(
            any(branch.meets(n - 1, further - 1) for branch in branches)
            and all(branch.meets(further - 1, further - 1) for branch in branches)
            for branches in self.moves
        )

    @cached_property
    def finished(self) -> bool:
        """Whether there is a claim that meets Eq. 1 now. What is owed comes first."""
        for slots in self.trial.claims(self.names):
            made = self.claimed(slots)
            tables = settle(self.trial.request.world, made)
            met = (judge(c.formula, tables) for c in reversed(self.trial.clauses))
            if all(isinstance(verdict, Established) for verdict in met):
                return unmet(self.trial.request, made) == []
        return False

    def claimed(self, slots: Mapping[str, Any]) -> Record:
        """Return the record with a claim right now."""
        time = self.record.now + 1
        said = (*self.record.trajectory, Claim("done", slots, time, time))
        return attrs.evolve(self.record, trajectory=said, now=time)

    @cached_property
    def tables(self) -> Tables:
        """The tables of what happened until now."""
        return settle(self.trial.request.world, self.record)

    @cached_property
    def moves(self) -> list[list["Node"]]:
        """Each next call, as the points to which its answers lead."""
        return [] if self.trial.dead(self.tables) else list(self._moves())

    def _moves(self) -> Iterator[list["Node"]]:
        trial = self.trial
        for tool in trial.request.world.tools:
            flags = trial.flags[tool.name]
            others = [c for c in tool.returns if c not in flags]
            taken = [trial.values(c, self.names) for c in tool.takes]
            given = [self._answers(c, tool) for c in others]
            for args, answer, start in product(
                product(*taken), product(*given), self.starts
            ):
                cells, values = _named(tool.takes, args), _named(others, answer)
                nodes = [
                    self.after(tool, cells, values | told, start)
                    for told in both(flags)
                ]
                if flags:
                    nodes = [n for n in nodes if contradiction(n.tables) is None]
                if nodes:
                    yield nodes

    @cached_property
    def starts(self) -> list[int]:
        """When the next call may start: at once, or when a lost one is settled."""
        soon = self.record.now + 1
        answered = {r.call for r in self.record.ledger}
        late = {
            call.end + lag + 1
            for call in self.record.calls
            if call.id not in answered
            and (lag := self.trial.request.world.tool(call.tool).settles) is not None
        }
        return [soon, *sorted(t for t in late if t > soon)]

    def _answers(self, column: Column, tool: Tool) -> list[Any]:
        if column.sort.kind == "entity":
            return [self.fresh(column)]
        if column == tool.error:
            return [False]  # an answered call did not fail
        return self.trial.values(column, self.names)

    def fresh(self, column: Column) -> str:
        """Return the name that the next answer brings in a column."""
        return f"{column.sort.name.lower()}+{len(self.record.trajectory)}"

    def after(self, tool: Tool, args: Cells, values: Cells, start: int) -> "Node":
        """Return the point after a call and its answer."""
        name = f"n{len(self.record.trajectory)}"
        receipt = Receipt(f"r-{name}", name, tool.name, "ok", values)
        made = attrs.evolve(
            self.record,
            trajectory=(
                *self.record.trajectory,
                Call(name, tool.name, args, start, start),
            ),
            ledger=(*self.record.ledger, receipt),
            now=start,
        )
        names = dict(self.names)
        for column in tool.returns:
            if column.sort.kind == "entity":
                sort = column.sort.name
                names[sort] = names.get(sort, frozenset()) | {values[column.name]}
        return Node(self.trial, made, names)


def both(flags: list[Column]) -> list[Cells]:
    """Return what the flags of a read may tell, all of them alike."""
    told = [dict.fromkeys((c.name for c in flags), value) for value in (True, False)]
    return told if flags else [{}]


def telling(tool: Tool) -> list[Column]:
    """Return the flags of an answer that say whether an effect was made."""
    fields = {
        node.field
        for told in tool.tells
        for node in s.walk(told.when)
        if isinstance(node, s.Get)
    }
    return [c for c in tool.returns if c.sort.kind == "Bool" and c.name in fields]


def unmet(request: Request, made: Record) -> list[str]:
    """Return the clauses of Eq. 1 that are not established of a record."""
    return [
        f"{found.clause.conjunct}: {found.clause.name}"
        for found in residual(request, made)
        if not isinstance(found.verdict, Established)
    ]


def handed(record: Record) -> Record:
    """Return the frontier at the end of a record, unless it has one; no claim."""
    events = tuple(e for e in record.trajectory if not isinstance(e, Claim))
    if not any(isinstance(e, Handoff) for e in events):
        now = max([record.now, *(e.end + 1 for e in events)])
        events = (*events, Handoff("over", now, now))
        record = attrs.evolve(record, now=now)
    return attrs.evolve(record, trajectory=events)


def _named(columns: Any, cells: tuple[Any, ...]) -> Cells:
    return dict(zip((c.name for c in columns), cells, strict=True))
