"""Terms, bags and tables printed as in a paper, and how variables are named."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import attrs

from ..spec import syntax as s
from ..spec.drafts import UNITS
from ..spec.sorts import Sort
from .layout import Break, Doc, group
from .literals import literal
from .symbols import Symbols

Names: TypeAlias = Mapping[str, str]  # variable ↦ how it is printed

# How tightly a sign binds: what binds less than its place asks gets parentheses.
THEN, OR, AND, COMPARE, NOT, SUM, ATOM = range(7)

# The rows of a table whose mark is set, and all of them, as the surface says it.
MARKED = {
    s.Calls: {"took": "done", "unclear": "unclear", "answered": "answered"},
    s.Made: {"took": "made"},
    s.Ended: {"took": "ended"},
}
ALL = {s.Calls: "tried", s.Made: "attempted", s.Ended: "ending"}
SHORT = {"days": "d", "hours": "h", "minutes": "min", "seconds": "s", "ms": "ms"}


@attrs.frozen
class Part:
    """A piece of a formula, how tightly it binds, and whether it reaches to the end.

    What reaches to the end, as ``∃ x ∈ ρ: φ`` does, needs parentheses if more follows.
    """

    doc: Doc
    level: int = ATOM
    open: bool = False

    def fit(self, least: int, last: bool = True) -> Doc:
        """Return it for a place that asks for a level, in parentheses if need be."""
        if self.level < least or (self.open and not last):
            return group("(", self.doc, ")")
        return self.doc


@attrs.frozen
class Terms(ABC):
    """Prints terms in an alphabet; what stands in a bag is a formula's business."""

    y: Symbols

    @abstractmethod
    def both(self, nodes: list[s.Formula], names: Names) -> Part:
        """Print a conjunction."""

    def term(self, node: s.Term, names: Names) -> Part:
        """Print a term."""
        y = self.y
        match node:
            case s.Const():
                return Part(self.constant(node))
            case s.Role(name):
                return self.applied("bound", [y.name(name)])
            case s.Slot(name):
                return self.applied("claim", [y.name(name)])
            case s.Now():
                return Part(y.name("now"))
            case s.Frontier():
                return Part(y.name("frontier"))
            case s.Get(row, "self"):
                return Part(names[row])
            case s.Get(row, field):
                return Part(f"{names[row]}.{y.name(field)}")
            case s.Plus(left, right) | s.Minus(left, right):
                sign = y.plus if isinstance(node, s.Plus) else y.minus
                first = self.term(left, names).fit(SUM)
                return Part(group(first, sign, self._added(left, right, names)), SUM)
            case s.Count(bag):
                whole = len(bag.binds) == 1 and bag.value is None
                counted = self.rows(bag.binds[0], names) if whole else None
                inner = counted or self.bag(bag, names)
                return Part(group(y.bars[0], inner, y.bars[1]))
            case s.Total(bag):
                return Part(group(y.total, self.bag(bag, names)))
            case s.Apply(transform, arguments):
                docs = [
                    self.bag(a, names)
                    if isinstance(a, s.Bag)
                    else self.term(a, names).doc
                    for a in arguments
                ]
                return self.applied(transform, docs)

    def constant(self, node: s.Const) -> str:
        """Print a value: entities in quotes, decimals with their places."""
        sort = Sort(node.sort)
        if isinstance(node.value, bool):
            return self.y.name(str(node.value).lower())
        if sort.kind == "entity":
            return self.y.text(str(node.value))
        written = sort.write(node.value)
        return written if isinstance(written, str) else literal(written)

    def applied(self, name: str, docs: list[Doc]) -> Part:
        """Print ``name(…)``."""
        inside = [part for doc in docs for part in (",", Break(), doc)][2:]
        return Part(group(self.y.name(name), "(", *inside, ")", indent=2))

    def bag(self, node: s.Bag, names: Names) -> Doc:
        """Print the set of what a bag holds: ``{p.n : p ∈ ρ, φ}``."""
        heads: list[Doc] = []
        kept: list[s.Formula] = []
        for bind in node.binds:
            head, where, names = self.bind(bind, names)
            heads.append(head)
            kept.extend(where)
        if node.value is None and len(heads) == 1:
            first, rest = heads[0], []
        elif node.value is None:
            rows = ", ".join(names[bind.var] for bind in node.binds)
            first, rest = f"({rows})", heads
        else:
            first, rest = self.term(node.value, names).doc, heads
        if kept:
            rest.append(self.both(kept, names).doc)
        told = [part for doc in rest for part in (",", Break(), doc)][2:]
        such = [self.y.such, Break(), *told] if told else []
        return group(self.y.braces[0], group(first, *such), self.y.braces[1])

    def _added(self, left: s.Term, right: s.Term, names: Names) -> Doc:
        if isinstance(right, s.Const) and _sort(left) == "Time":
            return self._duration(right.value)
        return self.term(right, names).fit(ATOM)

    def _duration(self, value: Any) -> str:
        for unit in reversed(UNITS):
            if value % UNITS[unit] == 0 and (value or unit == "ms"):
                return self.y.duration(value // UNITS[unit], SHORT[unit])
        raise AssertionError("every integer is a number of ms")

    def bind(
        self, bind: s.Bind, names: Names
    ) -> tuple[str, list[s.Formula], dict[str, str]]:
        """Return ``x ∈ ρ``, what else its rows meet, and the names with x in them."""
        table, kept = self.table(bind.table, names, conjuncts(bind.where), bind.var)
        inner = {**names, bind.var: self._fresh(bind, names)}
        return f"{inner[bind.var]} {self.y.among} {table}", kept, inner

    def rows(self, bind: s.Bind, names: Names) -> str | None:
        """Return the table alone, if all its rows count."""
        table, kept = self.table(bind.table, names, conjuncts(bind.where), bind.var)
        return None if kept else table

    def table(
        self, table: s.Table, names: Names, where: Iterable[s.Formula], var: str = ""
    ) -> tuple[str, list[s.Formula]]:
        """Return a table with the mark that its rows bear, and what else they meet."""
        y, kept = self.y, list(where)
        match table:
            case s.Inside(row, field):
                return f"{names[row]}.{y.name(field)}", kept
            case s.Entities(sort):
                return y.name(sort), kept
            case s.Decided(decision, verdict):
                return f"{y.name(decision)}.{y.name(verdict)}", kept
        word = ALL[type(table)]
        for mark, called_so in MARKED[type(table)].items():
            marked = s.Equal(s.Get(var, mark, "Bool"), s.Const(True, "Bool"))
            if marked in kept:
                kept.remove(marked)
                word = called_so
                break
        return f"{y.name(called(table))}.{y.name(word)}", kept

    def _fresh(self, bind: s.Bind, names: Names) -> str:
        """Name a variable after its table, with a number if the letter is in use."""
        letter = next((c for c in called(bind.table).lower() if c.isalpha()), "x")
        number, used = 1, set(names.values())
        while self.y.variable(letter, number) in used:
            number += 1
        return self.y.variable(letter, number)


def called(table: s.Table) -> str:
    """Return the name of the tool, decision, effect, field or sort of a table."""
    match table:
        case s.Calls(name) | s.Decided(name) | s.Made(name) | s.Ended(name):
            return name
        case s.Inside(field=name) | s.Entities(name):
            return name


def conjuncts(node: s.Formula) -> Iterator[s.Formula]:
    """Yield the parts of a conjunction, those of its own conjunctions too."""
    if isinstance(node, s.And):
        for part in node.parts:
            yield from conjuncts(part)
    else:
        yield node


def _sort(node: s.Term) -> str:
    """Return Time for a moment; for what else is added up, anything else."""
    match node:
        case s.Get(sort=sort):
            return sort
        case s.Now() | s.Frontier():
            return "Time"
        case s.Minus(_, right) if _sort(right) == "Time":
            return "Int"
        case s.Plus(left, _) | s.Minus(left, _):
            return _sort(left)
    return ""
