"""The world that a chat log shows: its tools, and their arguments as they were used.

It says what was called and nothing of what that brought about: effects, and whether
a failure is clean, are for a person to add.
"""

from collections.abc import Iterable
from typing import Any

from ..spec.requests import World
from ..spec.sorts import RESERVED, Bool, Column, Int, Sort
from ..spec.tools import Tool
from .chat_log import Attempt, turns
from .chat_values import identifier

Json = Sort("Json")


def infer_world(messages: object, name: str = "chat") -> World:
    """Return a world with each tool that a chat log calls.

    A tool takes a column for each argument seen: a flag, an integer or else text,
    nested values as canonical JSON. It returns its whole reply as text.
    """
    seen: dict[str, dict[str, list[Any]]] = {}
    for turn in turns(messages):
        if isinstance(turn, Attempt):
            found = seen.setdefault(identifier(turn.tool), {})
            for argument, value in turn.args.items():
                found.setdefault(_free(identifier(argument), ()), []).append(value)
    tools = tuple(_tool(tool, columns) for tool, columns in seen.items())
    return World(name, tools)


def _tool(name: str, seen: dict[str, list[Any]]) -> Tool:
    takes = [Column(argument, _sort(values)) for argument, values in seen.items()]
    return Tool(name, takes, [Column(_free("reply", seen), Sort("Text"))])


def _free(name: str, taken: Iterable[str]) -> str:
    """Return ``name``, with underscores if it belongs to the language or is taken."""
    while name in RESERVED or name in taken:
        name += "_"
    return name


def _sort(values: list[Any]) -> Sort:
    """Return the narrowest sort that holds all of these; null is of every sort."""
    kinds = {type(value) for value in values if value is not None}
    named = {
        frozenset({bool}): Bool,
        frozenset({int}): Int,
        frozenset({str}): Sort("Text"),
    }
    return named.get(frozenset(kinds), Json)
