"""Which conclusions follow by induction, with all switches on or without some.

Without a switch the largest part of the invariant that is still inductive is kept: a
conjunct goes if it does not follow from those that are left, until none goes. What
follows from the rest is proved without the switch. What does not is neither proved
nor refuted by this.
"""

from collections.abc import Iterable, Iterator

import attrs

from ...spec.theorems.theory import Theory
from .asking import BUDGET, Answered, Asking, known
from .conditions import Condition, following, inductive


@attrs.frozen
class Shown:
    """A condition that was asked, and what the solver said of it."""

    condition: Condition
    answered: Answered


@attrs.frozen
class Induction:
    """What was asked with all switches on, and so can be proved without some.

    `shown`: the conditions, in the order in which they were asked. `same`: how many
    more have their goal among their premises, as their step changes nothing in it.
    """

    theory: Theory
    asking: Asking
    shown: tuple[Shown, ...]
    same: int

    @property
    def failed(self) -> tuple[Shown, ...]:
        """The conditions that were not proved."""
        return tuple(shown for shown in self.shown if not shown.answered.proved)

    @property
    def rlimit(self) -> int:
        """What all conditions took together, in units of Z3."""
        return sum(shown.answered.rlimit for shown in self.shown)

    def proved(self, off: Iterable[str] = ()) -> frozenset[str]:
        """Return the conclusions that follow without the switches ``off``."""
        on = self.theory.switches.keys() - set(off)
        alive = set(self.theory.invariant)
        cores = {
            i: s.answered.core for i, s in enumerate(self.shown) if s.answered.proved
        }

        def follows(i: int) -> bool:
            """Ask, unless all that was needed for a known answer is still there."""
            condition = self.shown[i].condition
            given = {*on, *([] if condition.first else map(known, alive))}
            if i not in cores or not cores[i] <= given:
                answered = self.asking.ask(condition, sorted(given))
                cores.pop(i, None)
                if answered.proved:
                    cores[i] = answered.core
            return i in cores

        def lost(names: Iterable[str]) -> set[str]:
            """Return those of which some condition does not follow."""
            of = [(i, s.condition.of) for i, s in enumerate(self.shown)]
            return {name for i, name in of if name in names and not follows(i)}

        while gone := lost(alive):
            alive -= gone
        claims = {str(claim) for claim in self.theory.conclusions}
        return frozenset(claims - lost(claims))


def induction(theory: Theory, budget: int = BUDGET) -> Induction:
    """Ask all conditions of a theory."""
    asking, shown, same = Asking(theory, budget), list[Shown](), 0
    for condition in every_condition(theory):
        if condition.same:
            same += 1
            continue
        invariant = [] if condition.first else map(known, theory.invariant)
        given = (*theory.switches, *invariant)
        shown.append(Shown(condition, asking.ask(condition, given)))
    return Induction(theory, asking, tuple(shown), same)


def every_condition(theory: Theory) -> Iterator[Condition]:
    """Yield all conditions of a theory."""
    yield from inductive(theory)
    yield from following(theory)
