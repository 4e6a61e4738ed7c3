"""``obligato explain``: the whole of why each duty stands where it does."""

from typing import TYPE_CHECKING

import click

from .exits import DONE, USAGE

if TYPE_CHECKING:
    from ..model.judge import Judgement

LEGEND = """\b
✓ is as it has to be      ✗ is not      ? is left open
· helps to see why        =? may be equal, may not

Exit 0 if there is an explanation, 2 if the record cannot be read or
contradicts itself.
"""


@click.command("explain", epilog=LEGEND)
@click.argument("source", metavar="RECORD")
@click.option("--request", metavar="MODULE:NAME", help="What the record is of.")
@click.option("--duty", metavar="NAME", help="Explain this one alone.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "latex"]), default="text"
)
def command(source: str, request: str | None, duty: str | None, form: str) -> int:
    """Show which rows of the record make each obligation and rule what it is."""
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


def of_duty(judgement: "Judgement", name: str) -> "Judgement":
    """Return what was found of one duty alone."""
    import attrs

    found = tuple(f for f in judgement.findings if f.duty.name == name)
    return attrs.evolve(judgement, findings=found)
