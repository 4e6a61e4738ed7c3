"""`Compiled` against loops by hand, for each predicate of the examples.

Promised: at most twice their time in the median, and three times for any.
"""

import statistics
import sys

from benchmarks import by_hand
from benchmarks.records import typical
from benchmarks.timing import machine, seconds
from obligato.model import settle
from obligato.model.program import compile_formula
from obligato.model.truth import Truth
from obligato.spec.semantics import interpret

MEDIAN, ANY = 2.0, 3.0
HAND = (
    by_hand.refunded,
    by_hand.told,
    by_hand.approved,
    by_hand.careful,
    by_hand.paid_once,
    by_hand.spent,
    by_hand.untouched,
    by_hand.green,
    by_hand.delivered,
)


def main() -> int:
    """Print the table; return 1 if a promise is missed."""
    print(f"compiled against loops by hand; {machine()}")
    print(
        f"{'predicate':36}{'hand ns':>9}{'compiled':>9}{'ratio':>7}{'Truth/compiled':>16}"
    )
    ratios = []
    for hand, (duty, request, records) in zip(HAND, typical(), strict=True):
        compiled, formula = compile_formula(duty.owed).verdict, duty.owed
        judged = [settle(request.world, record) for record in records]
        for tables in judged:
            bits = interpret(formula, Truth(tables))
            assert hand(tables) == bits == compiled(tables), f"{duty.name}: {bits}"
        by_loop = seconds(lambda: [hand(t) for t in judged]) / len(judged)
        by_code = seconds(lambda: [compiled(t) for t in judged]) / len(judged)
        by_truth = seconds(lambda: [interpret(formula, Truth(t)) for t in judged], 3)
        ratios.append(by_code / by_loop)
        slower = by_truth / len(judged) / by_code
        print(
            f"{duty.name:36}{by_loop * 1e9:9.0f}{by_code * 1e9:9.0f}"
            f"{ratios[-1]:7.2f}{slower:16.0f}"
        )
    median, most = statistics.median(ratios), max(ratios)
    print(f"median {median:.2f} (at most {MEDIAN}), any {most:.2f} (at most {ANY})")
    return int(median > MEDIAN or most > ANY)


if __name__ == "__main__":
    sys.exit(main())
