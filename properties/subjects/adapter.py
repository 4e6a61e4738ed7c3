"""An adapter: our case as a subject's input, and its reply as an answer."""

from collections.abc import Mapping
from typing import Any, Protocol


class Adapter(Protocol):
    """Two functions, as a module or an object has them.

    `declared`, if it is there, is what the subject says of itself: the object of a
    handshake, as data.
    """

    def to_input(self, document: dict[str, Any]) -> Any:
        """Return what the subject takes, as JSON data, for the document of a case."""

    def to_verdict(self, reply: Any) -> str | Mapping[str, Any]:
        """Return a verdict, or an answer of the protocol, for what the subject says.

        A process that is begun for one case says its ``exit``, ``stdout``, ``stderr``.
        """
        ...


def answer(said: Any) -> Any:
    """Return an answer of the protocol for a bare verdict; all else as it is."""
    return {"verdict": said} if isinstance(said, str) else said
