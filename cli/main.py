"""The command group, and how every command ends: an exit code, never a traceback.

A command is imported when it is run, so that asking for help costs nothing.
"""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from .. import __version__
from .exits import OURS, USAGE, exit_of_error

# name ↦ the module that holds it, and what it is for
COMMANDS = {
    "check": ("check", "What is discharged, open, lost or unclear, and why."),
    "explain": ("explain", "Why each obligation and rule stands where it does."),
    "finish": ("finish", "Whether a certificate ends the work, or what it lacks."),
    "resume": ("resume", "What is left to do, or why nothing can be done."),
    "view": ("view", "What a successor is shown, and whether that suffices."),
    "admit": ("admit", "Whether a plan does what is left, on every run of it."),
    "verify": ("verify", "Whether a predicate says what its author means."),
    "compare": ("compare", "Which of two predicates says more."),
    "prove": ("prove", "The theorems, proved; and the run that breaks one."),
    "agree": ("agree", "Whether the readings of a formula agree."),
    "conform": ("conform", "Whether a verifier answers the protocol."),
    "import": ("importing", "Turn a log into a record: import chat FILE."),
    "tour": ("tour", "Five minutes, offline, on one invoice."),
    "doctor": ("doctor", "Whether everything that is needed is here."),
}


class Unheard(Exception):
    """The reader of our output went away, as `head` does."""


@contextmanager
def heard() -> Iterator[None]:
    """Raise `Unheard` for a broken pipe, which click would end with an exit of 1."""
    try:
        yield
    except BrokenPipeError:
        raise Unheard from None


class Commands(click.Group):
    """A group whose commands are imported when they are asked for."""

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Read the command line; asking for help is done here."""
        with heard():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        with heard():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f".{COMMANDS[cmd_name][0]}", __package__)
        command: click.Command = module.command
        return command

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the table, importing none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, said) for name, (_, said) in COMMANDS.items()])


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
)
@click.version_option(__version__, prog_name="obligato")
def obligato() -> None:
    """Say what done means when stateful work changes hands, and whether it is."""


def main(args: list[str] | None = None) -> int:
    """Run a command and return its exit code; see `exits`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a poor terminal is no fault
    try:
        found = obligato.main(args, prog_name="obligato", standalone_mode=False)
        return found if isinstance(found, int) else 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except click.ClickException as error:
        error.show()
        return USAGE
    except Unheard:
        silence()  # nothing is left to say
        return 141
    except Exception as error:
        return _ended(error)


def silence() -> None:
    """Let what is still to be written, at the latest when Python ends, go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _ended(error: Exception) -> int:
    """Say what went wrong in one line: the user's to mend, or ours."""
    from ..spec.errors import ObligatoError, shown

    if isinstance(error, ObligatoError):
        click.echo(f"error: {error}", err=True)
        return exit_of_error(error)
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO):
        click.echo(f"error: the output cannot be written: {error.strerror}", err=True)
        silence()
        return USAGE
    if os.environ.get("OBLIGATO_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {shown(str(error))}"
    click.echo(
        f"internal error: {what}. This is a fault of obligato {__version__}; please "
        "report it with the output of the same command under OBLIGATO_DEBUG=1.",
        err=True,
    )
    return OURS
