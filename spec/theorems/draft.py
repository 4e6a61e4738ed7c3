"""Theories are written as text: this reads the words of one and builds its parts.

A block is lines ``name: formula``. A formula whose name is that of a switch holds only
as long as the switch is on. What a step does is said in lines

    +received(r)                      from now on
    -pending(b,w) if b = a            no longer, for each b and w of which this is so

and where both are said of the same elements, + wins.
"""

import re
from collections.abc import Iterable, Mapping

import attrs

from ..errors import SpecError, shown, unknown
from .formulas import Atom, Formula, Same, Var, closed, conj, disj, free, no, put
from .notation import Reader, clauses
from .theory import Conclusion, Relation, Step, Switch, Theory, Update, given

CHANGE = re.compile(r"([+-])\s*(.*?)(?:\s+if\s+(.*))?$", re.DOTALL)


@attrs.frozen
class Words:
    """What the text of a theory may use: letters of sorts, relations, switches."""

    letters: Mapping[str, str]
    relations: Mapping[str, Relation]
    switches: Mapping[str, Switch]

    @classmethod
    def of(
        cls, sorts: str, rigid: str, state: str, switches: Iterable[Switch] = ()
    ) -> "Words":
        """Read the sorts with their letters, and the relations with what they say.

        `rigid`: what never changes. `state`: what steps change.
        """
        letters = {
            letter: sort
            for sort, said in clauses(sorts).items()
            for letter in said.split()
        }
        found = dict[str, Relation]()
        for block, never in ((rigid, True), (state, False)):
            for head, says in clauses(block).items():
                name, _, terms = head.partition("(")
                variables = Reader(terms.strip(")").replace(",", " "), letters, {})
                found[name] = Relation(name, variables.variables(), says, never)
        named = {switch.name: switch for switch in switches}
        both = found.keys() & named.keys()
        if both:
            raise SpecError(f"names of relations and of switches: {sorted(both)}")
        return cls(letters, found, named)

    def reader(self, text: str) -> Reader:
        """Return a reader of ``text``."""
        sorts = {name: relation.sorts for name, relation in self.relations.items()}
        return Reader(text, self.letters, sorts | dict.fromkeys(self.switches, ()))

    def formula(
        self, text: str, step: str = "", open_: tuple[Var, ...] = ()
    ) -> Formula:
        """Read a formula, closed but for the parameters of a step."""
        names = {v: _parameter(step, v) for v in open_}
        return closed(put(self.reader(text).formula(), names), tuple(names.values()))

    def block(
        self, text: str, step: str = "", open_: tuple[Var, ...] = ()
    ) -> dict[str, Formula]:
        """Read a block; what is named like a switch is dropped with it."""
        return {
            name: given(self.switches.get(name), self.formula(said, step, open_))
            for name, said in clauses(text).items()
        }

    def claim(self, theorem: str, name: str, sentence: str, text: str) -> Conclusion:
        """Read one part of a theorem."""
        return Conclusion(theorem, name, sentence, self.formula(text))

    def step(
        self,
        name: str,
        parameters: str,
        says: str,
        guards: str = "",
        then: str = "",
        adversary: bool = False,
    ) -> Step:
        """Read a step. `guards`: a block. `then`: its changes, one in each line."""
        named = self.reader(parameters).variables()
        changes = dict[str, list[tuple[str, Formula]]]()
        for line in _lines(then):
            relation, sign, said = self._change(line, name, named)
            changes.setdefault(relation, []).append((sign, said))
        return Step(
            name,
            tuple(_parameter(name, v) for v in named),
            says,
            self.block(guards, name, named),
            {r: self._update(self.relations[r], said) for r, said in changes.items()},
            adversary,
        )

    def theory(
        self,
        name: str,
        about: str,
        claims: Iterable[tuple[str, str, str, str]],
        *,
        ends: str,
        begins: str = "true",
        axioms: str = "",
        initial: str = "",
        steps: Iterable[Step] = (),
        invariant: str = "",
        sizes: Mapping[str, int] | None = None,
        depth: int = 0,
        note: str = "",
    ) -> Theory:
        """Read a theory. `begins`, `ends`: what is so in a run that is its example."""
        return Theory(
            name=name,
            about=about,
            letters=self.letters,
            relations=self.relations,
            switches=self.switches,
            axioms=self.block(axioms),
            initial=self.block(initial),
            steps=tuple(steps),
            invariant=self.block(invariant),
            conclusions=tuple(self.claim(*claim) for claim in claims),
            example=(self.formula(begins), self.formula(ends)),
            sizes=sizes or {},
            depth=depth,
            note=note,
        )

    def _change(
        self, line: str, step: str, named: tuple[Var, ...]
    ) -> tuple[str, str, Formula]:
        """Return the relation, the sign, and of which of its terms the change is so."""
        parts = CHANGE.match(line)
        if parts is None:
            raise SpecError(f"a change begins with + or -: {shown(line)}")
        sign, text, when = parts.groups()
        head = self.reader(text).head()
        relation = self.relations.get(head.relation)
        if relation is None or relation.rigid:
            known = [name for name, r in self.relations.items() if not r.rigid]
            raise unknown("relation that changes", head.relation, known)
        pairs = list(zip(head.terms, relation.terms, strict=True))
        places = {
            term: Var(f"_{i}", term.sort) for i, term in enumerate(relation.terms)
        }
        spread = {term: places[place] for term, place in pairs if term not in named}
        names = {v: _parameter(step, v) for v in named}
        body = put(self.reader(when or "true").formula(), {**names, **spread})
        fixed = [
            Same(places[place], names[term]) for term, place in pairs if term in named
        ]
        told = conj(*fixed, body)
        loose = set(free(told)) - {*places.values(), *names.values()}
        if loose:
            raise SpecError(f"{sorted(v.name for v in loose)} are loose: {shown(line)}")
        return head.relation, sign, told

    def _update(self, relation: Relation, said: list[tuple[str, Formula]]) -> Update:
        formals = tuple(Var(f"_{i}", v.sort) for i, v in enumerate(relation.terms))
        more = [formula for sign, formula in said if sign == "+"]
        less = [formula for sign, formula in said if sign == "-"]
        stays = conj(Atom(relation.name, formals), *map(no, less))
        return Update(formals, disj(*more, stays))


def _parameter(step: str, variable: Var) -> Var:
    return Var(f"{step}.{variable.name}", variable.sort) if step else variable


def _lines(text: str) -> list[str]:
    """Return the changes, those that go on in a further line put together."""
    found = list[str]()
    for line in text.splitlines():
        if line.strip()[:1] in ("+", "-"):
            found.append(line.strip())
        elif line.strip() and found:
            found[-1] += f" {line.strip()}"
        elif line.strip():
            raise SpecError(f"a change begins with + or -: {shown(line.strip())}")
    return found
