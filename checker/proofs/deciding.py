"""What becomes of each conclusion of a theory when one of its switches is dropped.

First induction: what still follows is proved. For the rest the shortest run against it
is looked for in a small universe, and replayed before anybody sees it. What is neither
is open.
"""

from collections.abc import Callable
from functools import cached_property

import attrs

from ...spec.errors import unknown
from ...spec.theorems.runs import Run, Unsound, refutes, succeeds
from ...spec.theorems.theory import Conclusion, Theory
from .asking import BUDGET
from .induction import Induction, induction
from .results import Answer, Open, Proved, Refuted
from .unrolled import Undecided, Unrolled


@attrs.define
class Deciding:
    """One theory, and the solvers that are kept for it. `budget`: of one condition."""

    theory: Theory
    budget: int = BUDGET

    @cached_property
    def induction(self) -> Induction:
        """The proof with all switches on."""
        return induction(self.theory, self.budget)

    @cached_property
    def unrolled(self) -> Unrolled:
        """The runs in the universe of the theory."""
        return Unrolled(self.theory)

    def decide(
        self, off: tuple[str, ...] = (), claims: tuple[Conclusion, ...] = ()
    ) -> dict[str, Answer]:
        """Return what becomes of conclusions, all if none is named, without ``off``.

        Raises: `UnknownNameError` if there is no such switch.
        """
        for name in off:
            if name not in self.theory.switches:
                raise unknown("assumption", name, self.theory.switches)
        proved = self.induction.proved(off)
        return {
            str(claim): Proved() if str(claim) in proved else self._run(claim, off)
            for claim in claims or self.theory.conclusions
        }

    @cached_property
    def example(self) -> Run | Open:
        """The shortest run that shows that all premises can be met."""
        found = self._shortest(self.unrolled.example)
        if isinstance(found, Run) and not succeeds(self.theory, found):
            raise Unsound(f"{self.theory.name}: no example: {found}")
        return found

    def _run(self, claim: Conclusion, off: tuple[str, ...]) -> Answer:
        """Return the shortest run against a conclusion that is not proved."""

        def against(depth: int) -> Run | None:
            return self.unrolled.against(claim, off, depth)

        found = self._shortest(against)
        if isinstance(found, Open):
            return Open(f"not inductive; {found.tried}")
        if not refutes(self.theory, found, claim):
            raise Unsound(f"{claim} is not refuted by {found}")
        return Refuted(found)

    def _shortest(self, find: Callable[[int], Run | None]) -> Run | Open:
        """Return what is found with the fewest steps, or what was tried."""
        for depth in range(self.theory.depth + 1):
            try:
                run = find(depth)
            except Undecided:
                return Open(f"budget spent at {depth} steps")
            if run is not None:
                return run
        sizes = self.unrolled.ground.sizes.items()
        universe = ", ".join(f"{n} {sort.lower()}" for sort, n in sizes)
        return Open(f"no run of at most {self.theory.depth} steps with {universe}")
