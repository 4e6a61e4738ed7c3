"""Drawings of a plan: Mermaid, which renders in a page, and DOT, for Graphviz.

An action is a box, a duty or whatever else an edge names a rounded one, the claim a
hexagon. An arrow says what waits for what; it is dotted where a guard reads an answer,
and has its kind where the proposer says what an action covers.
"""

from collections.abc import Callable, Iterator

from .plan import ORDERING, Argument, Bound, Field, Guard, Plan

CLAIM = "claim"


def mermaid(plan: Plan) -> str:
    """Return the plan as a Mermaid flowchart."""
    names = _numbered(plan)
    lines = ["flowchart TD"]
    for kind, name, label in _things(plan):
        left, right = {"action": "[]", "claim": ("{{", "}}")}.get(kind, "()")
        lines.append(f'  {names[kind, name]}{left}"{_mermaid(label)}"{right}')
    for source, target, label, dotted in _arrows(plan):
        arrow = "-.->" if dotted else "-->"
        said = f'|"{_mermaid(label)}"|' if label else ""
        lines.append(f"  {names[source]} {arrow}{said} {names[target]}")
    return "\n".join(lines)


def dot(plan: Plan) -> str:
    """Return the plan as a graph in DOT."""
    names = _numbered(plan)
    shapes = {"action": "box", "claim": "hexagon"}
    lines = ["digraph plan {"]
    for kind, name, label in _things(plan):
        shape = shapes.get(kind, "ellipse")
        lines.append(f'  {names[kind, name]} [shape={shape}, label="{_dot(label)}"];')
    for source, target, label, dotted in _arrows(plan):
        said = [f'label="{_dot(label)}"'] if label else []
        said += ["style=dotted"] if dotted else []
        more = f" [{', '.join(said)}]" if said else ""
        lines.append(f"  {names[source]} -> {names[target]}{more};")
    return "\n".join([*lines, "}"])


Thing = tuple[str, str]  # its kind (action, other, claim) and its name


def _things(plan: Plan) -> Iterator[tuple[str, str, str]]:
    for node in plan.nodes:
        args = ", ".join(f"{k}={_value(v)}" for k, v in node.args.items())
        hoped = ", ".join(f"{k}={v}" for k, v in node.expects.items())
        wait = f"\nnot before {node.not_before} ms" if node.not_before else ""
        then = f"\n→ {hoped}" if hoped else ""
        yield "action", node.id, f"{node.id}: {node.tool}({args}){then}{wait}"
    others = (n for e in plan.edges for n in (e.source, e.target))
    for name in dict.fromkeys(n for n in others if n not in plan.by_id):
        yield "other", name, name
    for i, claim in enumerate(plan.claims):
        slots = ", ".join(f"{k}={_value(v)}" for k, v in claim.slots.items())
        yield "claim", str(i), f"claim({slots})"


def _arrows(plan: Plan) -> Iterator[tuple[Thing, Thing, str, bool]]:
    def thing(name: str) -> Thing:
        return ("action" if name in plan.by_id else "other"), name

    for node in plan.nodes:
        guards = {test.node for test in node.guard}
        for name in plan.waits[node.id]:
            if name in plan.by_id:
                said = _guard(node.guard, name)
                yield thing(name), thing(node.id), said, name in guards
    for i, claim in enumerate(plan.claims):
        for name in dict.fromkeys(test.node for test in claim.guard):
            if name in plan.by_id:
                said = _guard(claim.guard, name)
                yield thing(name), ("claim", str(i)), said, True
    for edge in plan.edges:
        if edge.kind not in ORDERING:
            yield thing(edge.source), thing(edge.target), edge.kind, False


def _numbered(plan: Plan) -> dict[Thing, str]:
    found = [(kind, name) for kind, name, _ in _things(plan)]
    return {thing: f"n{i}" for i, thing in enumerate(found)}


def _guard(guard: Guard, name: str) -> str:
    return ", ".join(f"{t.column}={t.value}" for t in guard if t.node == name)


def _value(value: Argument) -> str:
    match value:
        case Bound(role):
            return f"bound {role}"
        case Field(node, column):
            return f"{node}.{column}"
    return str(value.value)


def _mermaid(text: str) -> str:
    special = {'"': "#quot;", "#": "#35;", "<": "#lt;", ">": "#gt;", "\n": "<br>"}
    return "".join(special.get(c, c) for c in text)


def _dot(text: str) -> str:
    special = {'"': '\\"', "\\": "\\\\", "\n": "\\n"}
    return "".join(special.get(c, c) for c in text)


DRAWINGS: dict[str, Callable[[Plan], str]] = {"mermaid": mermaid, "dot": dot}
