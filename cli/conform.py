"""``obligato conform``: whether a command answers the protocol of verifiers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from .exits import DONE, NOT_DONE, NOTHING

if TYPE_CHECKING:
    from ..properties.subjects.conformance import Check

EXITS = """\b
Exit  0  it does
      1  it does not
      2  there is no such command
      5  it did not answer the handshake, so there was nothing to check
"""


@click.command(
    "conform", epilog=EXITS, context_settings={"allow_interspersed_args": False}
)
@click.option(
    "--deadline",
    metavar="SECONDS",
    type=click.FloatRange(0, 3600, min_open=True),
    default=10,
    show_default=True,
    help="How long it may take for one message.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.argument("argv", metavar="COMMAND...", nargs=-1, required=True)
def command(deadline: float, form: str, argv: tuple[str, ...]) -> int:
    """Check that COMMAND answers the protocol by which verifiers are asked.

    Write the options of this command before it, and COMMAND as it is after them.
    Whether its verdicts are right is not asked here.
    """
    from functools import partial

    from ..properties.subjects.conformance import conform
    from ..properties.subjects.running import Running
    from ..properties.subjects.running import command as program
    from ..properties.subjects.subject import Bounds
    from .output import progress, say, wrapped
    from .report import dump

    bounds = Bounds(deadline=deadline, stop=max(2, deadline))
    begin = partial(Running, program(argv), bounds.memory)
    checks = list(progress(conform(begin, bounds), lambda check: check.name))
    code = exit_of(checks)
    if form == "json":
        rows = [{"check": c.name, "well": bool(c), "wrong": c.wrong} for c in checks]
        say(dump({"exit": code, "checks": rows}))
    else:
        say("\n".join(line for check in checks for line in told(check)))
        say(f"{sum(map(bool, checks))} of {len(checks)} checks are met")
        if code == NOTHING:
            say("\n".join(wrapped(greeting())))
    return code


def greeting() -> str:
    """Return what a verifier is sent first, and what it should answer."""
    from ..properties.subjects.declared import VERSION

    version = f'"version":"{VERSION}"'
    return (
        f'It is sent a first line, {{"cmd":"start",{version}}}, and should answer with '
        f"one line of JSON, at the least {{{version}}}; "
        "docs/reference/verifier-protocol.md says what else, and the kits begin so."
    )


def exit_of(checks: "Sequence[Check]") -> int:
    """Return the code of what was checked."""
    if len(checks) == 1:
        return NOTHING
    return DONE if all(checks) else NOT_DONE


def told(check: "Check") -> list[str]:
    """Return the lines that tell a check, and what was wrong."""
    from .output import wrapped

    lines = wrapped(f"{'✓' if check else '✗'} {check.name}", "", "    ")
    return lines + (wrapped(check.wrong, "    ") if check.wrong else [])
