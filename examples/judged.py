"""What a judged record is: a record, and the verdict that each duty must get."""

from collections.abc import Mapping
from typing import NamedTuple

from obligato.model import Record
from obligato.spec import Request


class Judged(NamedTuple):
    """A record of a request with the verdicts it must get.

    `verdicts`: duty ↦ E (established), N (not established) or R (refuted).
    `standings`: duty ↦ standing, where that is said.
    """

    request: Request
    label: str
    record: Record
    verdicts: Mapping[str, str]
    standings: Mapping[str, str] = {}
