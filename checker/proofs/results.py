"""What is said of a conclusion: proved, refuted by a run, or open."""

from typing import TypeAlias

import attrs

from ...spec.theorems.runs import Run


@attrs.frozen
class Proved:
    """It holds in every state, for any number of elements: by induction."""


@attrs.frozen
class Refuted:
    """A run against it, replayed by the definition; the shortest there is."""

    run: Run


@attrs.frozen
class Open:
    """Neither: `tried` says what was looked at."""

    tried: str


Answer: TypeAlias = Proved | Refuted | Open
