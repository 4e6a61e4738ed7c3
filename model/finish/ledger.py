"""The ledger as it is judged: receipts in their normal order, and what they are of.

This project's normal form: receipts sorted by id, each with all its fields. So the
digest is that of the set of receipts, in whatever order they came, and a change of
any field of any of them changes it. What else the record knows of the calls stands
beside: it is trusted, as the record is, and no part of the digest.
"""

from collections.abc import Mapping
from functools import cached_property
from operator import attrgetter
from typing import Any

import attrs

from ...spec.errors import unknown
from ...spec.requests import Request, World
from ...spec.tools import Tool
from ..canonical import digest
from ..cells import cells_written
from ..places import Place
from ..record import Call, Claim, Decided, Receipt, Record
from ..tables import Row
from .rows import ledger_rows

FIELDS = tuple(field.name for field in attrs.fields(Receipt))
FIELDS_OF = attrgetter(*FIELDS)


@attrs.frozen(slots=False)
class Ledger:
    """Receipts in order of their ids, with the calls and decisions of their record.

    `world`: whose tools they are of. `bound`: the accepted binding. `gaps`: the tools
    whose log is not known to be complete. `claim`: the record's own claim, if it has
    one. `request`: what the record is of; without it, nothing is owed. `picked`: what
    operands have read of receipts, and `judged`: what was found of it under a contract,
    both kept for the next certificate.
    """

    world: World
    receipts: tuple[Receipt, ...]
    calls: Mapping[str, Call] = attrs.field(factory=dict)
    decisions: tuple[Decided, ...] = ()
    bound: Mapping[str, Any] = attrs.field(factory=dict)
    gaps: frozenset[str] = frozenset()
    claim: Claim | None = None
    request: Request | None = None
    picked: dict[Any, Any] = attrs.field(factory=dict, init=False, eq=False, repr=False)
    judged: dict[Any, Any] = attrs.field(factory=dict, init=False, eq=False, repr=False)

    @classmethod
    def of(cls, record: Record, request: Request) -> "Ledger":
        """Return the ledger of a record of ``request``."""
        return cls(
            request.world,
            tuple(sorted(record.ledger, key=lambda r: r.id)),
            {call.id: call for call in record.calls},
            tuple(e for e in record.trajectory if isinstance(e, Decided)),
            record.bound,
            frozenset(gap.source for gap in record.gaps),
            record.claim,
            request,
        )

    @cached_property
    def document(self) -> list[dict[str, Any]]:
        """The receipts as a document writes them, in order, with every field."""
        return [self._written(receipt) for receipt in self.receipts]

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the canonical document."""
        return digest(self.document)

    @cached_property
    def rows(self) -> Mapping[str, list[Row]]:
        """Its rows in the tables of termination."""
        return ledger_rows(self)

    @cached_property
    def by_id(self) -> Mapping[str, list[Receipt]]:
        """The receipts of each id: one, unless two share it."""
        found: dict[str, list[Receipt]] = {}
        for receipt in self.receipts:
            found.setdefault(receipt.id, []).append(receipt)
        return found

    @cached_property
    def tools(self) -> Mapping[str, Tool]:
        """The tools of its world, by name."""
        return {tool.name: tool for tool in self.world.tools}

    def tool(self, name: str) -> Tool:
        """Return the tool called ``name``."""
        if name not in self.tools:
            raise unknown("tool", name, self.tools)
        return self.tools[name]

    @cached_property
    def citations(self) -> Mapping[str, Row]:
        """For each id the row of a citation of it."""
        found: dict[str, Row] = {}
        for receipt, row in zip(self.receipts, self.rows["receipt"], strict=True):
            cited = found.setdefault(receipt.id, {"cited": receipt.id, "found": []})
            cited["found"].append(row)
        return found

    def _written(self, receipt: Receipt) -> dict[str, Any]:
        told = dict(zip(FIELDS, FIELDS_OF(receipt), strict=True))
        returns = self.tool(receipt.tool).returns
        what = f"response column of {receipt.tool}"
        told["values"] = cells_written(receipt.values, returns, what, PLACE)
        return told


PLACE = Place("ledger")
