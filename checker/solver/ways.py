"""How a question is put to the solver: what it may cost, and with which seed."""

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from .export import Query

RLIMIT = 200_000_000  # Z3's own units of work: the same on every machine


@attrs.frozen
class Way:
    """`budget`: of Z3's units of work, for one question. `seed`: of its choices.

    `seeds`: where there are several, each question is put under each of them to a
    solver of its own, and what comes of it must be the same. `heard`: takes in what
    was asked, for others to ask it again. `every`: whether a record is made least of
    which it only matters that there is one, as of those that a part is needed for.
    """

    budget: int = RLIMIT
    seed: int = 0
    seeds: int = 1
    heard: "list[Query] | None" = attrs.field(default=None, eq=False, repr=False)
    every: bool = True

    def taken(self) -> "tuple[Query, ...]":
        """Return what was heard since the last time."""
        heard = tuple(self.heard or ())
        if self.heard is not None:
            self.heard.clear()
        return heard
