"""The second half of T3, on plans of reads and writes, and the strictest monitor."""

from itertools import takewhile

from ..choices import Pick
from .law import Broken, Law

LENGTH = 4
READ, PAY, SEND = "read", "pay", "send"  # two writes, both of which are owed


def drawn(pick: Pick) -> tuple[str, ...]:
    """Return a plan that makes each write at most once."""
    plan = list[str]()
    for _ in range(pick(range(1, LENGTH + 1))):
        left = [a for a in (READ, PAY, SEND) if a == READ or a not in plan]
        plan.append(pick(left))
    return tuple(plan)


def up_to_the_first_write(plan: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a plan does, up to and with its first write."""
    reads = tuple(takewhile(lambda action: action == READ, plan))
    return plan[: len(reads) + 1]


def lets_through(whole: tuple[str, ...], done: tuple[str, ...]) -> bool:
    """Whether the strictest monitor that never blocks ``whole`` lets it happen."""
    return done == whole[: len(done)]


def _omission(pick: Pick) -> bool:
    whole, partial = drawn(pick), drawn(pick)
    if not {PAY, SEND} <= set(whole) or len({PAY, SEND} & set(partial)) != 1:
        return False
    begun = up_to_the_first_write(partial)
    if up_to_the_first_write(whole) != begun:
        return False  # they can be told apart before a write
    if not lets_through(whole, begun):
        raise Broken(f"T3.omission: {begun} of {partial} is blocked beside {whole}")
    return True


LAWS = (Law("T3.omission", "an incomplete plan makes its first write", _omission),)
