"""The values that drawn records and formulas are made of: few, so that things meet."""

from fractions import Fraction
from typing import Any

from ..spec import syntax as s
from ..spec.requests import Request
from ..spec.sorts import EXACT, Party, Sort

PARTIES = ("agent", "ann", "bob")
CONSTANTS = 2  # of a sort, which join its pool
VALUES: dict[str, tuple[Any, ...]] = {
    "Bool": (False, True),
    "Int": (0, 1, 2),
    "Time": (0, 1, 2),
    "Decimal": (0, 1, 2),
    "Ratio": (Fraction(0), Fraction(1), Fraction(1, 2)),
    "List": ((), ("a",), (1, "a")),
}


class Pools:
    """The values of each sort, and the steps of the clock, that a request asks for."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self._constants: dict[str, dict[Any, None]] = {}
        for node in _nodes(request):
            for part in s.walk(node):
                if isinstance(part, s.Const):
                    self._constants.setdefault(part.sort, {})[part.value] = None
        self._of: dict[str, tuple[Any, ...]] = {}
        waits = [t.settles + 1 for t in request.world.tools if t.settles is not None]
        spans = [v for v in self._constants.get("Int", ()) if 3 < v < EXACT // 64]
        self.steps = (1, 0, 1, 2, *sorted({*waits, *spans}))

    def of(self, sort: Sort) -> tuple[Any, ...]:
        """Return the values of a sort, as rows hold them."""
        if sort.name not in self._of:
            self._of[sort.name] = tuple(dict.fromkeys(self._values(sort)))
        return self._of[sort.name]

    def _values(self, sort: Sort) -> tuple[Any, ...]:
        own = tuple(self._constants.get(sort.name, ()))[:CONSTANTS]
        if sort.kind != "entity":
            near = [v + 1 for v in own if type(v) is int and v < EXACT]
            return (*VALUES[sort.kind], *own, *near)
        if sort == Party:
            return (*PARTIES, *own)
        made = [f"{sort.name.lower()}-{i}" for i in (1, 2)]
        return (*own, *made[: 1 if own else 2])


def _nodes(request: Request) -> list[s.Node]:
    return [
        *(part for duty in request.duties for part in (duty.formula, duty.guard)),
        *(node for tool in request.world.tools for node in tool.told),
    ]
