"""What becomes of each conclusion of a theory when one of its switches is dropped.

First induction: what still follows is proved. For the rest the shortest run against it
is looked for in a small universe, and replayed before anybody sees it. What is neither
is open.
"""

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
        try:
            for depth in range(self.theory.depth + 1):
                run = self.unrolled.example(depth)
                if run is not None:
                    if not succeeds(self.theory, run):
                        raise Unsound(f"{self.theory.name}: no example: {run}")
                    return run
        except Undecided:
            return Open(f"budget spent at {depth} steps")
        return Open(f"no run of at most {self.theory.depth} steps {self._universe}")

    def _run(self, claim: Conclusion, off: tuple[str, ...]) -> Answer:
        try:
            for depth in range(self.theory.depth + 1):
                run = self.unrolled.against(claim, off, depth)
                if run is not None:
                    if not refutes(self.theory, run, claim):
                        raise Unsound(f"{claim} is not refuted by {run}")
                    return Refuted(run)
        except Undecided:
            return Open(f"not inductive; budget spent at {depth} steps")
        depth = self.theory.depth
        return Open(f"not inductive; no run of at most {depth} steps {self._universe}")

    @property
    def _universe(self) -> str:
        sizes = self.unrolled.ground.sizes
        return "with " + ", ".join(f"{n} {sort.lower()}" for sort, n in sizes.items())
