"""``obligato explain``: the whole of why each duty stands where it does."""

from typing import TYPE_CHECKING

import click

from .exits import DONE, UNDECIDED, USAGE

if TYPE_CHECKING:
    from ..model.document import Case
    from ..model.judge import Judgement

MOST = 4  # events that may differ: beyond this a question takes minutes
LEGEND = """\b
✓ is as it has to be      ✗ is not      ? is left open
· helps to see why        =? may be equal, may not

Exit 0 if there is an explanation, 2 if the record cannot be read or
contradicts itself, 3 if a nearest record was asked for and the solver gave up.
"""


@click.command("explain", epilog=LEGEND)
@click.argument("source", metavar="RECORD")
@click.option("--request", metavar="MODULE:NAME", help="What the record is of.")
@click.option("--duty", metavar="NAME", help="Explain this one alone.")
@click.option("--nearest", is_flag=True, help="Show the nearest record that differs.")
@click.option(
    "--breaking", is_flag=True, help="And the nearest that breaks what holds."
)
@click.option(
    "--within",
    type=click.IntRange(1, MOST),
    default=2,
    show_default=True,
    help="How many events of it may differ.",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "latex"]), default="text"
)
def command(
    source: str,
    request: str | None,
    duty: str | None,
    nearest: bool,
    breaking: bool,
    within: int,
    form: str,
) -> int:
    """Show which rows of the record make each obligation and rule what it is.

    With --nearest, also the nearest record on which what is not established is: the
    fewest events changed, left out or added, and of these the least.
    """
    from ..model.judge import check
    from ..spec.errors import unknown
    from .output import say
    from .report import assumed, dump, entry, lines
    from .sources import cases

    found = cases(source, request)
    judged = [(case, check(case.request, case.record)) for case in found]
    if duty is not None:
        names = [d.name for case in found for d in case.request.duties]
        if duty not in names:
            raise unknown("obligation or rule", duty, set(names))
        judged = [(case, of_duty(judgement, duty)) for case, judgement in judged]
    if nearest or breaking:
        return beside(judged, breaking, within, form)
    if form == "json":
        say(dump({"records": [entry(case, j, whole=True) for case, j in judged]}))
    elif form == "latex":
        from .latex import page

        say(page(judged))
    else:
        for case, judgement in judged:
            say("\n".join(lines(case, judgement, whole=True)))
        say("\n".join(assumed()))
    return USAGE if any(j.broken for _, j in judged) else DONE


def beside(
    judged: "list[tuple[Case, Judgement]]", breaking: bool, within: int, form: str
) -> int:
    """Tell each judgement with the nearest records beside it."""
    from ..spec.errors import SpecError
    from . import nearest
    from .output import say
    from .report import assumed, dump, entry, lines

    if form == "latex":
        raise SpecError("--nearest is told as text or json, not as latex")
    found = [(c, j, nearest.answers(c, j, breaking, within)) for c, j in judged]
    if form == "json":
        entries = [
            {**entry(c, j, whole=True), "nearest": nearest.document(c, answers, within)}
            for c, j, answers in found
        ]
        say(dump({"records": entries}))
    else:
        for case, judgement, answers in found:
            say("\n".join(lines(case, judgement, whole=True)))
            if not judgement.broken:
                say("\n".join(nearest.told(answers, within)))
        say("\n".join(assumed()))
    if any(judgement.broken for _, judgement in judged):
        return USAGE
    open_ = any(nearest.unanswered(answers) for *_, answers in found)
    return UNDECIDED if open_ else DONE


def of_duty(judgement: "Judgement", name: str) -> "Judgement":
    """Return what was found of one duty alone."""
    import attrs

    found = tuple(f for f in judgement.findings if f.duty.name == name)
    return attrs.evolve(judgement, findings=found)
