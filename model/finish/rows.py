"""The rows of a contract and of a ledger: what does not change with the certificate."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ...spec.sorts import EXACT, Column
from ...spec.values import UNKNOWN
from ..record import Call, Decided, Receipt, args_digest, outcome
from ..tables import Row
from .values import MISFIT, held, tagged, told

if TYPE_CHECKING:  # both keep the rows that are made here
    from .contract import AnswerContract, Demand, Slot
    from .ledger import Ledger

SCOPE = ("entity", "attribute", "level")


def contract_rows(contract: "AnswerContract", ledger: "Ledger") -> dict[str, list[Row]]:
    """Return the rows that a contract has in the world of a ledger."""
    request = ledger.request
    roles = () if request is None else request.binds
    return {
        "contract": [
            {
                "task": contract.task,
                "tenure": contract.tenure,
                "descriptor": contract.descriptor_digest,
                "extra": contract.extra,
                "sealed": contract.sealed,
            }
        ],
        "fixed": [
            {
                "role": role,
                "value": tagged(v) if request is None else told_of(roles, role, v),
            }
            for role, v in contract.bound.items()
        ],
        "slot": [slot_row(slot, ledger) for slot in contract.slots],
        "demand": [
            {"slot": slot.name, "part": part, **demand_row(demand, ledger)}
            for slot, part, demand in contract.demands()
        ],
    }


def slot_row(slot: "Slot", ledger: "Ledger") -> Row:
    """Return the row of a slot."""
    approval = slot.approval
    columns = () if approval is None else decision_columns(ledger, approval.decision)
    args = {} if approval is None else approval.args
    return {
        "name": slot.name,
        "mandatory": slot.mandatory,
        "nullable": slot.nullable,
        "tolerance": slot.tolerance,
        "approval": "" if approval is None else approval.decision,
        "approved": {name: told_of(columns, name, v) for name, v in args.items()},
        "allowed": [{"transform": transform.exact} for transform in slot.allowed],
    }


def demand_row(demand: "Demand", ledger: "Ledger") -> Row:
    """Return what a demand asks for; without a tool, arguments are of any."""
    tools = [t for t in ledger.world.tools if demand.tool in ("", t.name)]
    takes = [column for tool in tools for column in tool.takes]
    return {
        "tool": demand.tool,
        "arguments": [
            {"argument": name, "value": told_of(takes, name, value)}
            for name, value in demand.args.items()
        ],
        **{name: getattr(demand, name) for name in SCOPE},
        "timed": demand.since is not None or demand.until is not None,
        "since": -EXACT if demand.since is None else demand.since,
        "until": EXACT if demand.until is None else demand.until,
        "version": demand.version,
        "source": demand.source,
        "fewest": demand.at_least,
        "most": EXACT if demand.at_most is None else demand.at_most,
    }


def ledger_rows(ledger: "Ledger") -> dict[str, list[Row]]:
    """Return the rows that a ledger has, whatever is claimed of it."""
    request, claim = ledger.request, ledger.claim
    roles = () if request is None else request.binds
    duties = () if request is None else request.duties
    said = {} if claim is None else claim.slots
    slots = request.slots if request is not None and said else ()
    return {
        "ledger": [{"digest": ledger.digest}],
        "owed": [{"duty": duty.name} for duty in duties],
        "bound": [
            {
                "role": role,
                "value": tagged(v) if request is None else held(roles, role, v),
            }
            for role, v in ledger.bound.items()
        ],
        "decided": [decided_row(event, ledger) for event in ledger.decisions],
        "said": [
            {"slot": slot, "value": held(slots, slot, value)}
            for slot, value in said.items()
        ],
        "gap": [{"tool": tool} for tool in sorted(ledger.gaps)],
        "receipt": receipt_rows(ledger),
    }


def receipt_rows(ledger: "Ledger") -> list[Row]:
    """Return the rows of the receipts, each with those that it may be held against.

    `rivals`: the others of its call. `repeats`: those of other calls, of the same tool
    with the same arguments.
    """
    rows = [receipt_row(receipt, ledger) for receipt in ledger.receipts]
    of_call: dict[str, list[Row]] = {}
    for row in rows:
        if row["call"]:
            of_call.setdefault(row["call"], []).append(row)
    alike: dict[Any, list[str]] = {}
    for call in ledger.calls.values():
        if call.id in of_call:
            alike.setdefault((call.tool, tagged(call.args)), []).append(call.id)
    for row in rows:
        row["rivals"] = [q for q in of_call.get(row["call"], ()) if q is not row]
        row["repeats"] = []
    for ids in alike.values():
        for id in ids if len(ids) > 1 else ():
            others = [q for other in ids if other != id for q in of_call[other]]
            for row in of_call[id]:
                row["repeats"] = [q for q in others if q["tool"] == row["tool"]]
    return rows


def decided_row(event: Decided, ledger: "Ledger") -> Row:
    """Return the row of a decision."""
    columns = decision_columns(ledger, event.decision)
    return {
        "id": event.id,
        "kind": event.decision,
        "args": {name: held(columns, name, v) for name, v in event.args.items()},
        "verdict": event.verdict,
        "party": event.by,
        "since": event.start,
    }


def receipt_row(receipt: Receipt, ledger: "Ledger") -> Row:
    """Return the row of a receipt, with the call that it names, if there is one.

    Whether it failed hangs on its answer too: a tool may say so in a column.
    """
    tool, call = ledger.tool(receipt.tool), ledger.calls.get(receipt.call)
    scope, values = receipt.scope, receipt.values
    row: Row = {
        "id": receipt.id,
        "task": receipt.task,
        "tenure": receipt.tenure,
        "call": receipt.call,
        "tool": receipt.tool,
        "status": outcome(tool, receipt),
        "issuer": receipt.issuer,
        "validated": receipt.validated,
        "complete": receipt.complete,
        "live": receipt.live,
        "entity": scope.get("entity", ""),
        "attribute": scope.get("attribute", ""),
        "level": scope.get("level", ""),
        "since": scope.get("since", UNKNOWN),
        "until": scope.get("until", UNKNOWN),
        "version": receipt.version,
        "source": receipt.source,
        "args_digest": receipt.args_digest,
        "response_digest": receipt.response_digest,
        "response": {c.name: values.get(c.name) for c in tool.returns},
        "reports": [{"reported": column.name} for column in tool.returns],
    }
    return row | (UNCALLED if call is None else called(receipt, call, ledger))


def called(receipt: Receipt, call: Call, ledger: "Ledger") -> Row:
    """Return the part of a receipt's row that the call it names decides."""
    takes = ledger.tool(call.tool).takes
    asked = receipt.args_digest  # nobody compares what it does not say
    inner = {
        "tool": call.tool,
        "began": call.start,
        "ended": call.end,
        "arguments": [
            {"argument": name, "value": held(takes, name, value)}
            for name, value in call.args.items()
        ],
    }
    digest = args_digest(call, ledger.world) if asked else ""
    return {"of_args": digest, "calls": [inner]}


UNCALLED: Row = {"of_args": "", "calls": []}


def told_of(columns: Iterable[Column], name: str, value: Any) -> Any:
    """Return what a document says of a value of the column called so."""
    for column in columns:
        if column.name == name:
            return told(column.sort, value)
    return MISFIT


def decision_columns(ledger: "Ledger", name: str) -> tuple[Column, ...]:
    """Return the columns of a kind of decision; none if the world has no such."""
    found: Mapping[str, tuple[Column, ...]] = {
        decision.name: decision.columns for decision in ledger.world.decisions
    }
    return found.get(name, ())
