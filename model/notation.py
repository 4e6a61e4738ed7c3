"""Formulas printed as in a paper: Unicode for people, LaTeX for documents.

    ∃ p ∈ pay.done: p.invoice = bound(invoice) ∧ ∃ s ∈ send.done: s.file = p.file

What the surface builds from ¬, ∧ and ∃ is printed as it was meant: ∀, →, ∨, ≠, ``x
before y``, and ``pay.done`` for the calls of `pay` that took effect. Formulas that
print alike are equal by the laws of ∧ and ¬ that the two bits keep.
"""

import attrs

from ..spec import syntax as s
from .layout import Break, Doc, group, joined, laid
from .notation_terms import (
    AND,
    COMPARE,
    NOT,
    OR,
    SUM,
    THEN,
    Names,
    Part,
    Terms,
    conjuncts,
)
from .symbols import LATEX, UNICODE


def unicode(node: s.Node, width: int | None = None) -> str:
    """Return ``node`` in one line, or in lines of ``width`` columns where it can."""
    return laid(_Printer(UNICODE).node(node), width)


def latex(node: s.Node) -> str:
    """Return ``node`` in LaTeX, for math mode with `amsmath`."""
    return laid(_Printer(LATEX).node(node))


@attrs.frozen
class _Printer(Terms):
    def node(self, node: s.Node) -> Doc:
        """Print any node; variables that it does not bind keep their names."""
        names = {name: self._free(name) for name in s.free(node)}
        match node:
            case s.Bag():
                return self.bag(node, names)
            case s.Bind():
                head, kept, inner = self.bind(node, names)
                return self._scoped(head, kept, inner).doc
            case _ if isinstance(node, s.Table):
                return self.table(node, names, ())[0]
            case _ if isinstance(node, s.Formula):
                return self.formula(node, names).doc
        assert isinstance(node, s.Term)
        return self.term(node, names).doc

    def formula(self, node: s.Formula, names: Names) -> Part:
        """Print a formula by the first shape that it has."""
        y = self.y
        match node:
            case s.And():
                return self.both(list(conjuncts(node)), names)
            case s.Some(bind, body):
                head, kept, inner = self.bind(bind, names)
                return self._scoped(y.some + head, [*kept, *conjuncts(body)], inner)
            case s.Not(s.Some() as found) if _universal(found):
                return self.every(found, names)
            case s.Not(s.And() as body) if _implies(body):
                return self.implied([], list(conjuncts(body)), names)
            case s.Not(s.And(())):
                return Part(self.y.name("false"))
            case s.Not(s.Equal(left, right)):
                return self.compared(left, y.differ, right, names)
            case s.Not(s.Less(left, right)) if not _before(left, right):
                return self.compared(left, y.at_least, right, names)
            case s.Not(s.AtMost(left, right)):
                return self.compared(left, y.more, right, names)
            case s.Equal(left, s.Const(True, "Bool")):
                return self.term(left, names)
            case s.Equal(left, right):
                return self.compared(left, y.equal, right, names)
            case s.Less(s.Get(first), s.Get(then)) if _before(node.left, node.right):
                return Part(names[first] + y.before + names[then], COMPARE)
            case s.Less(s.Const() as left, right):
                return self.compared(right, y.more, left, names)
            case s.Less(left, right):
                return self.compared(left, y.less, right, names)
            case s.AtMost(s.Const() as left, right):
                return self.compared(right, y.at_least, left, names)
            case s.AtMost(left, right):
                return self.compared(left, y.at_most, right, names)
            case s.Given(relation, terms):
                return self.applied(relation, [self.term(t, names).doc for t in terms])
            case s.Known(s.Equal(left, right)) if left == right:
                return self.applied("known", [self.term(left, names).doc])
            case s.Known(body):
                return self.applied("known", [self.formula(body, names).doc])
        assert isinstance(node, s.Not)
        part = self.formula(node.body, names)
        return Part(group(y.no, part.fit(NOT)), NOT, part.open and part.level >= NOT)

    def both(self, nodes: list[s.Formula], names: Names) -> Part:
        """Print a conjunction; of nothing, it is true."""
        if not nodes:
            return Part(self.y.name("true"))
        parts = [self.formula(node, names) for node in nodes]
        return self._chain(parts, self.y.both, AND)

    def every(self, found: s.Some, names: Names) -> Part:
        """Print ``¬∃ x ∈ ρ: φ ∧ ¬ψ`` as ``∀ x ∈ ρ: φ → ψ``, ranges in ranges too."""
        head, kept, inner = self.bind(found.bind, names)
        if isinstance(found.body, s.Some):
            then = self.every(found.body, inner)
            body = self._then(kept, then, inner)
        else:
            body = self.implied(kept, list(conjuncts(found.body)), inner)
        return self._quantified(self.y.every + head, body)

    def implied(
        self, kept: list[s.Formula], told: list[s.Formula], names: Names
    ) -> Part:
        """Print ``¬(φ ∧ ¬ψ ∧ ¬χ)`` as ``φ → ψ ∨ χ``."""
        premises = [*kept, *(part for part in told if not isinstance(part, s.Not))]
        ends = [self.formula(p.body, names) for p in told if isinstance(p, s.Not)]
        return self._then(premises, self._chain(ends, self.y.either, OR), names)

    def compared(self, left: s.Term, sign: str, right: s.Term, names: Names) -> Part:
        """Print two terms with a sign between."""
        sides = self.term(left, names).fit(SUM), self.term(right, names).fit(SUM)
        return Part(group(sides[0], sign, sides[1]), COMPARE)

    def _scoped(self, head: Doc, nodes: list[s.Formula], names: Names) -> Part:
        if not nodes:
            return Part(head, NOT)
        return self._quantified(head, self.both(nodes, names))

    def _quantified(self, head: Doc, body: Part) -> Part:
        doc = group(head, self.y.so, Break(), body.fit(THEN), indent=2)
        return Part(doc, NOT, open=True)

    def _then(self, premises: list[s.Formula], end: Part, names: Names) -> Part:
        if not premises:
            return end
        start = self.both(premises, names).fit(OR, last=False)
        return Part(joined([start, end.fit(THEN)], self.y.then), THEN, end.open)

    def _chain(self, parts: list[Part], word: str, level: int) -> Part:
        if len(parts) == 1:
            return parts[0]
        last = parts[-1]
        docs = [p.fit(level + 1, last=p is last) for p in parts]
        return Part(joined(docs, word), level, last.open and last.level > level)

    def _free(self, name: str) -> str:
        return ".".join(map(self.y.name, name.split(".")))


def _universal(found: s.Some) -> bool:
    """Whether ``¬found`` says that all rows meet something, in ranges in ranges."""
    body = found.body
    while isinstance(body, s.Some):
        body = body.body
    return _implies(body)


def _implies(body: s.Formula) -> bool:
    """Whether ``¬body`` is an implication or a disjunction."""
    return any(isinstance(part, s.Not) for part in conjuncts(body))


def _before(left: s.Term, right: s.Term) -> bool:
    match left, right:
        case s.Get(_, "end", "Time"), s.Get(_, "start", "Time"):
            return True
    return False
