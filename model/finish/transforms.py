"""A transform as a contract allows it and a claim declares it: closed, and only data.

ECT's list, under the names of `spec.transforms`: min is `least`, max `most`, top-k
`first`, intersection `common`, set difference `without`, join `joined`.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import attrs

from ...spec.errors import SpecError, shown, unknown
from .values import tagged

COLLECTED = ("absent", "first", "union", "common", "without", "joined")
FOLDS = ("identity", "select", "count", "total", "mean", "least", "most")
PAIRS = ("difference", "ratio", "compare", "union", "common", "without", "joined")
NAMES = (*FOLDS, "difference", "ratio", "compare", *COLLECTED)
Exact: TypeAlias = tuple[Any, ...]
SINGLE = ("identity", "select")  # speak of one row; all others of all rows


@attrs.frozen
class Operand:
    """Which values of the receipts cited a transform is applied to.

    `column`: that of the answer; or, with `rows`, of the rows in that column. `where`:
    what the columns of such a row must be. `key`: the column that tells rows apart;
    without it, the key that the tool declares. `fold`: of a pair of numbers, how each
    side becomes one.
    """

    column: str
    rows: str = ""
    where: Mapping[str, Any] = attrs.field(factory=dict)
    key: str = ""
    fold: str = "identity"

    def __attrs_post_init__(self) -> None:
        if self.fold not in FOLDS:
            raise unknown("fold", self.fold, FOLDS)

    @property
    def reads(self) -> str:
        """The column of the answer that it reads."""
        return self.rows or self.column

    @property
    def exact(self) -> Exact:
        """What it is, with the kinds of its values."""
        where = tagged(self.where) if self.where else ()
        return (self.column, self.rows, self.key, self.fold, where)


@attrs.frozen
class Transform:
    """How a value is derived: a name of the closed list, with its exact parameters.

    `of`: the values of the first operand; `against`: those of the second, of the
    transforms that take two. `k`: of `first`; `ordered`: a tie goes to the lesser
    key. `places`: rounded, half to even, to so many decimals.
    """

    name: str
    of: Operand
    against: Operand | None = None
    k: int = 0
    ordered: bool = False
    places: int | None = None

    def __attrs_post_init__(self) -> None:
        if self.name not in NAMES:
            raise unknown("transform", self.name, NAMES)
        if (self.name in PAIRS) != (self.against is not None):
            said = (
                "takes a second operand" if self.name in PAIRS else "takes one operand"
            )
            raise SpecError(f"{self.name} {said}: against={shown(self.against)}")
        if type(self.k) is not int or (self.name == "first") != (self.k != 0):
            raise SpecError(
                f"{self.name}: k={shown(self.k)} must be a number of keys, more than 0 "
                "(the greatest) or less (the least), of first alone"
            )
        if self.ordered and self.name != "first":
            raise SpecError(f"{self.name}: ordered=True orders ties, of first alone")
        if self.places is not None and not (
            type(self.places) is int and 0 <= self.places <= 18
        ):
            raise SpecError(f"places={shown(self.places)} must be from 0 to 18")

    @property
    def exact(self) -> Exact:
        """What it is, parameters and their types included: True is not 1."""
        pair = self.against and self.against.exact
        ties = (self.k, self.ordered, self.places)
        return (self.name, self.of.exact, pair, *ties)

    def operand(self, part: str) -> Operand | None:
        """Return the operand that is called so, if it takes one."""
        return self.of if part == "of" else self.against

    def says_all(self, part: str) -> bool:
        """Whether what it derives is of all rows that this operand could read."""
        operand = self.operand(part)
        if self.name in ("difference", "ratio", "compare") and operand is not None:
            return operand.fold not in SINGLE
        return self.name not in SINGLE
