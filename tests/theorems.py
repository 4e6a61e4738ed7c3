"""One solver for each theory, kept for all tests of it."""

from functools import cache

from obligato.checker.proofs.deciding import Deciding
from obligato.spec.theorems.catalogue import theories


@cache
def deciding(name: str) -> Deciding:
    """Return what decides the theory of this name."""
    return Deciding(theories()[name])
