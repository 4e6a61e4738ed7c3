"""The audit: what a contract lacks of its request and record, and what it made up.

These are mistakes of whoever constructed the contract. A checker that is handed such a
contract can decide rightly and the work still be wrong, so they are told apart from
everything that a checker finds, and counted: so many of so many obligations recovered.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import TypeAlias

import attrs

from ..model.handoff.contract import Contract
from ..model.record import Record
from ..spec.requests import Request
from .constructor import freeze

PARTS = ("obligation", "rule", "binding", "effect", "ambiguous effect", "name")
ANCHORS = ("request", "state", "ledger")
Items: TypeAlias = Counter[tuple[Hashable, ...]]


@attrs.frozen
class Mistake:
    """One thing that a contract says otherwise than request and record do.

    `part`: what kind of thing, one of `PARTS`, or ``digest``. `way`: ``left out``,
    ``made up``, or ``changed`` (another value). `what`: the thing.
    """

    part: str
    way: str
    what: tuple[Hashable, ...]

    def __str__(self) -> str:
        return f"{self.part} {self.way}: {' '.join(map(str, self.what))}"


@attrs.frozen
class Recall:
    """How many things of one part there are, are found, and are made up."""

    there: int
    found: int
    made_up: int

    def __str__(self) -> str:
        return f"{self.found} of {self.there}, {self.made_up} made up"

    def __add__(self, other: "Recall") -> "Recall":
        return Recall(
            self.there + other.there,
            self.found + other.found,
            self.made_up + other.made_up,
        )


@attrs.frozen
class Audit:
    """The mistakes of a contract, and for each part how much of it was recovered."""

    mistakes: tuple[Mistake, ...]
    recall: dict[str, Recall]

    def __bool__(self) -> bool:
        """Whether the contract says what request and record say."""
        return not self.mistakes


def audit(contract: Contract, request: Request, record: Record) -> Audit:
    """Return what ``contract`` says otherwise than ``request`` and ``record`` do.

    What it permits is the choice of whoever gave the authority and no mistake. A duty
    counts as recovered if the contract has it, as owed or as held; if it has it as
    held although it is owed, that is changed.
    """
    right = freeze(request, record)
    mistakes: list[Mistake] = []
    recall: dict[str, Recall] = {}
    for part in PARTS:
        wanted, told = _items(right, part), _items(contract, part)
        mistakes += (Mistake(part, "left out", x) for x in (wanted - told).elements())
        mistakes += (Mistake(part, "made up", x) for x in (told - wanted).elements())
        recall[part] = Recall(
            wanted.total(), (wanted & told).total(), (told - wanted).total()
        )
    mistakes += _changed(contract, right)
    return Audit(tuple(mistakes), recall)


def _items(contract: Contract, part: str) -> Items:
    """Return the things of one part, as often as they are there."""
    match part:
        case "obligation":
            return _duties(contract, (d.name for d in contract.request.owes))
        case "rule":
            return _duties(contract, (d.name for d in contract.request.keeps))
        case "binding":
            return Counter(contract.bound.items())
        case "effect":
            return Counter(contract.kept)
        case "ambiguous effect":
            return Counter(contract.ambiguous)
        case "name":
            return Counter((known.sort, known.value) for known in contract.known)
    raise AssertionError(part)


def _duties(contract: Contract, names: Iterable[str]) -> Items:
    """Return the duties of these names that the contract has, each with its formula."""
    had, wanted = {*contract.owed, *contract.held}, {*names}
    return Counter(
        (duty.name, duty.owed)
        for duty in contract.request.duties
        if duty.name in had and duty.name in wanted
    )


def _changed(contract: Contract, right: Contract) -> Iterator[Mistake]:
    for name in contract.held:
        if name in right.owed:
            yield Mistake("duty", "changed", (name, "is owed and told as held"))
    for known in contract.known:
        if known.verified and not any(
            k.verified and (k.sort, k.value) == (known.sort, known.value)
            for k in right.known
        ):
            yield Mistake("name", "changed", (known.sort, known.value, known.source))
    for anchor in ANCHORS:
        if getattr(contract, f"{anchor}_digest") != getattr(right, f"{anchor}_digest"):
            yield Mistake("digest", "changed", (anchor,))
