"""The flags of an answer on which it hangs what a tool tells of an effect."""

from ..spec import syntax as s
from ..spec.tools import Tool


def telling(tool: Tool) -> list[str]:
    """Return the flags on which it hangs what ``tool`` tells.

    They answer a question, so nobody may hope for one value of them: a plan provides
    for both, but where the other would contradict what is known.
    """
    mentioned = {
        node.field
        for told in tool.tells
        for node in s.walk(told.when)
        if isinstance(node, s.Get)
    }
    return [
        c.name for c in tool.returns if c.sort.kind == "Bool" and c.name in mentioned
    ]
