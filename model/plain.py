"""Values, times and kinds of rows in plain words, fit for a terminal."""

import math
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from ..spec import syntax as s
from ..spec.sorts import Sort
from ..spec.values import NEVER, UNKNOWN, Span, known

SINCE_1970 = 10**11  # ms; what is less is told as a duration
YEAR_10000 = 253_402_300_800_000  # ms; no date of Python is as late, nor any of ours
KEPT = 10  # characters of a shared beginning that are shown
UNITS = (("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1))


def kind(table: s.Table, many: bool = False) -> str:
    """Return what one row of a table, or many, is: ``call of send``."""
    s_ = "s" if many else ""
    match table:
        case s.Calls(tool):
            return f"call{s_} of {tool}"
        case s.Decided(decision, "given"):
            return f"{decision} decision{s_}"
        case s.Decided(decision):
            return f"withdrawal{s_} of {decision}"
        case s.Made(effect):
            return f"call{s_} that made '{effect}'"
        case s.Ended(effect):
            return f"call{s_} that ended '{effect}'"
        case s.Inside(field=field):
            return f"row{s_} of {field}"
        case s.Entities(sort):
            return f"{sort}{s_}"


def label(t: s.Term | None, many: bool = False) -> str:
    """Return what a term is called where its value stands apart."""
    if not isinstance(t, s.Get):
        return "values"
    if t.field == "by":
        return "people" if many else "by"
    return f"values of {t.field}" if many else t.field


def sort_of(t: s.Term) -> str:
    """Return the sort of a term, as far as printing its value needs it."""
    match t:
        case s.Now() | s.Frontier():
            return "Time"
        case s.Plus(u) | s.Minus(u):
            return sort_of(u)
        case s.Total(s.Bag(value=u)) if u is not None:
            return sort_of(u)
    return getattr(t, "sort", "Int")


def shown(found: Any, sort: str) -> str:
    """Return a value in words; what is not known says so."""
    match found:
        case Span(low, high):
            if low == -math.inf:
                return "unknown" if high == math.inf else f"{shown(high, sort)} or less"
            if high == math.inf:
                return f"{shown(low, sort)} or more"
            return f"{shown(low, sort)} to {shown(high, sort)}"
        case bool():
            return "true" if found else "false"
        case list() | tuple() if sort == "Rows":
            return f"{len(found)} rows"
        case list() | tuple():
            return f"[{', '.join(plain(v) for v in found)}]"
        case int() | Fraction() | float() if sort == "Time":
            return time(found)
        case int() if sort.startswith("Decimal"):
            return str(Sort(sort).write(found))
    return "unknown" if found is UNKNOWN else plain(found)


def time(ms: Any) -> str:
    """Return a time: a date if it is one, else hours, minutes, seconds and ms."""
    if isinstance(ms, Span):
        return shown(ms, "Time")
    if not known(ms):
        return "unknown"
    if not isinstance(ms, int):
        return "the beginning" if ms < 0 else "the end"
    if ms <= NEVER // 2:
        return "never"
    if SINCE_1970 <= ms < YEAR_10000:
        found = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)
        return found.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    parts, rest = [], abs(ms)
    for unit, size in UNITS:
        if rest >= size:
            parts.append(f"{rest // size} {unit}")
            rest %= size
    return ("-" if ms < 0 else "") + (" ".join(parts) or "0 ms")


def plain(found: object, limit: int = 40) -> str:
    """Return text fit for a terminal: one line, printable, cut at ``limit``."""
    text = printable(str(found))
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def apart(left: str, right: str) -> tuple[str, str]:
    """Return two long texts without the beginning that they share, but its end."""
    differ = (i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b)
    same = next(differ, 0)  # of a text and its own beginning both are shown whole
    begin = same - KEPT if same > 2 * KEPT else 0
    lead = "…" if begin else ""
    return lead + left[begin:], lead + right[begin:]


def printable(text: str) -> str:
    """Return ``text`` with escapes for what a terminal would obey or not show."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def key(found: Any) -> str:
    """Return the key of a row: its values, joined."""
    return ", ".join(map(plain, found)) if isinstance(found, tuple) else plain(found)
