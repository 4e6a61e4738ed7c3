"""How formulas are read from text.

    z_keeps(e) ∧ ¬(a = b) → ∃v: pending(a,v) ∨ bottom

Binding from tight to loose: ¬, ∧, ∨, →, ↔; → goes to the right; a quantifier reaches
as far as it can. The letter of a variable tells its sort, and digits may follow it.
Variables that no quantifier binds are bound by ∀ where the formula stands.
"""

import re
from collections.abc import Mapping

import attrs

from ..errors import SpecError, shown, unknown
from .formulas import (
    FALSE,
    TRUE,
    All,
    Atom,
    Formula,
    Iff,
    Implies,
    Not,
    Same,
    Some,
    Var,
    conj,
    disj,
)

TOKEN = re.compile(r"[A-Za-z_]\w*′?|[∀∃¬∧∨→↔=≠(),:]|\S")
NAME = re.compile(r"([A-Za-z]+)(\d*)$")
Relations = Mapping[str, tuple[str, ...]]  # name ↦ the sorts of its terms


@attrs.define
class Reader:
    """Reads one text. `letters`: letter ↦ sort. `relations`: what may stand in it."""

    text: str
    letters: Mapping[str, str]
    relations: Relations
    tokens: list[str] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.tokens = [*TOKEN.findall(self.text), ""][::-1]

    def formula(self) -> Formula:
        """Return the formula that the text says.

        Raises: `SpecError` where it cannot be read, saying what was expected.
        """
        found = self._iff()
        self._expect("")
        return found

    def head(self) -> Atom:
        """Return the atom that the text is."""
        found = self._atom(self._take())
        self._expect("")
        if not isinstance(found, Atom):
            raise SpecError(f"expected a relation and its terms in {shown(self.text)}")
        return found

    def variables(self) -> tuple[Var, ...]:
        """Return the variables that the text names, up to a colon or its end."""
        found = []
        while self.tokens[-1] not in (":", ""):
            found.append(self._variable(self._take()))
        return tuple(found)

    def _iff(self) -> Formula:
        left = self._implies()
        return Iff(left, self._implies()) if self._took("↔") else left

    def _implies(self) -> Formula:
        left = self._or()
        return Implies(left, self._implies()) if self._took("→") else left

    def _or(self) -> Formula:
        found = [self._and()]
        while self._took("∨"):
            found.append(self._and())
        return disj(*found)

    def _and(self) -> Formula:
        found = [self._not()]
        while self._took("∧"):
            found.append(self._not())
        return conj(*found)

    def _not(self) -> Formula:
        match self._take():
            case "¬":
                return Not(self._not())
            case "∀" | "∃" as sign:
                bound = self.variables()
                self._expect(":")
                return (All if sign == "∀" else Some)(bound, self._iff())
            case "(":
                inner = self._iff()
                self._expect(")")
                return inner
            case token:
                return self._atom(token)

    def _atom(self, token: str) -> Formula:
        if token in ("true", "false"):
            return TRUE if token == "true" else FALSE
        name, after = token.removesuffix("′"), token.endswith("′")
        if name not in self.relations:
            return self._same(token)
        terms = list[Var]()
        if self._took("("):
            terms.append(self._variable(self._take()))
            while self._took(","):
                terms.append(self._variable(self._take()))
            self._expect(")")
        wanted, given = self.relations[name], tuple(t.sort for t in terms)
        if wanted != given:
            raise SpecError(
                f"{name} takes ({', '.join(wanted)}), not ({', '.join(given)}), in "
                f"{shown(self.text)}"
            )
        return Atom(name, tuple(terms), after)

    def _same(self, token: str) -> Formula:
        letter = NAME.match(token)
        if self.tokens[-1] not in ("=", "≠") or letter is None:
            raise unknown(f"relation of {shown(self.text)}", token, self.relations)
        left, sign = self._variable(token), self._take()
        right = self._variable(self._take())
        if left.sort != right.sort:
            raise SpecError(f"a {left.sort} is no {right.sort}: {shown(self.text)}")
        return Same(left, right) if sign == "=" else Not(Same(left, right))

    def _variable(self, token: str) -> Var:
        letter = NAME.match(token)
        if letter is None or letter[1] not in self.letters:
            raise unknown(f"variable of {shown(self.text)}", token, self.letters)
        return Var(token, self.letters[letter[1]])

    def _take(self) -> str:
        return self.tokens.pop() if len(self.tokens) > 1 else self.tokens[-1]

    def _took(self, token: str) -> bool:
        return self.tokens[-1] == token and bool(self._take())

    def _expect(self, token: str) -> None:
        found = self._take()
        if found != token:
            wanted = token or "the end"
            raise SpecError(
                f"expected {wanted}, got {found or 'the end'} in {shown(self.text)}"
            )


def clauses(text: str) -> dict[str, str]:
    """Return what a block of lines ``name: text`` says, by name.

    A line that begins further to the right than the first one goes on with the last.

    Raises: `SpecError` for a line without a name, and for a name given twice.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    margin = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    found = dict[str, str]()
    for line in lines:
        name, colon, said = line.strip().partition(":")
        if len(line) - len(line.lstrip()) > margin:
            last = next(reversed(found))
            found[last] = f"{found[last]} {line.strip()}".strip()
        elif not colon or name in found:
            raise SpecError(f"expected a new name and a colon: {shown(line.strip())}")
        else:
            found[name] = said.strip()
    return found
