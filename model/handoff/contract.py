"""The residual contract `z_f`: what is fixed, what is open, what may be done (CFRC).

Made from the request and the record at the frontier before any proposal is seen, and
never changed: its digest says which contract a plan was admitted against. The paper
names five fields; their contents and the digests are this project's definition.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import attrs

from ...spec.requests import Duty, Request
from ...spec.tools import Tool
from ..canonical import digest
from ..step import Identity


@attrs.frozen
class Known:
    """A name that a remainder may use, and where it comes from.

    `source`: ``receipt r1``, ``event e2``, ``binding``, ``request``, ``entities`` or
    ``given R``; ``hearsay r3`` is a receipt that is evidence of nothing.
    """

    sort: str
    value: str
    source: str

    @property
    def verified(self) -> bool:
        """Whether somebody whose word counts has told it."""
        return not self.source.startswith("hearsay")


@attrs.frozen
class Admissible:
    """Effects that a remainder may make: those of a name with these arguments.

    An argument that is None may be anything.
    """

    effect: str
    args: tuple[Any, ...]

    def matches(self, identity: Identity) -> bool:
        """Whether it allows an effect; one whose argument is None may be any."""
        name, *args = identity
        return name == self.effect and all(
            wanted is None or wanted == value
            for wanted, value in zip(self.args, args, strict=True)
        )


@attrs.frozen(slots=False)
class Contract:
    """What a remainder must meet, frozen.

    `bound`: the accepted binding B, role ↦ value. `kept`: K, the effects that must
    have been made, one entry for each time. `ambiguous`: U, those that may have been;
    an argument that nobody knows is None. `known`: the names that a remainder may
    use. `owed`: the duties that do not hold yet, or not for sure. `held`: the duties
    that hold, and must hold still at the claim. `admissible`: the effects that a
    remainder may make. `permitted`: the tools it may call. `request_digest`,
    `state_digest`, `ledger_digest`: what it was made from; the state is the record
    without its ledger.
    """

    request: Request
    bound: Mapping[str, Any]
    kept: tuple[Identity, ...]
    ambiguous: tuple[Identity, ...]
    known: tuple[Known, ...]
    owed: tuple[str, ...]
    held: tuple[str, ...]
    admissible: tuple[Admissible, ...]
    permitted: tuple[str, ...]
    request_digest: str
    state_digest: str
    ledger_digest: str

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of its canonical document."""
        from .contract_document import write_contract  # which is built over contracts

        return digest(write_contract(self))

    @property
    def duties(self) -> tuple[Duty, ...]:
        """The duties that must hold at the claim: what is owed and what is held."""
        names = {*self.owed, *self.held}
        return tuple(d for d in self.request.duties if d.name in names)

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools that may be called."""
        return tuple(t for t in self.request.world.tools if t.name in self.permitted)

    def admits(self, identity: Identity) -> bool:
        """Whether an effect may be made, as far as the patterns say."""
        return any(pattern.matches(identity) for pattern in self.admissible)
