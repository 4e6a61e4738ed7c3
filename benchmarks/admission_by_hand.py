"""Admission written by hand for one world: pay invoices and send their receipts.

What somebody would write who has this world and no other: the same questions, whether
references resolve, tools and effects are permitted, nothing is made twice, each sending
comes after the payment that brings its file, and each invoice is delivered and looked
after; whether answers may be as expected, and a claim ends it. It knows no guards and
takes a plan with one for wrong.
"""

from collections.abc import Mapping
from typing import Any

import attrs

from obligato.model.handoff.plan import Bound, Field, Literal, Plan

TAKES = {"pay": {"invoice"}, "send": {"file", "to"}, "track": {"message"}}
RETURNS = {"pay": {"file": "File"}, "send": {"message": "Message"}, "track": {}}
FLAGS: dict[str, set[str]] = {"pay": set(), "send": set(), "track": {"arrived"}}
SORTS = {"invoice": "Invoice", "file": "File", "to": "Address", "message": "Message"}
MAKES = {"pay": "paid", "send": "sent"}


@attrs.frozen
class ByHand:
    """A contract of that world, as sets that are looked up."""

    permitted: frozenset[str]
    admissible: frozenset[str]
    known: frozenset[tuple[str, str]]
    bound: Mapping[str, Any]
    paid: frozenset[str]
    sent: frozenset[tuple[str, str]]
    wanted: frozenset[str]

    def admits(self, plan: Plan) -> bool:
        """Decide about a plan."""
        nodes = plan.nodes
        place = {node.id: i for i, node in enumerate(nodes)}
        direct: list[list[int]] = []
        for node in nodes:
            if node.tool not in self.permitted or node.guard:
                return False
            if node.args.keys() != TAKES[node.tool]:
                return False
            for name, expected in node.expects.items():
                if name not in FLAGS[node.tool] or type(expected) is not bool:
                    return False
            made = MAKES.get(node.tool)
            if made is not None and made not in self.admissible:
                return False
            waits = []
            for name, value in node.args.items():
                if isinstance(value, Field):
                    at = place.get(value.node)
                    if at is None:
                        return False
                    if RETURNS[nodes[at].tool].get(value.column) != SORTS[name]:
                        return False
                    waits.append(at)
                elif isinstance(value, Bound):
                    if value.role not in self.bound or value.role != name:
                        return False
                elif (SORTS[name], value.value) not in self.known:
                    return False
            direct.append(waits)
        for edge in plan.edges:
            if edge.kind in ("needs", "yields"):
                if edge.source not in place or edge.target not in place:
                    return False
                direct[place[edge.target]].append(place[edge.source])
        if not plan.claims or plan.claims[0].guard:
            return False
        if any(claim.slots for claim in plan.claims):
            return False
        order = _sorted(direct)
        if order is None:
            return False
        before = [0] * len(nodes)
        for i in order:
            bits = 0
            for j in direct[i]:
                bits |= before[j] | 1 << j
            before[i] = bits
        return self._works(plan, order, before)

    def _works(self, plan: Plan, order: list[int], before: list[int]) -> bool:
        paid, sent = dict.fromkeys(self.paid, -1), {*self.sent}
        files: dict[object, tuple[int, str]] = {}
        sends: dict[object, tuple[int, str]] = {}
        delivered = set()
        for i in order:
            node = plan.nodes[i]
            values: dict[str, Any] = {}
            for name, value in node.args.items():
                if isinstance(value, Field):
                    values[name] = (value.node, value.column)
                elif isinstance(value, Literal):
                    values[name] = value.value
                else:
                    values[name] = self.bound[value.role]
            if node.tool == "pay":
                invoice = values["invoice"]
                if invoice in paid:
                    return False
                paid[invoice] = i
                files[node.id, "file"] = i, invoice
            elif node.tool == "send":
                file, to = values["file"], values["to"]
                brought = files.get(file)
                if brought is None or not before[i] >> brought[0] & 1:
                    return False
                if to != self.bound["to"] or (file, to) in sent:
                    return False
                sent.add((file, to))
                sends[node.id, "message"] = i, brought[1]
            else:
                found = sends.get(values["message"])
                if found is not None and node.expects.get("arrived") is True:
                    delivered.add(found[1])
        return delivered >= self.wanted


def _sorted(direct: list[list[int]]) -> list[int] | None:
    """Return the places, each after those before it; None if they go round."""
    if all(not found or max(found) < i for i, found in enumerate(direct)):
        return list(range(len(direct)))
    left = [len(found) for found in direct]
    after: list[list[int]] = [[] for _ in direct]
    for i, found in enumerate(direct):
        for j in found:
            after[j].append(i)
    order = [i for i, n in enumerate(left) if not n]
    for i in order:
        for j in after[i]:
            left[j] -= 1
            if not left[j]:
                order.append(j)
    return order if len(order) == len(direct) else None
