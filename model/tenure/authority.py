"""What gives a tenure the right to act: its plan's admission, and the lease."""

import attrs

from ...spec.codes import Code
from ...spec.errors import CaseError, SpecError, shown
from ...spec.requests import Request
from ..handoff.admitted import Admitted
from ..handoff.contract import Contract
from ..handoff.plan import Plan
from ..handoff.plan_document import plan_digest
from ..record import Record
from .lease import Lease, Registry, seen


@attrs.frozen
class Budget:
    """What a tenure may spend: counts, never seconds.

    `calls`: live calls. `proposals`: plans. `retries`: how often one read is asked
    again that failed before anything was written.
    """

    calls: int = 100
    proposals: int = 3
    retries: int = 1

    def __attrs_post_init__(self) -> None:
        for name, value in attrs.asdict(self).items():
            least = 0 if name == "retries" else 1
            if type(value) is not int or value < least:
                raise SpecError(f"{name}={shown(value)} must be an integer, {least} up")


def authorised(contract: Contract, plan: Plan, admitted: Admitted) -> str:
    """Return the digest of a plan that was admitted against a contract.

    Raises: `CaseError` if another was, `SpecError` if none.
    """
    if not isinstance(admitted, Admitted):
        raise SpecError(
            f"admitted={shown(admitted)} must be what admission gave for the plan"
        )
    digest = plan_digest(plan, contract.request)
    for what, own, decided in (
        ("contract", contract.digest, admitted.contract),
        ("plan", digest, admitted.plan),
    ):
        if own != decided:
            raise CaseError(
                "admitted",
                f"{what}={shown(decided)} was admitted, not {shown(own)}",
                "have this plan admitted against this contract",
            )
    return digest


@attrs.frozen
class Ownership:
    """The lease of a tenure, and the registry that says whether it is held still.

    Without them there is nobody to ask: then nobody else may act.
    """

    request: Request
    lease: Lease | None = None
    registry: Registry | None = None

    def __attrs_post_init__(self) -> None:
        if (self.lease is None) != (self.registry is None):
            raise SpecError("lease and registry belong together: give both or neither")

    @property
    def epoch(self) -> int:
        """The epoch of the lease, 0 without one."""
        return 0 if self.lease is None else self.lease.epoch

    def taken_before(self, record: Record) -> None:
        """See that the lease was taken on what the contract was frozen from.

        Raises: `CaseError` if more, or less, had been attempted then.
        """
        state = seen(self.request, record)
        if self.lease is not None and self.lease.state != state:
            raise CaseError(
                "lease",
                f"{Code.NOT_OWNER}: it was taken on state="
                f"{shown(self.lease.state[:12])}, and the contract is of "
                f"{shown(state[:12])}",
                "take the lease, then freeze the contract",
            )

    def holds(self) -> bool:
        """Whether nobody took the lease since."""
        if self.registry is None or self.lease is None:
            return True
        return self.registry.holds(self.lease)

    def publish(self, record: Record) -> None:
        """Say in the registry what was attempted, before it is sent.

        Raises: `LeaseError` if somebody took the lease since.
        """
        if self.registry is not None and self.lease is not None:
            self.registry.write(self.lease, seen(self.request, record))
