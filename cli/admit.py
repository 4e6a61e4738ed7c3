"""``obligato admit``: whether a plan meets what is left to do, on every run of it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs
import click

from .exits import DONE, NOT_DONE, UNDECIDED, USAGE

if TYPE_CHECKING:
    from ..checker.admission.refused import Rejected
    from ..checker.audit import Audit
    from ..model.document import Case
    from ..model.handoff import Admitted, Contract, Plan

EXITS = """\b
Exit  0  admitted
      1  rejected
      2  what was handed in cannot be read, or contradicts itself
      3  not decided within the budget
"""
RUNS = 2_000  # that are judged, unless it is said


@click.command("admit", epilog=EXITS)
@click.argument("case", metavar="CASE")
@click.option("--plan", metavar="PLAN", help="The plan: a file, or MODULE:NAME.")
@click.option("--contract", metavar="FILE", help="A contract made elsewhere.")
@click.option("--request", metavar="MODULE:NAME", help="What the record is of.")
@click.option(
    "--runs",
    type=click.IntRange(0, 1_000_000),
    default=RUNS,
    show_default=True,
    help="How many runs may be judged, at the most.",
)
@click.option(
    "--draw", type=click.Choice(["mermaid", "dot"]), help="Draw the plan instead."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(
    case: str,
    plan: str | None,
    contract: str | None,
    request: str | None,
    runs: int,
    draw: str | None,
    form: str,
) -> int:
    """Decide whether a plan meets Eq. 1 on every run: order, outcome and answer.

    The plan is the proposal of CASE, or stands in a file of its own, or is an object
    of a module. The contract is frozen from the record, at its end or where it says
    that the work changed hands, unless another one is given.
    """
    from ..checker.admission.admit import Admission
    from .output import say
    from .sources import cases

    found = cases(case, request)
    if len(found) != 1:
        problem = f"{case} has {len(found)} records; name one, as {case}[0]"
        say(f"error: {problem}", err=True)
        return USAGE
    asked = found[0]
    proposed = _plan(plan, asked)
    if proposed is None:
        problem = f"{case} proposes no plan; say which: --plan FILE or MODULE:NAME"
        say(f"error: {problem}", err=True)
        return USAGE
    if draw is not None:
        from ..model.handoff.drawing import DRAWINGS

        say(DRAWINGS[draw](proposed))
        return DONE
    frozen, made = _contract(contract, asked)
    decided = Admission(frozen, asked.record).admit(proposed, runs)
    code = exit_of(decided)
    if form == "json":
        from .report import dump

        say(dump({"exit": code, **entry(decided), **_audit(made)}))
    else:
        say("\n".join((*told(asked, decided), *_mistakes(made))))
    return code


def exit_of(decided: "Admitted | Rejected") -> int:
    """Return the code of a decision."""
    from ..checker.admission.refused import Rejected
    from ..spec.codes import Code

    if not isinstance(decided, Rejected):
        return DONE
    return UNDECIDED if decided.codes == (Code.NOT_ESTABLISHED,) else NOT_DONE


def told(case: "Case", decided: "Admitted | Rejected") -> Iterator[str]:
    """Tell what was decided, and why."""
    from ..checker.admission.refused import Rejected
    from .output import wrapped
    from .report import assumed

    yield from wrapped(case.title or case.request.goal)
    if isinstance(decided, Rejected):
        undecided = exit_of(decided) == UNDECIDED
        yield "  not decided" if undecided else "  rejected before any call"
        for failure in decided.failures:
            said = f"✗ {failure.code}: {failure.clause}"
            yield from wrapped(said, "  ", "    ")
            yield from wrapped(_plain(failure.reason), "    ")
            if failure.run:
                run = " → ".join((*failure.run, "claim"))
                yield from wrapped(f"as in: {run}", "    ", "      ")
    else:
        yield "  admitted"
        for name, nodes in decided.coverage.items():
            rests = f"rests on {', '.join(nodes)}" if nodes else "rests on no action"
            yield from wrapped(f"✓ {name}: {rests}", "  ", "    ")
        for edge in decided.unsupported:
            said = f"? claimed and not so: {edge.source} {edge.kind} {edge.target}"
            yield from wrapped(said, "  ", "    ")
        for edge in decided.unsaid:
            said = f"· so and not claimed: {edge.source} {edge.kind} {edge.target}"
            yield from wrapped(said, "  ", "    ")
    steps = {"links": "by the order alone", "runs": "by runs, one by one"}
    yield from wrapped(f"decided {steps[decided.decided_by]}", "  ", "    ")
    yield from wrapped(f"scope: {decided.scope}", "  ", "    ")
    yield from assumed()


def entry(decided: "Admitted | Rejected") -> dict[str, Any]:
    """Return a decision as data."""
    from ..checker.admission.refused import Rejected
    from ..model.account import ASSUMPTIONS

    common: dict[str, Any] = {"decided_by": decided.decided_by, "scope": decided.scope}
    common |= {"assumptions": list(ASSUMPTIONS)}
    if isinstance(decided, Rejected):
        failures = [
            {
                "code": failure.code,
                "clause": failure.clause,
                "reason": _plain(failure.reason),
                "nodes": list(failure.nodes),
                "run": failure.run and list(failure.run),
            }
            for failure in decided.failures
        ]
        return {"admitted": False, **common, "failures": failures}
    return {
        "admitted": True,
        **common,
        "contract": decided.contract,
        "plan": decided.plan,
        "coverage": {name: list(nodes) for name, nodes in decided.coverage.items()},
        "unsupported": [attrs.asdict(edge) for edge in decided.unsupported],
        "unsaid": [attrs.asdict(edge) for edge in decided.unsaid],
    }


def _plan(source: str | None, case: "Case") -> "Plan | None":
    """Return the plan of a file or a module, else the one that a case proposes."""
    from ..model.handoff import Plan
    from ..model.handoff.plan_document import load_plan
    from ..spec.errors import SpecError, a_kind
    from .sources import OBJECT, named, read

    if source is None:
        return case.proposal
    if OBJECT.match(source) is None:
        return load_plan(read(source), case.request, source)
    found = named(source)
    if not isinstance(found, Plan):
        raise SpecError(f"{source} is {a_kind(found)}, not a Plan")
    return found


def _contract(source: str | None, case: "Case") -> "tuple[Contract, Audit | None]":
    """Return the contract, and what is wrong with one that was made elsewhere."""
    from ..checker.constructor import freeze

    if source is None:
        return freeze(case.request, case.record), None
    from ..checker.audit import audit
    from ..model.handoff.contract_document import load_contract
    from .sources import read

    made = load_contract(read(source), source)
    return made, audit(made, case.request, case.record)


def _mistakes(made: "Audit | None") -> Iterator[str]:
    """Tell the mistakes of whoever made a contract, apart from the decision."""
    from .output import wrapped

    if made is None:
        return
    yield "the contract, apart from the decision:"
    for mistake in made.mistakes:
        yield from wrapped(_plain(f"✗ {mistake}"), "  ", "    ")
    found = (f"{part} {recall}" for part, recall in made.recall.items())
    yield from wrapped(f"recovered: {'; '.join(found)}", "  ", "    ")


def _audit(made: "Audit | None") -> dict[str, Any]:
    if made is None:
        return {}
    recall = {part: attrs.asdict(found) for part, found in made.recall.items()}
    return {"mistakes": [str(m) for m in made.mistakes], "recall": recall}


def _plain(text: str) -> str:
    """Return text without the mark of a name that a run made up."""
    return text.replace("\0", "")
