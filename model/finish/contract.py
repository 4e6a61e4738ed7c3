"""The answer contract: which slots the answer has, and what may stand as evidence.

It is trusted: made from what was asked, before any certificate is seen. What it
leaves out, nobody checks; `checker.termination` shows such a case.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

import attrs

from ...spec.errors import SpecError, shown
from ...spec.sorts import EXACT, NAME, Ratio, Sort
from ...spec.worlds import several
from ..canonical import digest
from ..tables import Row
from .ledger import Ledger
from .rows import contract_rows
from .transforms import Transform


def _tolerance(value: Fraction | int | str) -> Fraction:
    found: Fraction = Ratio.read(value)
    return found


@attrs.frozen
class Demand:
    """What each receipt that is cited must be, and how many there must be.

    Empty text asks for nothing. `tool`, `args`: of its call; `args` may name only some.
    `entity`, `attribute`, `level`: its scope. `since`, `until`: the half-open range, in
    ms UTC, within which its own must lie. `version`: of the state; `source`: where in
    the system. `at_least`, `at_most`: how many different receipts, None for no limit.
    """

    tool: str = ""
    args: Mapping[str, Any] = attrs.field(factory=dict)
    entity: str = ""
    attribute: str = ""
    level: str = ""
    since: int | None = None
    until: int | None = None
    version: str = ""
    source: str = ""
    at_least: int = 1
    at_most: int | None = None

    def __attrs_post_init__(self) -> None:
        low, high = self.at_least, EXACT if self.at_most is None else self.at_most
        for name, number in (("at_least", low), ("at_most", high)):
            if type(number) is not int or number < 0:
                raise SpecError(f"{name}={shown(number)} must be a number, 0 or more")
        if low > high:
            raise SpecError(f"at_least={low} is more than at_most={high}")
        since, until = self.since, self.until
        if since is not None and until is not None and since >= until:
            raise SpecError(f"{since=} must be before {until=}: the range is half-open")


PARTS = ("of", "against")  # the operands of a transform, and who cites for which


@attrs.frozen
class Approval:
    """The decision that an answer rests on: its kind, and about what."""

    decision: str
    args: Mapping[str, Any] = attrs.field(factory=dict)


def _allowed(transforms: Iterable[Transform]) -> tuple[Transform, ...]:
    return several(transforms, Transform, "allowed", "a Transform")


@attrs.frozen
class Slot:
    """A slot of the answer: its sort, and how its value may be derived from what.

    `allowed`: the transforms, each with its exact parameters. `evidence`: what the
    first operand cites; `against`: what the second does, the same unless said.
    `mandatory`: it must be claimed. `nullable`: it may be claimed to be nothing, by
    `absent`. `tolerance`: absolute and exact. `approval`: the decision it rests on.
    """

    name: str
    sort: Sort
    allowed: tuple[Transform, ...] = attrs.field(converter=_allowed)
    evidence: Demand = attrs.field(factory=Demand)
    against: Demand | None = None
    mandatory: bool = True
    nullable: bool = False
    tolerance: Fraction = attrs.field(default=Fraction(0), converter=_tolerance)
    approval: Approval | None = None

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.name, str) or not NAME.match(self.name):
            raise SpecError(f"slot name={shown(self.name)} must be an identifier")
        if not isinstance(self.sort, Sort) or self.sort.kind == "Rows":
            raise SpecError(
                f"{self.name}: sort={shown(self.sort)} must be one of values"
            )
        if not self.allowed:
            raise SpecError(f"{self.name}: allowed=[] lets nothing be claimed")
        if self.tolerance < 0:
            raise SpecError(
                f"{self.name}: tolerance={self.tolerance} must be 0 or more"
            )
        if self.tolerance and not self.sort.ordered:
            raise SpecError(
                f"{self.name}: tolerance is of numbers, not {self.sort.name}"
            )
        searches = all(transform.name == "absent" for transform in self.allowed)
        for demand in (self.evidence, self.against):
            if demand is not None and demand.at_least == 0 and not searches:
                raise SpecError(
                    f"{self.name}: at_least=0 would be a claim without evidence; only "
                    "absent, with a complete log, may have none"
                )
        if self.nullable and not any(x.name == "absent" for x in self.allowed):
            raise SpecError(
                f"{self.name}: nullable=True needs absent among the allowed transforms"
            )

    def demand(self, part: str) -> Demand | None:
        """Return what an operand, ``of`` or ``against``, must cite, if there is one."""
        if part == "of":
            return self.evidence
        if any(transform.against is not None for transform in self.allowed):
            return self.against or self.evidence
        return None


def _slots(slots: Iterable[Slot]) -> tuple[Slot, ...]:
    return several(slots, Slot, "slots", "a Slot")


@attrs.frozen(slots=False)
class AnswerContract:
    """What an answer must be to end a task (ECT's R).

    `family`: the kind of task, in words. `bound`: each role and its value when the
    contract was made, as documents write values. `request`: the digest of the request
    that it was made from. `extra`: slots beside these may be claimed. `sealed`: a
    receipt must carry the digests of its arguments and of its answer.
    """

    task: str
    slots: tuple[Slot, ...] = attrs.field(converter=_slots)
    tenure: str = "tenure-1"
    family: str = ""
    bound: Mapping[str, Any] = attrs.field(factory=dict)
    request: str = ""
    extra: bool = False
    sealed: bool = False
    _kept: list[Any] = attrs.field(factory=list, init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        names = [slot.name for slot in self.slots]
        for name in names:
            if names.count(name) > 1:
                raise SpecError(f"the contract asks for slot={name!r} twice")

    def demands(self) -> Iterator[tuple[Slot, str, Demand]]:
        """Yield what each operand of each slot must cite."""
        for slot in self.slots:
            for part in PARTS:
                demand = slot.demand(part)
                if demand is not None:
                    yield slot, part, demand

    @property
    def descriptor(self) -> dict[str, Any]:
        """The frozen task descriptor: what the task is, in what a document can hold."""
        return {
            "task": self.task,
            "family": self.family,
            "parameters": dict(self.bound),
            "required": sorted(slot.name for slot in self.slots if slot.mandatory),
            "request": self.request,
        }

    @cached_property
    def descriptor_digest(self) -> str:
        """The SHA-256 of the descriptor."""
        return digest(self.descriptor)

    def rows(self, ledger: Ledger) -> dict[str, list[Row]]:
        """Return its rows in the world of a ledger; those made last are kept."""
        if not (
            self._kept
            and self._kept[0] is ledger.world
            and self._kept[1] is ledger.request
        ):
            self._kept[:] = (ledger.world, ledger.request, contract_rows(self, ledger))
        found: dict[str, list[Row]] = self._kept[2]
        return found
