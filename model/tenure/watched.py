"""What a tenure tells the monitor of the order of a handoff, entry by entry."""

from collections.abc import Iterator, Mapping

from ..handoff import order
from ..handoff.plan import Plan
from .journal import Began, Ended, Entry, Intent, Proposed
from .recheck import established
from .run import Run


def events(entry: Entry, run: Run, plans: Mapping[str, Plan]) -> Iterator[order.Event]:
    """Yield the events that an entry is; ``run`` is how far the tenure was before it.

    What a duty rests on at the claim is live: the ledger takes in nothing else.
    """
    contract = run.contract
    match entry:
        case Began(contract=digest):
            yield order.Frozen(digest, contract.owed)
        case Proposed(plan):
            yield order.Proposed(plan, contract.digest)
            actions = tuple(node.id for node in plans[plan].nodes)
            yield order.Allowed(plan, contract.digest, actions)
        case Intent(node, call):
            tool = contract.request.world.tool(call.tool)
            yield order.Called(node, tool.writes)
        case Ended(claim=claim) if claim is not None:
            for duty in established(contract, run.with_claim(claim)):
                yield order.Evidenced(duty)
            yield order.Claimed()
