"""``obligato verify``: whether a predicate says what its author means."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from .exits import DONE, NOT_DONE, UNDECIDED, worst

if TYPE_CHECKING:
    from ..checker.solver import Answer
    from ..checker.verify import Check, Verification
    from ..spec.requests import Duty, Request

EXITS = """\b
Exit  0  all that is demanded holds in the scope
      1  something demanded does not
      2  usage, or what was named cannot be read
      3  something was not established
      5  no predicate
"""
SHOWN = ("dischargeable", "missable", "lasting", "reachable")  # whose records are shown


@click.command("verify", epilog=EXITS)
@click.argument("source", metavar="MODULE[:NAME]")
@click.option("--request", metavar="MODULE:NAME", help="Of what a lone duty is.")
@click.option("--scope", metavar="events=6,…", default="", help="What is looked at.")
@click.option("--every", is_flag=True, help="Show the record of every check.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(
    source: str, request: str | None, scope: str, every: bool, form: str
) -> int:
    """Check obligations and rules: of a request, of a module, or one alone.

    Each check is a question about all records in the scope, answered by the solver
    with a record, fewest events first, that the evaluator has judged again. Only
    where the kind demands the other answer does a check fail.
    """
    from .output import say
    from .report import assumed, dump, leastness
    from .scopes import scope_of
    from .sources import duties

    bounds = scope_of(scope)
    codes: list[int] = []
    entries: list[dict[str, Any]] = []
    answers: list[Answer] = []
    for asked, duty in duties(source, request):
        found = verified(asked, duty, bounds)
        codes.append(exit_of(found))
        answers += [check.answer for check in found.checks]
        if form == "json":
            entries.append(entry(found))
        else:
            say("\n".join(told(found, every)))
    if form == "json":
        say(dump({"exit": worst(codes), "scope": str(bounds), "duties": entries}))
    elif codes:
        say("\n".join((*leastness(answers), f"scope: {bounds}", *assumed())))
    else:
        say(f"error: {source} has no obligation and no rule", err=True)
    return worst(codes)


def verified(request: "Request", duty: "Duty", scope: Any) -> "Verification":
    """Return the checks of a duty, telling on a terminal which one is being made."""
    from ..checker.facts import Asked
    from ..checker.verify import Verification, checks
    from .output import progress

    asked = Asked(request, duty, scope)
    made = []
    for check in progress(checks(asked), lambda c: f"{duty.name}: {c.name}"):
        made.append(check)
    return Verification(asked, tuple(made))


def exit_of(found: "Verification") -> int:
    """Return the code of one verification."""
    return {"established": DONE, "refuted": NOT_DONE}.get(found.verdict.name, UNDECIDED)


def told(found: "Verification", every: bool) -> Iterator[str]:
    """Tell the checks of a duty, with the records that matter."""
    from ..spec.requests import Rule
    from .output import wrapped

    duty = found.asked.duty
    kind = "rule" if isinstance(duty, Rule) else "obligation"
    yield f"{duty.name}, {kind}: {found.verdict.name}"
    plain = [c for c in found.checks if c.name == "needed" and passed(c) and not every]
    for check in found.checks:
        if check in plain[1:]:
            continue
        mark = MARKS[check.verdict.name if check.verdict else ""]
        line = f"{mark} {check.name}: {check.question}: {answer(check)}"
        if check in plain:
            line = f"{mark} needed: each of {len(plain)} parts; --every shows them"
        yield from wrapped(line, "  ", "    ")
        if check not in plain and (every or check.name in SHOWN or failed(check)):
            yield from (f"      {line}" for line in script(found, check))


def passed(check: "Check") -> bool:
    """Whether what a check demands holds."""
    return check.verdict is not None and check.verdict.name == "established"


def failed(check: "Check") -> bool:
    """Whether what a check demands does not hold."""
    return check.verdict is not None and check.verdict.name == "refuted"


MARKS = {"established": "✓", "refuted": "✗", "not established": "?", "": "·"}


def answer(check: "Check") -> str:
    """Return the answer to a check in words."""
    from ..checker.always import NoneEver
    from ..checker.solver import Found, NoneInScope

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
    return f"not answered: {check.answer.reason}"


def script(found: "Verification", check: "Check") -> list[str]:
    """Return the record of a check as a script."""
    from ..checker.solver import Found
    from ..model.script_text import write

    if not isinstance(check.answer, Found):
        return []
    lines = write(check.answer.record, found.asked.request).strip().splitlines()
    return lines or ["(nothing happened)"]


def entry(found: "Verification") -> dict[str, Any]:
    """Return the checks of a duty as data."""
    from ..checker.always import NoneEver

    return {
        "duty": found.asked.duty.name,
        "verdict": found.verdict.name,
        "checks": [
            {
                "check": check.name,
                "question": check.question,
                "demanded": check.demanded,
                "verdict": check.verdict.name if check.verdict else None,
                "answer": answer(check),
                "every_history": isinstance(check.answer, NoneEver),
                "record": script(found, check),
                "least": getattr(check.answer, "least", None),
            }
            for check in found.checks
        ],
    }
