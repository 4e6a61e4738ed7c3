"""Scripts read from text: literals and the words of a script, and nothing that runs.

Every line goes through the same drafts as a script that is written in Python. What
cannot be read is a `CaseError` with the line, its text and what would be right.
"""

import ast
import inspect
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from ..spec import drafts
from ..spec.errors import CaseError, SpecError, shown, unknown
from ..spec.requests import Request
from ..spec.tools import Tool
from ..spec.worlds import Decision
from .literals import read
from .record import Record
from .script import Script, declared, globs, relation
from .spelling import HEAD, LINES, meant

EXAMPLE = "write one event a line, as pay(invoice=…).ok()"
# What may follow an event, by the class of what is written so far.
METHODS: dict[type, tuple[str, ...]] = {
    drafts.Draft: (*drafts.CALL[:-1], *drafts.DECISION[1:], "by", "took", "receipt"),
    drafts.Claimed: ("by", "took"),
    drafts.HandedOver: ("took",),
}
# What takes a value without a name; everything else is name=value.
SINGLE = {"at": "at(150)", "named": 'named("e1")', "by": 'by("bob")', "took": "took(9)"}
ABOUT = {"gap": "gap(pay, since=0)", "receipt": 'receipt(pay, of=1, status="ok")'}


def parse(text: str, request: Request) -> Record:
    """Return the record that a script, as text, writes for ``request``.

    Raises: `CaseError` at a line that is none of a script.
    """
    lines = text.split("\n")
    reader = _Reader(request)
    for statement in _statements(text, lines):
        try:
            reader.read(statement)
        except (SpecError, RecursionError) as error:
            place = f"line {statement.lineno}"
            line = lines[statement.lineno - 1].strip()
            raise CaseError(place, f"{shown(line)}: {error}") from None
    return reader.record()


def _statements(text: str, lines: list[str]) -> list[ast.stmt]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # an escape that Python doubts is refused
            return ast.parse(text).body
    except SyntaxError as error:
        number = min(max(error.lineno or 1, 1), len(lines))
        line = lines[number - 1].strip()
        raise CaseError(
            f"line {number}", f"{shown(line)}: {error.msg}", EXAMPLE
        ) from None
    except (ValueError, RecursionError, MemoryError) as error:
        problem = f"no script: {shown(str(error) or type(error).__name__)}"
        raise CaseError("text", problem, EXAMPLE) from None


class _Reader:
    """A script as far as it was read: its head, and the lines of its record."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.head: dict[str, Mapping[str, Any]] = {}
        self.script = Script(request)

    def read(self, statement: ast.stmt) -> None:
        """Read one line, or raise `SpecError`."""
        if not isinstance(statement, ast.Expr):
            raise SpecError(f"a Python statement is no line of a script; {EXAMPLE}")
        node, after = statement.value, []
        while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            after.append((node.func.attr, node))
            node = node.func.value
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            raise SpecError(f"{shown(ast.unparse(node), 40)} is no event; {EXAMPLE}")
        if node.func.id in HEAD:
            if after:
                raise SpecError(f"{node.func.id}(…) stands alone on its line")
            self._begin(node.func.id, node)
            return
        line = self._line(node.func.id, node)
        for method, call in reversed(after):
            allowed = METHODS.get(type(line), ())
            if method not in allowed:
                raise unknown(f"outcome of {node.func.id}(…)", method, allowed)
            line = _applied(method, getattr(line, method), call)
        self.script.add(line)

    def record(self) -> Record:
        """Return the record of all lines."""
        bound, given, entities = (self.head.get(word, {}) for word in HEAD[1:])
        return self.script.record(bound, given, entities)

    def _begin(self, word: str, call: ast.Call) -> None:
        if word in self.head:
            raise SpecError(f"{word}(…) is there twice; write it once")
        if call.args:
            raise SpecError(f"{word}(…) takes name=value, as {word}(name=…)")
        self.head[word] = values = _keywords(call, relations=word == "given")
        match word:
            case "run":
                for name, value in values.items():
                    if name not in ("task", "tenure"):
                        raise unknown("name of a run", name, ("task", "tenure"))
                    if not isinstance(value, str):
                        raise SpecError(f"{name}={shown(value)} must be text")
                if self.script.events or self.script.receipts:
                    raise SpecError("run(…) comes before all events")
                self.script = Script(self.request, **values)
            case "bound":
                drafts.fill(values, self.request.binds, "role of binds")
            case "given":
                for name, tuples in values.items():
                    relation(self.request, name, tuples, Record())
            case "entities":
                declared(self.request, values)

    def _line(self, word: str, call: ast.Call) -> Any:
        if word in ABOUT:
            if not call.args or not isinstance(call.args[0], ast.Name):
                raise SpecError(f"{word}(…) begins with a name: write {ABOUT[word]}")
            source = self._source(meant(call.args[0].id, source=True))
            if word == "receipt" and not isinstance(source, Tool):
                raise SpecError(f"{source.name} is no tool and has no receipts")
            rest = ast.Call(call.func, call.args[1:], call.keywords)
            return _applied(word, getattr(drafts, word), rest, source)
        if word in LINES:
            return _applied(word, getattr(drafts, word), call)
        source = self._source(meant(word, source=True))
        return _applied(word, source, call)

    def _source(self, name: str) -> Tool | Decision:
        world = self.request.world
        every: tuple[Tool | Decision, ...] = (*world.tools, *world.decisions)
        sources = {source.name: source for source in every}
        if name not in sources:
            words = (*HEAD, *LINES)
            known = ", ".join(sorted(sources)) or "none"
            raise SpecError(
                f"no tool or decision {shown(name)}; there are: {known}; "
                f"and the words {', '.join(words)}"
            )
        return sources[name]


def _applied(
    word: str, function: Callable[..., Any], call: ast.Call, *first: object
) -> Any:
    """Return ``function`` of the literals of ``call``, if it takes such."""
    if call.args and word not in SINGLE:
        raise SpecError(f"{word}(…) takes name=value, as {word}(name=…)")
    values = [*first, *map(read, call.args)]
    named = _keywords(call)
    try:
        inspect.signature(function).bind(*values, **named)
    except TypeError as error:
        shape = (SINGLE | ABOUT).get(word, f"{word}()")
        raise SpecError(f"{word}(…): {error}; write {shape}") from None
    return function(*values, **named)


def _keywords(call: ast.Call, relations: bool = False) -> dict[str, Any]:
    values = {}
    for keyword in call.keywords:
        if keyword.arg in (None, "self"):
            raise SpecError(f"{keyword.arg or '**'} is no name here; write name=value")
        values[meant(keyword.arg or "")] = (
            _relation(keyword.value) if relations else read(keyword.value)
        )
    return values


def _relation(node: ast.expr) -> Any:
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "globs"
        and not node.keywords
    ):
        patterns = [read(pattern) for pattern in node.args]
        if not all(isinstance(pattern, str) for pattern in patterns):
            raise SpecError('globs(…) takes patterns as text: globs("tests/**")')
        return globs(*patterns)
    return read(node)
