"""What the order of the slots decides: the used ones stand in the order of their start.

So of two slots the later neither started nor ended before the earlier started. What
is known without the solver need not be written down for it: three rows one before
another are then 20 choices of 6 slots rather than 216.
"""

import re

from .smt import FALSE, TRUE, compare

MOMENT = re.compile(r"\|e(\d+)\.(start|end)\|")


def ordered(operator: str, left: str, right: str) -> str:
    """Return ``left operator right`` for < and <=, where both slots are used."""
    a, b = MOMENT.fullmatch(left), MOMENT.fullmatch(right)
    if a and b:
        first, second = int(a[1]), int(b[1])
        if operator == "<=" and a[2] == "start" and first <= second:
            return TRUE
        if operator == "<" and b[2] == "start" and second <= first:
            return FALSE
    return compare(operator, left, right)
