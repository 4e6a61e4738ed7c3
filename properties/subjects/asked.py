"""A case as a subject is asked about it: a document that does not tell the answer."""

import attrs

from ...model.document import Case
from ...model.document import dump as dump_case
from ...model.finish import Finish
from ...model.finish import dump as dump_finish
from ...spec.errors import SpecError
from .verdicts import FINISH, PLAN


@attrs.frozen
class Asked:
    """A document on one line, whether it asks about a plan or a certificate.

    `features`: what a subject must understand to decide it; who does not, skips it.
    """

    kind: str
    document: bytes = attrs.field(repr=False)
    features: frozenset[str] = frozenset()

    def __attrs_post_init__(self) -> None:
        if b"\n" in self.document:
            raise SpecError("a document that is asked about must stand on one line")

    @classmethod
    def of(cls, case: Case | Finish, features: frozenset[str] = frozenset()) -> "Asked":
        """Return how a subject is asked about ``case``: title and verdict left out."""
        if isinstance(case, Finish):
            bare = attrs.evolve(case, expected=None, title="")
            return cls(FINISH, dump_finish(bare).strip().encode(), features)
        if case.proposal is None:
            raise SpecError("the case proposes no plan, so there is nothing to decide")
        blank = attrs.evolve(case, expected=None, title="")
        return cls(PLAN, dump_case(blank).strip().encode(), features)
