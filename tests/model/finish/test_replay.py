"""Each transform of the closed list, by itself, against a second implementation."""

from fractions import Fraction
from typing import Any

import attrs
import pytest

from obligato.checker.termination import terminate
from obligato.model import record
from obligato.model.finish import (
    AnswerContract,
    Certificate,
    Claim,
    Demand,
    Ledger,
    Operand,
    Slot,
    Transform,
    certify,
)
from obligato.model.finish.replay import replay
from obligato.model.finish.transforms import NAMES
from obligato.spec import (
    Bool,
    Code,
    Decimal,
    Int,
    List,
    Obligation,
    Ratio,
    Request,
    Rows,
    Sort,
    SpecError,
    Tool,
    World,
    some,
)
from obligato.spec.values import UNKNOWN

Line, Shop, Title = Sort("Line"), Sort("Shop"), Sort("Title")
line, shop, title = Line("line"), Shop("shop"), Title("title")
price, number, closed = Decimal(2)("price"), Int("number"), Bool("closed")
lines = Rows("lines", line, title, price, number, key=line)
listing = Tool("listing", [shop], [lines, closed], fails="clean")
sold = Tool("sold", [shop], [lines], fails="clean")
asked = Request(
    "list",
    World("shops", [listing, sold]),
    owes=[Obligation("l", some(listing.done()))],
)


def row(key: str, name: str, cost: str, n: int) -> dict[str, Any]:
    return {"line": key, "title": name, "price": cost, "number": n}


A, B, C = (
    row("a", "ink", "1.50", 3),
    row("b", "pen", "2.25", 1),
    row("c", "ink", "4", 2),
)
RECORD = record(
    asked,
    listing(shop="s").ok(lines=[A, B], closed=False),
    listing(shop="t").ok(lines=[C], closed=False),
    sold(shop="s").ok(lines=[row("x", "pen", "9", 5)]),
)
LEDGER = Ledger.of(RECORD, asked)


def of(column: str, **more: Any) -> Operand:
    return Operand(column, rows="lines", **more)


def side(column: str, fold: str = "total") -> Operand:
    return of(column, fold=fold)


# A transform, the sort of its slot, and what it gives, as documents write it.
CLEAN: list[tuple[Transform, Sort, Any]] = [
    (Transform("identity", Operand("closed")), Bool, False),
    (Transform("select", of("price", where={"line": "b"})), Decimal(2), "2.25"),
    (Transform("select", of("number", where={"price": "4.00"})), Int, 2),
    (Transform("count", of("line")), Int, 3),
    (Transform("count", of("line", key="title")), Int, 2),
    (Transform("count", of("line", where={"title": "ink"})), Int, 2),
    (Transform("total", of("price")), Decimal(2), "7.75"),
    (Transform("total", of("number")), Int, 6),
    (Transform("mean", of("price")), Ratio, "31/12"),
    (Transform("mean", of("price"), places=1), Ratio, "13/5"),
    (Transform("mean", of("price"), places=1), Decimal(1), "2.6"),
    (Transform("least", of("price")), Decimal(2), "1.50"),
    (Transform("most", of("number")), Int, 3),
    (Transform("first", of("price"), k=2), List, ("c", "b")),
    (Transform("first", of("number"), k=-1), List, ("b",)),
    (Transform("difference", side("price"), side("number")), Decimal(2), "2.75"),
    (Transform("ratio", side("number"), side("number")), Ratio, "6/5"),
    (Transform("compare", side("number"), side("price", "most")), Int, -1),
    (Transform("union", of("title"), of("title")), List, ("ink", "pen")),
    (Transform("common", of("title"), of("title")), List, ("pen",)),
    (Transform("without", of("title"), of("title")), List, ("ink",)),
    (Transform("joined", of("title"), of("line", key="title")), List, ("x",)),
    (Transform("absent", of("line", where={"title": "cup"})), Bool, True),
    (Transform("absent", of("line")), Bool, False),
]


