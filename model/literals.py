"""Values as scripts write them: Python literals, and nothing that runs."""

import ast
from typing import Any

from ..spec.errors import SpecError, shown
from ..spec.sorts import Column

PLAIN = (
    ast.Constant,
    ast.List,
    ast.Tuple,
    ast.Dict,
    ast.UnaryOp,
    ast.USub,
    ast.Load,
)


def quoted(text: str) -> str:
    """Return ``text`` in double quotes; what does not print is escaped."""
    return '"' + "".join(map(_character, text)) + '"'


def literal(value: object) -> str:
    """Return the literal of a plain value: text, numbers, flags, lists and mappings."""
    match value:
        case str():
            return quoted(value)
        case None | bool() | int():
            return repr(value)
        case list():
            return f"[{', '.join(map(literal, value))}]"
        case tuple():
            comma = "," if len(value) == 1 else ""
            return f"({', '.join(map(literal, value))}{comma})"
        case dict():
            pairs = (f"{literal(k)}: {literal(v)}" for k, v in value.items())
            return f"{{{', '.join(pairs)}}}"
    raise SpecError(f"value={shown(value)} has no place in a script")


def cell(value: Any, column: Column) -> str:
    """Return the literal of what a row holds in ``column``."""
    if column.sort.kind != "Rows":
        return literal(column.sort.write(value))
    return f"[{', '.join(_row(row, column.columns) for row in value)}]"


def read(node: ast.expr) -> Any:
    """Return the value of a literal, or say what stands there instead."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, float):
            raise SpecError(f"{part.value} is a float; write decimals as text, '12.50'")
        plain = not isinstance(part, ast.Constant) or isinstance(
            part.value, str | int | None
        )
        if not isinstance(part, PLAIN) or not plain:
            raise SpecError(
                f"{shown(ast.unparse(part), 40)} is no literal; write text in quotes, "
                "numbers, True, False, None, lists and {…}"
            )
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        raise SpecError(f"{shown(ast.unparse(node), 40)} has no value") from None


def _row(row: Any, columns: tuple[Column, ...]) -> str:
    cells = {c.name: cell(row[c.name], c) for c in columns if c.name in row}
    if len(columns) == 1 and cells:
        return next(iter(cells.values()))  # a row of one column is written bare
    return f"{{{', '.join(f'{quoted(n)}: {text}' for n, text in cells.items())}}}"


def _character(c: str) -> str:
    if c in '"\\':
        return f"\\{c}"
    return c if c.isprintable() else c.encode("unicode_escape").decode()
