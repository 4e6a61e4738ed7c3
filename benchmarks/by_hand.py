"""The nine predicates of the examples as plain loops, as one would write them by hand.

Each takes the tables of a record and returns the same two bits as the language, in
one pass where that is natural. They are what `compiled` is measured against.
"""

import math
from typing import Any

from obligato.model.tables import OPEN, Tables
from obligato.spec.syntax import Made
from obligato.spec.values import UNKNOWN, between

Bits = tuple[bool, bool]
DAY = 24 * 60 * 60 * 1000
CHANGED = Made("changed")


def refunded(tables: Tables) -> Bits:
    """One refund of the order took effect, and it was of the amount."""
    order = tables.record.bound.get("order", UNKNOWN)
    amount = tables.record.bound.get("amount", UNKNOWN)
    low: float = 0
    high: float = 0
    must = may = True
    for refund in tables.calls["refund"]:
        took = refund["took"]
        if took is False or refund["order"] != order:
            continue
        high += math.inf if OPEN in refund else 1
        if took is True and refund["order"] == order and OPEN not in refund:
            low += 1
            if refund["amount"] != amount:
                may = False
        if not refund["amount"] == amount:
            must = False
    return must and low == high == 1, may and low <= 1 <= high


def told(tables: Tables) -> Bits:
    """Each shipment is followed by a notice within a day."""
    notices = tables.calls["notify"]
    must = True
    for ship in tables.calls["ship"]:
        if ship["took"] is False:
            continue
        order, end = ship["order"], ship["end"]
        limit = end + DAY
        possible = False
        for notice in notices:
            took = notice["took"]
            if took is False or notice["order"] != order:
                continue
            start, stop = notice["start"], notice["end"]
            if start <= end or limit < stop:
                continue
            possible = True
            if (
                took is True
                and notice["order"] == order
                and end < start
                and stop <= limit
                and OPEN not in notice
            ):
                break
        else:
            must = False
            if not possible and ship["took"] is True and OPEN not in ship:
                return False, False
    return must, True


def approved(tables: Tables) -> Bits:
    """Two people other than the author stand by each diff that was merged."""
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


def careful(tables: Tables) -> Bits:
    """A payment is tried again only after a probe that says unpaid."""
    pays, probes = tables.calls["pay"], tables.calls["probe"]
    must = True
    for lost in pays:
        if lost["unclear"] is False:
            continue
        invoice, end = lost["invoice"], lost["end"]
        for again in pays:
            if again["invoice"] != invoice or again["start"] <= end:
                continue
            start = again["start"]
            possible = False
            for probe in probes:
                took, paid = probe["took"], probe["paid"]
                if (
                    took is False
                    or paid is True
                    or probe["invoice"] != invoice
                    or probe["start"] <= end
                    or start <= probe["end"]
                ):
                    continue
                possible = True
                if (
                    took is True
                    and paid is False
                    and probe["invoice"] == invoice
                    and end < probe["start"]
                    and probe["end"] < start
                    and OPEN not in probe
                ):
                    break
            else:
                must = False
                if (
                    not possible
                    and lost["unclear"] is True
                    and again["invoice"] == invoice
                    and end < start
                    and OPEN not in lost
                    and OPEN not in again
                ):
                    return False, False
    return must, True


def paid_once(tables: Tables) -> Bits:
    """One payment of the invoice took effect."""
    invoice = tables.record.bound.get("invoice", UNKNOWN)
    low: float = 0
    high: float = 0
    for pay in tables.calls["pay"]:
        took = pay["took"]
        if took is False or pay["invoice"] != invoice:
            continue
        high += math.inf if OPEN in pay else 1
        if took is True and pay["invoice"] == invoice and OPEN not in pay:
            low += 1
    return low == high == 1, low <= 1 <= high


def spent(tables: Tables) -> Bits:
    """The claim is the total over all pages, which are of one version."""
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
        if not (1 <= number and number <= of and have == of):
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
            key, amount = line["id"], line["amount"]
            if key is UNKNOWN or amount is UNKNOWN:
                return UNKNOWN
            if amounts.setdefault(key, amount) != amount:
                return UNKNOWN
    return sum(amounts.values())


def untouched(tables: Tables) -> Bits:
    """No protected path was changed."""
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
    """Tests passed after the last change to a source file had ended."""
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


def delivered(tables: Tables) -> Bits:
    """The invoice was paid, its receipt sent on, and the message has arrived."""
    invoice = tables.record.bound.get("invoice", UNKNOWN)
    to = tables.record.bound.get("to", UNKNOWN)
    sends, tracks = tables.calls["send"], tables.calls["track"]
    may = False
    for pay in tables.calls["pay"]:
        if pay["took"] is False or pay["invoice"] != invoice:
            continue
        paid = pay["took"] is True and pay["invoice"] == invoice and OPEN not in pay
        file = pay["file"]
        for send in sends:
            if send["took"] is False or send["file"] != file or send["to"] != to:
                continue
            sent = (
                paid
                and send["took"] is True
                and send["file"] == file
                and send["to"] == to
                and OPEN not in send
            )
            message = send["message"]
            for track in tracks:
                took, arrived = track["took"], track["arrived"]
                if took is False or arrived is False or track["message"] != message:
                    continue
                may = True
                if (
                    sent
                    and took is True
                    and arrived is True
                    and track["message"] == message
                    and OPEN not in track
                ):
                    return True, True
    return False, may
