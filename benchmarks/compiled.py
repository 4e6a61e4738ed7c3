"""`Compiled` against loops by hand, for each predicate of the examples.

Promised: at most twice their time in the median, and three times for any.
"""

import statistics
import sys
from collections.abc import Callable

from benchmarks import by_hand, by_hand_sets
from benchmarks.records import typical
from benchmarks.timing import machine, together
from obligato.model import settle
from obligato.model.program import compile_formula
from obligato.model.tables import Tables
from obligato.model.truth import Truth
from obligato.spec import syntax as s
from obligato.spec.semantics import interpret

Judge = Callable[[Tables], tuple[bool, bool]]

MEDIAN, ANY = 2.0, 3.0
HAND = (
    by_hand.refunded,
    by_hand.told,
    by_hand_sets.approved,
    by_hand.careful,
    by_hand.paid_once,
    by_hand_sets.spent,
    by_hand_sets.untouched,
    by_hand_sets.green,
    by_hand.delivered,
)


def main() -> int:
    """Print the table; return 1 if a promise is missed."""
    print(f"compiled against loops by hand; {machine()}")
    heads = f"{'hand ns':>9}{'compiled':>9}{'ratio':>7}{'Truth/compiled':>16}"
    print(f"{'predicate':36}{heads}")
    ratios = []
    for hand, (duty, request, records) in zip(HAND, typical(), strict=True):
        judged = [settle(request.world, record) for record in records]
        loop, compiled, truth = _times(hand, duty.owed, judged)
        ratios.append(compiled / loop)
        row = f"{loop * 1e9:9.0f}{compiled * 1e9:9.0f}{ratios[-1]:7.2f}"
        print(f"{duty.name:36}{row}{truth / compiled:16.0f}")
    median, most = statistics.median(ratios), max(ratios)
    print(f"median {median:.2f} (at most {MEDIAN}), any {most:.2f} (at most {ANY})")
    return int(median > MEDIAN or most > ANY)


def _times(
    hand: Judge, formula: s.Formula, judged: list[Tables]
) -> tuple[float, float, float]:
    """Return the seconds of a verdict by hand, compiled and by Truth: all agree."""
    compiled = compile_formula(formula).verdict

    def truth(tables: Tables) -> tuple[bool, bool]:
        return interpret(formula, Truth(tables))

    for tables in judged:
        assert hand(tables) == compiled(tables) == truth(tables), "they disagree"

    def all_of(judge: Judge) -> Callable[[], object]:
        return lambda: [judge(tables) for tables in judged]

    taken = together([all_of(hand), all_of(compiled)], 9)
    slow = together([all_of(truth)], 3)
    loop, code, direct = (seconds / len(judged) for seconds in (*taken, *slow))
    return loop, code, direct


if __name__ == "__main__":
    sys.exit(main())
