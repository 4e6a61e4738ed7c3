"""The tenure: checked execution of an admitted plan on the live world (CFRC's CE).

    admitted?   then, in an order that the edges allow:
    re-check → write the intent → call → match the receipt → bind what refers to it

Nothing is sent that was not written ahead; nothing is discharged on the way. Success is
what must hold at the claim, on live evidence, with nothing in flight. Once a call that
writes was sent, whatever goes wrong ends the tenure with ⊥: what was realised is kept,
nothing is compensated. The rules the papers leave open are this project's definition.
"""

from collections.abc import Callable, Iterable

from ...spec.codes import Code
from ...spec.errors import CaseError, shown
from ..handoff.admitted import Admitted
from ..handoff.contract import Contract
from ..handoff.frontier import frozen_from, handed_over
from ..handoff.order import OrderMonitor
from ..handoff.plan import Action, Claiming, Plan, holds, rebound
from ..record import Call, Claim, Receipt, Record
from .authority import Budget, Ownership, authorised
from .journal import (
    Answered,
    Began,
    Ended,
    Entry,
    Intent,
    Journal,
    Proposed,
    Silent,
    Stopped,
    fitting,
)
from .lease import Lease, Registry
from .outcome import Bottom, End, Stuck, Success
from .port import Order, Port
from .recheck import Refusal, at_claim, before_call
from .run import Run, Trouble
from .watched import events

Choice = Callable[[tuple[str, ...]], str]


