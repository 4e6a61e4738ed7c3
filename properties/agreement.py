"""Whether the readings agree: on drawn and solver-chosen records, of drawn formulas.

One text says what a formula means, and four readings run over it. `Truth` is held to
what was stated by hand and to the law that must implies may; every other reading is
held to `Truth`. A difference is a bug of this project.
"""

from collections.abc import Iterable, Iterator, Sequence

from ..checker.solver.ask import VERDICTS
from ..model.record import Record
from ..spec import syntax as s
from ..spec.correctness import eq1
from ..spec.requests import Request
from .by_hand import BITS, Stated
from .choices import Pick, seeded
from .comparing import Comparison
from .looks import LOOKS, looked
from .phrasing import draw_formula
from .pools import Pools
from .recording import draw_record
from .solving import Solving, chosen
from .stated_parcels import PARCELS
from .stated_trips import TRIPS
from .tally import Agreement, Tally

CASES = 2000
OWN, DRAWN = 6, 12  # formulas of a round: of the request itself, and drawn
RECORDS, CHOICES = 14, 2  # records of a round: drawn, and chosen by the solver
STATED = (*PARCELS, *TRIPS)
LENGTHS = (4, 4, 4, 6)  # events at the most; more than the solver's scope, sometimes


def agree(
    requests: Iterable[Request], cases: int = CASES, seed: int = 0, asking: int = 1
) -> Agreement:
    """Compare the readings on at least so many cases, the same ones for a seed.

    A case is a formula and a record of one of ``requests``. `asking`: the solver is
    asked in one round of so many, where most of the time goes. An interrupt ends the
    comparison, and what was found until then is returned.
    """
    running = Agreeing(requests, cases, seed, asking)
    try:
        for _ in running.rounds():
            pass
    except KeyboardInterrupt:
        return running.result(finished=False)
    return running.result()


class Agreeing:
    """A comparison under way, round by round."""

    def __init__(
        self,
        requests: Iterable[Request],
        cases: int = CASES,
        seed: int = 0,
        asking: int = 1,
    ) -> None:
        self.requests, self.cases, self.seed = tuple(requests), cases, seed
        self.asking = asking
        self.tally = Tally()
        self._pools = [Pools(request) for request in self.requests]
        self._own = [own(request) for request in self.requests]

    def rounds(self) -> Iterator[int]:
        """Compare, and yield how many cases there were so far, until it is enough."""
        for case in STATED:
            if case.request in self.requests:
                self._by_hand(case)
                yield self.tally.cases
        number = 0
        while self.requests and self.tally.cases < self.cases:
            self._round(number)
            yield self.tally.cases
            number += 1

    def result(self, finished: bool = True) -> Agreement:
        """Return what came of it so far."""
        return self.tally.result(self.seed, finished)

    def _by_hand(self, stated: Stated) -> None:
        """Hold `Truth` to what was stated, and the others to `Truth`."""
        formulas = [formula for formula, _ in stated.letters]
        comparison = Comparison(stated.request, formulas, self.tally)
        case = comparison.compared(stated.record)
        for (formula, letter), bits in zip(stated.letters, case.bits, strict=True):
            found = None if case.contradicts else bits
            asked = "as stated by hand"
            wanted = BITS[letter]
            comparison.told(formula, case.record, asked, "Truth", wanted, found)
        Solving(comparison, [stated.record]).bits(case)

    def _round(self, number: int) -> None:
        which = number % len(self.requests)
        request, pools = self.requests[which], self._pools[which]
        turn, pick = number // len(self.requests), seeded(self.seed, number)
        formulas = [draw_formula(request, pick, pools=pools) for _ in range(DRAWN)]
        formulas += _slice(self._own[which], turn * OWN, OWN)
        comparison = Comparison(request, formulas, self.tally)
        records = [
            draw_record(request, pick, pick(LENGTHS), pools) for _ in range(RECORDS)
        ]
        if turn % self.asking:
            for record in records:
                comparison.compared(record)
            return
        records += self._chosen(comparison, pick, turn)
        solving = Solving(comparison, records)
        cases = []
        for record in records:
            case = comparison.compared(record)
            solving.bits(case)
            cases.append(case)
        looked(comparison, cases, pick, LOOKS[(number + turn) % len(LOOKS)])

    def _chosen(
        self, comparison: Comparison, pick: Pick, turn: int
    ) -> Iterator[Record]:
        for i in range(CHOICES):
            formula = pick(comparison.formulas)
            verdict = VERDICTS[(turn * CHOICES + i) % len(VERDICTS)]
            found = chosen(comparison, formula, verdict, gaps=turn % 2 == 1)
            if found is not None:
                yield found


def own(request: Request) -> tuple[s.Formula, ...]:
    """Return the formulas of a request itself: duties, guards, the clauses of Eq. 1."""
    duties = [f for d in request.duties for f in (d.owed, d.formula, d.guard)]
    return tuple(dict.fromkeys((*duties, *(c.formula for c in eq1(request)))))


def _slice(formulas: Sequence[s.Formula], first: int, size: int) -> list[s.Formula]:
    """Return so many formulas from one on, beginning again at the end."""
    return [formulas[(first + i) % len(formulas)] for i in range(size)]
