"""Places in a document: where something was read, for the messages of its errors."""

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from ..spec.errors import CaseError, SpecError, shown

DEPTH = 64  # how deep objects and lists may lie in one another


@attrs.frozen
class Place:
    """A JSON pointer below a named document: ``case.json/record/ledger/0``."""

    document: str
    outer: "Place | None" = None
    key: str | int = ""
    depth: int = 0

    def __truediv__(self, key: str | int) -> "Place":
        """Return the place of what is under ``key``, or refuse to go deeper."""
        if self.depth >= DEPTH:
            raise CaseError(
                str(self), f"lies deeper than {DEPTH} levels", "write it flatter"
            )
        return Place(self.document, self, key, self.depth + 1)

    def __str__(self) -> str:
        steps = []
        here = self
        while here.outer is not None:
            steps.append(str(here.key).replace("~", "~0").replace("/", "~1"))
            here = here.outer
        text = "/".join([self.document, *reversed(steps)])
        return text.encode("ascii", "backslashreplace").decode("ascii")

    def wrong(self, value: object, wanted: str) -> CaseError:
        """Return the error that ``value`` stands here where something else should."""
        return CaseError(str(self), f"value={shown(value)}", wanted)


@contextmanager
def placed(place: Place) -> Iterator[None]:
    """Say of a definition that is refused inside where the document states it."""
    try:
        yield
    except SpecError as error:
        raise CaseError(str(place), str(error)) from None
