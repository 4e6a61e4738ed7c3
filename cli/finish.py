"""``obligato finish``: whether a certificate ends the work, or what it lacks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from .exits import DONE, NOT_DONE, OURS, UNDECIDED

if TYPE_CHECKING:
    from ..checker.termination import Failure, Finding
    from ..model.finish import Finish

EXITS = """\b
Exit  0  complete
      1  continue: something is wrong
      2  the case cannot be read
      3  continue: something is not established, and nothing is wrong
"""
TRUST = (
    "the contract asks for all that is needed",
    "the adapter that made the ledger is honest",
    "the record is of what happened",
)


@click.command("finish", epilog=EXITS)
@click.argument("case", metavar="CASE")
@click.option(
    "--certificate",
    metavar="FILE",
    help="Judge this certificate, whatever is in it, and not that of the case.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(case: str, certificate: str | None, form: str) -> int:
    """Say whether the certificate of CASE is complete, or everything that fails.

    CASE is a document with a contract and a certificate, or MODULE:NAME of a
    Finish. A dash reads standard input. Whatever the certificate is, there is a
    verdict: what cannot be read claims nothing.
    """
    from ..checker.termination import finish
    from .output import say
    from .report import dump

    found = finish_of(case)
    proposed = found.certificate if certificate is None else proposal(certificate)
    made = finish(found.request, found.record, found.contract, proposed)
    code = exit_of(made)
    if form == "json":
        say(dump({"exit": code, **entry(found, made)}))
    else:
        say("\n".join(told(found, made, proposed)))
    return code


def finish_of(source: str) -> "Finish":
    """Return the case that a document or an object of a module states."""
    import os

    from ..model.finish import Finish, load
    from ..spec.errors import SpecError, a_kind
    from .sources import named, read

    if os.path.exists(source) or source == "-":
        return load(read(source), source)
    found = named(source)
    if not isinstance(found, Finish):
        raise SpecError(
            f"{source} is {a_kind(found)}, and no Finish: a case with a certificate"
        )
    return found


def proposal(source: str) -> object:
    """Return what a file holds as JSON data, or why it holds none."""
    from ..model.loader import parse
    from ..spec.errors import CaseError
    from .sources import read

    raw = read(source)
    try:
        return parse(raw, source)
    except CaseError as error:
        return error


def exit_of(made: "Finding") -> int:
    """Return the code of what was found."""
    from ..spec.codes import Code

    if made:
        return DONE
    if any(f.code is Code.NOT_ESTABLISHED for f in made.failures):
        return OURS
    return UNDECIDED if made.verdict.name == "not established" else NOT_DONE


def told(case: "Finish", made: "Finding", proposed: object) -> Iterator[str]:
    """Tell the verdict, and each failure, with the slots and receipts behind it."""
    from .output import wrapped

    yield from wrapped(case.title or case.request.goal)
    if made:
        slots = ", ".join(claim.slot for claim in _claims(proposed))
        said = f"✓ complete: {slots or 'nothing'} claimed, and all that is owed is met"
        yield from wrapped(said, "  ", "    ")
    else:
        yield "  continue"
    if made.unread:
        yield from wrapped(
            f"no certificate, so it claims nothing: {made.unread}", "  ", "    "
        )
    for failure in made.failures:
        yield from _failure(failure)
    wanted = expected(case, made)
    if wanted:
        yield from wrapped(f"expected was {wanted}", "  ", "    ")
    yield from wrapped(f"trusted: {', '.join(TRUST)}", "  ", "    ")


def _failure(failure: "Failure") -> Iterator[str]:
    from .output import wrapped

    mark = "?" if failure.verdict.name == "not established" else "✗"
    said = f"{mark} {failure.code.value}: {failure.code.meaning}"
    yield from wrapped(said, "  ", "    ")
    yield from wrapped(f"not so: {failure.clause}{_who(failure)}", "    ", "      ")


def _who(failure: "Failure") -> str:
    """Return the slots and receipts of a failure, and why, in words."""
    reason = getattr(failure.verdict, "reason", "")
    found: dict[str, list[str]] = {}
    for witness in failure.witnesses:
        found.setdefault(witness.slot, [])
        if witness.receipt:
            found[witness.slot].append(witness.receipt)
        if witness.why and failure.code.check == "replay":
            reason = witness.why
    parts = [
        " ".join(filter(None, (slot, ", ".join(ids)))) for slot, ids in found.items()
    ]
    who = f" ({'; '.join(filter(None, parts))})" if any(parts) else ""
    return who + (f": {reason}" if reason else "")


def expected(case: "Finish", made: "Finding") -> str:
    """Return what the case expects, if something else was found."""
    wanted = case.expected
    if wanted is None:
        return ""
    codes = [code.value for code in made.codes]
    if wanted.verdict == made.word and set(wanted.codes) in (set(), set(codes)):
        return ""
    return " ".join((wanted.verdict, *wanted.codes))


def entry(case: "Finish", made: "Finding") -> dict[str, Any]:
    """Return what was found as data."""
    return {
        "title": case.title,
        "request": case.request.goal,
        "verdict": made.word,
        "codes": list(made.codes),
        "unread": made.unread,
        "failures": [
            {
                "check": failure.code.check,
                "code": failure.code,
                "meaning": failure.code.meaning,
                "clause": failure.clause,
                "verdict": failure.verdict.name,
                "reason": getattr(failure.verdict, "reason", ""),
                "witnesses": [
                    {"slot": w.slot, "receipt": w.receipt, "why": w.why}
                    for w in failure.witnesses
                ],
            }
            for failure in made.failures
        ],
        "expected": expected(case, made),
        "trusted": list(TRUST),
    }


def _claims(proposed: object) -> Any:
    from ..checker.termination.decide import as_certificate

    return as_certificate(proposed)[0].claims
