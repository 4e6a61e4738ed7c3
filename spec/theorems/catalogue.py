"""The theorems, by name: what each says in words, and the theories that prove it.

Their statements are this project's own; the papers' texts were not public.
"""

import attrs

from ..errors import unknown
from .agreement import AGREEMENT
from .bits import BITS, LESS
from .growth import ADDING, REMOVING
from .healing import DEFLATION, FRAME
from .lease import LEASE
from .omission import OMISSION
from .order import ORDER, PROGRESS
from .probe import PROBE
from .protocol import TENURE
from .termination import TERMINATION
from .theory import Conclusion, Theory
from .views import VIEWS


@attrs.frozen
class Theorem:
    """A named statement. `theories`: of which it is a part, in their order."""

    name: str
    title: str
    says: str
    theories: tuple[Theory, ...]

    @property
    def parts(self) -> tuple[tuple[Theory, Conclusion], ...]:
        """Its conclusions, each with its theory."""
        return tuple(
            (theory, claim)
            for theory in self.theories
            for claim in theory.conclusions
            if claim.theorem == self.name
        )


_EVERY = (
    Theorem(
        "T0",
        "soundness of the two bits",
        "Must on a record is truth in every history that fits it, and not-may is "
        "falsity in each.",
        (BITS,),
    ),
    Theorem(
        "T1",
        "from receipts to the world",
        "At every moment of a tenure what the contract fixes is so in the world; and "
        "if success was claimed, what it requires is so.",
        (TENURE,),
    ),
    Theorem(
        "T2",
        "lift to the request",
        "If moreover the contract has all that is fixed and encodes all that is open, "
        "what was fixed at the frontier stays, and success means what was asked.",
        (TENURE,),
    ),
    Theorem(
        "T3",
        "omission",
        "Before the first write a whole plan was admitted, and only it runs; a monitor "
        "of what has been executed lets the first write of an incomplete plan through.",
        (TENURE, OMISSION),
    ),
    Theorem(
        "T4",
        "termination",
        "(a) A certificate that passes is rebuilt from rows of the trusted ledger; (b) "
        "with an honest adapter these are real and belong; (c) if they are all there "
        "is, the contract asks for all that is needed and the tolerance is right, it "
        "is true.",
        (TERMINATION,),
    ),
    Theorem(
        "T5",
        "order",
        "A plan whose needs are met by links, with every threat ordered, is safe, "
        "complete and makes nothing twice in every order that its edges allow.",
        (ORDER,),
    ),
    Theorem(
        "T6",
        "one successor",
        "If each takes the lease, then freezes its contract, then acts, and old calls "
        "are fenced off or drained, no two successors make an effect twice.",
        LEASE,
    ),
    Theorem(
        "T7",
        "views",
        "A view is enough if what is fixed and what is owed can be read from it; what "
        "became of a lost call can be read from none.",
        (VIEWS,),
    ),
    Theorem(
        "T8",
        "knowledge",
        "Who knows less has no verdict that who knows more lacks. More rows keep "
        "`complete` under six conditions, and fewer do if nobody cites what is gone.",
        (LESS, ADDING, REMOVING),
    ),
    Theorem(
        "T9",
        "⊥ keeps progress",
        "What was kept or made stays, at ⊥ too, and nothing is issued after it; the "
        "call in flight may still land, and was written ahead.",
        (TENURE,),
    ),
    Theorem(
        "T10",
        "composed faults",
        "A second fault does not heal the first if it writes nothing that a broken "
        "clause reads, or if it only takes away what acceptance never grows by losing.",
        (FRAME, DEFLATION),
    ),
    Theorem(
        "T11",
        "agreement",
        "An admitted plan that ran to its end can claim success, and one whose links "
        "are free of threats is never stuck.",
        (AGREEMENT, PROGRESS),
    ),
    Theorem(
        "T12",
        "probe, then branch",
        "What may have happened may be made again without being made twice, if a probe "
        "said absent when no old call could land, and its answer is used once.",
        (PROBE,),
    ),
    Theorem(
        "T13",
        "chaining",
        "Whatever happened is kept, may have happened, or is of a logged intent: so "
        "the next contract can know it.",
        (TENURE,),
    ),
)
THEOREMS = {theorem.name: theorem for theorem in _EVERY}


def theorem(name: str) -> Theorem:
    """Return a theorem, in whatever case it is named.

    Raises: `UnknownNameError` if there is none.
    """
    found = THEOREMS.get(name.upper())
    if found is None:
        raise unknown("theorem", name, THEOREMS)
    return found


def theories() -> dict[str, Theory]:
    """Return every theory by its name, each once."""
    return {t.name: t for theorem in _EVERY for t in theorem.theories}
