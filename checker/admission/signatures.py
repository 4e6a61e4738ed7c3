"""Signatures: what an action of each tool may look like, to be seen at a glance.

An action whose tool is permitted and whose arguments are all there, of their sorts and
known, has nothing wrong with it, and most have not. What is not plain here is looked
at part by part, by `structure`, which alone says what is wrong.
"""

from collections.abc import Mapping, Sequence

from ...model.handoff.contract import Contract
from ...model.handoff.plan import Action, Argument, Field, Literal
from ...spec.tools import Tool


class Signature:
    """What a tool takes and answers, and which names are known of each sort."""

    def __init__(self, tool: Tool, contract: Contract, told: set[str]) -> None:
        self.permitted = tool.name in contract.permitted
        self.takes = {c.name: c.sort.name for c in tool.takes}
        self.returns = {c.name: c.sort.name for c in tool.returns}
        names = {sort: set[str]() for sort in told}
        for one in contract.known:
            names.setdefault(one.sort, set()).add(one.value)
        self.names = {
            c.name: names[c.sort.name]
            for c in tool.takes
            if c.sort.kind == "entity" and c.sort.name in told
        }
        entities = {c.name for c in tool.takes if c.sort.kind == "entity"}
        self.free = entities - self.names.keys()  # texts, which nobody need have told
        sorts = {c.name: c.sort.name for c in contract.request.binds}
        self.bound = {
            (name, role)
            for name, sort in self.takes.items()
            for role, value in contract.bound.items()
            if sorts.get(role) == sort
        }
        self.flags = {c.name for c in tool.returns if c.sort.kind == "Bool"}


def strange(
    nodes: Sequence[Action],
    place: Mapping[str, int],
    signatures: Mapping[str, Signature],
) -> list[Action]:
    """Return the actions that are not plain. `place`: that of each action."""
    found = []
    for node in nodes:
        own = signatures.get(node.tool)
        if (
            own is None
            or not own.permitted
            or node.guard
            or not _called(own, node.args, nodes, place, signatures)
        ):
            found.append(node)
            continue
        for name, expected in node.expects.items():
            if name not in own.flags or type(expected) is not bool:
                found.append(node)
                break
    return found


def _called(
    own: Signature,
    args: Mapping[str, Argument],
    nodes: Sequence[Action],
    place: Mapping[str, int],
    signatures: Mapping[str, Signature],
) -> bool:
    """Whether a tool is called with its own arguments, each plainly right."""
    takes = own.takes
    if len(args) != len(takes):
        return False
    for name, value in args.items():
        sort = takes.get(name)
        if sort is None:
            return False
        if isinstance(value, Field):
            at = place.get(value.node)
            of = None if at is None else signatures.get(nodes[at].tool)
            if of is None or of.returns.get(value.column) != sort:
                return False
        elif isinstance(value, Literal):
            known = own.names.get(name)
            if known is None:
                if name not in own.free or type(value.value) is not str:
                    return False
            elif value.value not in known:
                return False
        elif (name, value.role) not in own.bound:
            return False
    return True
