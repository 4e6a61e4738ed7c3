"""What came of comparing readings: counts, and the smallest case of each difference."""

from typing import Any, TypeAlias

import attrs

from ..model.document import Case, dump
from ..model.formulas import to_json
from ..model.record import Record
from ..model.script_text import write
from ..spec import syntax as s
from ..spec.requests import Request, Rule

# Must and may; None of a record that contradicts itself; in words what was raised.
Outcome: TypeAlias = tuple[bool, bool] | str | None
READINGS = {
    "Truth": "the verdicts that were stated by hand, and that must implies may",
    "Explained": "the bits of its trees, now and in the open future",
    "Compiled": "the bits of its programs, now and in the open future",
    "Symbolic": "the bits that the solver gives of the record, pinned",
    "Views": "the same of a record that knows less, ends earlier, or goes on",
    "Decoded": "the record that the solver gives back, pinned",
    "Found": "the verdict of a record that the solver chose",
}
SYMBOLIC = ("Symbolic", "Views", "Decoded", "Found")
VERDICT = {
    (True, True): "established",
    (False, True): "not established",
    (False, False): "refuted",
    (True, False): "must without may",
}


@attrs.frozen
class Disagreement:
    """A case of which a reading says another thing than `Truth`, or than was stated.

    `asked`: of what, beside the formula, as ``in the open future``. `wanted`: what
    `Truth` gives, or what was stated. `found`: what the reading gives.
    """

    reading: str
    request: Request
    formula: s.Formula
    record: Record
    asked: str
    wanted: Any
    found: Any

    @property
    def size(self) -> tuple[int, int]:
        """How large the case is: events of the record, nodes of the formula."""
        return len(self.record.trajectory), sum(1 for _ in s.walk(self.formula))

    @property
    def script(self) -> str:
        """The record as a script."""
        return write(self.record, self.request)

    @property
    def document(self) -> str:
        """The case as a document, in which the formula is the rule ``compared``."""
        asked = self.request
        rules = [*asked.keeps, Rule("compared", self.formula)]
        request = Request(asked.goal, asked.world, asked.binds, asked.owes, rules)
        return dump(Case(request, self.record, title=f"{self.reading}, {self.asked}"))

    @property
    def json(self) -> dict[str, Any]:
        """The case as JSON values."""
        return {
            "reading": self.reading,
            "asked": self.asked,
            "request": self.request.goal,
            "wanted": words(self.wanted),
            "found": words(self.found),
            "formula": to_json(self.formula),
            "script": self.script.splitlines(),
            "case": self.document,
        }


@attrs.frozen
class Count:
    """How often a reading was compared, how often it differed, and did not fit."""

    reading: str
    comparisons: int = 0
    disagreements: int = 0
    unfit: int = 0


@attrs.frozen
class Agreement:
    """What came of comparing: counts of each reading, and the cases that differ.

    `cases`: pairs of a formula and a record. `contradicting`: how many of the records
    contradict themselves. `disagreements`: of each reading the smallest, smallest
    first. `finished`: whether the budget was spent, rather than somebody's patience.
    """

    seed: int
    cases: int
    contradicting: int
    counts: tuple[Count, ...]
    disagreements: tuple[Disagreement, ...]
    finished: bool = True

    def count(self, reading: str) -> Count:
        """Return the count of one reading."""
        return next(c for c in self.counts if c.reading == reading)

    @property
    def comparisons(self) -> int:
        """How often a reading was compared with `Truth`."""
        return sum(c.comparisons for c in self.counts if c.reading != "Truth")

    @property
    def symbolic(self) -> int:
        """How many comparisons the solver had a part in."""
        return sum(self.count(name).comparisons for name in SYMBOLIC)

    def __bool__(self) -> bool:
        """Whether something was compared and nothing differed."""
        return self.comparisons > 0 and not self.disagreements


class Tally:
    """An agreement in the making."""

    def __init__(self) -> None:
        self.cases = self.contradicting = 0
        self._compared = dict.fromkeys(READINGS, 0)
        self._differed = dict.fromkeys(READINGS, 0)
        self._unfit = dict.fromkeys(READINGS, 0)
        self._smallest: dict[str, Disagreement] = {}

    def agreed(self, reading: str, times: int = 1) -> None:
        """Count comparisons in which a reading said the same."""
        self._compared[reading] += times

    def unfit(self, reading: str, times: int = 1) -> None:
        """Count cases that a reading cannot be asked about."""
        self._unfit[reading] += times

    def differed(self, case: Disagreement) -> None:
        """Count a comparison in which a reading said another thing."""
        self._compared[case.reading] += 1
        self._differed[case.reading] += 1
        smallest = self._smallest.setdefault(case.reading, case)
        if case.size < smallest.size:
            self._smallest[case.reading] = case

    @property
    def disagreements(self) -> int:
        """How many comparisons differed so far."""
        return sum(self._differed.values())

    def result(self, seed: int, finished: bool = True) -> Agreement:
        """Return the agreement so far."""
        counts = (
            Count(name, self._compared[name], self._differed[name], self._unfit[name])
            for name in READINGS
        )
        cases = sorted(self._smallest.values(), key=lambda case: case.size)
        return Agreement(
            seed,
            self.cases,
            self.contradicting,
            tuple(counts),
            tuple(cases),
            finished,
        )


def words(outcome: Any) -> str:
    """Return an outcome in words."""
    if outcome is None:
        return "a contradiction"
    return VERDICT[outcome] if isinstance(outcome, tuple) else str(outcome)
