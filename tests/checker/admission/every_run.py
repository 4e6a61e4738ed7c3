"""Every run of a plan, written down and judged: the second route to admission.

It shares with admission the formulas of Eq. 1, `Truth`, and nothing else. It tries all
permutations of the actions, all answers in flags, and lets the environment give each
new name; a number that the plan does not expect is not in the answer. A flag by which
a read tells of an effect may be otherwise than expected, and then the run ends there.
"""

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import Any

import attrs

from obligato.model import Record, residual, settle
from obligato.model.handoff.plan import (
    Argument,
    Bound,
    Claiming,
    Field,
    Guard,
    Literal,
    Plan,
)
from obligato.model.judge import contradiction
from obligato.model.record import Call, Claim, Receipt
from obligato.spec import Code, Request
from obligato.spec.verdicts import Broken, Established
from tests.checker.plans import telling

SAFE, UNSAFE, NEVER = "safe", "unsafe", "never"
Answers = Mapping[str, Mapping[str, Any]]


def judged(request: Request, frontier: Record, plan: Plan) -> str:
    """Return whether Eq. 1 holds of every run, of not every one, or there is none."""
    found = NEVER
    for record in every_run(request, frontier, plan):
        if record is None:
            return UNSAFE
        verdicts = [clause.verdict for clause in residual(request, record)]
        if any(isinstance(v, Broken) and fits_none(v) for v in verdicts):
            continue
        if not all(isinstance(verdict, Established) for verdict in verdicts):
            return UNSAFE
        found = SAFE
    return found


def fits_none(verdict: Broken) -> bool:
    """Whether a verdict says that no history fits the record."""
    return verdict.code in (Code.CONFLICTING_EVIDENCE, Code.DUPLICATE_ID)


def every_run(
    request: Request, frontier: Record, plan: Plan
) -> Iterator[Record | None]:
    """Yield the record of each run, None for one that cannot be carried out."""
    flags = [
        (node.id, column.name)
        for node in plan.nodes
        for tool in [request.world.tool(node.tool)]
        for column in tool.returns
        if column.sort.kind == "Bool"
        and column != tool.error
        and (column.name not in node.expects or column in telling(tool))
    ]
    for order in permutations(plan.nodes):
        at = {node.id: i for i, node in enumerate(order)}
        waits = [(a, node.id) for node in order for a in plan.waits[node.id]]
        if any(a not in at or at[a] >= at[b] for a, b in waits):
            continue
        for values in product((False, True), repeat=len(flags)):
            told = dict(zip(flags, values, strict=True))
            yield one_run(request, frontier, plan, [n.id for n in order], told)


def one_run(
    request: Request,
    frontier: Record,
    plan: Plan,
    order: list[str],
    told: Mapping[tuple[str, str], bool],
) -> Record | None:
    """Carry out a plan in one order, with these flags in the answers."""
    events, ledger, now = [*frontier.trajectory], [*frontier.ledger], frontier.now
    answers: dict[str, dict[str, Any]] = {}
    for n, name in enumerate(order):
        node = plan.by_id[name]
        if not fires(node.guard, answers):
            continue
        args = values_of(node.args, frontier, answers)
        if args is None:
            return None
        now = max(now + 1, 0 if node.not_before is None else node.not_before)
        tool, answer = request.world.tool(node.tool), dict(node.expects)
        for column in tool.returns:
            if (name, column.name) in told:
                answer[column.name] = told[name, column.name]
            elif column == tool.error:
                answer.setdefault(column.name, False)
            elif column.sort.kind == "entity":
                answer.setdefault(column.name, f"new-{name}-{column.name}")
        amiss = any(answer[c] != value for c, value in node.expects.items())
        answers[name] = answer
        events.append(Call(f"run{n}", node.tool, args, now, now))
        ledger.append(
            Receipt(
                f"got{n}",
                f"run{n}",
                node.tool,
                "ok",
                answer,
                task=frontier.task,
                tenure=frontier.tenure,
            )
        )
        if amiss:
            return ended(request, frontier, events, ledger, now)
    claim = next((c for c in plan.claims if fires(c.guard, answers)), None)
    slots = values_of(
        Claiming().slots if claim is None else claim.slots, frontier, answers
    )
    if claim is None or slots is None:
        return None
    events.append(Claim("over", slots, now + 1, now + 1))
    return attrs.evolve(
        frontier, trajectory=tuple(events), ledger=tuple(ledger), now=now + 1
    )


def ended(
    request: Request, frontier: Record, events: Any, ledger: Any, now: int
) -> Record | None:
    """Return the record of a run that ends amiss if no history fits it, else None."""
    made = attrs.evolve(
        frontier, trajectory=tuple(events), ledger=tuple(ledger), now=now
    )
    return None if contradiction(settle(request.world, made)) is None else made


def fires(guard: Guard, answers: Answers) -> bool:
    """Whether all tests of a guard hold of the answers so far."""
    return all(
        test.node in answers and answers[test.node].get(test.column) == test.value
        for test in guard
    )


def values_of(
    args: Mapping[str, Argument], frontier: Record, answers: Answers
) -> dict[str, Any] | None:
    """Return the values of arguments, None if one refers to what is not there."""
    made: dict[str, Any] = {}
    for name, argument in args.items():
        match argument:
            case Literal(value):
                made[name] = value
            case Bound(role) if role in frontier.bound:
                made[name] = frontier.bound[role]
            case Field(node, column) if column in answers.get(node, {}):
                made[name] = answers[node][column]
            case _:
                return None
    return made