class Tenure:
    """One successor's work on one contract, journalled so that it may be killed.

    `name`: told apart from all other tenures on the same world. `record`: what the
    contract was frozen from. `proposals`: plans with what admitted each, in order; a
    tenure that is resumed is handed those that its journal names. `lease`, `registry`:
    without them nobody else may act. `choose`: which of the ready actions is next.
    `so_far`: how far it has come. `order`: what watches over the order of the handoff.
    """

    def __init__(
        self,
        name: str,
        contract: Contract,
        record: Record,
        proposals: Iterable[tuple[Plan, Admitted]],
        port: Port,
        journal: Journal,
        *,
        budget: Budget | None = None,
        lease: Lease | None = None,
        registry: Registry | None = None,
        choose: Choice = lambda ready: ready[0],
    ) -> None:
        frozen_from(contract, record)
        self.name, self.contract = name, contract
        self._port, self._journal, self._choose = port, journal, choose
        self._budget = budget or Budget()
        self._owner = Ownership(contract.request, lease, registry)
        self._owner.taken_before(record)
        self._plans: dict[str, Plan] = {}
        offered = [self._authorised(plan, admitted) for plan, admitted in proposals]
        self.so_far = Run(contract, handed_over(record))
        self.order = OrderMonitor()
        self._replay()
        if self.so_far.plan is None and offered:
            self._write(Proposed(offered[0]))

    def propose(self, plan: Plan, admitted: Admitted) -> None:
        """Follow another plan for the same contract; nothing may have been written.

        Raises: `CaseError` if it was not admitted, or comes too late.
        """
        run, digest = self.so_far, self._authorised(plan, admitted)
        if run.wrote or run.ended is not None or run.open is not None:
            raise CaseError(
                "plan",
                f"{Code.TENURE_ENDED}: a plan is not swapped once a call that writes "
                "was sent",
                "end this tenure, and freeze a new contract",
            )
        if run.proposals >= self._budget.proposals:
            spent = f"{run.proposals} plans were proposed"
            self._write(Ended(Code.BUDGET_SPENT, spent))
            return
        self._write(Proposed(digest))

    def run(self) -> End:
        """Go on until the tenure has ended, or its plan is stuck, and say how."""
        while (end := self._end()) is None:
            self._advance()
        return end

    def give_up(self) -> End:
        """End a tenure whose plan is stuck, with ⊥."""
        run = self.so_far
        if run.open is not None:
            self._silent(run.open.call, "the tenure was given up")
        if run.ended is None:
            stopped = run.stopped or Stopped(Code.NO_PROGRESS, "it was given up")
            self._write(Ended(stopped.code, stopped.reason))
        return self.run()

    def _end(self) -> End | None:
        run = self.so_far
        if run.ended is not None and run.ended.claim is not None:
            return Success(run.record, run.ended.claim)
        if run.ended is not None:
            return Bottom(run.record, Code[run.ended.code], run.ended.reason)
        if run.stopped is not None:
            return Stuck(run.record, Code[run.stopped.code], run.stopped.reason)
        return None

    def _advance(self) -> None:
        """Do the next thing: one call, the claim, or the end."""
        run = self.so_far
        if run.plan is None:
            self._abandon(Code.NO_PROGRESS, "no plan was proposed")
        elif run.open is not None:
            self._silent(run.open.call, "the tenure was interrupted")
        elif run.trouble is not None and not self._may_retry(run.trouble):
            self._abandon(run.trouble.code, run.trouble.reason)
        elif ready := tuple(node.id for node in run.ready()):
            self._act(run.plan.by_id[self._choose(ready)])
        elif len(run.over()) < len(run.plan.nodes):
            self._abandon(Code.CYCLE, "no action that is left can be reached")
        else:
            self._claim(run.plan.claims)

    def _may_retry(self, trouble: Trouble) -> bool:
        """Whether the same read may be asked again: nothing was written yet."""
        run = self.so_far
        left = run.tries[trouble.node] <= self._budget.retries
        return trouble.again and left and not run.wrote

    def _act(self, action: Action) -> None:
        """Make one call of the plan, if it may be made now."""
        run = self.so_far
        if run.calls >= self._budget.calls:
            self._abandon(Code.BUDGET_SPENT, f"{run.calls} calls were made")
            return
        try:
            args = rebound(action.args, run.record.bound, run.answers)
        except CaseError as error:
            self._abandon(Code.UNRESOLVED_REFERENCE, str(error))
            return
        self._port.wait(max(run.last + 1, action.not_before or 0))
        now = self._port.now()
        call = Call(f"{self.name}:{run.calls + 1}", action.tool, args, now, now)
        refusal = next(before_call(run.contract, run.with_call(call), call), None)
        if refusal is not None:
            self._refuse(refusal, f"{action.tool} ({action.id})")
        elif self._owns():
            self._write(Intent(action.id, call))
            self._send(call)

    def _send(self, call: Call) -> None:
        """Send a call that was written ahead, and write what came of it."""
        record = self.so_far.record
        order = Order(call, record.task, record.tenure, self._owner.epoch)
        try:
            self._owner.publish(record)
            receipt = self._port.call(order)
        except Exception as error:
            self._silent(call, f"{type(error).__name__}: {error}")
            return
        if receipt is None:
            self._silent(call, "no answer came")
        elif reason := self._no_evidence(receipt, call):
            self._silent(call, reason)
        else:
            self._write(Answered(receipt, self._port.now()))

    def _no_evidence(self, receipt: Receipt, call: Call) -> str:
        """Return why a receipt is no evidence of a call, or nothing."""
        record = self.so_far.record
        if not record.matches(receipt, call, self.contract.request.world):
            return f"receipt {receipt.id} is no evidence of this call"
        if any(known.id == receipt.id for known in record.ledger):
            return f"receipt {receipt.id} was there before"
        return fitting(receipt, self.contract.request)

    def _claim(self, claims: Iterable[Claiming]) -> None:
        """Claim success, if all that is owed must hold now, on the live ledger."""
        run = self.so_far
        chosen = next((c for c in claims if holds(c.guard, run.answers)), None)
        if chosen is None:
            self._abandon(Code.GUARD_FALSE, "the plan claims nothing in this outcome")
            return
        try:
            slots = rebound(chosen.slots, run.record.bound, run.answers)
        except CaseError as error:
            self._abandon(Code.UNRESOLVED_REFERENCE, str(error))
            return
        self._port.wait(run.last + 1)
        now = self._port.now()
        claim = Claim(f"{self.name}:claim", slots, now, now)
        refusal = next(at_claim(run.contract, run.with_claim(claim)), None)
        if refusal is not None:
            self._refuse(refusal, "the claim")
        elif self._owns():
            self._write(Ended(claim=claim))

    def _refuse(self, refusal: Refusal, what: str) -> None:
        self._abandon(refusal.code, f"{what}: {refusal.reason}")

    def _abandon(self, code: Code, reason: str) -> None:
        """End with ⊥, or, as long as nothing was written, stop for another plan."""
        run, final = self.so_far, (Code.BUDGET_SPENT, Code.NOT_OWNER)
        spent = run.proposals >= self._budget.proposals
        if run.wrote or spent or code in final:
            self._write(Ended(code, reason))
        else:
            self._write(Stopped(code, reason))

    def _silent(self, call: Call, reason: str) -> None:
        self._write(Silent(call.id, self._port.now(), f"{call.tool}: {reason}"))

    def _write(self, entry: Entry) -> None:
        """Write one entry, and be as far as it says."""
        told = tuple(events(entry, self.so_far, self._plans))
        breaches = [breach for event in told for breach in self.order.tell(event)]
        assert not breaches, f"the order of the handoff is broken: {breaches[0]}"
        self._journal.write(entry)
        self.so_far = self.so_far.after(entry, self._plans)

    def _replay(self) -> None:
        """Be as far as the journal says; begin one that is empty."""
        began = Began(self.name, self.contract.digest, self._owner.epoch)
        if not self._journal.entries:
            self._write(began)
            return
        if self._journal.entries[0] != began:
            raise CaseError(
                "journal",
                f"it is of {shown(self._journal.entries[0])}, not of {shown(began)}",
                "give each tenure a journal of its own",
            )
        for entry in self._journal.entries:
            if isinstance(entry, Proposed) and entry.plan not in self._plans:
                raise CaseError(
                    "journal",
                    f"plan={shown(entry.plan)} was followed and is not handed over",
                    "resume with the plans that were proposed",
                )
            for event in events(entry, self.so_far, self._plans):
                self.order.tell(event)
            self.so_far = self.so_far.after(entry, self._plans)
        if self._owner.holds():
            self._owner.publish(self.so_far.record)

    def _authorised(self, plan: Plan, admitted: Admitted) -> str:
        digest = authorised(self.contract, plan, admitted)
        self._plans[digest] = plan
        return digest

    def _owns(self) -> bool:
        """Whether the lease is held still; if not, the tenure is over."""
        held = self._owner.holds()
        if not held:
            self._lost()
        return held

    def _lost(self) -> None:
        self._abandon(Code.NOT_OWNER, f"epoch {self._owner.epoch} of the lease is over")
