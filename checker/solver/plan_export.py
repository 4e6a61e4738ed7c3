"""A question about continuations as a script of SMT-LIB 2.6 that stands by itself."""

from collections.abc import Iterable, Iterator, Sequence

from ..ground.grounding import Grounded
from ..ground.handed import EVERY
from ..ground.record import made
from ..ground.text import script
from .export import SAT, UNKNOWN, UNSAT, Query, needed
from .planner import Chosen, Excluded, Limit, OrderSolver, Outcome

ASSERT = "(assert "


def plan_query(
    ground: Grounded,
    solver: OrderSolver,
    outcome: Outcome,
    names: Iterable[str],
    limit: Limit,
) -> Query:
    """Return what was asked of a table, and what the solver said."""
    counts = {"table": 0, "meets": 0, "fewer": 0}

    def named(kind: str, formula: str) -> str:
        counts[kind] += 1
        return f"(assert (! {formula} :named {kind}-{counts[kind]}))"

    written = script(ground.table, ground.asked, EVERY).splitlines()
    lines = [
        named("table", line[len(ASSERT) : -1]) if line.startswith(ASSERT) else line
        for line in (*written, *(f"(assert {term})" for term in solver.told))
    ]
    declared = {line.split("|")[1] for line in lines if line.startswith("(declare")}
    for name in names:
        bare = name.strip("-|")
        if bare in declared:
            flag = f"|{bare}|"
            lines.append(named("meets", f"(not {flag})" if name[0] == "-" else flag))
    size = "any number of calls"
    if limit is not None and limit[0]:
        size = f"at most {limit[1]} further call{'' if limit[1] == 1 else 's'}"
        lines.append(named("fewer", at_most(*limit)))
    return Query(said(outcome), size, tuple(legend(ground)), tuple(needed(lines)))


def legend(ground: Grounded) -> Iterator[str]:
    """Yield what the names stand for."""
    for j, clause in enumerate(ground.clauses):
        yield f"clause {j}: {clause.conjunct}, {clause.name}"
    yield "at …: when the call made … is made, ms"
    for i, call in ground.slots():
        sorts = {c.name: c.sort.name for c in call.tool.takes}
        args = (
            f"{name}={ground.record.names.name(sorts[name], id)}"
            for name, id in call.args.items()
        )
        yield f"{made(i).strip('|')}: {call.tool.name}({', '.join(args)})"


def at_most(flags: Sequence[str], limit: int) -> str:
    """Return: at most so many of these are set."""
    ones = " ".join(f"(ite {flag} 1 0)" for flag in flags)
    return f"(<= (+ 0 {ones}) {limit})"


def said(outcome: Outcome) -> str:
    """Return what an outcome is called in SMT-LIB."""
    match outcome:
        case Chosen():
            return SAT
        case Excluded():
            return UNSAT
    return UNKNOWN
