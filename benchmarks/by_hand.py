"""Predicates of the examples as plain loops over calls, as one would write them.

Each takes the tables of a record and returns the same two bits as the language, in
one pass where that is natural. They are what `compiled` is measured against; those
about people, pages and paths are in `by_hand_sets`.
"""

# ruff: noqa: SIM201  # of values known in part, `not ==` is no `!=`

import math

from obligato.model.tables import OPEN, Tables
from obligato.spec.values import UNKNOWN

Bits = tuple[bool, bool]
DAY = 24 * 60 * 60 * 1000


def refunded(tables: Tables) -> Bits:
    """Whether one refund of the order took effect, and it was of the amount."""
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
    """Whether each shipment is followed by a notice within a day."""
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


def careful(tables: Tables) -> Bits:
    """Whether a payment is tried again only after a probe that says unpaid."""
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
    """Whether one payment of the invoice took effect."""
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


def delivered(tables: Tables) -> Bits:
    """Whether the invoice was paid, its receipt sent on, and has arrived."""
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
