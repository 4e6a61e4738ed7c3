"""The checks of a tenure before each call and at the claim, on the live record.

They are the clauses of Eq. 1, judged by `Truth`: Exec and Preserve of the record with
the call in it, whose outcome nobody knows yet, and at the claim Complete as well. What
only a contract says, which tools and which effects, is checked beside them.
"""

from collections.abc import Iterator

import attrs

from ...spec.codes import Code
from ...spec.correctness import eq1
from ...spec.tools import Tool
from ...spec.values import known
from ...spec.verdicts import Established
from ..handoff.contract import Contract
from ..judge import ClauseFinding, contradiction, judge
from ..record import Call, Receipt, Record
from ..settle import settle
from ..step import Identity
from ..tables import KEY, Tables, brought_about

BEFORE, AT_CLAIM = ("Exec", "Preserve"), ("Exec", "Preserve", "Complete")


@attrs.frozen
class Refusal:
    """Why a call may not be made, or success not be claimed, and the clause."""

    code: Code
    reason: str


def before_call(contract: Contract, record: Record, call: Call) -> Iterator[Refusal]:
    """Yield why ``call``, the last of ``record``, may not be made.

    An answer names something new, as everywhere in a search for a remainder; what
    else it will say is unknown, and so is whether the call takes effect.
    """
    world = contract.request.world
    if call.tool not in contract.permitted:
        yield Refusal(
            Code.AUTHORITY_WIDENED,
            f"{call.tool} is not permitted; permitted: {', '.join(contract.permitted)}",
        )
    tool = world.tool(call.tool)
    ledgers = (_foreseen(tool, record, call, status) for status in ("unknown", "ok"))
    tables, done = (settle(world, attrs.evolve(record, ledger=one)) for one in ledgers)
    for effect in brought(tables, tool, call):
        if not contract.admits(effect):
            yield Refusal(Code.AUTHORITY_WIDENED, f"{_told(effect)} is not admissible")
    yield from _breached(contract, tables, BEFORE, done)


def at_claim(contract: Contract, record: Record) -> Iterator[Refusal]:
    """Yield why success may not be claimed by the claim of ``record``."""
    tables = settle(contract.request.world, record)
    yield from _breached(contract, tables, AT_CLAIM, tables)


def established(contract: Contract, record: Record) -> Iterator[str]:
    """Yield each duty of a contract that must hold at the claim of ``record``."""
    tables = settle(contract.request.world, record)
    for duty in contract.duties:
        if isinstance(judge(duty.owed, tables), Established):
            yield duty.name


def brought(tables: Tables, tool: Tool, call: Call) -> Iterator[Identity]:
    """Yield each effect that a call makes, None for what nobody knows of it yet."""
    row = next(r for r in tables.calls[tool.name] if r.get(KEY) == call.id)
    for instance in tool.makes:
        names = [c.name for c in instance.effect.columns]
        for made in brought_about(instance, row):
            values = (made[name] for name in names)
            yield (instance.effect.name, *(v if known(v) else None for v in values))


def _breached(
    contract: Contract, tables: Tables, conjuncts: tuple[str, ...], done: Tables
) -> Iterator[Refusal]:
    """Yield what is not established of ``tables``; its code is that of ``done``."""
    broken = contradiction(tables)
    if broken is not None:
        yield Refusal(broken.code, broken.reason)
        return
    duties = {duty.name for duty in contract.duties}
    for clause in eq1(contract.request):
        wanted = clause.conjunct != "Complete" or clause.name in duties
        if clause.conjunct in conjuncts and wanted:
            found = judge(clause.formula, tables)
            if not isinstance(found, Established):
                code = ClauseFinding(clause, judge(clause.formula, done)).code
                said = f"{clause.conjunct}: {clause.name} is {found.name}"
                yield Refusal(code or clause.unclear, said)


def _foreseen(
    tool: Tool, record: Record, call: Call, status: str
) -> tuple[Receipt, ...]:
    """Return the ledger with what is known of an answer before it comes: new names."""
    new = {
        c.name: f"{c.name} of {call.id}"
        for c in tool.returns
        if c.sort.kind == "entity"
    }
    foreseen = Receipt(
        f"foreseen {call.id}",
        call.id,
        tool.name,
        status,
        new,
        record.task,
        record.tenure,
    )
    return (*record.ledger, foreseen)


def _told(effect: Identity) -> str:
    name, *args = effect
    return f"{name}({', '.join('?' if a is None else str(a) for a in args)})"
