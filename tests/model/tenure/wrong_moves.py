"""What a tenure does, or takes a record for, that breaks one of the rules of T1."""

from collections.abc import Iterable
from typing import Any

import attrs

from obligato.model import Record
from obligato.model.handoff import Action
from obligato.model.handoff.plan import rebound
from obligato.model.record import Call, Receipt
from obligato.model.tenure import End, Environment, Order, Tenure
from obligato.model.tenure.journal import Intent
from obligato.model.tenure.recheck import before_call


def amended(tenure: Tenure, world: Environment) -> End:
    """Let a tenure have a contract that owes and keeps nothing, from here on."""
    nothing = attrs.evolve(tenure.contract, owed=(), kept=())
    record = tenure.so_far.record
    forgotten = without(record, [call.id for call in record.calls])
    tenure.so_far = attrs.evolve(tenure.so_far, contract=nothing, record=forgotten)
    return tenure.run()


def at_once(tenure: Tenure, world: Environment) -> End:
    """Check every call of a plan, send them all, and then hear what came of them."""
    calls = {node.id: _call(tenure, world, node) for node in _nodes(tenure)}
    for call in calls.values():
        run = tenure.so_far
        assert not list(before_call(run.contract, run.with_call(call), call))
    for name, call in calls.items():
        tenure._write(Intent(name, call))
    for call in calls.values():
        world.wait(world.now() + 1)
        now = world.now()
        world.call(Order(attrs.evolve(call, start=now, end=now)))
    return tenure.give_up()


def while_in_flight(tenure: Tenure, world: Environment) -> End:
    """Claim success while the last call of a plan is in flight."""
    *first, last = _nodes(tenure)
    for node in first:
        tenure._act(node)
    call = _call(tenure, world, last)
    tenure._write(Intent(last.id, call))
    _claim(tenure)
    world.call(Order(call))
    return tenure.run()


def after_one(tenure: Tenure, world: Environment) -> End:
    """Claim success after the first call of a plan, whatever it answered."""
    tenure._act(_nodes(tenure)[0])
    _claim(tenure)
    return tenure.run()


def taken_for_failed(tenure: Tenure, world: Environment) -> End:
    """Go on from a call that was not answered as if it had failed."""
    tenure._act(_nodes(tenure)[0])
    _failed(tenure)
    return tenure.run()


def given_up_for_failed(tenure: Tenure, world: Environment) -> End:
    """Claim success after a call that was not answered as if it had failed."""
    for node in _nodes(tenure):
        tenure._act(node)
    _failed(tenure)
    _claim(tenure)
    return tenure.run()


def going_on(tenure: Tenure, world: Environment) -> End:
    """Make the last call of a plan after success was claimed."""
    end, last = tenure.run(), _nodes(tenure)[-1]
    record = without(end.record, ["t:claim"])
    tenure.so_far = attrs.evolve(tenure.so_far, record=record, ended=None)
    tenure._act(last)
    return end


def compensated(tenure: Tenure, world: Environment) -> End:
    """Take back what was booked, once a tenure has given up."""
    tenure.run()
    end = tenure.give_up()
    now = world.now() + 1
    world.call(Order(Call("undoing", "cancel", tenure.contract.bound, now, now)))
    return end


def _failed(tenure: Tenure) -> None:
    failed = answered(tenure.so_far.record, "failed")
    tenure.so_far = attrs.evolve(tenure.so_far, record=failed, trouble=None)


def _claim(tenure: Tenure) -> None:
    plan = tenure.so_far.plan
    assert plan is not None
    tenure._claim(plan.claims)


def _nodes(tenure: Tenure) -> tuple[Action, ...]:
    plan = tenure.so_far.plan
    assert plan is not None
    return tuple(plan.nodes)


def _call(tenure: Tenure, world: Environment, node: Action) -> Call:
    args = rebound(node.args, tenure.contract.bound, tenure.so_far.answers)
    world.wait(tenure.so_far.last + 1)
    now = world.now()
    return Call(f"t:{node.id}", node.tool, args, now, now)


def answered(known: Record, status: str = "ok") -> Record:
    """Return a record in which every call without a receipt has one after all."""
    heard = {receipt.call for receipt in known.ledger}
    more = [
        Receipt(f"made up {c.id}", c.id, c.tool, status, task=known.task)
        for c in known.calls
        if c.id not in heard
    ]
    return attrs.evolve(known, ledger=(*known.ledger, *more))


def every_receipt(known: Record, **changes: Any) -> Record:
    """Return a record with every receipt changed."""
    ledger = tuple(attrs.evolve(receipt, **changes) for receipt in known.ledger)
    return attrs.evolve(known, ledger=ledger)


def as_bound(known: Record) -> Record:
    """Return a record in which every call has the arguments that were accepted."""
    calls = (
        attrs.evolve(e, args={**e.args, **known.bound}) if isinstance(e, Call) else e
        for e in known.trajectory
    )
    changed = attrs.evolve(known, trajectory=tuple(calls))
    return every_receipt(changed, args_digest="")


def without(known: Record, calls: Iterable[str]) -> Record:
    """Return a record without these calls, and their receipts."""
    gone = set(calls)
    return attrs.evolve(
        known,
        trajectory=tuple(e for e in known.trajectory if e.id not in gone),
        ledger=tuple(r for r in known.ledger if r.call not in gone),
    )


def up_to_evidence(known: Record) -> Record:
    """Return a record without what was held: it may have broken a duty."""
    return without(known, [c.id for c in known.calls if c.tool == "hold"])


def unanswered(known: Record) -> Record:
    """Return a record without the calls that nothing is known of."""
    heard = {receipt.call for receipt in known.ledger}
    return without(known, [c.id for c in known.calls if c.id not in heard])
