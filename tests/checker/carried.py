"""Carry out a plan, call by call, and see that each way it goes ends well."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from obligato.checker.trees import Finish, Reference, Step
from obligato.model.judge import contradiction
from tests.checker.plans import Node, both, unmet

Brought: TypeAlias = Mapping[tuple[int, str], str]  # by step and column of the answer


def shortest(tree: Step | Finish) -> int:
    """Return the calls on the shortest branch of a plan."""
    if isinstance(tree, Finish):
        return 0
    return 1 + min(shortest(rest) for _, rest in tree.then)


def astray(
    node: Node, tree: Step | Finish, further: int, brought: Brought | None = None
) -> Iterator[str]:
    """Yield what goes wrong when somebody carries out a plan from a point.

    They know no name that was not told, take no more than ``further`` calls, and
    want to know what to do whatever a read tells.
    """
    if isinstance(tree, Finish):
        yield from unmet(node.trial.request, node.claimed(tree.slots))
        return
    brought, tool = brought or {}, node.trial.request.world.tool(tree.tool)
    if further == 0:
        yield f"{tree.tool} is one call too many"
    args = {name: _read(value, brought) for name, value in tree.args.items()}
    for column in (c for c in tool.takes if c.sort.kind == "entity"):
        if args[column.name] not in node.names.get(column.sort.name, ()):
            yield f"nobody knows the {column.name} of {tree.tool}"
    start = max(node.record.now + 1, tree.not_before or 0)
    new = {c.name: node.fresh(c) for c in tool.returns if c.sort.kind == "entity"}
    later = {**brought, **{(tree.number, name): value for name, value in new.items()}}
    guards = [dict(guard) for guard, _ in tree.then]
    for guard, rest in tree.then:
        answer = {**new, **tree.expects, **guard}
        if answer.keys() != {c.name for c in tool.returns}:
            yield f"the plan does not say what {tree.tool} answers"
            return
        yield from astray(
            node.after(tool, args, answer, start), rest, further - 1, later
        )
    for told in both(node.trial.flags[tool.name]):
        answer = {**new, **tree.expects, **told}
        possible = contradiction(node.after(tool, args, answer, start).tables) is None
        if possible != (told in guards):
            yield f"{tree.tool} may tell {told}: {possible}; the plan says {guards}"


def _read(value: Any, brought: Brought) -> Any:
    if isinstance(value, Reference):
        return brought.get((value.step, value.column), value)
    return value
