"""Predicates of the examples by hand, where values are gathered or effects made."""

# ruff: noqa: SIM201, SIM202  # of values known in part, `not ==` is no `!=`

import math
from typing import Any

from benchmarks.by_hand import Bits
from obligato.model.tables import KEY, OPEN, Tables
from obligato.spec.syntax import Made
from obligato.spec.values import UNKNOWN, between

CHANGED = Made("changed")


def approved(tables: Tables) -> Bits:
    """Whether two people other than the author stand by each diff that was merged."""
    change = tables.record.bound.get("change", UNKNOWN)
    author = tables.record.bound.get("author", UNKNOWN)
    given = tables.decided["approve", "given"]
    withdrawn = tables.decided["approve", "withdrawn"]
    must = True
    for merge in tables.calls["merge"]:
        if merge["change"] != change:
            continue
        same, diff, start = merge["change"], merge["diff"], merge["start"]
        sure, maybe, more = set[Any](), set[Any](), 0.0
        for approval in given:
            who, end = approval["by"], approval["end"]
            if (
                approval["change"] != same
                or approval["diff"] != diff
                or who == author
                or start <= end
            ):
                continue
            surely = (
                approval["change"] == same
                and approval["diff"] == diff
                and who != author
                and end < start
                and OPEN not in approval
            )
            for back in withdrawn:
                if (
                    back["by"] != who
                    or back["change"] != approval["change"]
                    or back["diff"] != approval["diff"]
                    or back["start"] <= end
                    or start <= back["end"]
                ):
                    continue
                surely = False
                if (
                    back["by"] == who
                    and back["change"] == approval["change"]
                    and back["diff"] == approval["diff"]
                    and end < back["start"]
                    and back["end"] < start
                    and OPEN not in back
                ):
                    break
            else:
                if who is UNKNOWN:
                    more += math.inf if OPEN in approval else 1
                elif surely:
                    sure.add(who)
                else:
                    maybe.add(who)
        if len(sure) < 2:
            must = False
            if (
                len(sure | maybe) + more < 2
                and merge["change"] == change
                and OPEN not in merge
            ):
                return False, False
    return must, True


def spent(tables: Tables) -> Bits:
    """Whether the claim is the total over all pages, which are of one version."""
    customer = tables.record.bound.get("customer", UNKNOWN)
    sure: list[Any] = []
    pages: list[Any] = []
    for page in tables.calls["listing"]:
        took = page["took"]
        if took is False or page["customer"] != customer:
            continue
        pages.append(page)
        if took is True and page["customer"] == customer and OPEN not in page:
            sure.append(page)
    if not pages:
        return False, False
    known = {p["number"] for p in sure if p["number"] == p["number"]}
    every, others = set(known), 0.0
    if len(sure) < len(pages):
        for page in pages:
            if page["number"] == page["number"]:
                every.add(page["number"])
            else:
                others += math.inf if OPEN in page else 1
    have = between(len(known), len(every) + others)
    must = bool(sure)
    for page in pages:
        number, of = page["number"], page["of"]
        if not (number >= 1 and number <= of and have == of):
            must = False
            break
    for page in sure:
        number, of = page["number"], page["of"]
        if number < 1 or of < number or have != of:
            return False, False
    for page in pages:
        version = page["version"]
        for other in pages:
            if not version == other["version"]:
                must = False
                break
    for page in sure:
        version = page["version"]
        for other in sure:
            if version != other["version"]:
                return False, False
    claimed, amount = tables.slots.get("spend", UNKNOWN), _amount(pages, len(sure))
    return must and claimed == amount, not (claimed != amount)


def _amount(pages: list[Any], sure: int) -> Any:
    """Return the total over the lines of ``pages``, each line once."""
    if sure < len(pages):
        for page in pages:
            lines = page["lines"]
            surely = page["took"] is True and OPEN not in page
            if (lines or not isinstance(lines, list)) and not surely:
                return UNKNOWN
    amounts: dict[Any, Any] = {}
    for page in pages:
        lines = page["lines"]
        if not isinstance(lines, list):
            return UNKNOWN
        for line in lines:
            key, amount = line[KEY], line["amount"]
            if key is UNKNOWN or amount is UNKNOWN:
                return UNKNOWN
            if amounts.setdefault(key, amount) != amount:
                return UNKNOWN
    return sum(amounts.values())


def untouched(tables: Tables) -> Bits:
    """Whether no protected path was changed."""
    protected = tables.record.given.get("protected")
    must = True
    for change in tables.rows(CHANGED):
        took, path = change["took"], change["path"]
        if took is False:
            continue
        if protected is None or path is UNKNOWN:
            must = False
        elif (path,) in protected:
            must = False
            if took is True and OPEN not in change:
                return False, False
    return must, True


def green(tables: Tables) -> Bits:
    """Whether tests passed after the last change to a source file had ended."""
    suite = tables.record.bound.get("suite", UNKNOWN)
    source = tables.record.given.get("source")
    changes = tables.rows(CHANGED)
    may = False
    for run in tables.calls["tests"]:
        took, failed = run["took"], run["failed"]
        if took is False or failed != 0 or run["suite"] != suite:
            continue
        start = run["start"]
        must = (
            took is True and failed == 0 and run["suite"] == suite and OPEN not in run
        )
        for change in changes:
            took = change["took"]
            if took is False or change["end"] < start:
                continue
            path = change["path"]
            if source is not None and path is not UNKNOWN and (path,) not in source:
                continue
            must = False
            if (
                took is True
                and source is not None
                and path is not UNKNOWN
                and start <= change["end"]
                and OPEN not in change
            ):
                break
        else:
            if must:
                return True, True
            may = True
    return False, may
