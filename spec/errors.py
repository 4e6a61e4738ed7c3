"""The expected failures: what was wrong, ``name=value``, what would be right."""

from collections.abc import Iterable


class ObligatoError(Exception):
    """The base of every failure that a user can cause and mend."""


class SpecError(ObligatoError, TypeError):
    """A formula, a tool, a world or a request was written wrongly."""


class NothingAskedError(SpecError):
    """A request has neither obligation nor rule, so there is nothing to check."""


class UnknownNameError(SpecError, AttributeError, KeyError):
    """A name that is not there; the message lists those that are."""

    def __str__(self) -> str:
        return str(self.args[0])


class CaseError(ObligatoError, ValueError):
    """A document, a log or a script says something that cannot be read.

    `place` is where: a JSON pointer, a line, or an event.
    """

    def __init__(self, place: str, problem: str, wanted: str = "") -> None:
        self.place, self.problem, self.wanted = place, problem, wanted
        advice = f"; {wanted}" if wanted else ""
        super().__init__(f"{place}: {problem}{advice}")


class TransformError(ObligatoError, ValueError):
    """A closed transform has no value for these arguments (a tie, a zero divisor)."""


class TieError(TransformError):
    """What comes first hangs on which of several equal values does."""


def unknown(what: str, name: object, known: Iterable[str]) -> UnknownNameError:
    """Say that ``name`` is no ``what`` and list the known ones."""
    names = ", ".join(sorted(known)) or "none"
    return UnknownNameError(f"no {what} {shown(name)}; there are: {names}")


def a_kind(value: object) -> str:
    """Say what kind of object a value is: an Obligation, a Plan."""
    name = type(value).__name__
    return f"{'an' if name[0] in 'AEIOaeio' else 'a'} {name}"


def shown(value: object, limit: int = 80) -> str:
    """Print a value for a message: one line, escaped, cut at ``limit`` characters."""
    try:
        text = ascii(value)
    except (ValueError, RecursionError):  # an int of 5,000 digits, a deep list
        text = f"<{type(value).__name__} too large to print>"
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
