"""Admission: whether a plan meets a contract on every run of it (CFRC).

A run is an order that the plan allows, an outcome of its guards, and an answer to each
call, with no fault: calls are answered, answers agree with what the plan expects and
bring new names where they name something. Step 1, ``links``, decides by the order
alone, for all runs at once; what it leaves open step 2, ``runs``, judges run by run
within a budget. Edges about coverage are never looked at for a decision.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import attrs

from ...model.handoff.admitted import SEAL, Admitted
from ...model.handoff.contract import Contract
from ...model.handoff.frontier import digests, handed_over
from ...model.handoff.plan import Plan
from ...model.handoff.plan_document import plan_digest
from ...model.judge import contradiction
from ...model.record import Record
from ...model.settle import settle
from ...model.tables import KEY
from ...spec.codes import Code
from ...spec.correctness import Clause, eq1
from ...spec.errors import CaseError
from ...spec.verdicts import Refuted
from .continued import Before
from .coverage import blamed, coverage, unsaid, unsupported
from .layout import MOST_OUTCOMES, Layout
from .links import Decides, Looked, by_program, empty, look, may
from .refused import CURRENT, DECIDED, RUNS, Failure, Rejected
from .runs import BUDGET, Tried, attempt
from .structure import Structure

LINKS, BY_RUN = "links", "runs"
ASSUMED = "each call answered as expected, answers bring new names"

clauses_of = lru_cache(maxsize=16)(eq1)


def admit(
    contract: Contract, record: Record, plan: Plan, budget: int = BUDGET
) -> Admitted | Rejected:
    """Return that ``plan`` is admitted, or every reason why it is not.

    `record`: that from which the contract was frozen. `budget`: the runs that may be
    judged. Raises: `CaseError` if no history fits the record.
    """
    return Admission(contract, record).admit(plan, budget)


class Admission:
    """What admits plans for one contract: all that depends on the contract is here."""

    def __init__(
        self,
        contract: Contract,
        record: Record,
        decides: Callable[[Clause], Decides] = by_program,
    ) -> None:
        self.contract = contract
        self.request, frontier = contract.request, handed_over(record)
        self.stale = tuple(self._stale(frontier))
        self.frontier = attrs.evolve(frontier, bound=contract.bound)
        settled = settle(self.request.world, self.frontier)
        broken = contradiction(settled)
        if broken is not None:
            wanted = "mend the record: no history fits it"
            raise CaseError("record", broken.reason, wanted)
        self.before = Before(self.request.world, self.frontier)
        names = {duty.name for duty in contract.duties}
        self.clauses = tuple(
            (clause, decides(clause))
            for clause in clauses_of(self.request)
            if clause.conjunct != "Complete" or clause.name in names
            if not empty(clause, self.before.barren)
        )
        self.structure = Structure(contract, settled)

    def _stale(self, frontier: Record) -> Iterator[Failure]:
        contract = self.contract
        state, ledger = digests(self.request, frontier)
        for code, what, told, right in (
            (Code.TASK_DIGEST, "state", contract.state_digest, state),
            (Code.LEDGER_DIGEST, "ledger", contract.ledger_digest, ledger),
        ):
            if told != right:
                reason = f"the contract was frozen from another {what} than this one"
                yield Failure(code, CURRENT, reason)

    def admit(self, plan: Plan, budget: int = BUDGET) -> Admitted | Rejected:
        """Return that a plan is admitted, or every reason why it is not."""
        layout = Layout(plan, self.before.telling)
        wrong = [*self.stale, *self.structure.failures(layout)]
        outcomes = layout.outcomes() if self._callable(plan) else []
        if outcomes is None:
            reason = f"its guards have more than {MOST_OUTCOMES} outcomes"
            wrong.append(Failure(Code.NOT_ESTABLISHED, DECIDED, reason))
            return Rejected(_once(wrong), LINKS, "nothing was looked at")
        looked = list(look(self.before, self.clauses, layout, outcomes))
        for one in looked:
            if one.possible:
                wrong += self.structure.in_outcome(one.tables, one.outcome)
        if looked and not any(o.possible and not o.outcome.amiss for o in looked):
            reason = "whatever is answered, the record would contradict itself"
            wrong.append(Failure(Code.UNSATISFIABLE, RUNS, reason))
        counted = sum(not one.outcome.amiss for one in looked)
        step, scope, whole = LINKS, self._scope(counted), not wrong
        for one in looked:
            lost = tuple(c for c in one.open if not may(c, one.tables))
            wrong += (_lost(clause, one) for clause in lost)
            left = tuple(c for c in one.open if c not in lost)
            if left and whole:  # else it may hang on what is wrong
                step, open_ = BY_RUN, attrs.evolve(one, open=left)
                tried = self._attempt(open_, budget)
                budget -= tried.judged
                wrong += _failures(open_, tried)
        if step == BY_RUN:
            scope = f"{scope}; each call as soon as it may"
        if wrong:
            return Rejected(_once(wrong), step, scope)
        return self._admitted(plan, looked, step, scope)

    def linked(self, plan: Plan) -> bool:
        """Whether the first step alone admits a plan: the decision, and no more."""
        layout = Layout(plan, self.before.telling)
        outcomes = layout.outcomes()
        if self.stale or outcomes is None or not self._callable(plan):
            return False
        for _ in self.structure.failures(layout):
            return False
        ends = False
        for one in look(self.before, self.clauses, layout, outcomes):
            if one.possible:
                if one.open or any(self.structure.in_outcome(one.tables, one.outcome)):
                    return False
                ends |= not one.outcome.amiss
        return ends

    def _callable(self, plan: Plan) -> bool:
        return all(node.tool in self.structure.tools for node in plan.nodes)

    def _attempt(self, one: Looked, budget: int) -> Tried:
        return attempt(self.request, self.frontier, one.open, one.tables, budget)

    def _scope(self, outcomes: int) -> str:
        several = "1 outcome" if outcomes == 1 else f"{outcomes} outcomes"
        return f"every order the plan allows, {several} of its guards; {ASSUMED}"

    def _admitted(
        self, plan: Plan, looked: Sequence[Looked], step: str, scope: str
    ) -> Admitted:
        possible = [one.tables for one in looked if one.possible]  # none is amiss
        covered = coverage(self.contract, possible)
        return Admitted(
            self.contract.digest,
            plan_digest(plan, self.request),
            step,
            scope,
            {name: tuple(nodes) for name, nodes in covered.items()},
            unsupported(plan, covered),
            unsaid(plan, self.contract.owed, covered),
            SEAL,
        )


def _lost(clause: Clause, one: Looked) -> Failure:
    """Return the failure of a clause that no run meets, with what is to blame."""
    ran = {one.tables.layout.nodes[i].id for i in one.outcome.ran}
    keys = [row.get(KEY) for row in blamed(clause.formula, one.tables)]
    names = dict.fromkeys(key[0] if isinstance(key, tuple) else key for key in keys)
    nodes = tuple(name for name in names if name in ran)
    earlier = [name for name in names if isinstance(name, str) and name not in ran]
    said = f", because of {', '.join((*nodes, *earlier))}" if names else ""
    reason = _where(f"no run meets it{said}", one)
    return Failure(clause.refuted, named(clause), reason, nodes)


def _failures(one: Looked, tried: Tried) -> Iterator[Failure]:
    """Yield what the runs of one outcome show, or that they were too many."""
    for clause, verdict, run in tried.broken.values():
        refuted, why = isinstance(verdict, Refuted), tried.why(clause.name)
        code = clause.refuted if refuted else clause.unclear
        if refuted and why == "order":
            code = Code.UNORDERED_CONFLICT
        reason = f"it hangs on the {why}" if why else "a run does not meet it"
        yield Failure(code, named(clause), _where(reason, one), (), run.order)
    if not tried.whole and not tried.broken:
        reason = _where(f"{tried.judged} runs were judged, and not all", one)
        for clause in one.open:
            yield Failure(Code.NOT_ESTABLISHED, named(clause), reason)


def _where(reason: str, one: Looked) -> str:
    return f"{reason} where {one.outcome}" if one.outcome.flags else reason


def named(clause: Clause) -> str:
    """Return a clause as failures name it."""
    return f"{clause.conjunct}: {clause.name}"


def _once(failures: Sequence[Failure]) -> tuple[Failure, ...]:
    found: dict[tuple[object, ...], Failure] = {}
    for f in failures:
        found.setdefault((f.code, f.clause, f.nodes, f.reason), f)
    return tuple(found.values())
