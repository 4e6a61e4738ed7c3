"""The pattern library: ordinary functions over the language, nothing more.

Each says in its docstring what it is defined as. Whoever wants *the* receipt says
which one: there is no definite description, no next and no previous.
"""

from .surface import Pattern, count, every, none, some
from .terms import Formula, Row


def absent(pattern: Pattern) -> Formula:
    """Say that nothing matches: ``none(pattern)``."""
    return none(pattern)


def exactly(n: int, pattern: Pattern) -> Formula:
    """Say that exactly ``n`` rows match: ``count(pattern) == n``."""
    return count(pattern) == n


def at_least(n: int, pattern: Pattern) -> Formula:
    """Say that at least ``n`` rows match: ``count(pattern) >= n``."""
    return count(pattern) >= n


def at_most(n: int, pattern: Pattern) -> Formula:
    """Say that at most ``n`` rows match: ``count(pattern) <= n``."""
    return count(pattern) <= n


def precedes(first: Pattern, then: Pattern) -> Formula:
    """Say that before each of ``then`` comes one of ``first``."""
    return every(some(first.before(b)) for b in then)


def responds(trigger: Pattern, answer: Pattern, within: int | None = None) -> Formula:
    """Say that after each ``trigger`` comes an ``answer``, within so many ms."""

    def answered(a: Row) -> Formula:
        late = answer.after(a)
        return some(late if within is None else late.within(within, of=a))

    return every(answered(a) for a in trigger)


def after_last(check: Pattern, change: Pattern) -> Formula:
    """Say that some ``check`` started after every ``change`` had ended."""
    return some(every(c.before(t) for c in change) for t in check)


def never_after(late: Pattern, mark: Pattern) -> Formula:
    """Say that no ``late`` starts after a ``mark`` ended."""
    return none(some(late.after(m)) for m in mark)
