"""``obligato check``: what is discharged, open, lost, void or unclear, and why."""

from typing import Any

import click

from .exits import exit_of, exit_of_error, worst

EXITS = """\b
Exit  0  all discharged or void
      1  something lost or breached, or done was claimed too early
      2  a record cannot be read, or contradicts itself
      3  something open or unclear
      5  nothing to check
With several records the worst counts: 2, 1, 3, 5, 0.
"""


@click.command("check", epilog=EXITS)
@click.argument("records", metavar="RECORD...", nargs=-1, required=True)
@click.option("--request", metavar="MODULE:NAME", help="What the records are of.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(records: tuple[str, ...], request: str | None, form: str) -> int:
    """Say what is discharged, open, lost, void or unclear, and why.

    RECORD is a case document, a script with --request, or MODULE:NAME of a record,
    a case or a list of them. A dash reads standard input.
    """
    from ..model.judge import check
    from ..spec.errors import ObligatoError
    from .output import say
    from .report import assumed, dump, entry, lines, summary
    from .sources import cases

    codes: list[int] = []
    judged = 0
    entries: list[dict[str, Any]] = []
    for source in records:
        try:
            found = cases(source, request)
        except ObligatoError as error:
            say(f"error: {error}", err=True)
            code = exit_of_error(error)
            codes.append(code)
            entries.append({"source": source, "exit": code, "error": str(error)})
            continue
        for case in found:
            judgement = check(case.request, case.record)
            judged += 1
            codes.append(exit_of(judgement))
            if form == "json":
                entries.append({"source": source, **entry(case, judgement)})
            else:
                say("\n".join(lines(case, judgement)))
    if form == "json":
        say(dump({"exit": worst(codes), "records": entries}))
    elif not codes:
        say("error: there is no record to check", err=True)
    elif judged:
        say("\n".join(assumed()))
    if form == "text" and len(codes) > 1:
        say("\n".join(summary(codes)))
    return worst(codes)
