"""What a law is: a part of a theorem, and how it is tried on one drawn case."""

from collections.abc import Callable

import attrs

from ..choices import Pick


class Broken(AssertionError):
    """A case against a law: the theorem, its proof or the law is wrong."""


@attrs.frozen
class Law:
    """A part of a theorem, by its name, on one case that choices make.

    `tried` returns whether the case met the premises, so that it is seen how many did.

    Raises: `Broken` if the case met the premises, and not the conclusion.
    """

    name: str
    says: str
    tried: Callable[[Pick], bool]
