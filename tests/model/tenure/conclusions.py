"""What T1, T9 and T13 conclude, and what the protocol promises, held to a history."""

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from obligato.model import Record, progress, settle
from obligato.model.handoff import Contract
from obligato.model.record import Claim
from obligato.model.step import Identity, named
from obligato.model.tenure import History
from obligato.model.tenure.journal import Answered, Ended, Entry, Intent, Silent
from obligato.spec.codes import Code
from obligato.spec.correctness import eq1
from obligato.spec.values import known
from obligato.spec.verdicts import Established

ALLOWED = "only what is allowed"
TWICE = "no effect twice"
BOUND = "every role has its value"
KEPT = "what is kept is real, once"


def false_of(
    history: History, contract: Contract, claim: Claim | None, prefix: str
) -> Iterator[str]:
    """Yield each conclusion of T1 that is false of a history, by the name of its part.

    What the tools require, make and end is what they do in the world of the history.
    `claim`: that of a tenure that reported success. `prefix`: of the calls it made.
    """
    world, state = history.world, history.states()[-1]
    if history.twice():
        yield TWICE
    accepted = history.frame.bound
    if any(accepted.get(role) != value for role, value in contract.bound.items()):
        yield BOUND
    if any(state[i] != _times(i, contract) for i in contract.kept if None not in i):
        yield KEPT
    for happened in history.landed:
        if happened.call.id.startswith(prefix):
            tool = world.tool(happened.call.tool)
            made = named(tool.makes, happened.row(world))
            if tool.name not in contract.permitted or not all(
                map(contract.admits, made)
            ):
                yield ALLOWED
    duties = {duty.name for duty in contract.duties}
    request = attrs.evolve(contract.request, world=world)
    for found in history.judged(eq1(request), claim):
        if isinstance(found.verdict, Established):
            continue
        if found.clause.refuted is Code.BINDING_CHANGED:
            yield BOUND
        elif found.clause.conjunct != "Complete":
            yield found.clause.conjunct
        elif claim is not None and found.clause.name in duties:
            yield "Complete"


def _times(effect: Identity, contract: Contract) -> int:
    """Return how often an effect that is kept was made; `same` makes it once only."""
    makers = [
        tool
        for tool in contract.request.world.tools
        if any(i.effect.name == effect[0] for i in tool.makes)
    ]
    once = all(tool.repeat == "same" for tool in makers)
    return 1 if once else contract.kept.count(effect)


def orderly(entries: Iterable[Entry], history: History, prefix: str) -> None:
    """See that what was sent was written ahead, and that nothing follows a failure."""
    world, found = history.world, list(entries)
    written = {
        e.call.id: (e.call.tool, dict(e.call.args))
        for e in found
        if isinstance(e, Intent)
    }
    for happened in history.happened:
        call = happened.call
        if happened.ours and call.id.startswith(prefix):
            sent = call.tool, dict(call.args)
            assert written.get(call.id) == sent, "a call was not written ahead"
    answers = {h.call.id: h.answer for h in history.happened}
    wrote = failed = ended = False
    for entry in found:
        assert not ended, "something follows the end"
        assert not failed or isinstance(entry, Ended), "it went on after a failure"
        match entry:
            case Intent(call=call):
                wrote |= world.tool(call.tool).writes
            case Silent():
                failed = wrote
            case Answered(receipt):
                assert answers[receipt.call] != "unknown", "it is evidence of nothing"
                failed = wrote and answers[receipt.call] != "ok"
            case Ended(claim=claim):
                assert claim is None or not failed, (
                    "success was claimed after a failure"
                )
                ended = True


def known_of(record: Record, history: History) -> None:
    """See that what happened is in K or U of the record, as often as it happened."""
    kept, doubtful = progress(settle(history.world, record))
    for made, times in history.states()[-1].items():
        may = [i for i in (*kept, *doubtful) if _may_be(i, made)]
        assert len(may) >= times, f"{made} happened and nobody knows"


def _may_be(identity: Identity, made: tuple[Any, ...]) -> bool:
    return len(identity) == len(made) and all(
        a == b or not known(a) for a, b in zip(identity, made, strict=True)
    )
