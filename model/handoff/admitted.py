"""Admitted: the capability without which no call of a plan is made.

It is made by `checker.admission` alone, which decides; whoever executes a plan asks
for it and compares the two digests. Python cannot forbid others to make one, so a test
sees that nothing else in the package does.
"""

from collections.abc import Mapping
from typing import Any

import attrs

from ...spec.errors import SpecError, shown
from .plan import Edge

SEAL = object()  # what admission shows to say that it has decided


def _sealed(_: object, __: object, seal: Any) -> None:
    if seal is not SEAL:
        raise SpecError(
            f"seal={shown(seal)}: an Admitted comes from checker.admission alone"
        )


@attrs.frozen
class Admitted:
    """That a whole plan meets a contract on every run.

    `contract`, `plan`: digests of what was decided about. `decided_by`: ``links`` (the
    first step) or ``runs`` (the second). `scope`: what every run means. `coverage`:
    for each duty the actions on which it rests, computed. `unsupported`: edges of the
    proposer that are not so. `unsaid`: coverage that no edge of the proposer claims.
    """

    contract: str
    plan: str
    decided_by: str
    scope: str
    coverage: Mapping[str, tuple[str, ...]]
    unsupported: tuple[Edge, ...] = ()
    unsaid: tuple[Edge, ...] = ()
    _seal: object = attrs.field(default=None, validator=_sealed, repr=False, eq=False)
