"""``obligato tour``: what the tool does, in seven short stops that all run."""

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from .exits import DONE

if TYPE_CHECKING:
    from ..model.record import Record


@click.command("tour")
def command() -> int:
    """Walk through one invoice in five minutes: nothing is fetched, all of it runs."""
    from .output import say, wrapped
    from .report import assumed

    for number, (title, prose, shown) in enumerate(STOPS, 1):
        say(click.style(f"{number}. {title}", bold=True))
        say("\n".join(wrapped(prose)))
        say()
        say("\n".join(shown()))
        say()
        if number < len(STOPS):
            wait()
    say("\n".join((*assumed(), "", *wrapped(NEXT))))
    return DONE


def wait() -> None:
    """Wait for Enter where somebody sits at a terminal; Ctrl-C ends the tour."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        click.echo("Enter goes on, Ctrl-C ends. ", nl=False)
        sys.stdin.readline()


NEXT = (
    "Next: obligato check RECORD for a record of yours, obligato explain RECORD for "
    "the whole of why, obligato import chat FILE for the log of an agent."
)


def request() -> Iterator[str]:
    """Show what was asked, as formulas."""
    from ..model.notation import unicode
    from .output import width
    from .tour_world import settle

    for duty in settle.duties:
        yield f"{type(duty).__name__.lower()} {duty.name}:"
        yield from (f"  {n}" for n in unicode(duty.formula, width() - 6).split("\n"))


def judged(name: str, duty: str = "") -> Iterator[str]:
    """Show a record of the tour, and what is found of it or, whole, of one duty."""
    from ..model.document import Case
    from ..model.judge import check
    from . import tour_world
    from .explain import of_duty
    from .report import lines

    told: Record = getattr(tour_world, name)
    found = check(tour_world.settle, told)
    if duty:
        found = of_duty(found, duty)
    yield from script(told)
    yield ""
    case = Case(tour_world.settle, told, title="found:")
    yield from lines(case, found, whole=bool(duty))


def script(told: "Record") -> Iterator[str]:
    """Show a record as its script."""
    from ..model.script_text import write
    from .tour_world import settle

    yield from write(told, settle).splitlines()


def conjuncts() -> Iterator[str]:
    """Show for each continuation which conjuncts of Eq. 1 hold, and why not."""
    from ..model.explained import Explained, explain
    from ..model.settle import settle as tables_of
    from ..model.telling import tell
    from ..model.why import reason
    from ..spec.correctness import eq1
    from ..spec.verdicts import Established
    from .output import wrapped
    from .tour_world import SUFFIXES, settle

    for title, told in SUFFIXES.items():
        yield f"σ = {title}"
        reading = Explained(tables_of(settle.world, told))
        amiss: dict[str, list[str]] = {}
        for clause in eq1(settle):
            found, tree = explain(clause.formula, reading)
            failures = amiss.setdefault(clause.conjunct, [])
            if not isinstance(found, Established):
                failures.append(f"{clause.name}: {reason(tell(tree, reading))}")
        for conjunct, failures in amiss.items():
            said = (
                f"✗ {conjunct}: {'; '.join(failures)}" if failures else f"✓ {conjunct}"
            )
            yield from wrapped(said, "  ", "      ")


STOPS: list[tuple[str, str, Callable[[], Iterator[str]]]] = [
    (
        "The request",
        "Somebody pays an invoice and sends its receipt; half-way, the work changes "
        "hands. What done means is written once, as formulas over what happened.",
        request,
    ),
    (
        "A record that meets it",
        "A record is what is known of a history: the calls, and the receipts that say "
        "what came of them.",
        lambda: judged("GOOD"),
    ),
    (
        "A record that does not",
        "The receipt went to b. The explanation shows the rows that came nearest, and "
        "what failed with both values.",
        lambda: judged("ASTRAY", "receipt sent"),
    ),
    (
        "A call without an answer",
        "The send may have happened or not. Unknown is neither met nor missed, and "
        "sending again blindly could send it twice.",
        lambda: judged("LOST"),
    ),
    (
        "A read settles it",
        "The outbox tells that the receipt is there, and only that call can have put "
        "it there.",
        lambda: judged("PROBED", "receipt sent"),
    ),
    (
        "The claim",
        "Obligations are judged at the claim to be done. What comes after it does not "
        "count.",
        lambda: judged("EARLY"),
    ),
    (
        "Three things that a continuation owes",
        "Exec: each call could run. Preserve: nothing fixed is replaced, repeated or "
        "undone. Complete: all that was owed is met. Each fails alone.",
        conjuncts,
    ),
]
