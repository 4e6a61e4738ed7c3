"""Text laid out in a width: groups stay on one line if they fit, else they break.

A document is text, a place to break, or a group of documents. A group that breaks
does so at all of its own places, each new line at the column where the group began,
moved by its indent (after Wadler, A prettier printer).
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import attrs


@attrs.frozen
class Break:
    """A place to break: a new line, or on one line this text."""

    flat: str = " "


@attrs.frozen
class Group:
    """Documents that break together; their new lines are moved by `indent`."""

    parts: tuple["Doc", ...]
    indent: int = 0


Doc: TypeAlias = str | Break | Group


def group(*parts: Doc, indent: int = 0) -> Group:
    """Return the group of these documents."""
    return Group(parts, indent)


def joined(docs: Iterable[Doc], word: str) -> Group:
    """Return the documents with ``word`` between, at the head of each new line."""
    first, *others = docs
    return group(first, *(part for doc in others for part in (Break(), word, doc)))


def laid(doc: Doc, width: int | None = None) -> str:
    """Return ``doc`` as text, in lines of at most ``width`` columns where it can."""
    if width is None:
        return "".join(_flat(doc))
    out: list[str] = []
    column = 0
    todo: list[_Todo] = [(doc, 0, False)]  # the last comes first
    while todo:
        part, margin, broken = todo.pop()
        match part:
            case Break() if broken:
                out.append("\n" + " " * margin)
                column = margin
            case Group(parts, indent):
                left, breaks = column + indent, column + _length(part, todo) > width
                todo.extend((p, left, breaks) for p in reversed(parts))
            case _:
                text = part if isinstance(part, str) else part.flat
                out.append(text)
                column += len(text)
    return "".join(out)


# A document, the column of its new lines, and whether its own places break.
_Todo: TypeAlias = tuple[Doc, int, bool]


def _length(doc: Doc, after: list[_Todo]) -> int:
    """Return how long ``doc`` is on one line, with all that must follow it there."""
    length = sum(map(len, _flat(doc)))
    for part, _, broken in reversed(after):
        for leaf in _leaves(part):
            if isinstance(leaf, Break) and (broken or isinstance(part, Group)):
                return length
            length += len(leaf if isinstance(leaf, str) else leaf.flat)
    return length


def _flat(doc: Doc) -> Iterator[str]:
    return (leaf if isinstance(leaf, str) else leaf.flat for leaf in _leaves(doc))


def _leaves(doc: Doc) -> Iterator[str | Break]:
    if isinstance(doc, Group):
        for part in doc.parts:
            yield from _leaves(part)
    else:
        yield doc
