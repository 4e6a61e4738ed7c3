"""Step 2: runs written down one by one, each a record that `Truth` judges.

What the order alone does not decide is looked for in runs: every order that the plan
allows, in each outcome, with each answer in flags that nobody expects. Each call is
made as soon as it may, 1 ms after the one before; names that answers bring are new,
and numbers that nobody expects are unknown. A clause that every run establishes holds;
one that some run does not is a failure, with that run to show it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import attrs

from ...model.handoff.plan import Action, Argument, Bound, Field, Literal
from ...model.judge import contradiction, judge
from ...model.record import Call, Claim, Receipt, Record
from ...model.settle import settle
from ...spec.correctness import Clause
from ...spec.requests import Request
from ...spec.verdicts import Established, Refuted, Verdict
from .continued import Continued
from .layout import Layout, Outcome
from .templates import AGENT, Template

BUDGET = 2_000  # runs that are judged of one plan


@attrs.frozen
class Run:
    """One run: what it leaves as a record, its actions in order, what was answered."""

    record: Record
    order: tuple[str, ...]
    told: tuple[bool, ...]


@attrs.define
class Tried:
    """What the runs of one outcome show of the clauses that step 1 left open.

    `whole`: whether all runs were judged. `broken`: each clause that some run does not
    establish, with the first such run, or one that refutes it, and the verdict there.
    `seen`: with which answers a clause was established, and with which it was not.
    """

    whole: bool = True
    judged: int = 0
    broken: dict[str, tuple[Clause, Verdict, Run]] = attrs.field(factory=dict)
    seen: dict[str, set[tuple[tuple[bool, ...], bool]]] = attrs.field(factory=dict)

    def note(self, clause: Clause, verdict: Verdict, run: Run) -> None:
        """Take down what one run shows of one clause."""
        met = isinstance(verdict, Established)
        self.seen.setdefault(clause.name, set()).add((run.told, met))
        if met:
            return
        kept = self.broken.get(clause.name)
        worse = isinstance(verdict, Refuted)
        if kept is None or (worse and not isinstance(kept[1], Refuted)):
            self.broken[clause.name] = clause, verdict, run

    def why(self, name: str) -> str:
        """Return on what it hangs whether a clause is met: order, answer or nothing."""
        seen = self.seen[name]
        if any((told, not met) in seen for told, met in seen):
            return "order"
        return "answer" if len({met for _, met in seen}) > 1 else ""


def attempt(
    request: Request,
    frontier: Record,
    clauses: Sequence[Clause],
    tables: Continued,
    budget: int,
) -> Tried:
    """Judge the runs of one outcome, at most ``budget`` of them."""
    made = Tried()
    for run in runs(request, frontier, tables.layout, tables.outcome, budget):
        if made.judged == budget:
            made.whole = False
            break
        made.judged += 1
        now = settle(request.world, run.record)
        if contradiction(now) is not None:
            continue
        for clause in clauses:
            made.note(clause, judge(clause.formula, now), run)
    return made


def runs(
    request: Request, frontier: Record, layout: Layout, outcome: Outcome, budget: int
) -> Iterator[Run]:
    """Yield the runs of one outcome: each order with each answer."""
    for order in orders(layout, outcome.ran):
        for told in answers(request, layout, outcome, budget):
            yield written(request, frontier, layout, outcome, order, told)


def orders(layout: Layout, ran: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield each order of the actions that run in which each comes after its own."""
    done, order, every = 0, list[int](), sum(1 << i for i in ran)
    todo = [iter(ran)]
    while todo:
        i = next(todo[-1], None)
        if i is None:
            todo.pop()
            if order:
                done &= ~(1 << order.pop())
        elif not done >> i & 1 and not (layout.before[i] & every) & ~done:
            order.append(i)
            done |= 1 << i
            if len(order) == len(ran):
                yield tuple(order)
            todo.append(iter(ran if len(order) < len(ran) else ()))
    if not ran:
        yield ()


def answers(
    request: Request, layout: Layout, outcome: Outcome, budget: int
) -> Iterator[Mapping[tuple[str, str], bool]]:
    """Yield each way to answer in the flags that no guard tests and nobody expects.

    If there are more than ``budget`` ways, they stay unknown.
    """
    free = [
        (node.id, column.name)
        for node in (layout.nodes[i] for i in outcome.ran)
        for tool in [request.world.tool(node.tool)]
        for column in tool.returns
        if column.sort.kind == "Bool"
        and column != tool.error
        and column.name not in node.expects
        and (node.id, column.name) not in outcome.flags
    ]
    if 2 ** len(free) > budget:
        yield {}
        return
    for chosen in product((True, False), repeat=len(free)):
        yield dict(zip(free, chosen, strict=True))


def written(
    request: Request,
    frontier: Record,
    layout: Layout,
    outcome: Outcome,
    order: Sequence[int],
    told: Mapping[tuple[str, str], bool],
) -> Run:
    """Return the record that one run leaves, its claim included."""
    events, receipts = list(frontier.trajectory), list(frontier.ledger)
    clock, said = frontier.now, dict[str, dict[str, Any]]()
    tables = _Values(frontier.bound, said)
    for i in order:
        node = layout.nodes[i]
        tool, name = request.world.tool(node.tool), f"\0{node.id}"
        clock = max(clock + 1, node.not_before or 0)
        args = tables.of(node)
        flags = outcome.told(node) | {
            c: v for (n, c), v in told.items() if n == node.id
        }
        said[node.id] = Template(tool).answer(node.id, node.expects, flags)
        events.append(Call(name, node.tool, args, clock, clock, AGENT))
        receipt = Receipt(f"\0r-{node.id}", name, node.tool, "ok", said[node.id])
        receipts.append(
            attrs.evolve(receipt, task=frontier.task, tenure=frontier.tenure)
        )
    claim = outcome.claim(layout.plan)
    if claim is not None:
        slots = tables.values(claim.slots)
        events.append(Claim("\0claim", slots, clock + 1, clock + 1, AGENT))
    record = attrs.evolve(
        frontier, trajectory=tuple(events), ledger=tuple(receipts), now=clock + 1
    )
    ids = tuple(layout.nodes[i].id for i in order)
    return Run(record, ids, tuple(told.values()))


@attrs.frozen
class _Values:
    """The values of arguments in one run; what nobody answered is left out."""

    bound: Mapping[str, Any]
    said: Mapping[str, Mapping[str, Any]]

    def of(self, node: Action) -> dict[str, Any]:
        """Return the arguments of an action."""
        return self.values(node.args)

    def values(self, args: Mapping[str, Argument]) -> dict[str, Any]:
        """Return the values of arguments."""
        made: dict[str, Any] = {}
        for name, argument in args.items():
            match argument:
                case Literal(value):
                    made[name] = value
                case Bound(role) if role in self.bound:
                    made[name] = self.bound[role]
                case Field(node, column) if column in self.said.get(node, {}):
                    made[name] = self.said[node][column]
        return made
