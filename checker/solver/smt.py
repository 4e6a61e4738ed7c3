"""SMT-LIB as text: terms are strings, folded where they are constant and shared.

Building text and handing it over once is about twenty times quicker than building
the same terms through Z3's Python objects, and the text is the export as well.
"""

from collections.abc import Iterable

TRUE, FALSE = "true", "false"
LONG = 60  # a term longer than this gets a name, so that text stays linear


class Text:
    """An SMT-LIB script under construction: declarations, definitions, assertions."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.added: dict[str, str] = {}  # formula ↦ what it says
        self._names: dict[tuple[str, str], str] = {}
        self.declared: dict[str, str] = {}

    def declare(self, name: str, sort: str) -> str:
        """Declare a constant of sort Int or Bool and return its quoted name."""
        quoted = f"|{name}|"
        if quoted not in self.declared:
            self.declared[quoted] = sort
            self.lines.append(f"(declare-const {quoted} {sort})")
        return quoted

    def relation(self, name: str, arity: int) -> str:
        """Declare a relation over entity ids and return its quoted name."""
        quoted = f"|{name}|"
        if quoted not in self.declared:
            self.declared[quoted] = "relation"
            self.lines.append(f"(declare-fun {quoted} ({'Int ' * arity}) Bool)")
        return quoted

    def named(self, term: str, sort: str) -> str:
        """Return a short name for a long term, the same one each time."""
        if len(term) <= LONG:
            return term
        key = (term, sort)
        if key not in self._names:
            self._names[key] = f"t{len(self._names)}"
            self.lines.append(f"(define-fun {self._names[key]} () {sort} {term})")
        return self._names[key]

    def add(self, formula: str, kind: str = "bounds") -> None:
        """Assert a formula, once. `kind`: what sort of thing it says, in a word."""
        if formula != TRUE and formula not in self.added:
            self.added[formula] = kind
            self.lines.append(f"(assert {formula})")

    def __str__(self) -> str:
        return "\n".join(self.lines)


def conj(parts: Iterable[str]) -> str:
    """Return the conjunction; it stops reading at the first part that is false."""
    kept: dict[str, None] = {}
    for part in parts:
        if part == FALSE:
            return FALSE
        if part != TRUE:
            kept[part] = None
    return _joined("and", list(kept), TRUE)


def disj(parts: Iterable[str]) -> str:
    """Return the disjunction; it stops reading at the first part that is true."""
    kept: dict[str, None] = {}
    for part in parts:
        if part == TRUE:
            return TRUE
        if part != FALSE:
            kept[part] = None
    return _joined("or", list(kept), FALSE)


def neg(part: str) -> str:
    """Return the negation, without doubling it."""
    if part in (TRUE, FALSE):
        return FALSE if part == TRUE else TRUE
    return part[5:-1] if part.startswith("(not ") else f"(not {part})"


def ite(condition: str, then: str, otherwise: str) -> str:
    """Return ``then`` if the condition holds, else ``otherwise``."""
    if condition in (TRUE, FALSE):
        return then if condition == TRUE else otherwise
    return then if then == otherwise else f"(ite {condition} {then} {otherwise})"


def number(value: int) -> str:
    """Return an integer literal."""
    return str(value) if value >= 0 else f"(- {-value})"


def constant(term: str) -> int | None:
    """Return the value of an integer literal, None of any other term."""
    if term.isdecimal():
        return int(term)
    if term.startswith("(- ") and term[3:-1].isdecimal():
        return -int(term[3:-1])
    return None


def plus(terms: Iterable[str]) -> str:
    """Return the sum."""
    kept, known = [], 0
    for term in terms:
        if (value := constant(term)) is None:
            kept.append(term)
        else:
            known += value
    return _joined("+", [*kept, *([number(known)] if known else [])], "0")


def compare(operator: str, left: str, right: str) -> str:
    """Return ``left operator right`` for =, < and <=; equal text is decided here."""
    if left == right:
        return FALSE if operator == "<" else TRUE
    a, b = constant(left), constant(right)
    if a is not None and b is not None:
        held = a == b if operator == "=" else a < b if operator == "<" else a <= b
        return TRUE if held else FALSE
    return f"({operator} {left} {right})"


def between(term: str, low: int, high: int) -> str:
    """Return: a number lies from ``low`` to ``high``, both included."""
    return conj((compare("<=", number(low), term), compare("<=", term, number(high))))


def _joined(operator: str, parts: list[str], empty: str) -> str:
    if len(parts) < 2:
        return parts[0] if parts else empty
    return f"({operator} {' '.join(parts)})"
