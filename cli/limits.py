"""What a question may cost, and how a command asks until somebody interrupts it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import attrs
import click

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
BUDGET = 200_000_000  # as in `Way`, which is not imported for the sake of a help text
MEMORY = 2048
INTERRUPTED = 130
WHY = "interrupted"


def limited(command: F) -> F:
    """Give a command the options that say what a question may cost."""
    budget = click.option(
        "--budget",
        metavar="UNITS",
        type=click.IntRange(min=0),
        default=BUDGET,
        show_default=True,
        help="What the solver may spend on one question.",
    )
    memory = click.option(
        "--memory",
        metavar="MB",
        type=click.IntRange(min=1),
        default=MEMORY,
        show_default=True,
        help="How much the solver's process may grow.",
    )
    return budget(memory(command))


@attrs.define
class Limits:
    """What a question may cost. `interrupted`: whether somebody ended the asking."""

    budget: int
    memory: int
    interrupted: bool = False

    def __str__(self) -> str:
        return f"limits: {self.budget:,} units a question, {self.memory:,} MB"

    def told(self) -> dict[str, Any]:
        """Return the limits as data."""
        return {"budget": self.budget, "memory": self.memory}

    def asks_nothing(self) -> bool:
        """Whether the budget is 0, which is said then."""
        from .output import say

        if self.budget == 0:
            right = f"say --budget {BUDGET}, the default, or another number above 0"
            say(f"error: a budget of 0 asks nothing; {right}", err=True)
        return self.budget == 0

    def made(self, things: Iterable[T], words: Callable[[T], str]) -> Iterator[T]:
        """Yield things as they are made, told on a terminal, until interrupted."""
        from .output import progress

        try:
            yield from progress(things, words)
        except KeyboardInterrupt:
            self.interrupted = True
