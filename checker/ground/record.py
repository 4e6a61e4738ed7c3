"""A record of which all is known but which further calls are made, when, and how.

It is the symbolic record with its variables replaced: those of the events before the
frontier by what they were, those of each possible call by its arguments and new names.
What is left is whether a call is made, its time, its flags and its numbers. So the
same formulas, read as always, fold to what each possible call needs and changes.
"""

from collections.abc import Iterator, Mapping

from ...model.record import Record
from ...spec.requests import Request
from ..solver.pin import pinned, slots_of, values
from ..solver.scope import Names, Scope
from ..solver.smt import FALSE, TRUE, Text, compare, disj, neg
from ..solver.unknown import OK, SymbolicRecord
from .calls import Candidate

ROWS = 2  # that the answer of a further call may have in a field


class GroundRecord(SymbolicRecord):
    """The record that ``prefix`` begins; slot ``first`` + k is the k-th possible call.

    `made`: the variable that says whether the call of a slot is made.
    """

    def __init__(
        self,
        request: Request,
        names: Names,
        prefix: Record,
        calls: list[Candidate],
    ) -> None:
        self.prefix, self.calls = prefix, calls
        self.first, self.begin = len(slots_of(prefix)), prefix.now + 1
        rows = max(ROWS, *widths(prefix), 0)
        self.fixed: dict[str, str] = {"claimed": TRUE}
        before = SymbolicRecord(
            request, Scope(events=self.first, rows=rows), names, Text()
        )
        known, rest = values(pinned(before, prefix, last=False, relations=False))
        assert not rest, rest
        self.fixed |= known
        number_of, agent = before.sources, str(names.id("Party", "agent"))
        for i, call in enumerate(calls, self.first):
            cells = f"e{i}.{call.tool.name}"
            self.fixed |= {
                f"e{i}.source": number_of[call.tool.name],
                f"e{i}.status": OK,
                f"e{i}.by": agent,
                f"e{i}.start": moment(i),
                f"e{i}.end": moment(i),
            }
            for column, id in (*call.args.items(), *call.answers.items()):
                self.fixed[f"{cells}.{column}"] = str(id)
            for c in call.tool.returns:
                self.fixed[f"{cells}.{c.name}?"] = TRUE
        scope = Scope(events=self.first + len(calls), rows=rows)
        super().__init__(request, scope, names, Text())
        for i in range(self.first, len(self.slots)):
            self.text.declare(moment(i).strip("|"), "Int")

    def var(self, name: str, sort: str = "Int") -> str:
        """Return what the variable is known to be, or the variable."""
        if name in self.fixed:
            return self.fixed[name]
        if name.startswith("entities."):
            return FALSE  # a new name is none of those that were declared
        return super().var(name, sort)

    def made(self, i: int) -> str:
        """Return: the possible call of slot ``i`` is made."""
        return self.text.declare(made(i).strip("|"), "Bool")

    def flags(self, i: int, told: Mapping[str, bool]) -> list[str]:
        """Return the flags of an answer, each as a name; after a - if it is not so."""
        cells = f"e{i}.{self.calls[i - self.first].tool.name}"
        return [f"{'' if so else '-'}|{cells}.{name}|" for name, so in told.items()]

    def is_(self, i: int, source: str) -> str:
        """Return: slot ``i`` is used for ``source``."""
        held = super().is_(i, source)
        return self.made(i) if held == TRUE and i >= self.first else held

    def needs(self) -> list[list[int]]:
        """Return for each possible call the slots that must be made before it.

        Those that answer its arguments, and an earlier copy of it.
        """
        bringer: dict[tuple[str, int], int] = {}
        found = []
        for i, call in enumerate(self.calls, self.first):
            sorts = {c.name: c.sort.name for c in call.tool.columns}
            named = [(sorts[column], id) for column, id in call.args.items()]
            needed = [i - 1] if call.copy else []
            needed += [bringer[name] for name in named if name in bringer]
            bringer |= {(sorts[c], id): i for c, id in call.answers.items()}
            found.append(list(dict.fromkeys(needed)))
        return found

    def frame(self) -> Iterator[str]:
        """Yield what every continuation meets: what comes after what, and the claim."""
        timed = "|now|" in self.text.declared  # else nobody asks when it is judged
        for i, needed in enumerate(self.needs(), self.first):
            start = moment(i)
            for j in needed:
                earlier = compare("<", moment(j), start)
                yield disj((neg(self.made(i)), self.made(j)))
                yield disj((neg(self.made(i)), earlier))
            if timed:
                yield disj((neg(self.made(i)), compare("<", start, self.var("now"))))


def made(slot: int) -> str:
    """Return the flag that says whether the call of a slot is made."""
    return f"|made {slot}|"


def moment(slot: int) -> str:
    """Return the number that is the time of the call of a slot.

    It is not called as the times of a record are, whose slots stand in their order.
    """
    return f"|at {slot}|"


def widths(record: Record) -> Iterator[int]:
    """Yield how many rows each field of an answer or an argument has."""
    cells = [e.args for e in slots_of(record)] + [r.values for r in record.ledger]
    held = (value for row in cells for value in row.values())
    yield from (len(v) for v in held if isinstance(v, tuple))
