"""The options that say how far an answer of the solver is checked; see `opinions`."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
SEEDS = click.IntRange(1, 100)


def asking(command: F) -> F:
    """Add the options, which a command hands to `Opinions` as they are."""
    for option in (
        click.option("--second", "cvc5", is_flag=True, help="Ask cvc5 the same."),
        click.option("--smt", metavar="DIR", help="Write each question as SMT-LIB."),
        click.option(
            "--seeds", type=SEEDS, default=1, metavar="N", help="Under seeds 0 to N-1."
        ),
    ):
        command = option(command)
    return command
