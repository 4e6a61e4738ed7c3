"""``obligato compare``: which of two predicates says more."""

from typing import TYPE_CHECKING, Any

import click

from .asking import asking
from .exits import DONE, UNDECIDED, USAGE
from .limits import INTERRUPTED, WHY, Limits, limited

if TYPE_CHECKING:
    from ..checker.compare import Comparison
    from ..checker.solver import Answer
    from ..spec.requests import Request
    from ..spec.syntax import Formula
    from .opinions import Opinions


@click.command("compare")
@click.argument("first", metavar="MODULE:A")
@click.argument("second", metavar="MODULE:B")
@click.option("--request", metavar="MODULE:NAME", help="In whose world.")
@click.option("--scope", metavar="events=6,…", default="", help="What is looked at.")
@limited
@asking
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(
    first: str,
    second: str,
    request: str | None,
    scope: str,
    budget: int,
    memory: int,
    form: str,
    **how: Any,
) -> int:
    """Say whether A is equal to, stronger or weaker than B, or neither.

    Stronger: on every record in the scope, whatever A establishes B establishes too,
    and whatever B refutes A refutes too. Each direction that fails is shown with a
    record, fewest events first. Exit 0 if it was decided, 3 if not, 2 for usage, 130
    if it was interrupted.
    """
    from ..checker.compare import OPEN
    from ..checker.histories.always import NoneEver
    from .opinions import Opinions
    from .output import say, wrapped
    from .report import assumed, dump, leastness
    from .scopes import scope_of
    from .sources import duty_of

    asked, a = duty_of(first, request)
    world, b = duty_of(second, request)
    if asked.world != world.world:
        say(f"error: {first} and {second} are of different worlds", err=True)
        return USAGE
    bounds, limits = scope_of(scope), Limits(budget, memory)
    if limits.asks_nothing():
        return UNDECIDED
    names = (a.name, b.name) if a.name != b.name else (first, second)
    opinions = Opinions(**how, about=(f"scope: {bounds}",))
    with opinions.broken():
        found = compared(asked, (a.owed, b.owed), bounds, limits, opinions)
        for name, other, queries in zip(
            names, reversed(names), found.queries, strict=True
        ):
            opinions.hear((f"more by {name!r} than by {other!r}",), queries)
    sides = tuple(zip(names, (found.first_only, found.second_only), strict=True))
    if form == "json":
        say(
            dump(
                {
                    "first": names[0],
                    "second": names[1],
                    "relation": found.relation,
                    "scope": str(bounds),
                    "limits": limits.told(),
                    "only": {name: shown(asked, answer) for name, answer in sides},
                    "least": {n: getattr(a, "least", None) for n, a in sides},
                    "every_history": {
                        name: isinstance(answer, NoneEver) for name, answer in sides
                    },
                    **opinions.data(),
                }
            )
        )
    else:
        relation = f"{found.relation} {WITH[found.relation]}"
        say(f"{names[0]!r} is {relation} {names[1]!r}")
        for (name, answer), other in zip(sides, reversed(names), strict=True):
            for line in shown(asked, answer, f"more by {name!r} than by {other!r}:"):
                say(f"  {line}")
            if isinstance(answer, NoneEver):
                head = f"more by {name!r} than by {other!r}: {answer.said}"
                say("\n".join(wrapped(head, "  ", "    ")))
        answers = [answer for _, answer in sides]
        beside = (*leastness(answers), *opinions.lines(answers), f"scope: {bounds}")
        say("\n".join((*beside, str(limits), *assumed())))
    if limits.interrupted:
        return INTERRUPTED
    return UNDECIDED if found.relation == OPEN else DONE


def compared(
    request: "Request",
    pair: "tuple[Formula, Formula]",
    scope: Any,
    limits: Limits,
    opinions: "Opinions",
) -> "Comparison":
    """Return how two formulas relate, by what was found until an interrupt."""
    from ..checker.apart import sides_apart
    from ..checker.compare import Comparison, Side
    from ..checker.solver import Question, Unanswered, Way

    way = opinions.way(Way(limits.budget))
    question = Question(request, scope, pair, way=way)
    made = sides_apart(question, *pair, limits.memory)
    found = [*limits.made(made, lambda _: "one direction")]
    one, other = [*found, *[Side(Unanswered(WHY))] * 2][:2]
    return Comparison(one.answer, other.answer, (one.queries, other.queries))


WITH = {
    "equal": "to",
    "stronger": "than",
    "weaker": "than",
    "incomparable": "with",
    "not decided": "against",
}


def shown(request: "Request", answer: "Answer", head: str = "") -> list[str]:
    """Return the record of one direction as a script, under its heading."""
    from ..checker.solver import Found, Unanswered
    from ..model.script_text import write

    if isinstance(answer, Unanswered):
        return [f"not answered: {answer.reason}"]
    if not isinstance(answer, Found):
        return []
    lines = write(answer.record, request).strip().splitlines()
    indent = "    " if head else ""
    told = [f"{indent}{line}" for line in lines or ["(nothing happened)"]]
    return [head, *told] if head else told
