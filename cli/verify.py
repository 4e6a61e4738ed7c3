"""``obligato verify``: whether a predicate says what its author means."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs
import click

from .asking import asking
from .exits import DONE, NOT_DONE, UNDECIDED, worst
from .joint import Joint, joined
from .limits import INTERRUPTED, WHY, Limits, limited

if TYPE_CHECKING:
    from ..checker.solver import Answer
    from ..checker.verify import Check, Verification
    from ..spec.requests import Duty, Request
    from .opinions import Opinions

EXITS = """\b
Exit  0  all that is demanded holds in the scope
      1  something demanded does not
      2  usage, or what was named cannot be read
      3  something was not established
      5  no predicate
    130  interrupted: what was found until then is printed
"""
SHOWN = ("dischargeable", "missable", "lasting", "reachable")  # whose records are shown


@click.command("verify", epilog=EXITS)
@click.argument("source", metavar="MODULE[:NAME]")
@click.option("--request", metavar="MODULE:NAME", help="Of what a lone duty is.")
@click.option("--scope", metavar="events=6,…", default="", help="What is looked at.")
@limited
@click.option("--every", is_flag=True, help="Show the record of every check.")
@asking
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(
    source: str,
    request: str | None,
    scope: str,
    budget: int,
    memory: int,
    every: bool,
    form: str,
    **how: Any,
) -> int:
    """Check obligations and rules: of a request, of a module, or one alone.

    Each check is a question about all records in the scope, answered by the solver
    with a record, fewest events first, that the evaluator has judged again. Only
    where the kind demands the other answer does a check fail. Of a request, and of
    each of a module, it is asked too whether all duties can be met at once.
    """
    from .opinions import Opinions
    from .output import say
    from .report import assumed, dump, leastness
    from .scopes import scope_of
    from .sources import duties, is_lone

    bounds, limits = scope_of(scope), Limits(budget, memory)
    if limits.asks_nothing():
        return UNDECIDED
    opinions = Opinions(**how, about=(f"scope: {bounds}",))
    codes: list[int] = []
    entries: list[dict[str, Any]] = []
    answers: list[Answer] = []
    thorough = every or form == "json" or opinions.seeds > 1
    asked = Asking(bounds, limits, opinions, thorough)
    for found in every_one(duties(source, request), is_lone(source), asked):
        codes.append(exit_of(found))
        answers += [
            getattr(check.answer, "witness", check.answer)
            for check in found.checks
            if thorough or check.name != "needed"
        ]
        if form == "json":
            entries.append(entry(found))
        else:
            say("\n".join(told(found, every)))
    code = INTERRUPTED if limits.interrupted else worst(codes)
    if form == "json":
        about = {"scope": str(bounds), "limits": limits.told()}
        both = {
            "duties": [entry for entry in entries if "duty" in entry],
            "requests": [entry for entry in entries if "request" in entry],
        }
        say(dump({"exit": code, **about, **both, **opinions.data()}))
    elif codes:
        beside = (*leastness(answers), *opinions.lines(answers), f"scope: {bounds}")
        say("\n".join((*beside, str(limits), *assumed())))
    else:
        say(f"error: {source} has no obligation and no rule", err=True)
    if limits.interrupted:
        say("interrupted: what follows was not asked", err=True)
    return code


@attrs.frozen
class Asking:
    """How a run asks: in which scope, at what cost, and who else is asked.

    `every`: whether somebody sees the record of every check.
    """

    scope: Any
    limits: Limits
    opinions: "Opinions"
    every: bool


def every_one(
    pairs: "list[tuple[Request, Duty]]", lone: bool, how: Asking
) -> "Iterator[Verification | Joint]":
    """Yield the checks of each duty, and of each request, until an interrupt."""
    for i, (request, duty) in enumerate(pairs):
        with how.opinions.broken():
            found = verified(request, duty, how)
        yield found
        last = i + 1 == len(pairs) or pairs[i + 1][0] is not request
        if last and not lone and not how.limits.interrupted:
            yield joined(request, how.scope, how.limits)
        if how.limits.interrupted:
            return


def verified(request: "Request", duty: "Duty", how: Asking) -> "Verification":
    """Return the checks of a duty, telling on a terminal which one was made last."""
    from ..checker.apart import checks_apart
    from ..checker.facts import Asked
    from ..checker.solver import Unanswered, Way
    from ..checker.verify import Verification, planned

    limits, opinions = how.limits, how.opinions
    way = opinions.way(Way(limits.budget, every=how.every))
    asked = Asked(request, duty, how.scope, way)
    made = checks_apart(asked, limits.memory)
    found: list[Check] = []
    for check in limits.made(made, lambda check: f"{duty.name}: {check.name}"):
        opinions.hear((duty.name, check.name, check.question), check.queries)
        found.append(check)
    left = planned(asked)[len(found) :]
    found += [check.answered(Unanswered(WHY)) for check in left]
    return Verification(asked, tuple(found))


def exit_of(found: "Verification | Joint") -> int:
    """Return the code of one verification."""
    return {"established": DONE, "refuted": NOT_DONE}.get(found.verdict.name, UNDECIDED)


def told(found: "Verification | Joint", every: bool) -> Iterator[str]:
    """Tell the checks of a duty or of a request, with the records that matter."""
    from ..spec.requests import Rule
    from .output import wrapped

    if isinstance(found, Joint):
        yield from said(found, every)
        return
    duty = found.asked.duty
    kind = "rule" if isinstance(duty, Rule) else "obligation"
    yield f"{duty.name}, {kind}: {found.verdict.name}"
    plain = [c for c in found.checks if c.name == "needed" and passed(c) and not every]
    for check in found.checks:
        if check in plain[1:]:
            continue
        if check in plain:
            few = f"needed: each of {len(plain)} parts; --every shows them"
            yield from wrapped(f"{mark(check)} {few}", "  ", "    ")
        else:
            yield from line(check)
        if check not in plain and (every or check.name in SHOWN or failed(check)):
            yield from script(found.asked.request, check, "      ")


def said(found: Joint, every: bool) -> Iterator[str]:
    """Tell whether a request can be met, and if not, what excludes what."""
    from .output import wrapped

    yield from wrapped(f"{found.request.goal}, request: {found.verdict.name}")
    yield from line(found.check)
    if every or not passed(found.check):
        yield from script(found.request, found.check, "      ")
    yield from wrapped(found.why, "      ", "      ")


def line(check: "Check") -> list[str]:
    """Return a check and its answer."""
    from .output import wrapped

    asked = f"{mark(check)} {check.name}: {check.question}"
    return wrapped(f"{asked}: {answer(check)}", "  ", "    ")


def mark(check: "Check") -> str:
    """Return the mark that says how a check came out."""
    return MARKS[check.verdict.name if check.verdict else ""]


def passed(check: "Check") -> bool:
    """Whether what a check demands holds."""
    return check.verdict is not None and check.verdict.name == "established"


def failed(check: "Check") -> bool:
    """Whether what a check demands does not hold."""
    return check.verdict is not None and check.verdict.name == "refuted"


MARKS = {"established": "✓", "refuted": "✗", "not established": "?", "": "·"}


def answer(check: "Check") -> str:
    """Return the answer to a check in words."""
    from ..checker.histories.always import NoneEver
    from ..checker.solver import Beyond, Found, NoneInScope

    match check.answer:
        case NoneEver():
            return check.answer.said
        case Found(events=1):
            return "yes, 1 event"
        case Found(events=events):
            return f"yes, {events} events"
        case NoneInScope(scope) if scope.events == 0:
            return "no"
        case NoneInScope(scope):
            return f"none of at most {scope.events} events"
        case Beyond(reason):
            return reason
    return f"not answered: {check.answer.reason}"


def script(request: "Request", check: "Check", indent: str = "") -> list[str]:
    """Return the record of a check as a script."""
    from ..checker.solver import Beyond, Found
    from ..model.script_text import write

    answer = check.answer
    found = answer.witness if isinstance(answer, Beyond) else answer
    if not isinstance(found, Found):
        return []
    lines = write(found.record, request).strip().splitlines()
    return [f"{indent}{line}" for line in lines or ["(nothing happened)"]]


def entry(found: "Verification | Joint") -> dict[str, Any]:
    """Return the checks of a duty or of a request as data."""
    from ..checker.histories.always import NoneEver

    if isinstance(found, Joint):
        request, about = found.request, found.about
    else:
        request, about = found.asked.request, {"duty": found.asked.duty.name}
    return {
        **about,
        "verdict": found.verdict.name,
        "checks": [
            {
                "check": check.name,
                "question": check.question,
                "demanded": check.demanded,
                "verdict": check.verdict.name if check.verdict else None,
                "answer": answer(check),
                "every_history": isinstance(check.answer, NoneEver),
                "record": script(request, check),
                "least": getattr(check.answer, "least", None),
                "same": getattr(check.answer, "same", None),
            }
            for check in found.checks
        ],
    }