def contract(transform: Transform, sort: Sort, **more: Any) -> AnswerContract:
    against = Demand("sold") if transform.against is not None else None
    slot = Slot("it", sort, [transform], Demand("listing"), against, **more)
    return AnswerContract("task", [slot])


def test_each_transform_of_the_list_has_a_clean_certificate() -> None:
    assert {transform.name for transform, *_ in CLEAN} == set(NAMES)


@pytest.mark.parametrize(
    ("transform", "sort", "value"), CLEAN, ids=lambda x: getattr(x, "name", None)
)
def test_what_a_transform_gives_is_accepted_and_nothing_else_is(
    transform: Transform, sort: Sort, value: Any
) -> None:
    asks = contract(transform, sort)
    told = certify(asks, LEDGER)

    assert told.claims[0].value == value
    assert terminate(asks, LEDGER, told).failures == ()
    other = not value if sort == Bool else OTHER[sort.kind]
    wrong = attrs.evolve(told.claims[0], value=other)
    found = terminate(asks, LEDGER, attrs.evolve(told, claims=[wrong]))
    assert found.codes == (Code.VALUE_MISMATCH,)


OTHER: dict[str, Any] = {"Int": 77, "Decimal": "77", "Ratio": "77/5"}
OTHER |= {"List": ["cup"], "entity": "cup"}


@pytest.mark.parametrize(
    ("transform", "why"),
    [
        (Transform("identity", of("title")), "one of several"),
        (Transform("least", of("number", where={"line": "z"})), "nothing"),
        (Transform("mean", of("title")), "no numbers"),
        (Transform("mean", of("price", key="title")), "two values"),
        (Transform("ratio", side("number"), side("number", "count")), ""),
        (Transform("total", of("colour")), "no column"),
        (Transform("total", of("price", where={"colour": "red"})), "no column"),
        (Transform("total", of("price", where={"price": "much"})), "Decimal2"),
        (Transform("total", Operand("lines")), "rows"),
    ],
)
def test_a_transform_without_a_value_says_why(transform: Transform, why: str) -> None:
    found = replay(transform, LEDGER, ("r1", "r2"), ("r3",))

    assert why in found.why
    assert (found.value is None) == bool(why)


def test_the_ratio_to_nothing_has_no_value() -> None:
    zero = Transform("ratio", side("number"), side("number"))

    assert "0" in replay(zero, LEDGER, ("r1",), ()).why


def test_a_tie_among_the_first_is_told_apart_and_can_be_ordered() -> None:
    tied = record(
        asked, listing(shop="s").ok(lines=[A, B, {**C, "number": 3}], closed=False)
    )
    ledger = Ledger.of(tied, asked)
    one = Transform("first", of("number"), k=1)

    assert replay(one, ledger, ("r1",)).tied
    assert replay(attrs.evolve(one, ordered=True), ledger, ("r1",)).value == ("a",)
    least = Transform("first", of("number"), k=-3, ordered=True)
    assert replay(least, ledger, ("r1",)).value == ("b", "a", "c")


def test_what_a_receipt_does_not_hold_is_unknown_and_not_nothing() -> None:
    holes = record(asked, listing(shop="s").ok(lines=[{"line": "a"}]))
    ledger = Ledger.of(holes, asked)

    assert replay(Transform("total", of("price")), ledger, ("r1",)).value is UNKNOWN
    assert replay(Transform("identity", Operand("closed")), ledger, ("r1",)).value is (
        UNKNOWN
    )
    asks = contract(Transform("total", of("price")), Decimal(2))
    told = attrs.evolve(
        certify(contract(Transform("count", of("line")), Int), ledger),
        claims=[Claim("it", "1.50", Transform("total", of("price")), ("r1",))],
    )
    found = terminate(asks, ledger, told)
    assert found.codes == (Code.VALUE_MISMATCH,)
    assert found.verdict.name == "not established"


