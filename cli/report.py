"""A judgement as text and as JSON: its findings, its scope, its assumptions."""

import json
import platform
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..model.account import (
    ASSUMPTIONS,
    Account,
    accounts,
    scope,
    scope_document,
)
from ..model.document import Case
from ..model.judge import Judgement
from ..model.notation import unicode
from ..model.why import document, render
from ..spec.verdicts import Standing
from .exits import DONE, NOT_DONE, UNDECIDED, USAGE, exit_of
from .output import width, wrapped

if TYPE_CHECKING:
    from ..checker.solver import Answer

MARKS = {
    Standing.DISCHARGED: "✓",
    Standing.VOID: "·",
    Standing.OPEN: "○",
    Standing.UNCLEAR: "?",
    Standing.LOST: "✗",
}


def lines(case: Case, judgement: Judgement, whole: bool = False) -> Iterator[str]:
    """Yield what is found of a case in lines; `whole`: with each explanation drawn."""
    yield from wrapped(case.title or case.request.goal)
    if judgement.broken is not None:
        broken = judgement.broken
        yield from wrapped(f"✗ broken, {broken.code}: {broken.reason}", "  ", "    ")
    for account in accounts(judgement):
        yield from _finding(account, case, whole)
    for breach in judgement.breaches:
        assert breach.code is not None
        mark = "✗" if breach.verdict.name == "refuted" else "?"
        clause = f"{breach.clause.conjunct}: {breach.clause.name}"
        said = f"{mark} {clause}: {breach.code.value}. {breach.code.meaning}"
        yield from wrapped(said, "  ", "    ")
    if judgement.claimed_early and judgement.record.claim is not None:
        claim = judgement.record.claim
        said = f"✗ claimed done too early, by {claim.by} in {claim.id}"
        yield from wrapped(said, "  ", "    ")
    yield from wrapped("; ".join(scope(judgement)), "  ")


def assumed() -> Iterator[str]:
    """Yield what every verdict rests on."""
    yield from wrapped(f"assumed: {', '.join(ASSUMPTIONS)}", "  ", "    ")


def leastness(answers: Iterable["Answer"]) -> Iterator[str]:
    """Yield whether the records shown are proved to be the least, if there are any."""
    from ..checker.solver import Found

    proved = [answer.least for answer in answers if isinstance(answer, Found)]
    if proved:
        some = "proved" if all(proved) else f"proved for {sum(proved)} of {len(proved)}"
        said = "fewest events, then fewest names, then the smallest values"
        yield from wrapped(f"records: {said}: {some}", "", "  ")


def summary(codes: Sequence[int]) -> Iterator[str]:
    """Yield how many of several cases ended how."""
    told = {
        DONE: "done",
        NOT_DONE: "not done",
        UNDECIDED: "open or unclear",
        USAGE: "not to be judged",
    }
    found = [f"{codes.count(c)} {word}" for c, word in told.items() if c in codes]
    yield from wrapped(f"{len(codes)} records: {', '.join(found)}", "", "  ")


def entry(case: Case, judgement: Judgement, whole: bool = False) -> dict[str, Any]:
    """Return what is found of a case as JSON data."""
    broken = judgement.broken
    return {
        "title": case.title,
        "request": case.request.goal,
        "verdict": judgement.verdict.name,
        "exit": exit_of(judgement),
        "claimed_early": judgement.claimed_early,
        "broken": broken and {"code": broken.code.value, "reason": broken.reason},
        "breaches": [
            {
                "conjunct": breach.clause.conjunct,
                "clause": breach.clause.name,
                "verdict": breach.verdict.name,
                "code": breach.code,
            }
            for breach in judgement.breaches
        ],
        "duties": [_duty(account, case, whole) for account in accounts(judgement)],
        "scope": scope_document(judgement),
        "assumptions": list(ASSUMPTIONS),
    }


def dump(body: dict[str, Any]) -> str:
    """Return a JSON report, with the versions that made it."""
    versions = {"obligato": __version__, "python": platform.python_version()}
    return json.dumps({"versions": versions, **body}, indent=2)


def _finding(account: Account, case: Case, whole: bool) -> Iterator[str]:
    finding = account.finding
    assert finding.standing is not None
    mark, name = MARKS[finding.standing], finding.duty.name
    said = f"{mark} {name}: {finding.standing.value}"
    if whole:
        said += f", {finding.verdict.name}"
    yield from wrapped(said, "  ", "    ")
    expected = _unexpected(account, case)
    if expected:
        yield from wrapped(f"expected was {expected}", "    ")
    if whole:
        asked = unicode(finding.duty.owed, width() - 6).split("\n")
        for line in asked:
            lead = " " * (6 + len(line) - len(line.lstrip()))
            yield from wrapped(line.lstrip(), lead, lead + "  ")
        yield from (f"    {line}" for line in render(account.lines, width() - 4))
    else:
        yield from wrapped(account.reason, "    ", "      ")


def _unexpected(account: Account, case: Case) -> str:
    """Return the verdict that the case expects, if another was found."""
    found = account.finding
    wanted = (case.expected or {}).get(found.duty.name, "")
    letter = "".join(word[0].upper() for word in found.verdict.name.split()[:1])
    return "" if wanted in ("", letter, found.verdict.name) else wanted


def _duty(account: Account, case: Case, whole: bool) -> dict[str, Any]:
    finding = account.finding
    told: dict[str, Any] = {
        "name": finding.duty.name,
        "kind": finding.kind,
        "verdict": finding.verdict.name,
        "standing": finding.standing and finding.standing.value,
        "reason": account.reason,
    }
    wanted = (case.expected or {}).get(finding.duty.name)
    if wanted is not None:
        told["expected"] = wanted
    if whole:
        told["asked"] = unicode(finding.duty.owed)
        told["explanation"] = [document(line) for line in account.lines]
    return told
