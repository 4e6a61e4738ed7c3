"""Whether agreement notices planted bugs, and in which reading each shows."""

from collections.abc import Iterable, Iterator

import attrs

from ..spec.requests import Request
from .agreement import Agreeing
from .planted import PLANTS, Plant
from .plants import planted
from .worlds import SHIPPED

CASES = 4000  # after which a bug counts as not noticed


@attrs.frozen
class Noticed:
    """What came of one planted bug.

    `reading`: in which reading it showed first, or empty. `cases`: after how many.
    """

    plant: Plant
    reading: str
    cases: int

    def __bool__(self) -> bool:
        """Whether it was noticed."""
        return bool(self.reading)


def noticed(
    plants: Iterable[Plant] = PLANTS,
    requests: Iterable[Request] = SHIPPED,
    cases: int = CASES,
    seed: int = 0,
) -> Iterator[Noticed]:
    """Plant each bug in turn and compare the readings until one shows it."""
    requests = tuple(requests)
    for plant in plants:
        with planted(plant.module, plant.old, plant.new):
            found = _noticed(plant, requests, cases, seed)
        yield found  # whoever is told runs without the bug


def _noticed(
    plant: Plant, requests: tuple[Request, ...], cases: int, seed: int
) -> Noticed:
    running = Agreeing(requests, cases, seed)
    try:
        for _ in running.rounds():
            if running.tally.disagreements:
                break
    except Exception as error:  # a bug may break what draws and compares, too
        return Noticed(plant, f"raised {type(error).__name__}", running.tally.cases)
    found = running.result().disagreements
    return Noticed(plant, found[0].reading if found else "", running.tally.cases)
