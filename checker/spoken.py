"""What a duty speaks of: tools and decisions, by name or by effect, and roles."""

from ..spec import syntax as s
from ..spec.sorts import Column, Sort
from .facts import Asked


def sources(asked: Asked, several: bool = True) -> list[str]:
    """Return the tools and decisions that the duty speaks of, by effect too.

    Without ``several``, of an effect only the tool that alone brings it about: where
    more do, which of them did is not what the duty says.
    """
    found: dict[str, None] = {}
    for node in s.walk(asked.formula):
        match node:
            case s.Calls(name) | s.Decided(name):
                found[name] = None
            case s.Made(effect) | s.Ended(effect):
                kind = "makes" if isinstance(node, s.Made) else "ends"
                made = _by(asked, effect, kind)
                found |= dict.fromkeys(made if several or len(made) == 1 else ())
    return list(found)


def every_source(asked: Asked) -> list[str]:
    """Return every tool that writes, every decision, and what the duty speaks of."""
    world = asked.request.world
    writing = [tool.name for tool in world.tools if tool.writes]
    return list(
        dict.fromkeys([*sources(asked), *writing, *(d.name for d in world.decisions)])
    )


def roles(asked: Asked) -> list[Column]:
    """Return the roles that the duty speaks of."""
    found = {n.name: n.sort for n in s.walk(asked.formula) if isinstance(n, s.Role)}
    return [Column(name, Sort(sort)) for name, sort in found.items()]


def _by(asked: Asked, effect: str, kind: str) -> list[str]:
    tools = asked.request.world.tools
    return [
        t.name for t in tools if any(i.effect.name == effect for i in getattr(t, kind))
    ]
