"""What a theory is: a system of steps, what it assumes, and what always holds of it."""

from collections.abc import Mapping

import attrs

from ..errors import unknown
from .formulas import Atom, Formula, Implies, Var, mapped, put, walk

ASSUMPTION, RULE = "assumption", "rule"


@attrs.frozen
class Switch:
    """Something a theorem takes from outside, or a rule that the protocol keeps to.

    `sentence` says it in words, `source` where it comes from. A theorem is proved with
    all of its switches on, and each is turned off in turn.
    """

    name: str
    sentence: str
    source: str
    kind: str = ASSUMPTION


@attrs.frozen
class Relation:
    """A relation; `says` has a {} for each term. `rigid`: it never changes."""

    name: str
    terms: tuple[Var, ...]
    says: str
    rigid: bool

    @property
    def sorts(self) -> tuple[str, ...]:
        """The sorts of its terms."""
        return tuple(term.sort for term in self.terms)


@attrs.frozen
class Update:
    """``r′(formals) ↔ value``; all that the step does to one relation."""

    formals: tuple[Var, ...]
    value: Formula


@attrs.frozen
class Step:
    """What may happen: `guards` must hold, then only `updates` change anything.

    A guard named like a switch is dropped with it. `says` is a sentence with the
    parameters in braces. `adversary`: it is not of the protocol.
    """

    name: str
    parameters: tuple[Var, ...]
    says: str
    guards: Mapping[str, Formula]
    updates: Mapping[str, Update]
    adversary: bool = False


@attrs.frozen
class Conclusion:
    """One part of a theorem: a formula that always holds, or holds of every step."""

    theorem: str
    name: str
    sentence: str
    formula: Formula

    @property
    def of_steps(self) -> bool:
        """Whether it speaks of what holds after a step."""
        return any(isinstance(n, Atom) and n.after for n in walk(self.formula))

    def __str__(self) -> str:
        return f"{self.theorem}.{self.name}"


@attrs.frozen
class Theory:
    """A system, its switches, and what is claimed of every state it can reach.

    `axioms` and `initial` may be named like a switch, and are dropped with it;
    `invariant` is the conjunction that is proved inductive. `example` is what
    holds at the beginning and at the end of a run that shows that the premises can be
    met. `sizes`, `depth`:
    the universe and the number of steps in which runs are looked for. `note`: why the
    quantifiers of its conditions may form a cycle, if they do.
    """

    name: str
    about: str
    letters: Mapping[str, str]
    relations: Mapping[str, Relation]
    switches: Mapping[str, Switch]
    axioms: Mapping[str, Formula]
    initial: Mapping[str, Formula]
    steps: tuple[Step, ...]
    invariant: Mapping[str, Formula]
    conclusions: tuple[Conclusion, ...]
    example: tuple[Formula, Formula]
    sizes: Mapping[str, int]
    depth: int
    note: str = ""

    def step(self, name: str) -> Step:
        """Return the step of this name."""
        found = {step.name: step for step in self.steps}
        if name not in found:
            raise unknown(f"step of {self.name}", name, found)
        return found[name]

    def where(self, switch: str) -> list[tuple[str, Formula]]:
        """Return the formulas that hold as long as a switch is on, and where they do.

        Of a switch that is read inside other formulas there is none.
        """
        places = [("", self.axioms), ("initially", self.initial)]
        places += [(step.name, step.guards) for step in self.steps]
        found = [(place, named.get(switch)) for place, named in places]
        return [(place, f.right) for place, f in found if isinstance(f, Implies)]


def given(switch: Switch | None, formula: Formula) -> Formula:
    """Return ``formula``, which holds only as long as ``switch`` is on."""
    return formula if switch is None else Implies(Atom(switch.name), formula)


def after(formula: Formula, step: Step) -> Formula:
    """Return what must hold before the step so that ``formula`` holds after it.

    A formula that speaks of both moments keeps what it says of the first.
    """
    both = any(isinstance(n, Atom) and n.after for n in walk(formula))

    def changed(node: Formula) -> Formula:
        if not isinstance(node, Atom):
            return mapped(node, changed)
        update = step.updates.get(node.relation) if node.after or not both else None
        if update is None:
            return Atom(node.relation, node.terms)
        return put(update.value, dict(zip(update.formals, node.terms, strict=True)))

    return changed(formula)