def test_a_tolerance_is_absolute_and_its_bounds_count() -> None:
    asks = contract(Transform("mean", of("price")), Ratio, tolerance="1/12")
    told = certify(asks, LEDGER)

    def verdict(value: str) -> str:
        claim = attrs.evolve(told.claims[0], value=value)
        return terminate(asks, LEDGER, attrs.evolve(told, claims=[claim])).word

    assert [verdict(v) for v in ("30/12", "32/12", "29/12", "33/12")] == [
        "complete",
        "complete",
        "continue",
        "continue",
    ]


def test_a_flag_is_no_number() -> None:
    asks = contract(Transform("count", of("line", where={"line": "a"})), Int)
    told = certify(asks, LEDGER)
    assert told.claims[0].value == 1
    flag = attrs.evolve(told.claims[0], value=True)

    assert terminate(asks, LEDGER, attrs.evolve(told, claims=[flag])).codes == (
        Code.VALUE_MISMATCH,
    )
    of_flags = contract(asks.slots[0].allowed[0], Bool)
    assert terminate(of_flags, LEDGER, attrs.evolve(told, claims=[flag])).codes == (
        Code.VALUE_MISMATCH,
    )


def test_no_value_is_not_what_no_transform_gives() -> None:
    """A claim that is no value of its sort, and a transform without one: no match."""
    none = Transform("total", of("title"))
    told = certify(contract(CLEAN[6][0], Decimal(2)), LEDGER)
    claim = attrs.evolve(told.claims[0], value="much", transform=none)
    asks = contract(none, Decimal(2))

    found = terminate(asks, LEDGER, attrs.evolve(told, claims=[claim]))
    assert found.codes == (Code.VALUE_MISMATCH,)


def test_a_row_that_two_receipts_report_counts_once() -> None:
    page = listing(shop="s").ok(lines=[A, B], closed=False)
    ledger = Ledger.of(record(asked, page, page), asked)

    def given_by(name: str) -> Any:
        return replay(Transform(name, of("number")), ledger, ("r1", "r2")).value

    assert [given_by(name) for name in ("total", "count", "mean")] == [4, 2, 2]


def test_a_call_that_says_that_it_failed_is_not_cited() -> None:
    """Transport said ok; a flag of the answer, which the tool declares, says no."""
    ask = Tool("ask", [shop], [title, closed], fails="clean", error=closed)
    request = Request(
        "ask", World("shops", [ask]), owes=[Obligation("o", some(ask.tried()))]
    )
    told = record(request, ask(shop="s").ok(title="ink", closed=True))
    ledger = Ledger.of(told, request)
    asks = AnswerContract(
        "task", [Slot("it", Title, [Transform("identity", Operand("title"))])]
    )
    claim = Claim("it", "ink", Transform("identity", Operand("title")), ("r1",))
    proposed = Certificate("task", asks.descriptor_digest, ledger.digest, [claim])

    assert terminate(asks, ledger, proposed).codes == (Code.RECEIPT_FAILED,)


def test_nothing_may_be_claimed_where_the_search_found_nothing() -> None:
    none = Transform("absent", of("line", where={"title": "cup"}))
    asks = contract(none, Line, nullable=True)
    told = certify(asks, LEDGER)

    assert told.claims[0].value is None
    assert terminate(asks, LEDGER, told)
    some = contract(Transform("absent", of("line")), Line, nullable=True)
    wrong = attrs.evolve(told.claims[0], transform=some.slots[0].allowed[0])
    found = terminate(some, LEDGER, attrs.evolve(told, claims=[wrong]))
    assert found.codes == (Code.VALUE_MISMATCH,)


def test_a_value_in_thirds_is_no_decimal() -> None:
    asks = contract(Transform("mean", of("price")), Decimal(2))

    with pytest.raises(SpecError, match="round it"):
        certify(asks, LEDGER)
    assert replay(asks.slots[0].allowed[0], LEDGER, ("r1", "r2")).value == Fraction(
        31, 12
    )
