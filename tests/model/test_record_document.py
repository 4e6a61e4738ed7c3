"""A record in a document says nothing that its request has no place for."""

import pytest

from obligato.model.document import load
from obligato.spec import CaseError
from tests.shop import GONE, changed

CALL = "record/trajectory/0/call"
RECEIPT = "record/ledger/0"

WRONG: dict[str, tuple[str, object, str, str]] = {
    "no such tool in a call": (
        f"{CALL}/tool",
        "bye",
        "trajectory/0/call",
        "no tool 'bye'; there are",
    ),
    "no such argument": (
        f"{CALL}/args/sum",
        3,
        f"{CALL}/args",
        "'sum'; there are: order",
    ),
    "a lacking argument": (
        f"{CALL}/args/price",
        GONE,
        f"{CALL}/args",
        "lacks price; buy",
    ),
    "a decimal as a float": (f"{CALL}/args/price", 1.5, f"{CALL}/args/price", "1.5"),
    "a decimal too fine": (f"{CALL}/args/price", "1.005", "args/price", "Decimal2"),
    "a decimal told at length": (f"{CALL}/args/price", "1e9", "args/price", "digits"),
    "an entity as a number": (
        f"{CALL}/args/order",
        7,
        "args/order",
        "an entity is text",
    ),
    "an argument that is null": (
        f"{CALL}/args/order",
        None,
        "args/order",
        "value=None",
    ),
    "an end before the start": (f"{CALL}/end", 1, "0/call", "start=5 is after end=1"),
    "a time as text": (f"{CALL}/start", "5", f"{CALL}/start", "write an integer"),
    "a time as a flag": (f"{CALL}/start", True, f"{CALL}/start", "write an integer"),
    "an unknown event": (
        "record/trajectory/0",
        {"ask": {}},
        "trajectory/0",
        "no event 'ask'; there are",
    ),
    "two events with one id": (
        "record/trajectory/1/decided/id",
        "e1",
        "trajectory/1",
        "DUPLICATE_ID",
    ),
    "a verdict of no list": (
        "record/trajectory/1/decided/verdict",
        "withdrawn",
        "decided/verdict",
        "write one of: given, declined, revoked",
    ),
    "no such decision": (
        "record/trajectory/1/decided/decision",
        "permit",
        "1/decided",
        "no decision 'permit'; there are: allow",
    ),
    "no such slot": (
        "record/trajectory/5/claim/slots/sum",
        1,
        "claim/slots",
        "no slot of the answer 'sum'; there are: average",
    ),
    "a ratio to nought": (
        "record/trajectory/5/claim/slots/average",
        "1/0",
        "slots/average",
        "Ratio",
    ),
    "a receipt of no call": (
        f"{RECEIPT}/call",
        "e9",
        "ledger/0",
        "no call 'e9'; there are",
    ),
    "a receipt of a decision": (f"{RECEIPT}/call", "e2", "ledger/0", "no call 'e2'"),
    "a receipt of no tool": (f"{RECEIPT}/tool", "bye", "ledger/0", "no tool 'bye'"),
    "two receipts with one id": (
        "record/ledger/1/id",
        "r1",
        "ledger/1",
        "DUPLICATE_ID",
    ),
    "an unknown status": (f"{RECEIPT}/status", "fine", "status", "one of: ok, failed"),
    "an unknown issuer": (
        f"{RECEIPT}/issuer",
        "god",
        "issuer",
        "one of: runtime, tool",
    ),
    "a flag as a word": (f"{RECEIPT}/live", "yes", f"{RECEIPT}/live", "true or false"),
    "rows that are no list": (f"{RECEIPT}/values/lines", {}, "lines", "a list of rows"),
    "a row that is none": (
        f"{RECEIPT}/values/lines/0",
        "l1",
        "lines/0",
        "an object with: line",
    ),
    "no such column of a row": (
        f"{RECEIPT}/values/lines/0/x",
        1,
        "lines/0",
        "no column",
    ),
    "a value of a row": (
        f"{RECEIPT}/values/lines/0/price",
        0.05,
        "lines/0/price",
        "0.05",
    ),
    "no such role": ("record/bound/to", "x", "record/bound", "no role of binds 'to'"),
    "no such relation": ("record/given/odd", [], "given/odd", "no relation 'odd'"),
    "a tuple too short": ("record/given/special/0", ["o1"], "special/0", "order, line"),
    "a tuple told twice": (
        "record/given/special/0",
        ["o2", "l1"],
        "special/1",
        "already",
    ),
    "a gap of nothing": (
        "record/gaps/0/source",
        "bye",
        "gaps/0",
        "tool or decision 'bye'",
    ),
    "a gap that ends early": (
        "record/gaps/0/until",
        1,
        "gaps/0",
        "since=3 is after until",
    ),
    "a truth of no call": ("record/truth/e2", True, "record/truth", "no call 'e2'"),
    "entities of a number": (
        "record/entities/Int",
        [],
        "entities/Int",
        "not ranged over",
    ),
}


@pytest.mark.parametrize(("path", "value", "place", "part"), WRONG.values(), ids=WRONG)
def test_a_wrong_record_is_refused_at_its_place(
    path: str, value: object, place: str, part: str
) -> None:
    with pytest.raises(CaseError) as caught:
        load(changed(path, value))

    assert caught.value.place.endswith(place)
    assert part in str(caught.value)
