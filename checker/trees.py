"""What a continuation looks like: a tree of calls that branches on what reads tell."""

from collections.abc import Mapping
from typing import Any

import attrs

from ..model.record import Record
from .ground.calls import Reach


@attrs.frozen
class Reference:
    """A column of the answer to an earlier step, counted from 1."""

    step: int
    column: str


@attrs.frozen
class Finish:
    """Nothing is left but the claim, with these values of the answer's slots."""

    slots: Mapping[str, Any]


@attrs.frozen
class Step:
    """One call of the tree, and what follows it.

    `expects`: the flags and numbers of the answer that the rest relies on.
    `not_before`: ms, where it has to wait. `then`: what follows, by the flag that it
    tells; one entry without a guard where it tells nothing that matters.
    """

    number: int
    tool: str
    args: Mapping[str, Any]
    expects: Mapping[str, Any]
    not_before: int | None
    then: "tuple[tuple[Mapping[str, bool], Step | Finish], ...]"


@attrs.frozen
class Plan:
    """A tree that meets Eq. 1 on every branch; `branches` are its records, replayed.

    `reach`: how far was looked. `shortest`: whether fewer calls were excluded, from
    the start and in each branch. `first`: whether, of as few, its calls are shown to
    come first, in the order of `foremost`. `same`: whether each of several seeds gave
    it.
    """

    tree: Step | Finish
    branches: tuple[Record, ...]
    reach: Reach
    shortest: bool
    first: bool = False
    same: bool | None = attrs.field(default=None, eq=False)
