"""What is wrong with a plan by itself: references, authority, order, names."""

from collections.abc import Iterator
from typing import Any

from ...model.cells import value_written
from ...model.handoff.contract import Contract
from ...model.handoff.plan import Action, Argument, Bound, Field, Literal
from ...model.progress import progress
from ...model.step import Identity
from ...model.tables import Row, Tables
from ...spec import syntax as s
from ...spec.codes import Code
from ...spec.errors import SpecError, shown
from ...spec.sorts import Bool, Column, Sort
from ...spec.values import UNKNOWN, known
from ...spec.worlds import Instance
from .continued import Continued
from .layout import Layout, Outcome
from .refused import ACYCLIC, ENDS, FIXED, RESOLVES, WITHIN, Failure
from .signatures import Signature, strange


class Structure:
    """What a contract says of names, tools and effects, made ready to be looked up."""

    def __init__(self, contract: Contract, settled: Tables) -> None:
        self.contract, world = contract, contract.request.world
        self.tools = {tool.name: tool for tool in world.tools}
        self.permitted = {*contract.permitted}
        self.known = {(one.sort, one.value) for one in contract.known}
        returned = {c.sort.name for tool in world.tools for c in tool.returns}
        bound = {c.sort.name for c in contract.request.binds}
        # A name of such a sort is told by somebody; a text of another sort is free.
        self.told = returned | bound
        self.signatures = {
            tool.name: Signature(tool, contract, self.told) for tool in world.tools
        }
        self.slots = {slot.name: slot for slot in contract.request.slots}
        # What the record has is held by the clauses of Eq. 1; beside it there is
        # what a contract made elsewhere says was fixed.
        kept, doubtful = progress(settled)
        self.kept = [e for e in contract.kept if e not in kept]
        vague = [(name, *map(_or_none, args)) for name, *args in doubtful]
        self.ambiguous = [e for e in contract.ambiguous if e not in vague]
        free = {
            p.effect for p in contract.admissible if p.args == (None,) * len(p.args)
        }
        fixed = self.kept or self.ambiguous
        self.watched = {
            tool.name
            for tool in world.tools
            if fixed or any(i.effect.name not in free for i in tool.makes)
        }

    def failures(self, layout: Layout) -> Iterator[Failure]:
        """Yield what is wrong with the actions and their references."""
        for node in strange(layout.nodes, layout.place, self.signatures):
            yield from self._action(node, layout)
        for claim in layout.plan.claims:
            yield from self._references("the claim", claim.slots, layout)
            yield from self._guard("the claim", claim.guard, layout)
            for name, value in claim.slots.items():
                if name not in self.slots:
                    reason = f"the claim fills {name}, a slot that nobody asked for"
                    yield Failure(Code.EXTRA_SLOT, RESOLVES, reason)
                else:
                    yield from self._fits("the claim", self.slots[name], value, layout)
        for edge in layout.plan.edges:
            if edge.kind in ("needs", "yields"):
                for name in (edge.source, edge.target):
                    if name not in layout.place:
                        reason = f"an edge {edge.kind} speaks of {name}, no action"
                        yield Failure(Code.UNRESOLVED_REFERENCE, RESOLVES, reason)
        if layout.cyclic:
            names = tuple(layout.nodes[i].id for i in layout.cyclic)
            reason = f"{', '.join(names)} wait for each other"
            yield Failure(Code.CYCLE, ACYCLIC, reason, names)

    def _action(self, node: Action, layout: Layout) -> Iterator[Failure]:
        tool = self.tools.get(node.tool)
        if tool is None or node.tool not in self.permitted:
            which = "no tool of this world" if tool is None else "not permitted"
            right = ", ".join(sorted(self.permitted)) or "none"
            reason = f"{node.id} calls {node.tool}, {which}; permitted are: {right}"
            yield Failure(Code.AUTHORITY_WIDENED, WITHIN, reason, (node.id,))
        if tool is None:
            return
        takes = {column.name: column for column in tool.takes}
        for name in takes.keys() ^ node.args.keys():
            what = "lacks" if name in takes else "has no argument"
            reason = f"{node.id}: {node.tool} {what} {name}"
            yield Failure(Code.UNRESOLVED_REFERENCE, RESOLVES, reason, (node.id,))
        yield from self._references(node.id, node.args, layout)
        yield from self._guard(node.id, node.guard, layout)
        for name, value in node.args.items():
            if name in takes:
                yield from self._fits(node.id, takes[name], value, layout)
        returns = {column.name: column for column in tool.returns}
        for name, expected in node.expects.items():
            if name not in returns or not _reads(returns[name], expected):
                reason = f"{node.id} expects {name}={shown(expected)} of {node.tool}"
                yield Failure(Code.UNRESOLVED_REFERENCE, RESOLVES, reason, (node.id,))

    def _references(self, who: str, args: Any, layout: Layout) -> Iterator[Failure]:
        for name, value in args.items():
            match value:
                case Bound(role) if role not in self.contract.bound:
                    bound = ", ".join(sorted(self.contract.bound)) or "none"
                    reason = (
                        f"{who}: {name} is the role {role}, which is not bound; "
                        f"bound are: {bound}"
                    )
                case Field(node, column) if self._column(node, column, layout) is None:
                    reason = f"{who}: {name} is {node}.{column}, which nothing answers"
                case _:
                    continue
            yield Failure(Code.UNRESOLVED_REFERENCE, RESOLVES, reason, (who,))

    def _guard(self, who: str, guard: Any, layout: Layout) -> Iterator[Failure]:
        for test in guard:
            column = self._column(test.node, test.column, layout)
            if column is None or column.sort != Bool:
                reason = f"{who}: {test.node}.{test.column} is no flag that is answered"
                yield Failure(Code.UNRESOLVED_REFERENCE, RESOLVES, reason, (who,))

    def _fits(
        self, who: str, column: Column, value: Argument, layout: Layout
    ) -> Iterator[Failure]:
        """Yield that a value is of another sort, or a name that nobody told."""
        sort = column.sort
        match value:
            case Literal(literal):
                if not _reads(column, literal):
                    reason = f"{who}: {column.name}={shown(literal)} is no {sort.name}"
                    yield Failure(Code.UNRESOLVED_REFERENCE, RESOLVES, reason, (who,))
                elif self._guessed(sort, literal):
                    reason = f"{who}: nobody has told {column.name}={literal!r}"
                    yield Failure(Code.UNRESOLVED_REFERENCE, RESOLVES, reason, (who,))
                return
            case Bound(role):
                roles = {c.name: c for c in self.contract.request.binds}
                found = roles.get(role)
            case Field(node, name):
                found = self._column(node, name, layout)
        if found is not None and found.sort != sort:
            reason = f"{who}: {column.name} is a {sort.name}, not a {found.sort.name}"
            yield Failure(Code.UNRESOLVED_REFERENCE, RESOLVES, reason, (who,))

    def _guessed(self, sort: Sort, value: object) -> bool:
        """Whether a name is of a sort that somebody tells, and nobody told it."""
        if sort.kind != "entity" or sort.name not in self.told:
            return False
        return (sort.name, value) not in self.known

    def _column(self, node: str, column: str, layout: Layout) -> Column | None:
        at = layout.place.get(node)
        tool = None if at is None else self.tools.get(layout.nodes[at].tool)
        columns = () if tool is None else tool.returns
        return next((c for c in columns if c.name == column), None)

    def in_outcome(self, tables: Continued, outcome: Outcome) -> Iterator[Failure]:
        """Yield what is wrong once it is known which actions run."""
        layout, where = tables.layout, f" where {outcome}" if outcome.flags else ""
        if outcome.amiss:
            reason = f"nothing is provided for another answer {outcome.amiss}"
            yield Failure(Code.UNCOVERED_OBLIGATION, ENDS, reason)
            return
        claim = outcome.claim(layout.plan)
        if claim is None:
            reason = f"no claim ends the plan{where}"
            yield Failure(Code.UNCOVERED_OBLIGATION, ENDS, reason)
        if len(outcome.ran) < len(layout.nodes):  # some answers never come
            yield from self._unanswered(layout, outcome, where)
        for i in outcome.ran if self.watched else ():
            if layout.nodes[i].tool in self.watched:
                yield from self._effects(layout.nodes[i], tables)

    def _unanswered(
        self, layout: Layout, outcome: Outcome, where: str
    ) -> Iterator[Failure]:
        """Yield each reference to the answer of an action that did not run."""
        claim = outcome.claim(layout.plan)
        ran = {layout.nodes[i].id for i in outcome.ran}
        parts = [(layout.nodes[i].id, layout.nodes[i].args) for i in outcome.ran]
        parts += [] if claim is None else [("the claim", claim.slots)]
        for who, args in parts:
            for name, value in args.items():
                if isinstance(value, Field) and value.node not in ran:
                    reason = f"{who}: {name} is of {value.node}, which never ran{where}"
                    yield Failure(Code.UNRESOLVED_REFERENCE, RESOLVES, reason, (who,))

    def _effects(self, node: Action, tables: Continued) -> Iterator[Failure]:
        """Yield each effect of an action that may not be made, or not again."""
        tool = self.tools[node.tool]
        row = tables.rows_of[node.id]
        for instance in tool.makes:
            effect = identity(instance, row)
            if not self.contract.admits(effect):
                reason = f"{node.id} makes {_said(effect)}, which is not admissible"
                yield Failure(Code.AUTHORITY_WIDENED, WITHIN, reason, (node.id,))
            if tool.repeat == "again":
                yield from self._again(effect, node.id)
        for instance in tool.ends:
            effect = identity(instance, row)
            if any(matches(effect, kept) for kept in self.kept):
                reason = f"{node.id} ends {_said(effect)}, which is to stay"
                yield Failure(Code.EFFECT_ENDED, FIXED, reason, (node.id,))

    def _again(self, effect: Identity, node: str) -> Iterator[Failure]:
        for fixed, code, said in (
            (self.kept, Code.DUPLICATE_EFFECT, "is kept"),
            (self.ambiguous, Code.AMBIGUOUS_OUTCOME, "may have been made"),
        ):
            if any(matches(effect, one) for one in fixed):
                reason = f"{node} makes {_said(effect)}, which {said} by the contract"
                yield Failure(code, FIXED, reason, (node,))


def identity(instance: Instance, row: Row) -> Identity:
    """Return the effect that a call makes or ends, None for what is not known."""
    found = [
        None if instance.inside else value_of(term, row) for term in instance.terms
    ]
    return (instance.effect.name, *found)


def value_of(term: s.Term, row: Row) -> Any:
    """Return the value of a tool's own term in one call, or None."""
    match term:
        case s.Const(constant):
            return constant
        case s.Get(s.THIS, name):
            found = row.get(name, UNKNOWN)
            return found if known(found) else None
    return None


def matches(effect: Identity, other: Identity) -> bool:
    """Whether two effects may be one: what is None may be anything."""
    return effect[0] == other[0] and all(
        a is None or b is None or a == b
        for a, b in zip(effect[1:], other[1:], strict=True)
    )


def _said(effect: Identity) -> str:
    name, *args = effect
    told = ("?" if a is None else str(a).replace("\0", "") for a in args)
    return f"{name}({', '.join(told)})"


def _or_none(value: Any) -> Any:
    return value if known(value) else None


def _reads(column: Column, value: object) -> bool:
    """Whether a value, as rows hold it, is one of a column."""
    try:
        return not column.columns and value_written(column.sort, value) is not None
    except SpecError:
        return False
