"""Other looks at one symbolic record: what if less were known, or less had been done.

Each shares the variables of the record it looks at, so that one model of the solver
gives the record and its twin.
"""

from collections.abc import Iterator

from ...model.tables import LANDS
from ...spec.sorts import Column
from . import symbols as y
from .scope import BIG, Scope
from .smt import FALSE, TRUE, compare, conj, disj, ite, neg, number
from .symbols import Name, Num, Row, Sym
from .unknown import UNKNOWN, SymbolicRecord


class View(SymbolicRecord):
    """The record itself, looked at once more, or the first events of it."""

    def __init__(self, base: SymbolicRecord, scope: Scope | None = None) -> None:
        super().__init__(base.request, scope or base.scope, base.names, base.text)


class Forgetful(View):
    """The record after the outcome of one call, in slot ``forgotten``, is forgotten."""

    @property
    def slot(self) -> str:
        """The slot whose outcome is forgotten."""
        return self.var("forgotten")

    def possible(self) -> str:
        """Return: the slot is a call that was answered, well or not."""
        return disj(
            conj(
                (
                    compare("=", self.slot, number(i)),
                    disj(self.is_(i, tool.name) for tool in self.world.tools),
                    neg(compare("=", super(Forgetful, self).status(i), UNKNOWN)),
                )
            )
            for i in self.slots
        )

    def status(self, i: int) -> str:
        """Return the status, unknown where it is forgotten."""
        forgotten = compare("=", self.slot, number(i))
        return ite(forgotten, UNKNOWN, super().status(i))

    def known(self, i: int, column: str) -> str:
        """Return: the column came and is not forgotten."""
        return conj((neg(compare("=", self.slot, number(i))), super().known(i, column)))


class Without(View):
    """The record without the calls of one tool, or the decisions of one kind."""

    def __init__(self, base: SymbolicRecord, source: str) -> None:
        self.missing = source
        super().__init__(base)

    def is_(self, i: int, source: str) -> str:
        """Return: the slot is used for ``source``, unless that is what is missing."""
        return FALSE if source == self.missing else super().is_(i, source)


class Until(View):
    """The first ``size`` events of the record."""

    def __init__(self, base: SymbolicRecord, size: int) -> None:
        super().__init__(base)
        self.slots = range(size)


class Later(View):
    """The record extended into an open future: all logs open, nothing claimed yet."""

    def now(self) -> Num:
        """Return now or any later time."""
        return Num(self.var("now"), number(BIG))

    def frontier(self) -> Num:
        """Return the last handoff or a later time: the work may change hands again."""
        return Num(super().frontier().low, number(BIG))

    def named(self, kind: str, name: str, sort: str) -> Sym:
        """Return the value of a role; that of a slot is not known yet."""
        found = super().named(kind, name, sort)
        if kind != "claim":
            return found
        if isinstance(found, Name):
            return Name(found.term, FALSE)
        return y.UNKNOWN_NUM

    def _gap(
        self, source: str, columns: tuple[Column, ...], again: bool = True
    ) -> Iterator[Row]:
        yield from super()._gap(source, columns, again)
        for row in super()._gap(source, columns, again):
            later = self.now()
            cells = {**row.cells, **dict.fromkeys(("start", "end", LANDS), later)}
            yield Row(cells, TRUE, FALSE, open=True)
