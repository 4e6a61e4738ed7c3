"""Formulas over a finite universe as propositions, in SMT-LIB text.

Every quantifier is written out, and what is plainly true or false is dropped. A fact
is a Boolean named for its relation and its elements, ``|pending.0.1@2|`` where it may
change and ``@2`` is when.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

import attrs

from ...spec.theorems.formulas import (
    All,
    And,
    Atom,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Same,
    Some,
    Var,
)
from ...spec.theorems.meaning import Element, Fact, Values
from ...spec.theorems.theory import Theory
from .text import sorts, symbol

NOW, NEXT = "@now", "@next"  # put into the text where the moment is to stand


@attrs.frozen
class Ground:
    """One theory in one universe. `sizes`: how many elements of each sort."""

    theory: Theory
    sizes: Mapping[str, int]

    @classmethod
    def of(cls, theory: Theory) -> "Ground":
        """Return the theory in the universe that it names; one of what it does not."""
        return cls(theory, {sort: theory.sizes.get(sort, 1) for sort in sorts(theory)})

    def values(self, variables: Iterable[Var]) -> Iterator[tuple[Element, ...]]:
        """Yield every choice of elements for some variables."""
        return product(*(range(self.sizes[v.sort]) for v in variables))

    def facts(self, rigid: bool) -> Iterator[Fact]:
        """Yield what can hold: of relations that never change, or of the others."""
        for name, relation in self.theory.relations.items():
            if relation.rigid == rigid:
                for elements in self.values(relation.terms):
                    yield name, elements

    def name(self, fact: Fact, moment: str = NOW) -> str:
        """Return the name of a fact."""
        relation, elements = fact
        rigid = (
            relation in self.theory.switches or self.theory.relations[relation].rigid
        )
        plain = ".".join((relation, *map(str, elements)))
        return symbol(plain if rigid else plain + moment)

    def written(self, formula: Formula, values: Values | None = None) -> str:
        """Return ``formula``, its free variables given, as a proposition."""
        known = values or {}
        match formula:
            case Atom(relation, terms, after):
                fact = relation, tuple(known[t] for t in terms)
                return self.name(fact, NEXT if after else NOW)
            case Same(left, right):
                return "true" if known[left] == known[right] else "false"
            case Not(body):
                return negated(self.written(body, known))
            case And(parts):
                return joined("and", [self.written(p, known) for p in parts])
            case Or(parts):
                return joined("or", [self.written(p, known) for p in parts])
            case Implies(left, right):
                no = negated(self.written(left, known))
                return joined("or", [no, self.written(right, known)])
            case Iff(left, right):
                return same(self.written(left, known), self.written(right, known))
            case All(variables, body):
                return joined("and", self._every(variables, body, known))
            case Some(variables, body):
                return joined("or", self._every(variables, body, known))

    def _every(
        self, variables: tuple[Var, ...], body: Formula, known: Values
    ) -> list[str]:
        choices = self.values(variables)
        return [
            self.written(body, {**known, **dict(zip(variables, chosen, strict=True))})
            for chosen in choices
        ]


def negated(part: str) -> str:
    """Return ``¬φ``."""
    known = {"true": "false", "false": "true"}
    return known.get(part, f"(not {part})")


def joined(word: str, parts: Iterable[str]) -> str:
    """Return ``φ ∧ …`` or ``φ ∨ …``, each part once, without what says nothing."""
    idle, decides = ("true", "false") if word == "and" else ("false", "true")
    left = [part for part in dict.fromkeys(parts) if part != idle]
    if decides in left:
        return decides
    return f"({word} {' '.join(left)})" if len(left) > 1 else left[0] if left else idle


def same(left: str, right: str) -> str:
    """Return ``φ ↔ ψ``."""
    for one, other in ((left, right), (right, left)):
        if one in ("true", "false"):
            return other if one == "true" else negated(other)
    return f"(= {left} {right})"
